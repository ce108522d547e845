using AElf.Bench.Core.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>Several runs side by side, as sections.</summary>
internal static class RunComparison
{
    private const int MaxExplained = 3;

    /// <summary>
    /// The runs in a table, the workload's own comparison of them, the problems, and a comparison of routing strategies
    /// if there are several.
    /// </summary>
    public static IReadOnlyList<ReportSection> From(IReadOnlyList<RunReport> runs, ReportSection? compared = null)
    {
        var routings = RoutingComparison.From(runs).ToList();
        ReportSection[] caution = routings.Count > 0 ? [RoutingComparison.Caution] : [];
        ReportSection[] byWorkload = compared is null ? [] : [compared];
        return
        [
            Table(runs), .. byWorkload, .. Thresholds(runs), Explanation(runs), .. routings, .. caution,
        ];
    }

    public static IReadOnlyList<RunColumn> Differing(IReadOnlyList<RunReport> runs) =>
        [.. Identity(runs).Where(each => !each.Column.PageOnly)];

    /// <summary>
    /// The difference of a run from the others, such as <c> (80 groups, random)</c>; empty for none.
    /// </summary>
    public static string WhichIs(RunReport run, IReadOnlyList<RunReport> runs)
    {
        var which = string.Join(", ", Differing(runs).Select(each =>
            each.Column.IsText ? each.Cell(run) : Counted(run.Units, run.Workload.UnitNoun)));
        return which.Length == 0 ? "" : $" ({which})";
    }

    private static RunColumn[] Identity(IReadOnlyList<RunReport> runs) =>
    [
        new(
            new(Plural(runs[0].Workload.UnitNoun)) { PageOnly = IsShared(runs, run => run.Units) },
            run => Count(run.Units)),
        Text("setup", run => run.Workload.Setup, runs),
        Text("load", run => run.Workload.Variant, runs),
        Text("routing", run => run.Routing, runs),
    ];

    private static RunColumn Text(string heading, Func<RunReport, string> cell, IReadOnlyList<RunReport> runs) =>
        new(new(heading, IsText: true) { PageOnly = IsShared(runs, cell) }, cell);

    private static ReportSection Table(IReadOnlyList<RunReport> runs)
    {
        RunColumn[] columns =
        [
            .. Identity(runs),
            new(new("jobs") { Dispensable = 3 }, run => Count(run.Jobs)),
            RunColumn.Tps,
            RunColumn.Of(Figures.P50, dispensable: 4),
            RunColumn.Of(Figures.P99, dispensable: 2),
            RunColumn.Of(Figures.OfBareStore with { Heading = "ceiling" }, dispensable: 1),
            RunColumn.Of(Figures.Busiest),
            RunColumn.Of(Figures.Idle),
            new(new("verdict"), run => RunSections.WordOf(run.Verdict)),
        ];
        return new(ClaimLine.Setup(runs[0]))
        {
            Figures = [new("each run", Shared(runs))],
            Tables = [RunColumn.Table(columns, runs) with
            {
                Audience = ReportAudience.Everyone,
                Tones = [.. runs.Select(RunSections.ToneOf)],
            }],
        };
    }

    /// <summary>
    /// The common load of all runs; number of blocks, rounds and schedule come from the runs with figures.
    /// </summary>
    public static string Shared(IReadOnlyList<RunReport> runs)
    {
        var first = runs[0];
        var measured = runs.Where(run => run.HasNumber()).ToList();
        var units = IsShared(runs, run => run.Units) ? $" in {Counted(first.Units, first.Workload.UnitNoun)}" : "";
        var variant = IsShared(runs, run => run.Workload.Variant) ? $" ({first.Workload.Variant})" : "";
        var routing = IsShared(runs, run => run.Routing) ? $", routing {first.Routing}" : "";
        var blocks = IsShared(measured, run => run.Blocks) ? RunSections.BlocksOf(measured[0]) : "";
        var made = measured.Select(run => run.Rounds.Count).Distinct().Order().ToList();
        var rounds = made.Count == 0 ? ""
            : $" × {(made.Count > 1 ? $"{Count(made[0])} to " : "")}{Counted(made[^1], "round")}";
        var loop = measured is [{ OpenLoop.Rate: var rate }, ..] && IsShared(measured, run => $"{run.OpenLoop?.Rate}")
            ? $", open loop at {rate} per second"
            : "";
        return Counted(first.BlockWeight, first.Workload.Noun) + units + variant + blocks + rounds + routing + loop;
    }

    /// <summary>The thresholds of all runs, broken ones first; empty without thresholds.</summary>
    private static ReportSection[] Thresholds(IReadOnlyList<RunReport> runs)
    {
        var all = ThresholdReport.Numbered(runs).OrderBy(each => each.Threshold.Broken is false).ToList();
        return all.Count == 0 ? [] :
        [
            new("Thresholds")
            {
                Tables = [new(
                    [new("run"), new("fails if", IsText: true), new("result", IsText: true)],
                    [
                        .. all.Select(each => (string[])
                            [Count(each.Number), $"{each.Threshold.FailIf}", each.Threshold.ToString()]),
                    ])
                {
                    Audience = ReportAudience.Everyone,
                    Tones =
                        [.. all.Select(each => each.Threshold.Broken is false ? ReportTone.Plain : ReportTone.Alarm)],
                }],
            },
        ];
    }

    /// <summary>Failed runs come before degraded and disturbed runs.</summary>
    private static ReportSection Explanation(IReadOnlyList<RunReport> runs)
    {
        var notPassed = runs
            .Where(run => run.Verdict is not Verdict.Pass)
            .OrderByDescending(run => run.Verdict)
            .ToList();
        var rest = notPassed.Count - MaxExplained;
        ReportFigure[] more = rest > 0
            ? [new("", $"and {Count(rest)} more in the report files") { Audience = ReportAudience.Screen }]
            : [];
        return new("What went wrong")
        {
            Figures = [.. notPassed.Take(MaxExplained).Select(run => Explain(run, runs)), .. more],
        };
    }

    private static ReportFigure Explain(RunReport run, IReadOnlyList<RunReport> runs)
    {
        var variant = IsShared(runs, other => other.Workload.Variant) ? "" : $", {run.Workload.Variant}";
        var routing = IsShared(runs, other => other.Routing) ? "" : $", {run.Routing}";
        var difference = run.Audit.Differences
            .Take(1)
            .Select(wrong => RunSections.Difference(wrong, run.Workload.ItemNoun));
        return new(
            $"{Counted(run.Units, run.Workload.UnitNoun)}{variant}{routing}",
            [$"{RunSections.WordOf(run.Verdict)}: {string.Join("; ", run.Reasons)}", .. difference])
        {
            Tone = RunSections.ToneOf(run),
            Audience = ReportAudience.Screen,
        };
    }

    private static bool IsShared<T>(IReadOnlyList<RunReport> runs, Func<RunReport, T> value) =>
        runs.Select(value).Distinct().Count() == 1;
}
