using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using static AElf.Bench.Harness.Runs.RunDerivation;

namespace AElf.Bench.Harness.Runs;

/// <summary>What a run's rounds gather, one after the other.</summary>
/// <param name="ledger">Operations counted on both sides.</param>
/// <param name="localActors">Actors of a round that no worker process takes part in.</param>
/// <param name="slice">The length of a slice that was asked for.</param>
internal sealed class RunMeasurements(OperationLedger ledger, int localActors, TimeSpan slice)
{
    private readonly List<RawWarmUp> warmUp = [];
    private readonly List<RawRound> rounds = [];
    private readonly WorkerTally workers = new();
    private readonly SliceSeries slices = new(slice);
    private readonly List<FaultReport> faults = [];
    private readonly List<string> failures = [];
    private OperationCounts carried;
    private ArrivalStats? arrivals;
    private IRound? last;

    public OperationLedger Ledger { get; } = ledger;

    /// <summary>How many rounds were measured.</summary>
    public int Rounds => rounds.Count;

    public IReadOnlyList<SliceReport> Slices => [.. slices.Slices.Select(each => new SliceReport(
        each.Round,
        each.Slice.Start.TotalMilliseconds,
        each.Slice.Length.TotalMilliseconds,
        each.Slice.Committed,
        Tps: null,
        each.Slice.DeepestMailbox,
        each.Slice.OldestMessage.TotalMilliseconds))];

    /// <summary>The length of a slice: what was asked for, or a multiple when there would be too many.</summary>
    public TimeSpan SliceLength => slices.Length;

    public IReadOnlyList<FaultReport> Faults => faults;

    public bool HasFailed => failures.Count > 0;

    /// <summary>Whether a failure is the store's loss of, or damage to, what it was given.</summary>
    public bool StoreLostData { get; private set; }

    public LatencyHistogram Latency { get; } = new();

    /// <summary>How a schedule was kept in the measured rounds; null in a closed loop.</summary>
    public ArrivalStats? Arrivals => arrivals;

    /// <summary>The measured rounds' windows together.</summary>
    public TimeSpan Window { get; private set; }

    public void Fail(string reason) => failures.Add(reason);

    public void Add(FaultReport fault) => faults.Add(fault);

    /// <summary>Takes a round.</summary>
    /// <param name="round">Which one is measured, from 1; 0 when it is not.</param>
    /// <param name="plan">What it was made of.</param>
    /// <param name="grouping">How long it took to make it.</param>
    /// <param name="outcome">How it went.</param>
    /// <param name="used">What this process used, and how long all of them compiled.</param>
    /// <param name="served">What the servers say they served; null when that is not known.</param>
    /// <exception cref="InvalidOperationException">
    /// It says it ended, and committed something else than was offered.
    /// </exception>
    public void Add(
        int round,
        IRound plan,
        TimeSpan grouping,
        RoundOutcome outcome,
        RoundResources used,
        OperationReport? served)
    {
        last = plan;
        faults.AddRange(outcome.Faults.Select(fault =>
            new FaultReport(round, fault.At.TotalMilliseconds, fault.Kind, fault.What, fault.Count)));
        if (outcome.Failure is not null)
        {
            Fail(outcome.Failure);
            StoreLostData |= outcome.StoreLostData;
        }
        else if (outcome.Committed != plan.Manifest.Weight)
        {
            throw new InvalidOperationException(
                $"a round of {plan.Manifest.Weight} ended with {outcome.Committed} committed");
        }

        if (round > 0)
        {
            rounds.Add(Raw(plan, grouping, outcome, used, served));
            Measure(round, outcome);
        }
        else
        {
            warmUp.Add(new RawWarmUp(
                plan.Manifest.Weight,
                outcome.Committed,
                Nanoseconds(outcome.Window),
                Nanoseconds(used.Compiling)));
            CarryOver(outcome.UnreportedUpperBound);
        }
    }

    /// <summary>
    /// The most operations that workers may have asked for in rounds that are not measured without reporting them then,
    /// and a manager that ended while it seeded: a worker that was lost may report them, and a store may serve them, in
    /// a measured round.
    /// </summary>
    public void CarryOver(OperationCounts most) => carried += most;

    /// <summary>All that was counted and timed.</summary>
    /// <param name="workload">What was executed.</param>
    /// <param name="ceiling">What was asked of the bare store; null when nothing was.</param>
    public RawRun Raw(IWorkload workload, RawCeiling? ceiling)
    {
        var (description, shape) = (workload.Description, workload.Baseline);
        var (weights, jobs, heaviest) = last is null ? ("", 0, 0) : Made(last, workload.BlockWeight);
        return new RawRun
        {
            Failures = failures,
            UnitWeights = weights,
            Jobs = jobs,
            HeaviestJob = heaviest,
            CriticalSteps = description.CriticalSteps,
            Reads = shape.Reads,
            Writes = shape.Writes,
            Facts = JsonFacts.From(description.Facts.Where(fact => fact.Value is not Share)),
            Shares =
            [
                .. from fact in description.Facts
                   where fact.Value is Share
                   let share = (Share)fact.Value!
                   select new RawShare(fact.Name, share.Part, share.Whole),
            ],
            WarmUp = warmUp,
            Rounds = rounds,
            Workers = workers.Workers,
            Shards = Ledger.Counted,
            CountersUnavailable = Ledger.Unavailable,
            CarriedOps = OperationReport.From(carried),
            Ceiling = ceiling,
            SliceAskedMs = slice.TotalMilliseconds,
        };
    }

    /// <summary>The weights of a round's units, its jobs and the weight of the heaviest, of one block.</summary>
    private static (string UnitWeights, int Jobs, long HeaviestJob) Made(IRound plan, long blockWeight)
    {
        var blocks = plan.Manifest.Weight / blockWeight;
        var jobs = plan.Jobs;
        return (
            UnitWeights.Format(Enumerable.Range(0, jobs.UnitCount).Select(unit => plan.WeightOf(unit) / blocks)),
            jobs.Count,
            (long)Math.Round(jobs.Imbalance * blockWeight / Math.Max(1, jobs.Count)));
    }

    private static OperationReport? Some(OperationCounts counts) =>
        counts == default ? null : OperationReport.From(counts);

    private RawRound Raw(
        IRound plan, TimeSpan grouping, RoundOutcome outcome, RoundResources used, OperationReport? served) => new()
        {
            Offered = plan.Manifest.Weight,
            Committed = outcome.Committed,
            WindowNs = Nanoseconds(outcome.Window),
            GroupingNs = Nanoseconds(grouping),
            RoutingNs = Nanoseconds(outcome.Routing),
            RetriedUnits = outcome.Reassigned.Count,
            Retried = outcome.Retried,
            Ops = OperationReport.From(outcome.Operations),
            FaultOps = Some(outcome.FaultOperations),
            UnreportedOps = Some(outcome.UnreportedUpperBound),
            ServedOps = served,
            Silent = outcome.Silent,
            Actors = outcome.Workers.Count == 0 ? localActors : outcome.Workers.Sum(worker => worker.Actors),
            Dispatchers = outcome.Dispatchers > 0 ? outcome.Dispatchers : null,
            IdleNs = Nanoseconds(outcome.Idle),
            Imbalance = outcome.Imbalance,
            AllocatedBytes = outcome.AllocatedBytes,
            CpuNs = Nanoseconds(used.Cpu),
            CodingNs = outcome.Coding is { } coding ? Nanoseconds(coding) : null,
            GcPauseNs = Nanoseconds(used.Pause),
            Collections = used.Collections,
            CompilingNs = Nanoseconds(used.Compiling),
            BusyTicks = used.Busy,
            ProcessorTicks = used.Processors,
            ScheduleNs = outcome.Arrivals is { } kept ? Nanoseconds(kept.Span) : null,
        };

    private void Measure(int round, RoundOutcome outcome)
    {
        Window += outcome.Window;
        workers.Add(outcome.Workers);
        Latency.Add(outcome.Latency);
        arrivals = ArrivalStats.Merge([arrivals, outcome.Arrivals]);
        slices.Merge(outcome.SliceLength);
        foreach (var each in outcome.Slices.Where(slice => slice.Length > TimeSpan.Zero))
        {
            slices.Add(round, each);
        }
    }
}
