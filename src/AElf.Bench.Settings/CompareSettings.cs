using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>The options of <c>compare</c> alone. All other options apply to each run of the comparison.</summary>
public static class CompareSettings
{
    private static readonly PlainTextRule SideRule = new("a folder, a file, or NAME=VALUE words in quotes")
    { MayNameInput = true };

    private static readonly SettingGroup Rows = new("Compare", Topic.Comparison, Programs.Verb);
    private static readonly SettingGroup Outputs = Rows with { Topic = Topic.Output };

    /// <summary>Reads a slow-down: the text is a percentage, the value a share.</summary>
    internal static readonly PercentRule SlowDown = new(0.1m, 50, 1000, "a percentage from 0.1% to 50%, such as 5%");

    public static readonly Setting<string?> Baseline = new(
        Rows, "baseline", SideRule, null,
        "the baseline: a folder of dotnet publish -o or a single file, NAME=VALUE options over this build, or a "
            + "FILE.json of --save-baseline (default this build)",
        "--baseline WHAT");

    public static readonly Setting<string?> Candidate = new(
        Rows, "candidate", SideRule, null,
        "the candidate: a folder, a single file, or options over this build (default this build)", "--candidate WHAT");

    public static readonly Setting<bool> IsSame = new(
        Rows, "same", SettingRules.Flag, false,
        "compare this build with itself, to find the smallest slow-down that this machine can detect", "--aa");

    public static readonly Setting<string?> SavedBaseline = new(
        Rows, "saved", SettingRules.OutputFile, null,
        "run only the candidate, and save its runs and the machine class as a baseline",
        "--save-baseline FILE");

    /// <summary>The slow-down to detect, as a share.</summary>
    public static readonly Setting<double> Threshold = new(
        Rows, "threshold", SlowDown, 0.05, "the slow-down to detect (default 5%)", "--threshold PERCENT");

    public static readonly Setting<TimeSpan> Budget = new(
        Rows, "budget", TimeRule.Budget, TimeSpan.FromMinutes(15),
        SweepSettings.Budget.Purpose, SweepSettings.Budget.Syntax!);

    public static readonly Setting<int?> MaxRuns = new(
        Rows, "maxRuns", new WholeNumberRule(1, 1000), null,
        "maximum of runs of each side (default 200; 60 with --save-baseline)", "--max-runs N");

    /// <summary>Whether a rise of a count fails the comparison.</summary>
    public static readonly Setting<bool> Counts = new(
        Rows, "counts", new ChoiceRule<bool>(["gate", "show"], [true, false]), true,
        "gate fails on more operations, messages or allocated bytes per transfer; show only shows them",
        "--counts gate|show");

    /// <summary>The rise of allocated bytes per committed item to detect.</summary>
    public static readonly Setting<decimal> AllocationFloor = new(
        Rows, "allocationFloor", new DecimalNumberRule(0.001m, 1_000_000, "a number of bytes from 0.001 to 1000000"), 2,
        "the rise of allocated bytes per transfer to detect, or --threshold percent of them if that is "
            + "more (default 2)",
        "--allocation-floor BYTES");

    /// <summary>Whether an inconclusive comparison fails.</summary>
    public static readonly Setting<bool> Inconclusive = new(
        Rows, "inconclusive", new ChoiceRule<bool>(["fail", "pass"], [true, false]), true,
        "result of an inconclusive comparison: fail (exit code 5) or pass",
        "--inconclusive fail|pass");

    public static readonly Setting<string?> Folder = new(
        Rows, "folder", SettingRules.Path, null,
        "keep the runs here, and resume an existing comparison (default a new folder comparison-TIME in "
            + "the state folder, aelf/state in the user's data folder)",
        SweepSettings.Folder.Syntax!);

    public static readonly Setting<string?> JsonOutput = Add(CommonSettings.JsonOutput, "write the comparison as JSON");

    public static readonly Setting<string?> MarkdownOutput = Add(
        CommonSettings.MarkdownOutput, "write the comparison as Markdown, for a pull request");

    public static readonly Setting<string?> HtmlOutput = Add(
        ExportSettings.HtmlOutput, "write the comparison with plots as one web page; it needs no network");

    public static readonly Setting<string?> JUnitOutput = Add(
        ExportSettings.JUnitOutput, "write conclusion and counts as JUnit XML for build servers");

    public static readonly IReadOnlyList<Setting<string?>> History =
    [
        Add(ExportSettings.History, "append a line for the candidate to this file"),
        Add(ExportSettings.GitHub, "write the candidate's TPS for github-action-benchmark (customBiggerIsBetter)"),
        Add(ExportSettings.Bencher, "write the candidate's figures for Bencher (its JSON adapter)"),
    ];

    public static IReadOnlyList<Setting> All => Rows.All;

    private static Setting<string?> Add(Setting<string?> ofRuns, string purpose) =>
        new(Outputs, ofRuns.Key.ToLowerInvariant(), SettingRules.OutputFile, null, purpose, ofRuns.Syntax);
}
