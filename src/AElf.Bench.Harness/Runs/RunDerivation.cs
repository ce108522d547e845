using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs.Rules;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Computes everything in a report that follows from its raw data, to make the report of a run and to check one that
/// was read back.
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
    /// <exception cref="ArgumentException">No run has such data.</exception>
    /// <exception cref="FormatException">A text in the data is invalid.</exception>
    /// <exception cref="OverflowException">Counts add up to more than can be counted.</exception>
    public static RunReport Of(RunReport known) => known switch
    {
        { Starts: { } starts } => StartsDerivation.Of(starts) with { FailIf = known.FailIf },
        { Raw: { } raw } => new RunDerivation(known, raw).Derive(),
        _ => known,
    };

    /// <summary>The figures of the rounds of several starts together, without a verdict.</summary>
    /// <param name="pooled">The report of the first start with the raw data of all.</param>
    /// <param name="counted">The rounds of each start that figures are made of.</param>
    public static RunReport OfPooled(RunReport pooled, IReadOnlyList<IReadOnlyList<RawRound>> counted)
    {
        var derivation = new RunDerivation(pooled, pooled.Raw!, [.. counted.SelectMany(rounds => rounds)]);
        Spread Describe(Func<RawRound, double> rate) =>
            SummaryStatistics.DescribeStarts([.. counted.Select(rounds => rounds.Select(rate).ToList())]);
        return derivation.Figures(Describe(TpsOf), Describe(OperationsOf)).Report;
    }

    public static long Nanoseconds(TimeSpan time) => time.Ticks * TimeSpan.NanosecondsPerTick;

    /// <summary>A time that was kept.</summary>
    public static TimeSpan Time(long nanoseconds) => new(nanoseconds / TimeSpan.NanosecondsPerTick);

    private int Cores => known.Environment.Cores;

    private RunReport Derive()
    {
        var isProved = raw.Failures.Count == 0 && known.Audit.Replay is not AuditOutcome.Unknown;
        var tps = isProved ? Describe(counted.Select(TpsOf)) : null;
        var (report, ofBareStore, unreported) = Figures(
            tps, tps is null ? null : Describe(counted.Select(OperationsOf)));
        return new VerdictDerivation(raw, counted, Cores).WithVerdict(report, ofBareStore, unreported);
    }

    private (RunReport Report, double? OfBareStore, OperationCounts Unreported) Figures(Spread? tps, Spread? operations)
    {
        RoundReport[] rounds = [.. raw.Rounds.Select(Round)];
        var latency = known.LatencyUs?.Recorded() is { } merged ? LatencyReport.From(merged) : null;
        var openLoop = OpenLoop(latency);
        var store = new StoreDerivation(known, raw);
        var bareStore = new BareStoreDerivation(raw);
        var ofBareStore = bareStore.ShareOf(tps?.Median, committed);
        var report = WithTopology(WithShape(known)) with
        {
            ProcessStarts = 1,
            Facts = Fact.Named(raw.Facts.Select(fact => new Fact(fact.Key, fact.Value.Computed))),
            Dispatchers = Working().Max(worker => worker.Dispatchers) ?? raw.Rounds.Max(round => round.Dispatchers),
            Imbalance = raw.Rounds.Select(round => round.Imbalance).Prepend(1).Max(),
            IdleShare = ShareOf(
                Time(raw.Rounds.Sum(round => round.IdleNs)),
                raw.Rounds.Aggregate(TimeSpan.Zero, (sum, round) => sum + (Time(round.WindowNs) * round.Actors))),
            Workers = [.. raw.Workers.Select(Worker)],
            Rounds = rounds,
            Tps = tps,
            OperationsPerSecond = operations,
            Counts = new CommitCounts(
                raw.Rounds.Sum(round => round.Offered), committed, raw.Rounds.Sum(round => round.Retried)),
            LatencyUs = latency,
            OpenLoop = openLoop,
            GroupingMs = Describe(rounds.Select(round => round.GroupingMs)),
            RoutingMs = Describe(rounds.Select(round => round.RoutingMs)),
            Store = store.Report(window),
            BareStore = ofBareStore > StoreAloneCheck.MaxShare ? null : bareStore.Report(tps?.Median),
            Resources = Resources(),
            Processors = ProcessorAccount.Of(raw.Rounds, Cores),
        };
        report = report with
        {
            CriticalPath = openLoop is not null ? null
                : CriticalPathReport.From(
                    raw.CriticalSteps, report.BlockWeight, latency, tps?.Median, raw.CriticalItem),
        };
        return (report with { Limit = LimitFinder.Find(report) }, ofBareStore, store.Unreported());
    }

    /// <summary>Null without values.</summary>
    private static Spread? Describe(IEnumerable<double> values) =>
        values.ToList() is { Count: > 0 } all ? SummaryStatistics.Describe(all) : null;

    private static double ShareOf(TimeSpan part, TimeSpan whole) => whole > TimeSpan.Zero ? part / whole : 0;

    /// <summary>Committed per second of the window.</summary>
    public static double TpsOf(RawRound round) => round.Committed / Time(round.WindowNs).TotalSeconds;

    private static double OperationsOf(RawRound round) =>
        round.Ops.ToCounts().Commands / Time(round.WindowNs).TotalSeconds;

    private RoundReport Round(RawRound round, int index) => new(
        index + 1,
        Time(round.GroupingNs).TotalMilliseconds,
        Time(round.RoutingNs).TotalMilliseconds,
        Time(round.WindowNs).TotalMilliseconds,
        round.Committed,
        TpsOf(round),
        round.RetriedUnits)
    {
        LatencyUs = round.Latency is { } each ? new(each.P50Ns / 1e3, each.P99Ns / 1e3, each.MaxNs / 1e3) : null,
        Processors = ProcessorAccount.Of(round, Cores),
    };

    private List<RawWorker> Working() => raw.Workers.Where(worker => worker.Committed > 0).ToList();

    /// <summary>
    /// Counts the processes that worked in the measured rounds, whichever others were there when the run began.
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

    /// <summary>Block, units and jobs, which all rounds of a run share.</summary>
    private RunReport WithShape(RunReport report)
    {
        var weights = UnitWeights.Parse(raw.UnitWeights);
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
            JobImbalance = raw.HeaviestJob * (double)raw.Jobs / block,
        };
    }

    private OpenLoopReport? OpenLoop(LatencyReport? latency) =>
        known.OpenLoop is { } loop && loop.LatencyUs.Recorded() is { } waited && loop.LagUs.Recorded() is { } lag
            ? OpenLoopReport.From(
                ArrivalRate.Parse(loop.Rate),
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

    private ResourceReport Resources()
    {
        var ticks = raw.Rounds.Sum(round => round.ProcessorTicks);
        var own = Time(raw.Rounds.Sum(round => round.CpuNs));
        var all = own + Time(raw.Workers.Sum(worker => worker.CpuNs));
        return known.Resources with
        {
            CpuUsPerTransfer = committed == 0 ? 0 : all.TotalMicroseconds / committed,
            CpuCores = ShareOf(all, window),
            AllocatedBytesPerTransfer = committed == 0 ? 0
                : raw.Rounds.Sum(round => round.AllocatedBytes) / (double)committed,
            Collections = raw.Rounds.Sum(round => round.Collections),
            GcPauseMs = Time(raw.Rounds.Sum(round => round.GcPauseNs)).TotalMilliseconds,
            CompilingMs = Time(raw.Rounds.Sum(round => round.CompilingNs)).TotalMilliseconds,
            ManagerCpuUsPerTransfer = raw.Workers.Count == 0 || committed == 0 ? null
                : own.TotalMicroseconds / committed,
            SerializationUsPerTransfer = committed == 0 || raw.Rounds.Any(round => round.CodingNs is null)
                ? null
                : Time(raw.Rounds.Sum(round => round.CodingNs!.Value)).TotalMicroseconds / committed,
            MachineBusyShare = ticks == 0 ? null : (double)raw.Rounds.Sum(round => round.BusyTicks) / ticks,
        };
    }
}
