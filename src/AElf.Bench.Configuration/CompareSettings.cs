using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration;

/// <summary>What only comparisons have: everything else that is typed goes to each of their runs.</summary>
public static class CompareSettings
{
    private const int PerPercent = 1000;

    private static readonly ValueRule SideRule = new PlainTextRule("a folder, a file, or NAME=VALUE words in quotes");
    private static readonly VerbSettings Rows = new("Compare", Programs.Compare);

    /// <summary>What there was.</summary>
    public static readonly Setting Baseline = Add(
        "baseline",
        SideRule,
        null,
        "the baseline: a folder of dotnet publish -o or a single file, NAME=VALUE options over this build, or a "
            + "FILE.json of --save-baseline (default: this build)",
        "--baseline WHAT");

    /// <summary>What is to be accepted.</summary>
    public static readonly Setting Candidate = Add(
        "candidate",
        SideRule,
        null,
        "the candidate: a folder, a single file, or options over this build (default: this build)",
        "--candidate WHAT");

    /// <summary>Whether both sides are the same.</summary>
    public static readonly Setting IsSame = Add(
        "same",
        SettingRules.Flag,
        "false",
        "measure the machine: the same build on both sides, and the smallest slow-down it can show",
        "--aa");

    /// <summary>Where runs are kept to be compared with later.</summary>
    public static readonly Setting SavedBaseline = Add(
        "saved",
        SettingRules.OutputFile,
        null,
        "run the candidate alone and keep its runs, with the class of the machine, as a baseline for later",
        "--save-baseline FILE");

    /// <summary>The slow-down to be found, in thousandths of a percent.</summary>
    public static readonly Setting Threshold = Add(
        "threshold",
        new MeasuredNumberRule(
            100,
            50 * PerPercent,
            "a percentage from 0.1% to 50%, such as 5%",
            new Dictionary<string, decimal>(StringComparer.Ordinal) { [""] = PerPercent, ["%"] = PerPercent }),
        "5000",
        "the slow-down that has to be found (default 5%)",
        "--threshold PERCENT");

    /// <summary>How long all runs together may take, in minutes.</summary>
    public static readonly Setting Budget = Add(
        "budget",
        SweepSettings.Budget.Rule,
        "15",
        $"{SweepSettings.Budget.Purpose}; a first pair is made all the same",
        SweepSettings.Budget.Syntax!);

    /// <summary>Runs no side has more of.</summary>
    public static readonly Setting MaxRuns = Add(
        "maxRuns",
        new WholeNumberRule(1, 1000),
        null,
        "runs of each side, at most (default: 200, of a baseline to be saved 60)",
        "--max-runs N");

    /// <summary>Whether counts that rise fail.</summary>
    public static readonly Setting Counts = Add(
        "counts",
        new ChoiceRule(["gate", "show"]),
        "gate",
        "whether more operations, messages or bytes allocated for each thing committed fail, or only show: gate, show",
        "--counts gate|show");

    /// <summary>Whether a comparison that has shown nothing fails.</summary>
    public static readonly Setting Inconclusive = Add(
        "inconclusive",
        new ChoiceRule(["fail", "pass"]),
        "fail",
        "whether a comparison that ends before anything is shown fails, with exit code 5, or passes: fail, pass",
        "--inconclusive fail|pass");

    /// <summary>Where the runs are kept.</summary>
    public static readonly Setting Folder = Add(
        "folder",
        SweepSettings.Folder.Rule,
        null,
        "keep the runs here, and go on with those that are there (default: a new folder comparison-TIME of "
            + "the state folder, aelf/state in the user's data folder)",
        SweepSettings.Folder.Syntax!);

    /// <summary>Where the JSON goes.</summary>
    public static readonly Setting JsonOutput = Add(Settings.JsonOutput, "write the comparison as JSON");

    /// <summary>Where the Markdown goes.</summary>
    public static readonly Setting MarkdownOutput = Add(
        Settings.MarkdownOutput, "write the comparison as Markdown, for a pull request");

    /// <summary>Where the web page goes.</summary>
    public static readonly Setting HtmlOutput = Add(
        ExportSettings.HtmlOutput, "write the comparison with plots as one web page, for which no network is needed");

    /// <summary>Where what the candidate is judged by goes.</summary>
    public static readonly Setting JUnitOutput = Add(
        ExportSettings.JUnitOutput, "write conclusion and counts as JUnit XML, which build servers list");

    /// <summary>Where what is kept of the candidate goes.</summary>
    public static readonly IReadOnlyList<Setting> History =
    [
        Add(HistorySettings.Lines, "append a line for the candidate to this file"),
        Add(HistorySettings.GitHub, "write the candidate's TPS for github-action-benchmark (customBiggerIsBetter)"),
        Add(HistorySettings.Bencher, "write the candidate's figures for Bencher (its JSON adapter)"),
    ];

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows.All;

    /// <summary>The threshold as a share.</summary>
    public static double ThresholdOf(MergedSettings settings) => ShareOf(settings, Threshold);

    /// <summary>What is set in thousandths of a percent, as a share.</summary>
    internal static double ShareOf(MergedSettings settings, Setting setting)
    {
        ArgumentNullException.ThrowIfNull(settings);
        return settings.Long(setting) / (100.0 * PerPercent);
    }

    private static Setting Add(Setting ofRuns, string purpose) =>
        Add(ofRuns.Key.ToLowerInvariant(), ofRuns.Rule, null, purpose, ofRuns.Syntax!, Topic.Output);

    private static Setting Add(
        string key, ValueRule rule, string? value, string purpose, string syntax, Topic topic = Topic.Comparison) =>
        Rows.Add(key, topic, rule, value, purpose, syntax);
}
