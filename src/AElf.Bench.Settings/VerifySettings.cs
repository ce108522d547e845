using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>The options of the verb <c>verify</c>.</summary>
public static class VerifySettings
{
    private static readonly SettingGroup Rows = new("Verify", Topic.Output, Programs.Verb);

    public static readonly Setting<string?> JsonOutput = new(
        Rows, "json", SettingRules.OutputFile, null, "write the checks as JSON",
        CommonSettings.JsonOutput.Syntax);

    public static readonly Setting<bool> Verbose = new(
        Rows, "verbose", SettingRules.Flag, false,
        "print every figure and guard, not only those that failed",
        ReportSettings.Verbose.Syntax);

    /// <summary>In the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows.All;
}
