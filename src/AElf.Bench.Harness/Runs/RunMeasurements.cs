using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Processors;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>Collects the measurements of a run's rounds, one round after the other.</summary>
/// <param name="ledger">Operations counted on both sides.</param>
/// <param name="localActors">Actors of a round without worker processes.</param>
/// <param name="measure">Options of the run's measurement.</param>
/// <param name="cores">Processors the run may use.</param>
internal sealed class RunMeasurements(OperationLedger ledger, int localActors, MeasureOptions measure, double cores)
{
    private readonly List<RawWarmUp> warmUp = [];
    private readonly List<RawRound> rounds = [];
    private readonly List<WorkerOutcome> workers = [];
    private readonly SliceSeries slices = new(measure.Slice);
    private readonly LatencyHistogram quietLatency = new();
    private readonly LatencyHistogram disturbedLatency = new();
    private readonly List<FaultReport> faults = [];
    private readonly List<Problem> failures = [];
    private OperationCounts carried;
    private ArrivalStats? quietArrivals;
    private ArrivalStats? disturbedArrivals;
    private IRound? last;

    public OperationLedger Ledger { get; } = ledger;

    /// <summary>Measured rounds.</summary>
    public int Rounds => rounds.Count;

    /// <summary>Measured rounds that were disturbed by other activity on this machine.</summary>
    public int DisturbedRounds { get; private set; }

    public IReadOnlyList<SliceReport> Slices => [.. slices.Slices.Select(each => new SliceReport(
        each.Round,
        each.Slice.Start.TotalMilliseconds,
        each.Slice.Length.TotalMilliseconds,
        each.Slice.Committed,
        each.Slice.DeepestMailbox,
        each.Slice.OldestMessage.TotalMilliseconds))];

    /// <summary>Length of a slice: the requested length, or a multiple if there would be too many slices.</summary>
    public TimeSpan SliceLength => slices.Length;

    public IReadOnlyList<FaultReport> Faults => faults;

    /// <summary>Why the run failed; empty if it did not.</summary>
    public IReadOnlyList<Problem> Failures => failures;

    public bool HasFailed => failures.Count > 0;

    /// <summary>Samples of the store alone; null if none were taken.</summary>
    public RawBareStore? BareStore { get; set; }

    /// <summary>Null if the control arms were not measured.</summary>
    public ControlReport? Controls { get; set; }

    /// <summary>Whether a failure means that the store lost or damaged data.</summary>
    public bool StoreLostData { get; private set; }

    /// <summary>Latencies of the rounds behind the figures.</summary>
    public LatencyHistogram Latency
    {
        get
        {
            var merged = new LatencyHistogram();
            merged.Add(quietLatency);
            if (!IsQuietEnough)
            {
                merged.Add(disturbedLatency);
            }

            return merged;
        }
    }

    /// <summary>Punctuality of the schedule in the same rounds; null in a closed loop.</summary>
    public ArrivalStats? Arrivals =>
        IsQuietEnough ? quietArrivals : ArrivalStats.Merge([quietArrivals, disturbedArrivals]);

    /// <summary>Sum of the measured rounds' windows.</summary>
    public TimeSpan Window { get; private set; }

    /// <summary>Sum of the undisturbed rounds' windows.</summary>
    public TimeSpan QuietWindow { get; private set; }

    private bool IsQuietEnough => RoundReport.AreEnough(rounds.Count - DisturbedRounds, rounds.Count);

    public void Fail(Problem reason) => failures.Add(reason);

    /// <summary>Inserts the cause before the failures that followed from it.</summary>
    public void Explain(Problem cause) => failures.Insert(0, cause);

    public void Add(FaultReport fault) => faults.Add(fault);

    /// <param name="round">Number of the measured round, from 1; 0 for a warm-up round.</param>
    /// <param name="plan">The offered round.</param>
    /// <param name="grouping">Time to make the plan.</param>
    /// <param name="outcome">Outcome of the execution.</param>
    /// <param name="used">Resources of this process; compiling of all processes.</param>
    /// <param name="served">The servers' counts; empty for a warm-up round, or if unknown.</param>
    /// <returns>The round, for <see cref="Add(MeasuredRound, IRound)"/>.</returns>
    /// <exception cref="InvalidOperationException">
    /// The outcome is a success, and less or more was committed than offered.
    /// </exception>
    public MeasuredRound Take(
        int round,
        IRound plan,
        TimeSpan grouping,
        RoundOutcome outcome,
        RoundResources used,
        IReadOnlyList<ServedOperations> served)
    {
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

        var executed = MeasuredRound.RawOf(plan, grouping, outcome, used);
        var raw = executed with
        {
            Actors = outcome.Workers.Count == 0 ? localActors : executed.Actors,
            ServedOps = round > 0 && Ledger.Unavailable is null
                ? OperationReport.Sum(served.Select(each => each.Counted.Ops))
                : null,
            Processors = used.Machine is { } machine
                ? ProcessorAccount.Read(machine, Ledger.LastCpu, outcome.Workers)
                : null,
        };
        RunMetrics.Record(round > 0, raw, ProcessorAccount.Of(raw, cores));
        return new MeasuredRound(round, raw)
        {
            Faults = outcome.Faults,
            Latency = outcome.Stats.Latency,
            Arrivals = outcome.Stats.Arrivals,
            Slices = outcome.Slices,
            SliceLength = outcome.SliceLength,
            Workers = outcome.Workers,
            Unreported = outcome.UnreportedUpperBound,
            Served = served,
            CountersUnavailable = Ledger.Unavailable,
        };
    }

    /// <summary>Adds a round of this process, or of an earlier process.</summary>
    /// <param name="round">Its measurements.</param>
    /// <param name="plan">The offered round.</param>
    /// <returns>Whether other activity on this machine disturbed the round.</returns>
    public bool Add(MeasuredRound round, IRound plan)
    {
        last = plan;
        faults.AddRange(round.Faults.Select(fault =>
            new FaultReport(round.Number, fault.At.TotalMilliseconds, fault.Kind, fault.What, fault.Count)));
        var raw = round.Raw;
        var isDisturbed = ProcessorAccount.Of(raw, cores) is { IsDisturbed: true };
        if (round.Number > 0)
        {
            rounds.Add(raw);
            Ledger.Add(round.Served, round.CountersUnavailable);
            Measure(round, isDisturbed);
        }
        else
        {
            warmUp.Add(new RawWarmUp(raw.Offered, raw.Committed, raw.WindowNs, raw.CompilingNs));
            CarryOver(round.Unreported);
        }

        return isDisturbed;
    }

    /// <summary>
    /// Notes the upper bound of earlier operations that may reach measured rounds. Workers may have queued them in
    /// other rounds without reporting them, or a manager may have ended while it seeded. A lost worker may report them
    /// later, and a store may serve them later.
    /// </summary>
    public void CarryOver(OperationCounts most) => carried += most;

    public RawRun Raw(IWorkload workload)
    {
        var (description, shape) = (workload.Description, workload.Probe);
        var (weights, jobs, heaviest) = last is null ? ([], 0, 0) : Made(last, workload.BlockWeight);
        return new RawRun
        {
            Failures = failures,
            UnitWeights = weights,
            Jobs = jobs,
            HeaviestJob = heaviest,
            CriticalSteps = description.CriticalSteps,
            CriticalItem = description.CriticalItem,
            Reads = shape.Reads,
            Writes = shape.Writes,
            Facts = Fact.Named(description.Facts),
            WarmUp = warmUp,
            Rounds = rounds,
            Workers =
            [
                .. workers.GroupBy(worker => worker.Name, StringComparer.Ordinal)
                    .OrderBy(same => same.Key, StringComparer.Ordinal).Select(OfAllRounds),
            ],
            Shards = Ledger.Counted,
            CountersUnavailable = Ledger.Unavailable,
            CarriedOps = OperationReport.From(carried),
            BareStore = BareStore,
            SliceAskedMs = measure.Slice.TotalMilliseconds,
        };
    }

    /// <summary>
    /// Weights of the units, number of jobs and weight of the heaviest job, for one block of a round.
    /// </summary>
    private static (RawWeight[] UnitWeights, int Jobs, long HeaviestJob) Made(IRound plan, long blockWeight)
    {
        var blocks = plan.Manifest.Weight / blockWeight;
        var jobs = plan.Jobs;
        return (
            [
                .. Enumerable.Range(0, jobs.UnitCount).Select(unit => plan.WeightOf(unit) / blocks)
                    .CountBy(weight => weight).OrderBy(each => each.Key)
                    .Select(each => new RawWeight(each.Key, each.Value)),
            ],
            jobs.Count,
            (long)Math.Round(jobs.Imbalance * blockWeight / Math.Max(1, jobs.Count)));
    }

    private static RawWorker OfAllRounds(IEnumerable<WorkerOutcome> rounds)
    {
        var latest = rounds.Last();
        var dispatchers = rounds.Max(round => round.Dispatchers);
        return new RawWorker(
            latest.Name,
            latest.Server,
            latest.Store,
            latest.Actors,
            rounds.Sum(round => round.Committed),
            rounds.Sum(round => RunDerivation.Nanoseconds(round.Cpu)),
            rounds.Sum(round => RunDerivation.Nanoseconds(round.Idle)),
            OperationReport.Sum(rounds.Select(round => OperationReport.From(round.Operations))))
        {
            Dispatchers = dispatchers > 0 ? dispatchers : null,
        };
    }

    private void Measure(MeasuredRound round, bool isDisturbed)
    {
        Window += round.Window;
        workers.AddRange(round.Workers);
        if (isDisturbed)
        {
            DisturbedRounds++;
            disturbedLatency.Add(round.Latency);
            disturbedArrivals = ArrivalStats.Merge([disturbedArrivals, round.Arrivals]);
        }
        else
        {
            QuietWindow += round.Window;
            quietLatency.Add(round.Latency);
            quietArrivals = ArrivalStats.Merge([quietArrivals, round.Arrivals]);
        }

        slices.Merge(round.SliceLength);
        foreach (var each in round.Slices)
        {
            slices.Add(round.Number, each);
        }
    }
}
