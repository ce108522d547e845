using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Runs.Rules;

namespace AElf.Bench.Harness.Verification;

/// <summary>The outcome of checking a run's report.</summary>
public enum VerificationOutcome
{
    /// <summary>Every figure follows from the raw data, and every guard holds.</summary>
    Verified,

    /// <summary>The run failed, and its report has no figure: it claims nothing.</summary>
    NoClaim,

    /// <summary>A figure does not follow from the raw data, cannot be checked, or a guard is broken.</summary>
    Refused,
}

/// <summary>
/// Checks a run's report: recomputes its figures from the raw data with the code of the run, and evaluates its guards.
/// </summary>
/// <param name="report">The checked report.</param>
/// <param name="fields">The derived figures; figures that differ come first.</param>
/// <param name="guards">Empty for a run without a figure.</param>
public sealed class RunVerification(
    RunReport report, IReadOnlyList<CheckedField> fields, IReadOnlyList<Guard> guards)
{
    // The fields that cannot be computed: identity, options and observations. All other fields of a report are derived.
    private static readonly HashSet<string> Taken = new(
        typeof(StoreFacts).GetProperties().Select(fact => $"store.{JsonNamingPolicy.CamelCase.ConvertName(fact.Name)}"),
        StringComparer.Ordinal)
    {
        "schema", "scenario", "runId", "workload", "lanes", "routing", "phasesMs", "sliceMs", "slices[].round",
        "slices[].startMs", "slices[].lengthMs", "slices[].committed", "slices[].deepestMailbox", "slices[].oldestMs",
        "latencyUs.histogram", "store.shards[].endpoint", "store.shards[].setup", "store.shards[].evictionPolicy",
        "store.shards[].version", "store.shards[].persistence", "store.shards[].keys", "audit", "faults", "failIf",
        "hosts", "idleWorkers", "profile", "environment", "sections", "options", "raw", "controls", "openLoop.rate",
        "openLoop.latencyUs.histogram", "openLoop.lagUs.histogram",
    };

    /// <summary>The parts of a report that cannot be recomputed.</summary>
    public static IReadOnlyList<string> Given { get; } =
        [.. Taken.Where(path => path.IndexOfAny(['.', '[']) < 0).Order(StringComparer.Ordinal)];

    private const string OfStarts = "starts[].";
    private const string RawData = "raw data";

    /// <summary>The version of this program.</summary>
    internal static string Build { get; } = MachineReader.VersionOf(typeof(RunVerification).Assembly);

    [JsonIgnore]
    public RunReport Report => report;

    public string Claim => report.Claim;

    /// <summary>The reasons for the verdict.</summary>
    [JsonIgnore]
    public IReadOnlyList<string> Reasons => [.. report.Reasons.Select(reason => reason.Text)];

    public Verdict Verdict => report.Verdict;

    /// <summary>Whether the run was made with <c>--allow-disturbed</c>.</summary>
    [JsonIgnore]
    public bool AllowsDisturbed => report.TextOf(MeasureSettings.AllowDisturbed.Name) is "true";

    /// <summary>The derived figures; figures that differ come first.</summary>
    public IReadOnlyList<CheckedField> Fields => fields;

    /// <summary>
    /// Paths of the figures that cannot be checked, because the report has no raw data; empty otherwise.
    /// </summary>
    public IReadOnlyList<string> Unchecked { get; private init; } = [];

    /// <summary>Empty for a run without a figure.</summary>
    public IReadOnlyList<Guard> Guards => guards;

    public VerificationOutcome Outcome => (Unchecked, Guards) switch
    {
        ([_, ..], _) => VerificationOutcome.Refused,
        _ when Fields.Any(each => !each.IsSame) => VerificationOutcome.Refused,
        _ when Guards.Any(guard => guard.State is GuardState.Broken) => VerificationOutcome.Refused,
        (_, []) => VerificationOutcome.NoClaim,
        _ => VerificationOutcome.Verified,
    };

    /// <summary>
    /// Why the report cannot be the report of its run, in words; null if it can. A broken guard that the run itself
    /// reported does not count. Texts and new figures may differ in a report of another version.
    /// </summary>
    [JsonIgnore]
    public string? Contradiction => (
        Unchecked,
        Fields.FirstOrDefault(each => !each.IsSame && (IsOfThisBuild(report)
            || (each.Given, each.Derived) is (['-' or (>= '0' and <= '9'), ..], ['-' or (>= '0' and <= '9'), ..]))),
        Guards.FirstOrDefault(guard => guard.State is GuardState.Broken
            && (guard.Name is "options" or "load" or "verdict" or RawData || !report.Notes.Any(
                note => note.Text.Contains($"{guard.Name}: ", StringComparison.Ordinal))))) switch
    {
        ([_, ..], _, _) => "it has figures, but no raw data",
        (_, { } each, _) =>
            $"{each.Path} is {each.Given ?? "missing"}, and {each.Derived ?? "missing"} by the raw data",
        (_, _, { } guard) => guard.What,
        _ => null,
    };

    internal static bool IsOfThisBuild(RunReport run) =>
        run.Environment.Version.Equals(Build, StringComparison.Ordinal);

    /// <exception cref="FormatException">The JSON is not a report of a run of this version.</exception>
    /// <param name="workload">Knows the options that must agree with facts; null omits this check.</param>
    public static RunVerification Of(JsonElement json, IWorkloadType? workload = null)
    {
        var report = ReportReader.Read(json);
        if (report is { Raw: null, Starts: null })
        {
            return WithoutRawData(json, report);
        }

        try
        {
            var derived = RunDerivation.Of(report);
            var guards = derived.HasNumber()
                ? RunGuards.Of(derived).Prepend(RunGuards.Verdict(derived, report.Verdict))
                    .Concat(OptionGuards(report, workload)).Concat(BelowZero(json)).ToList()
                : [];
            return new(report, Compare(json, derived.Published()), guards);
        }
        catch (Exception exception) when (
            exception is ArgumentException or FormatException or OverflowException or DivideByZeroException)
        {
            var fault = exception switch
            {
                OverflowException => "the sum of its counts exceeds 64 bits",
                DivideByZeroException => "a divisor is 0",
                ArgumentException { ParamName: { } name } =>
                    exception.Message.Replace($" (Parameter '{name}')", "", StringComparison.Ordinal),
                _ => exception.Message,
            };
            return new(report, [], [new(RawData, GuardState.Broken, $"impossible: {fault}")]);
        }
    }

    // Counts and times of a run are never below 0.
    private static IEnumerable<Guard> BelowZero(JsonElement json) =>
        CheckedField.Compare(json, json).Where(field => field.Given is ['-', ..] && !IsDerived(field.Path))
            .Select(field => new Guard(RawData, GuardState.Broken, $"{field.Path} is {field.Given}")).Take(1);

    private static string? OptionProblem(RunReport report, IWorkloadType? workload) =>
        OptionFields.Contradiction(report) ?? (report.Starts ?? []).Prepend(report)
            .Select(run => workload?.Contradiction(run.TextOf, run.BlockWeight, run.Facts, run.Outcomes))
            .OfType<string>().FirstOrDefault();

    private static Guard[] OptionGuards(RunReport report, IWorkloadType? workload) =>
        (OptionProblem(report, workload), workload) switch
        {
            ({ } contradiction, _) => [new("options", GuardState.Broken, contradiction)],
            (_, { } known) => [new LoadCheck(known).Of(report.Starts?[0] ?? report)],
            _ => [],
        };

    private static RunVerification WithoutRawData(JsonElement json, RunReport report) => report.HasNumber()
        ? new(report, [], [])
        {
            Unchecked =
            [
                .. CheckedField.Compare(json, json).Select(field => field.Path).Where(IsDerived).Select(PatternOf)
                    .Distinct(StringComparer.Ordinal),
            ],
        }
        : new(
            report,
            [
                .. Compare(json, report.Published()).Where(field => !field.IsSame),
            ],
            []);

    private static IReadOnlyList<CheckedField> Compare(JsonElement given, RunReport derived) =>
    [
        .. CheckedField.Compare(given, ReportReader.ElementOf(derived))
            .Where(field => !field.IsSame || IsDerived(field.Path))
            .OrderBy(field => field.IsSame),
    ];

    /// <summary>A path without its indices.</summary>
    public static string PatternOf(string path) => string.Join('[', path.Split('[').Select(
        (part, index) => index == 0 ? part : part[part.IndexOf(']', StringComparison.Ordinal)..]));

    /// <summary>Whether the field at a path is computed from the raw data.</summary>
    public static bool IsDerived(string path)
    {
        // A start is a whole report.
        var pattern = PatternOf(path);
        if (pattern.StartsWith(OfStarts, StringComparison.Ordinal))
        {
            return IsDerived(pattern[OfStarts.Length..]);
        }

        for (var end = pattern.Length; end > 0; end = pattern.LastIndexOfAny(['.', '['], end - 1))
        {
            if (Taken.Contains(pattern[..end]))
            {
                return false;
            }
        }

        return true;
    }
}
