using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs.Rules;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Decides every figure of a report from its raw data, for a new report and for a verified report. A report without raw
/// data cannot be recomputed. Next: <see cref="Figures"/>, <see cref="RunVerdict"/>.
/// </summary>
internal sealed class RunDerivation
{
    private readonly RunReport known;
    private readonly RawRun raw;
    private readonly IReadOnlyList<RawRound> counted;
    private readonly long committed;
    private readonly TimeSpan window;

    private RunDerivation(RunReport known, RawRun raw, IReadOnlyList<RawRound>? counted = null)
    {
        this.known = known;
        this.raw = raw;
        this.counted = counted ?? ProcessorAccount.Counted(raw, Cores);
        committed = raw.Rounds.Sum(round => round.Committed);
        window = Time(raw.Rounds.Sum(round => round.WindowNs));
    }

    /// <summary>
    /// The report with its derived fields recomputed from its raw data; without raw data, the report itself.
    /// </summary>
    /// <exception cref="ArgumentException">The data is impossible for a run.</exception>
    /// <exception cref="FormatException">A text in the data is invalid.</exception>
    /// <exception cref="OverflowException">The sum of counts overflows.</exception>
    public static RunReport Of(RunReport known) => known switch
    {
        { Starts: { } starts } => StartsDerivation.Of(starts) with { FailIf = known.FailIf },
        { Raw: { } raw } => new RunDerivation(known, raw).Derive(),
        _ => known,
    };

    /// <summary>The figures over the rounds of several starts, without a verdict.</summary>
    /// <param name="pooled">The report of the first start with the raw data of all.</param>
    /// <param name="counted">The rounds of each start behind the figures.</param>
    public static RunReport OfPooled(RunReport pooled, IReadOnlyList<IReadOnlyList<RawRound>> counted) =>
        new RunDerivation(pooled, pooled.Raw!, [.. counted.SelectMany(rounds => rounds)])
            .Compute(figure => SummaryStatistics.DescribeStarts(
                [.. counted.Select(rounds => rounds.Select(figure).ToList())])).Report;

    public static long Nanoseconds(TimeSpan time) => time.Ticks * TimeSpan.NanosecondsPerTick;

    /// <summary>A stored time.</summary>
    public static TimeSpan Time(long nanoseconds) => new(nanoseconds / TimeSpan.NanosecondsPerTick);

    private double Cores => known.Environment.Cores;

    private RunReport Derive()
    {
        var isProved = raw.Failures.Count == 0 && known.Audit.Replay is not AuditOutcome.Unknown && counted.Count > 0;
        var (report, ofBareStore, unreported) = Compute(figure =>
            isProved ? SummaryStatistics.Describe([.. counted.Select(figure)]) : null);
        return WithVerdict(report, ofBareStore, unreported);
    }

    /// <summary>The report with its verdict, the reasons, and notes.</summary>
    /// <param name="report">All other parts of the report.</param>
    /// <param name="ofBareStore">The run's share of the rate of the store alone; null if unknown.</param>
    /// <param name="unreported">Upper bound of the unreported operations of workers.</param>
    private RunReport WithVerdict(RunReport report, double? ofBareStore, OperationCounts unreported)
    {
        var verdict = RunVerdict.Evaluate(new RunEvidence(report, raw)
        {
            IsDisturbed = IsDisturbed(),
            CompilingShare = report.Tps is null ? 0 : SummaryStatistics.Describe(
                [.. counted.Select(round => (double)round.CompilingNs / round.WindowNs / Cores)]).Median,
            ShareOfBareStore = ofBareStore,
            Guards = report is { Tps: not null, Rounds.Count: > 0 } ? RunGuards.Of(report, raw) : [],
            Unreported = unreported,
        });
        return report with
        {
            Verdict = raw.Leftover is null || verdict.Verdict is Verdict.Failed ? verdict.Verdict : Verdict.Degraded,
            Reasons = raw.Leftover is { } left ? [.. verdict.Reasons, left] : verdict.Reasons,
            Notes = verdict.Notes,
        };
    }

    /// <summary>
    /// Whether too few rounds were undisturbed, or the counted rounds together are disturbed. Together they can show a
    /// disturbance that a single round does not show, because a reading is coarse compared with a round.
    /// </summary>
    private bool IsDisturbed() => counted.Any(round => ProcessorAccount.Of(round, Cores) is { IsDisturbed: true })
        || ProcessorAccount.Of(counted, Cores) is { IsDisturbed: true };

    /// <param name="describe">Describes a figure of the counted rounds; null if the rounds are not audited.</param>
    private (RunReport Report, double? OfBareStore, OperationCounts Unreported) Compute(
        Func<Func<RawRound, double>, Spread?> describe)
    {
        Spread? Over(Figure figure) => describe(figure.OfRound!);

        var tps = Over(Figures.Tps);
        var merged = known.LatencyUs?.Recorded();
        var latency = merged is null ? null : LatencyReport.From(merged);
        var openLoop = OpenLoop(latency);
        var store = new StoreDerivation(known, raw);
        var bareStore = new BareStoreDerivation(raw);
        var ofBareStore = bareStore.ShareOf(tps?.Median, committed);
        var report = WithTopology(WithShape(known)) with
        {
            ProcessStarts = 1,
            Facts = Fact.Named(raw.Facts.Select(fact => new Fact(fact.Key, fact.Value.Computed))),
            Outcomes = raw.Outcomes,
            Dispatchers = Working().Max(worker => worker.Dispatchers) ?? raw.Rounds.Max(round => round.Dispatchers),
            Workers = [.. raw.Workers.Select(Worker)],
            Rounds = [.. raw.Rounds.Select(Round)],
            Tps = tps,
            OperationsPerSecond = Over(Figures.Operations),
            LatencyUs = latency,
            OpenLoop = openLoop,
            GroupingMs = Over(Figures.Grouping),
            RoutingMs = Over(Figures.Routing),
            Store = store.Report(window),
            BareStore = ofBareStore > RunRules.MaxShareOfBareStore ? null : bareStore.Report(tps?.Median),
            Processors = ProcessorAccount.Of(raw.Rounds, Cores),
        };
        report = report with
        {
            CriticalPath = openLoop is not null ? null
                : CriticalPathReport.From(
                    raw.CriticalSteps, report.BlockWeight, latency, tps?.Median, raw.CriticalItem),
            Figures = Figures.Of(new RunFacts(raw, figure => describe(figure)?.Median)
            {
                Latency = openLoop is null ? merged : known.OpenLoop!.LatencyUs.Recorded(),
                Untimed = counted.Sum(round => round.Committed) - merged?.Count,
                Faults = known.Faults.Sum(fault => fault.Count),
                BlockWeight = report.BlockWeight,
                BareStoreTps = report.BareStore?.Tps,
            }),
        };
        var limit = LimitFinder.Find(report, ProcessorAccount.OfMachine(raw.Rounds));
        return (report with { Limit = limit }, ofBareStore, store.Unreported());
    }

    private static double ShareOf(TimeSpan part, TimeSpan whole) => whole > TimeSpan.Zero ? part / whole : 0;

    private RoundReport Round(RawRound round, int index) => new(
        index + 1,
        Figures.Grouping.OfRound!(round),
        Figures.Routing.OfRound!(round),
        round.WindowNs / 1e6,
        round.Committed,
        Figures.Tps.OfRound!(round),
        round.RetriedUnits)
    {
        LatencyUs = round.Latency is { } each ? new(each.P50Ns / 1e3, each.P99Ns / 1e3, each.MaxNs / 1e3) : null,
        Processors = ProcessorAccount.Of(round, Cores),
    };

    private List<RawWorker> Working() => raw.Workers.Where(worker => worker.Committed > 0).ToList();

    /// <summary>
    /// Counts the processes that worked in the measured rounds. Others that were members at the start of the run do not
    /// count.
    /// </summary>
    private RunReport WithTopology(RunReport report)
    {
        var working = Working();
        if (working.Count == 0)
        {
            // The actors are in this process, or no worker ever reported.
            return raw.Workers.Count > 0 || raw.Rounds.Count == 0 || raw.Rounds.Any(round => round.Silent.Count > 0)
                ? report
                : report with { Servers = 1, Processes = 1, Actors = raw.Rounds.Max(round => round.Actors) };
        }

        var servers = working.Select(worker => worker.Server).Distinct(StringComparer.Ordinal).Count();
        return report with
        {
            Servers = servers,
            Processes = (working.Count + servers - 1) / servers,
            Actors = (working.Sum(worker => worker.Actors) + working.Count - 1) / working.Count,
        };
    }

    /// <summary>Adds blocks, units and jobs, which all rounds of a run share.</summary>
    private RunReport WithShape(RunReport report)
    {
        var weights = raw.UnitWeights;
        if (weights.Count == 0)
        {
            return report;
        }

        var block = weights.Sum(each => checked(each.Weight * each.Count));
        var round = raw.Rounds is [.., var measured] ? measured.Offered : raw.WarmUp is [.., var last] ? last.Offered
            : block;
        return report with
        {
            BlockWeight = block,
            Blocks = checked((int)(round / block)),
            Units = weights.Sum(each => each.Count),
            LargestUnit = checked((int)weights.Max(each => each.Weight)),
            Jobs = raw.Jobs,
        };
    }

    private OpenLoopReport? OpenLoop(LatencyReport? latency) =>
        known.OpenLoop is { } loop && loop.LatencyUs.Recorded() is { } waited && loop.LagUs.Recorded() is { } lag
            ? OpenLoopReport.From(
                loop.Rate,
                new ArrivalStats { FromIntended = waited, Lag = lag },
                Time(counted.Sum(round => round.ScheduleNs ?? 0)),
                counted.Count,
                counted.Sum(round => round.Committed),
                latency?.P50)
            : null;

    private WorkerReport Worker(RawWorker worker) => new(
        worker.Name,
        worker.Server,
        worker.Store,
        worker.Actors,
        worker.Committed,
        worker.Committed == 0 ? 0 : Time(worker.CpuNs).TotalMicroseconds / worker.Committed,
        ShareOf(Time(worker.IdleNs), window * worker.Actors),
        worker.Ops);
}
