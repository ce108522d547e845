using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration;

/// <summary>What the verb <c>reproduce</c> takes; all others go to the run.</summary>
public static class ReproduceSettings
{
    /// <summary>The slow-down from which on it fails, in thousandths of a percent.</summary>
    public static readonly Setting Threshold = new(
        "Reproduce.threshold",
        Topic.Comparison,
        CompareSettings.Threshold.Rule,
        null,
        "fail when the run is slower than the report by more than this")
    {
        Syntax = CompareSettings.Threshold.Syntax,
        Programs = Programs.Reproduce,
    };

    /// <summary>Where the new report goes.</summary>
    public static readonly Setting JsonOutput = new(
        "Reproduce.json", Topic.Output, SettingRules.OutputFile, null, "write the report of the new run as JSON")
    {
        Syntax = Settings.JsonOutput.Syntax,
        Programs = Programs.Reproduce,
    };

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All { get; } = [Threshold, JsonOutput];

    /// <summary>The threshold as a share; null when there is none.</summary>
    public static double? ThresholdOf(MergedSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        return settings[Threshold] is null ? null : CompareSettings.ShareOf(settings, Threshold);
    }
}
