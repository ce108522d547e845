using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration;

/// <summary>What the verb <c>verify</c> takes.</summary>
public static class VerifySettings
{
    /// <summary>Where the JSON goes.</summary>
    public static readonly Setting JsonOutput = new(
        "Verify.json", Topic.Output, SettingRules.OutputFile, null, "write what was checked as JSON")
    {
        Syntax = Settings.JsonOutput.Syntax,
        Programs = Programs.Verify,
    };

    /// <summary>Whether what is as it should be is printed too.</summary>
    public static readonly Setting Verbose = new(
        "Verify.verbose",
        Topic.Output,
        SettingRules.Flag,
        "false",
        "print every figure and guard, and not only those that are not as they should be")
    {
        Syntax = ReportSettings.Verbose.Syntax,
        Programs = Programs.Verify,
    };

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All { get; } = [JsonOutput, Verbose];
}
