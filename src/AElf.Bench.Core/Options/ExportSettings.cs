namespace AElf.Bench.Core.Options;

/// <summary>Where the reports of runs go beside the screen.</summary>
public static class ExportSettings
{
    private static readonly List<Setting> Rows = [];

    /// <summary>Where the web page goes.</summary>
    public static readonly Setting HtmlOutput = Add(
        "Output.Html", "write the reports with plots as one web page, for which no network is needed", "--html FILE");

    /// <summary>Where the raw points go.</summary>
    public static readonly Setting CsvOutput = Add(
        "Output.Csv", "write every measured round and slice as CSV", "--csv FILE");

    /// <summary>Where the latencies go.</summary>
    public static readonly Setting HistogramOutput = Add(
        "Output.Histogram",
        "write the latencies as HdrHistogram's percentile text, in µs; of several runs FILE-1, FILE-2 and so on",
        "--hgrm FILE");

    /// <summary>Where what the runs are judged by goes.</summary>
    public static readonly Setting JUnitOutput = Add(
        "Output.JUnit", "write runs and what --fail-if found as JUnit XML, which build servers list", "--junit FILE");

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows;

    private static Setting Add(string name, string purpose, string syntax)
    {
        var row = new Setting(name, Topic.Output, SettingRules.OutputFile, null, purpose)
        {
            Syntax = syntax,
            Programs = Programs.Runs,
        };
        Rows.Add(row);
        return row;
    }
}
