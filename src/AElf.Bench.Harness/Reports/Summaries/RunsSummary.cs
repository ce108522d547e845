using AElf.Bench.Core.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports.Summaries;

/// <summary>The summary of several runs of one call in plain words.</summary>
internal static class RunsSummary
{
    private const int MaxTexts = 2;

    /// <param name="runs">At least one run.</param>
    /// <param name="compared">The workload's own comparison; null for none.</param>
    public static Summary From(IReadOnlyList<RunReport> runs, ReportSection? compared)
    {
        var first = runs[0];
        var measured = runs.Where(run => run.HasNumber()).ToList();
        var best = measured.MaxBy(run => run.Tps!.Median);
        var routings = RoutingComparison.From(runs).ToList();
        var headlines = compared?.Tables.Where(table => table.IsHeadline).ToList() ?? [];
        return new(Title(runs, measured.Count), ToneOf(runs),
        [
            new("each", $"{RunComparison.Shared(runs)}; {ClaimLine.Topology(first)}"),
            new("store", RunSummary.Store(first.Store)) { Dispensable = 4 },
            .. headlines.Count == 0 ? [] : compared!.Figures.Select(figure => new SummaryLine(
                figure.Name, [.. figure.Lines])),
            new("fastest", headlines.Count == 0 && measured.Count > 1
                ? $"{Whole(best!.Tps!.Median)} {Plural(best.Workload.Noun)} per second"
                    + RunComparison.WhichIs(best, runs)
                : null) { Dispensable = 3 },
            // Tables of all rows leave room for one run and one reason.
            .. runs.Where(run => run.Verdict is not Verdict.Pass).OrderByDescending(run => run.Verdict)
                .Take(headlines.Count == 0 ? MaxTexts : 1)
                .Select(run => Explain(run, runs, headlines.Count == 0 ? int.MaxValue : 1)),
            .. Thresholds(runs),
            .. routings.SelectMany(routing => routing.Figures.Select(figure =>
                new SummaryLine($"{figure.Name}", [.. figure.Lines]) { Dispensable = 1 })),
            new("note", [.. runs.SelectMany(run => run.Notes).Distinct().Select(note => $"{note}")])
            {
                Max = 1,
                Tone = ReportTone.Warning,
                Dispensable = 2,
            },
        ])
        {
            Table = headlines.Count == 0 ? Table(runs) : null,
            BestRow = best is null ? null : runs.Index().First(run => ReferenceEquals(run.Item, best)).Index,
            Headlines = headlines,
            Further =
            [
                .. routings.Append(headlines.Count == 0 ? compared : null).OfType<ReportSection>()
                    .Select(section => section.Title),
            ],
        };
    }

    private static string Title(IReadOnlyList<RunReport> runs, int measured)
    {
        var (noun, proof) = (runs[0].Workload.Noun, RunSummary.ProofOf(runs[0]));
        var disturbed = runs.Count(run => run.Verdict is Verdict.Disturbed);
        if (measured < runs.Count && runs.All(run => run.HasNumber() || run.WasCancelled()))
        {
            return $"{Counted(runs.Count, "run")}, CANCELLED: {Count(runs.Count - measured)} without a result";
        }

        return measured == runs.Count
            ? (disturbed == 0 ? "" : $"DISTURBED: {Count(disturbed)} of ")
                + $"{Counted(runs.Count, "run")}, committed and audited: each {noun} was {proof}"
            : $"{Counted(runs.Count, "run")}, FAILED: {Count(runs.Count - measured)} without a result, "
                + $"without proof that every {noun} was {proof}";
    }

    private static ReportTone ToneOf(IReadOnlyList<RunReport> runs) =>
        runs.Select(RunSections.ToneOf).Max() is var worst && worst > ReportTone.Strong ? worst : ReportTone.Strong;

    private static ReportTable Table(IReadOnlyList<RunReport> runs) => RunColumn.Table(
        [
            .. RunComparison.Differing(runs),
            RunColumn.Of(Figures.Tps with { Heading = $"{Plural(runs[0].Workload.Noun)}/s" }),
            new(
                new("slowest – fastest round") { Dispensable = 2 },
                run => run.Tps is { } tps ? $"{Whole(tps.Min)} – {Whole(tps.Max)}" : None),
            RunColumn.Of(Figures.P50 with { Heading = "half took" }, dispensable: 3),
            RunColumn.Of(Figures.P99 with { Heading = "99 % took" }, dispensable: 1),
            RunColumn.Of(Figures.OfBareStore, dispensable: 4),
            new(new("verdict", IsText: true), run => RunSections.WordOf(run.Verdict)),
        ],
        runs) with
    {
        Tones = [.. runs.Select(RunSections.ToneOf)],
    };

    private static SummaryLine Explain(RunReport run, IReadOnlyList<RunReport> runs, int reasons) => new(
        RunSections.WordOf(run.Verdict),
        $"{string.Join("; ", run.Reasons.Take(reasons))}{RunComparison.WhichIs(run, runs)}")
    {
        Tone = RunSections.ToneOf(run),
    };

    private static SummaryLine[] Thresholds(IReadOnlyList<RunReport> runs)
    {
        var all = ThresholdReport.Numbered(runs).ToList();
        var broken = all.Where(each => each.Threshold.Broken is not false)
            .Select(each => $"run {Count(each.Number)}, {each.Threshold.Line}").ToList();
        return (all, broken) switch
        {
            ([], _) => [],
            (_, []) => [new("threshold", "all kept")],
            _ => [new("threshold", broken) { Max = MaxTexts, Tone = ReportTone.Alarm }],
        };
    }
}
