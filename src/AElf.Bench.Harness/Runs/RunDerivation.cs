using System.Text.Json;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
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

    private RunDerivation(RunReport known, RawRun raw)
    {
        this.known = known;
        this.raw = raw;
        counted = ProcessorAccount.Counted(raw, Cores);
        committed = raw.Rounds.Sum(round => round.Committed);
        window = Time(raw.Rounds.Sum(round => round.WindowNs));
    }

    /// <summary>
    /// The report with its derived fields computed anew from its raw data; without raw data, the report itself.
    /// </summary>
    /// <exception cref="ArgumentException">No run has such data.</exception>
    /// <exception cref="FormatException">A text in the data is invalid.</exception>
    /// <exception cref="OverflowException">Counts add up to more than can be counted.</exception>
    public static RunReport Of(RunReport known) =>
        known.Raw is { } raw ? new RunDerivation(known, raw).Derive() : known;

    public static long Nanoseconds(TimeSpan time) => time.Ticks * TimeSpan.NanosecondsPerTick;

    private static TimeSpan Time(long nanoseconds) => new(nanoseconds / TimeSpan.NanosecondsPerTick);

    private int Cores => known.Environment.Cores;

    private RunReport Derive()
    {
        RoundReport[] rounds = [.. raw.Rounds.Select(Round)];
        var isProved = raw.Failures.Count == 0 && known.Audit.Replay is not AuditOutcome.Unknown;
        var tps = isProved ? Describe(known.Tps, counted.Select(TpsOf)) : null;
        var latency = known.LatencyUs?.Recorded() is { } merged ? LatencyReport.From(merged) : null;
        var openLoop = OpenLoop(latency);
        var ofBareStore = ShareOfBareStore(tps?.Median);
        var made = WithTopology(WithShape(known));
        var report = made with
        {
            Facts = AllFacts(),
            Dispatchers = raw.Rounds.Max(round => round.Dispatchers) is { } all
                ? (int)Math.Ceiling((double)all / (made.Servers * made.Processes))
                : null,
            Imbalance = raw.Rounds.Select(round => round.Imbalance).Prepend(1).Max(),
            IdleShare = ShareOf(
                Time(raw.Rounds.Sum(round => round.IdleNs)),
                raw.Rounds.Aggregate(TimeSpan.Zero, (sum, round) => sum + (Time(round.WindowNs) * round.Actors))),
            Workers = [.. raw.Workers.Select(Worker)],
            Rounds = rounds,
            Tps = tps,
            OperationsPerSecond = tps is null ? null : Describe(known.OperationsPerSecond, counted.Select(
                round => round.Ops.ToCounts().Commands / Time(round.WindowNs).TotalSeconds)),
            Counts = new CommitCounts(
                raw.Rounds.Sum(round => round.Offered), committed, raw.Rounds.Sum(round => round.Retried)),
            LatencyUs = latency,
            OpenLoop = openLoop,
            GroupingMs = Describe(known.GroupingMs, rounds.Select(round => round.GroupingMs)),
            RoutingMs = Describe(known.RoutingMs, rounds.Select(round => round.RoutingMs)),
            Slices = [.. known.Slices.Select(slice => slice with { Tps = slice.Committed / (slice.LengthMs / 1e3) })],
            Store = Store(),
            Ceiling = ofBareStore > BareStoreIsQuiet.MaxShare ? null : Ceiling(tps?.Median),
            Resources = Resources(),
            Processors = ProcessorAccount.Of(raw.Rounds, Cores),
        };
        report = report with
        {
            CriticalPath = openLoop is not null ? null
                : CriticalPathReport.From(raw.CriticalSteps, report.BlockWeight, latency, tps?.Median),
        };
        return WithVerdict(report with { Limit = LimitFinder.Find(report) }, ofBareStore);
    }

    // Older reports have the interval of the mean, and no coverage.
    private static Spread? Describe(Spread? said, IEnumerable<double> values) =>
        values.ToList() is not { Count: > 0 } all ? null
        : said is { Low95: not null, Coverage: null } ? SummaryStatistics.DescribeMean(all)
        : SummaryStatistics.Describe(all);

    private static double ShareOf(TimeSpan part, TimeSpan whole) => whole > TimeSpan.Zero ? part / whole : 0;

    private static double TpsOf(RawRound round) => round.Committed / Time(round.WindowNs).TotalSeconds;

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

    /// <summary>
    /// Counts the processes that worked in the measured rounds, whichever others were there when the run began.
    /// </summary>
    private RunReport WithTopology(RunReport report)
    {
        var working = raw.Workers.Where(worker => worker.Committed > 0).ToList();
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

    private Dictionary<string, JsonElement> AllFacts()
    {
        var facts = raw.Facts.ToDictionary(StringComparer.Ordinal);
        var shares = JsonFacts.From(raw.Shares.Select(each => new Fact(each.Name, new Share(each.Part, each.Whole))));
        foreach (var (name, share) in shares)
        {
            facts[name] = share;
        }

        return facts;
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

    private StoreReport Store()
    {
        var isKnown = raw.CountersUnavailable is null;
        var faultOps = OperationReport.Sum(raw.Rounds.Select(round => round.FaultOps).OfType<OperationReport>());
        var sent = OperationReport.Sum(raw.Rounds.Select(round => round.Ops));
        var served = isKnown ? OperationReport.Sum(raw.Shards.Select(shard => shard.Ops)) : null;
        return known.Store with
        {
            Shards = [.. known.Store.Shards.Zip(raw.Shards, (shard, counted) => shard with
            {
                Ops = isKnown ? counted.Ops : null,
                CpuShare = isKnown && window > TimeSpan.Zero ? counted.CpuSeconds / window.TotalSeconds : null,
            })],
            ClientOps = sent,
            ServerOps = served,
            FaultOps = faultOps == OperationReport.None ? null : faultOps,
            Reconciliation = Reconcile(sent, served),
        };
    }

    private Reconciliation Reconcile(OperationReport sent, OperationReport? served)
    {
        if (raw.Rounds.Count == 0)
        {
            return new(ReconciliationOutcome.Unavailable, "nothing was measured");
        }

        if (served is null)
        {
            return new(ReconciliationOutcome.Unavailable, raw.CountersUnavailable);
        }

        // Only a fault of a measured round can leave a counted operation in doubt.
        var isFaulty = raw.Failures.Count > 0
            || known.Faults.Any(fault => fault is { Round: > 0, Kind: not StoreProbe.Fault });
        return Reconciler.Compare(
            sent.ToCounts(),
            served.ToCounts(),
            Unreported(),
            raw.CarriedOps.ToCounts(),
            known.Store.Proxies > 0,
            isFaulty);
    }

    private OperationCounts Unreported() =>
        OperationReport.Sum(raw.Rounds.Select(round => round.UnreportedOps).OfType<OperationReport>()).ToCounts();

    private CeilingReport? Ceiling(double? tps)
    {
        if (raw.Ceiling is not { Samples.Count: > 0 } asked)
        {
            return null;
        }

        var rates = Rates(asked.Samples);
        var bare = rates.PerSecond(raw.Reads, raw.Writes);
        return new CeilingReport(
            bare, tps / bare, rates.GetPerSecond, rates.SetPerSecond, asked.Depth, RedisBenchmark(asked, tps))
        {
            BareShard = asked.BareShard is { Samples.Count: > 0 } shard ? BareShard(shard, bare) : null,
            Deep = asked.Deep is { Samples.Count: > 0 } deep ? Deep(deep) : null,
        };
    }

    /// <summary>
    /// The run's TPS ÷ that of the bare store with the same keys; null when the bare store was not measured, or when
    /// commands over several keys saved the run what the bare store pays.
    /// </summary>
    private double? ShareOfBareStore(double? tps)
    {
        var sent = OperationReport.Sum(raw.Rounds.Select(round => round.Ops)).ToCounts();
        return raw.Ceiling is { Samples.Count: > 0 } asked && committed > 0 && sent.MultiGet + sent.MultiSet == 0
            ? tps / Rates(asked.Samples).PerSecond(
                (double)sent.KeysRead / committed, (double)sent.KeysWritten / committed)
            : null;
    }

    private DeepCeilingReport Deep(RawDeepCeiling asked)
    {
        var rates = Rates(asked.Samples);
        return new DeepCeilingReport(
            rates.PerSecond(raw.Reads, raw.Writes), asked.Depth, rates.GetPerSecond, rates.SetPerSecond);
    }

    private BareShardReport BareShard(RawBareShard asked, double throughProxies)
    {
        var rates = Rates(asked.Samples);
        var bare = rates.PerSecond(raw.Reads, raw.Writes);
        return new BareShardReport(
            asked.Endpoint, bare, throughProxies / bare, rates.GetPerSecond, rates.SetPerSecond);
    }

    private static ProbeRates Rates(IReadOnlyList<RawSample> samples)
    {
        double Median(Func<RawSample, double> rate) => SummaryStatistics.Describe([.. samples.Select(rate)]).Median;

        return new ProbeRates(
            Median(sample => sample.Gets / Time(sample.GetNs).TotalSeconds),
            Median(sample => sample.Sets / Time(sample.SetNs).TotalSeconds),
            "bare");
    }

    private RedisBenchmarkReport? RedisBenchmark(RawCeiling asked, double? tps)
    {
        if (asked.RedisBenchmark is not [var first, ..] all)
        {
            return null;
        }

        var rates = new ProbeRates(
            all.Average(each => each.GetPerSecond), all.Average(each => each.SetPerSecond), first.Command);
        var bare = rates.PerSecond(raw.Reads, raw.Writes);
        return new RedisBenchmarkReport(bare, tps / bare, rates.GetPerSecond, rates.SetPerSecond, rates.Command);
    }

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

    /// <summary>
    /// Whether too few rounds were undisturbed, or the counted rounds together show a disturbance that none shows by
    /// itself, since a reading is coarse beside a round.
    /// </summary>
    private bool IsDisturbed() => counted.Any(round => ProcessorAccount.Of(round, Cores) is { IsDisturbed: true })
        || ProcessorAccount.Of(counted, Cores) is { IsDisturbed: true };

    private RunReport WithVerdict(RunReport report, double? ofBareStore)
    {
        var verdict = RunVerdict.Evaluate(new RunEvidence
        {
            Workload = report.Workload,
            AddedRoundTrip = TimeSpan.FromMilliseconds(report.Store.AddedRoundTripMs),
            Failures = raw.Failures,
            Faults = report.Faults,
            Rounds = report.Rounds,
            Reconciliation = report.Store.Reconciliation,
            Audit = report.Audit,
            Tps = report.Tps,
            Controls = report.Controls,
            Limit = report.Limit,
            IsOverSockets = report.Store.Endpoint is not null,
            OpenLoop = report.OpenLoop,
            Processors = report.Processors,
            IsDisturbed = IsDisturbed(),
            CompilingShare = report.Tps is null ? 0 : SummaryStatistics.Describe(
                [.. counted.Select(round => (double)round.CompilingNs / round.WindowNs / Cores)]).Median,
            ShareOfBareStore = ofBareStore,
            Guards = report is { Tps: not null, Rounds.Count: > 0 } ? RunGuards.Of(report, raw) : [],
            Silent =
            [
                .. raw.Rounds.Index().SelectMany(
                    round => round.Item.Silent.Select(worker => new SilentWorker(worker, round.Index + 1))),
            ],
            Unreported = Unreported(),
            SliceAsked = TimeSpan.FromMilliseconds(raw.SliceAskedMs),
            Slice = TimeSpan.FromMilliseconds(report.SliceMs),
        });
        return report with
        {
            Verdict = raw.Leftover is null || verdict.Verdict is Verdict.Failed ? verdict.Verdict : Verdict.Degraded,
            Reasons = raw.Leftover is { } left ? [.. verdict.Reasons, left] : verdict.Reasons,
            Notes = verdict.Notes,
        };
    }
}
