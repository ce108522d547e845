namespace AElf.Bench.Core.Options;

/// <summary>Where the reports of runs go beside the screen.</summary>
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
        "write a profile of the measured rounds: FILE for speedscope.app, and a .nettrace file for each "
            + "process",
        "--profile FILE");

    /// <summary>In the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows.All;

    private static Setting<string?> Add(string key, string purpose, string syntax) =>
        new(Rows, key, SettingRules.OutputFile, null, purpose, syntax);
}
