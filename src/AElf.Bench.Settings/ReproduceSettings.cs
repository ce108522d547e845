using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>The options of the verb <c>reproduce</c>; all others go to the run.</summary>
public static class ReproduceSettings
{
    private static readonly SettingGroup Rows = new("Reproduce", Topic.Comparison, Programs.Verb);

    /// <summary>The slow-down from which on it fails, as a share.</summary>
    public static readonly Setting<double?> Threshold = new(
        Rows, "threshold", CompareSettings.SlowDown, null,
        "fail when the run is slower than the report by more than this", CompareSettings.Threshold.Syntax);

    public static readonly Setting<string?> JsonOutput = new(
        Rows, "json", SettingRules.OutputFile, null,
        "write the report of the new run as JSON", CommonSettings.JsonOutput.Syntax)
    { Topic = Topic.Output };

    /// <summary>In the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows.All;
}
