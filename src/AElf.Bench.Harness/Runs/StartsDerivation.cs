using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs.Rules;
using AElf.Bench.Harness.Statistics;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Decides the report of a run with several process starts, from the reports of the starts. It refuses nothing: each
/// start has its own verdict, and the run has the worst of them. Counts and times are summed, so that every figure
/// except the rates belongs to all rounds together. A rate is the median of the starts' medians. Next:
/// <see cref="RunDerivation"/>.
/// </summary>
public static class StartsDerivation
{
    /// <summary>
    /// Probability below which the rounds of equal starts do not explain the difference of the starts.
    /// </summary>
    private const double MaxChance = 0.01;

    /// <summary>Minimum difference of the starts' medians, as a share, for a note.</summary>
    private const double MinDifference = 0.02;

    /// <summary>
    /// Difference of the starts' medians, as a share, above which the run is disturbed. In 20 calls of each of five
    /// modes, 97 calls differed by at most 21 %. The other three differed by 25, 34 and 42 %.
    /// </summary>
    private const double MaxDifference = 0.25;

    /// <summary>The report of a run in several starts, after all starts or after a failed start.</summary>
    /// <param name="made">The starts with a report, at least one.</param>
    /// <param name="starts">Number of requested starts.</param>
    /// <param name="problem">Why a start left no report; null if all left one.</param>
    public static RunReport Complete(IReadOnlyList<RunReport> made, int starts, string? problem)
    {
        var failed = made.Index().Where(start => !start.Item.HasNumber()).ToList();
        if (failed is [var (index, start), ..])
        {
            return start.Published() with
            {
                ProcessStarts = starts,
                Reasons = [.. start.Reasons.Select(reason => reason.After($"{NameOf(index)} of {Count(starts)}: "))],
            };
        }

        return problem is null
            ? RunDerivation.Of(made[0] with { Starts = made })
            : RunDerivation.Of(made[0] with { Raw = made[0].Raw! with { Failures = [problem] } }).Published() with
            {
                ProcessStarts = starts,
            };
    }

    /// <summary>The report of a run whose starts have these reports.</summary>
    /// <exception cref="ArgumentException">
    /// There are fewer than two starts, they belong to different runs, or a start has no figure.
    /// </exception>
    internal static RunReport Of(IReadOnlyList<RunReport> reports)
    {
        Check(reports);
        RunReport[] starts = [.. reports.Select(RunDerivation.Of)];
        if (Array.Exists(starts, start => !start.HasNumber()))
        {
            throw new ArgumentException("a start of the run has no figure");
        }

        var counted = starts.Select(start => ProcessorAccount.Counted(start.Raw!, start.Environment.Cores)).ToArray();
        var (difference, text) = DifferenceOf(counted);
        var verdict = starts.Max(start => start.Verdict);
        Problem[] differ = text is null ? [] : [text];
        var isTooLarge = difference > MaxDifference;
        var report = RunDerivation.OfPooled(Pool(starts), counted);
        return report with
        {
            ProcessStarts = starts.Length,
            Starts = starts,
            Raw = null,
            Blocks = starts.Select(start => start.Blocks).Distinct().Count() == 1 ? report.Blocks : null,
            Verdict = isTooLarge && verdict is Verdict.Pass ? Verdict.Disturbed : verdict,
            Reasons = [.. Named(starts, start => start.Reasons), .. isTooLarge ? differ : []],
            Notes = [.. isTooLarge ? [] : differ, .. Named(starts, start => start.Notes)],
        };
    }

    /// <summary>The guards of a run: the worst of the starts, for each guard.</summary>
    internal static IReadOnlyList<Guard> Guards(IReadOnlyList<RunReport> starts) =>
    [
        .. starts.Index().SelectMany(start => RunGuards.Of(start.Item)
                .Select(guard => guard with { What = $"{NameOf(start.Index)}: {guard.What}" }))
            .GroupBy(guard => guard.Name, StringComparer.Ordinal)
            .Select(guards => guards.MaxBy(guard => guard.State)!),
    ];

    /// <summary>For example <c>start 2</c>.</summary>
    private static string NameOf(int index) => $"start {Count(index + 1)}";

    private static void Check(IReadOnlyList<RunReport> starts)
    {
        var problem = starts switch
        {
            { Count: < 2 } => "a run of several starts needs at least two",
            _ when starts.Any(start => start.Starts is not null || start.Raw is null) =>
                "a start of the run has no raw data",
            _ when starts.Select(start => start.RunId).Distinct().Count() < starts.Count =>
                "two starts of the run have the same run id",
            _ when starts.Select(Conditions).Distinct(StringComparer.Ordinal).Count() > 1 =>
                "the starts belong to different runs",
            _ => null,
        };
        if (problem is not null)
        {
            throw new ArgumentException(problem);
        }
    }

    // The addresses of a scenario's store differ between starts.
    private static string Conditions(RunReport start) => string.Join(
        '\n', start.Workload.Name, start.Workload.Setup, RunSections.LoadOf(start with { Blocks = 1 }), start.Scenario,
        start.Routing, start.Lanes, start.Store.Type, start.Environment.Version, start.Environment.Build,
        start.Environment.Cpu, start.Environment.Cores);

    /// <summary>The first start, with the raw data of all starts.</summary>
    private static RunReport Pool(RunReport[] starts) => starts[0] with
    {
        FailIf = [],
        Raw = RawOf([.. starts.Select(start => start.Raw!)]),
        Audit = new(
            AuditOutcome.Passed,
            AuditOutcome.Passed,
            starts.Sum(start => start.Audit.Compared),
            starts.Sum(start => start.Audit.Wrong),
            []),
        Faults = [.. OfAll(starts, start => start.Faults, (fault, before) => fault.Round == 0 ? fault
            : fault with { Round = fault.Round + before })],
        Slices = [.. OfAll(starts, start => start.Slices, (slice, before) =>
            slice with { Round = slice.Round + before })],
        SliceMs = starts.Max(start => start.SliceMs),
        PhasesMs = starts.Select(start => start.PhasesMs ?? PhaseReport.Unknown).Aggregate(Sum),
        LatencyUs = Merge(starts.Select(start => start.LatencyUs)),
        OpenLoop = starts[0].OpenLoop is not { } loop ? null : loop with
        {
            LatencyUs = Merge(starts.Select(start => start.OpenLoop?.LatencyUs)) ?? loop.LatencyUs,
            LagUs = Merge(starts.Select(start => start.OpenLoop?.LagUs)) ?? loop.LagUs,
        },
    };

    /// <summary>Items of all starts; the numbers of rounds continue over the starts.</summary>
    private static IEnumerable<T> OfAll<T>(
        RunReport[] starts, Func<RunReport, IReadOnlyList<T>> items, Func<T, int, T> behind)
    {
        var before = 0;
        foreach (var start in starts)
        {
            foreach (var item in items(start))
            {
                yield return behind(item, before);
            }

            before += start.Raw!.Rounds.Count;
        }
    }

    private static PhaseReport Sum(PhaseReport one, PhaseReport other) => new(
        one.Prepare + other.Prepare,
        one.Seed + other.Seed,
        one.WarmUp + other.WarmUp,
        one.Measure + other.Measure,
        one.BareStore + other.BareStore,
        one.Audit + other.Audit,
        one.Cleanup + other.Cleanup);

    private static LatencyReport? Merge(IEnumerable<LatencyReport?> latencies)
    {
        var merged = new LatencyHistogram();
        foreach (var recorded in latencies.Select(latency => latency?.Recorded()).OfType<LatencyHistogram>())
        {
            merged.Add(recorded);
        }

        return LatencyReport.From(merged);
    }

    private static RawRun RawOf(RawRun[] raw) => raw[0] with
    {
        Leftover = null,
        WorkingSetMb = raw.Max(each => each.WorkingSetMb),
        Facts = Fact.Named(raw[0].Facts.Select(fact => new Fact(fact.Key, Merged(raw, fact.Key)))),
        Outcomes =
        [
            .. raw.SelectMany(each => each.Outcomes).GroupBy(each => each.Kind, StringComparer.Ordinal).Select(same =>
                new KindOutcomes(
                    same.Key,
                    same.Sum(each => each.Executed),
                    [
                        .. same.SelectMany(each => each.Declined).GroupBy(each => each.Reason, StringComparer.Ordinal)
                            .Select(reason => new ReasonCount(reason.Key, reason.Sum(each => each.Count))),
                    ])),
        ],
        WarmUp = [.. raw.SelectMany(each => each.WarmUp)],
        Rounds = [.. raw.SelectMany(each => each.Rounds)],
        Workers = Zip(raw, each => each.Workers, (first, all) => first with
        {
            Committed = all.Sum(worker => worker.Committed),
            CpuNs = all.Sum(worker => worker.CpuNs),
            IdleNs = all.Sum(worker => worker.IdleNs),
            Ops = OperationReport.Sum(all.Select(worker => worker.Ops)),
        }),
        Shards = Zip(raw, each => each.Shards, (_, all) => new(
            all.Any(shard => shard.CpuSeconds is null) ? null : all.Sum(shard => shard.CpuSeconds),
            OperationReport.Sum(all.Select(shard => shard.Ops)))),
        CountersUnavailable = raw.Select(each => each.CountersUnavailable).FirstOrDefault(each => each is not null),
        CarriedOps = OperationReport.Sum(raw.Select(each => each.CarriedOps)),
        BareStore = raw[0].BareStore is not { } first ? null : first with
        {
            Samples = [.. raw.SelectMany(each => each.BareStore?.Samples ?? [])],
            RedisBenchmark = [.. raw.SelectMany(each => each.BareStore?.RedisBenchmark ?? [])],
            BareShard = first.BareShard is { } shard
                ? shard with { Samples = [.. raw.SelectMany(each => each.BareStore?.BareShard?.Samples ?? [])] }
                : null,
            Deep = first.Deep is { } deep
                ? deep with { Samples = [.. raw.SelectMany(each => each.BareStore?.Deep?.Samples ?? [])] }
                : null,
        },
    };

    /// <summary>
    /// Sums the entries by their position in each start, because processes of another start have other addresses.
    /// </summary>
    private static T[] Zip<T>(RawRun[] raw, Func<RawRun, IReadOnlyList<T>> items, Func<T, IReadOnlyList<T>, T> sum) =>
    [
        .. items(raw[0]).Select((first, at) => sum(
            first, [.. raw.Select(items).Where(all => at < all.Count).Select(all => all[at])])),
    ];

    /// <summary>
    /// Merges a fact of the workload over the starts: numbers such as times by their lower median, shares by the sums
    /// of their counts.
    /// </summary>
    private static FactValue Merged(RawRun[] raw, string name)
    {
        var values = raw.Where(each => each.Facts.ContainsKey(name)).Select(each => each.Facts[name]).ToList();
        if (values.TrueForAll(value => value.Part is not null))
        {
            return values.Select(value => value.Part!.Value).Aggregate((sum, share) => sum + share);
        }

        return values.TrueForAll(value => value.Number is not null)
            ? values.OrderBy(value => value.Number).ElementAt((values.Count - 1) / 2)
            : values[0];
    }

    /// <summary>Texts of the starts; a text that only some starts have names these starts.</summary>
    private static IReadOnlyList<Problem> Named(RunReport[] starts, Func<RunReport, IReadOnlyList<Problem>> problems) =>
    [
        .. starts.Index().SelectMany(start => problems(start.Item).Select(problem => (problem, start.Index)))
            .GroupBy(each => each.problem)
            .SelectMany(same => same.Count() == starts.Length
                ? [same.Key]
                : same.Select(each => each.problem with { Text = $"{NameOf(each.Index)}: {each.problem.Text}" })),
    ];

    /// <summary>How much the fastest start exceeds the slowest, and its text; zero if the rounds explain it.</summary>
    private static (double Share, string? Text) DifferenceOf(IReadOnlyList<RawRound>[] counted)
    {
        double[][] rates = [.. counted.Select(rounds => rounds.Select(Figures.Tps.OfRound!).ToArray())];
        var medians = Array.ConvertAll(rates, each => SummaryStatistics.Describe(each).Median);
        var difference = (medians.Max() / medians.Min()) - 1;
        var chance = SummaryStatistics.ChanceOfAlike(rates);
        return difference < MinDifference || chance > MaxChance ? (0, null) : (
            difference,
            $"the process starts differ by {Percent(difference)}, more than their rounds explain "
                + $"(Kruskal–Wallis test, p {(chance < 1e-4 ? "< 0.0001" : $"= {Number(chance)}")}): "
                + "the next call may give another figure");
    }
}
