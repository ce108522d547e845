namespace AElf.Bench.Core.Options;

/// <summary>The settings of the files for reports and figures.</summary>
public static class ExportSettings
{
    private static readonly SettingGroup Rows = new("Output", Topic.Output, Programs.Runs);

    public static readonly Setting<string?> HtmlOutput =
        Add("Html", "write the reports with plots as one web page; it needs no network", "--html FILE");

    public static readonly Setting<string?> CsvOutput =
        Add("Csv", "write every measured round and slice as CSV", "--csv FILE");

    public static readonly Setting<string?> HistogramOutput = Add(
        "Histogram",
        "write the latencies as HdrHistogram's percentile text, in µs; for several runs FILE-1, FILE-2 and so on",
        "--hgrm FILE");

    public static readonly Setting<string?> JUnitOutput =
        Add("JUnit", "write runs and results of --fail-if as JUnit XML for build servers", "--junit FILE");

    public static readonly Setting<string?> ProfileOutput = Add(
        "Profile",
        "write a profile of the measured rounds: FILE for speedscope.app, and a .nettrace file for each process",
        "--profile FILE");

    public static readonly Setting<string?> History =
        Add("History", "append a line to this file for each run that has a result", "--history FILE");

    public static readonly Setting<string?> GitHub =
        Add("GitHub", "write TPS for github-action-benchmark (customBiggerIsBetter)", "--export-github FILE");

    public static readonly Setting<string?> Bencher =
        Add("Bencher", "write all figures for Bencher (its JSON adapter)", "--export-bencher FILE");

    /// <summary>The files that record figures over time.</summary>
    public static IReadOnlyList<Setting<string?>> OverTime { get; } = [History, GitHub, Bencher];

    public static IReadOnlyList<Setting> All => Rows.All;

    private static Setting<string?> Add(string key, string purpose, string syntax) =>
        new(Rows, key, SettingRules.OutputFile, null, purpose, syntax);
}
