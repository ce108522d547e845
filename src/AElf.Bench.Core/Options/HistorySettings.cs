namespace AElf.Bench.Core.Options;

/// <summary>Where the figures of runs are kept, to be seen over time.</summary>
public static class HistorySettings
{
    private static readonly SettingGroup Rows = new("Output", Topic.Output, Programs.Runs);

    public static readonly Setting<string?> Lines =
        Add("History", "append a line to this file for each run that has a result", "--history FILE");

    public static readonly Setting<string?> GitHub =
        Add("GitHub", "write TPS for github-action-benchmark (customBiggerIsBetter)", "--export-github FILE");

    public static readonly Setting<string?> Bencher =
        Add("Bencher", "write all figures for Bencher (its JSON adapter)", "--export-bencher FILE");

    /// <summary>In the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows.All;

    private static Setting<string?> Add(string key, string purpose, string syntax) =>
        new(Rows, key, SettingRules.OutputFile, null, purpose, syntax);
}
