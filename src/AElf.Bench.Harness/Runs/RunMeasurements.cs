using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs.Rules;

namespace AElf.Bench.Harness.Runs;

/// <summary>What a run's rounds gather, one after the other.</summary>
/// <param name="ledger">Operations counted on both sides.</param>
/// <param name="localActors">Actors of a round that no worker process takes part in.</param>
/// <param name="slice">The length of a slice that was asked for.</param>
internal sealed class RunMeasurements(OperationLedger ledger, int localActors, TimeSpan slice)
{
    private readonly List<RoundReport> rounds = [];
    private readonly SliceSeries slices = new(slice);
    private readonly List<FaultReport> faults = [];
    private readonly List<string> failures = [];
    private readonly List<SilentWorker> silent = [];
    private readonly List<double> operationsPerSecond = [];
    private ArrivalStats? arrivals;
    private TimeSpan arrivalSpans;
    private IRound? last;

    public OperationLedger Ledger { get; } = ledger;

    public IReadOnlyList<RoundReport> Rounds => rounds;

    public IReadOnlyList<SliceReport> Slices => [.. slices.Slices.Select(each => new SliceReport(
        each.Round,
        each.Slice.Start.TotalMilliseconds,
        each.Slice.Length.TotalMilliseconds,
        each.Slice.Committed,
        each.Slice.Committed / each.Slice.Length.TotalSeconds,
        each.Slice.DeepestMailbox,
        each.Slice.OldestMessage.TotalMilliseconds))];

    /// <summary>The length of a slice: what was asked for, or a multiple when there would be too many.</summary>
    public TimeSpan SliceLength => slices.Length;

    public IReadOnlyList<FaultReport> Faults => faults;

    /// <summary>Why the run did not come to its end; empty while nothing says so.</summary>
    public IReadOnlyList<string> Failures => failures;

    public bool HasFailed => failures.Count > 0;

    /// <summary>Whether a failure is the store's loss of, or damage to, what it was given.</summary>
    public bool StoreLostData { get; private set; }

    public IReadOnlyList<double> OperationsPerSecond => operationsPerSecond;

    public LatencyHistogram Latency { get; } = new();


    public WorkerTally Workers { get; } = new();

    public OperationCounts Sent { get; private set; }

    public OperationCounts FaultOperations { get; private set; }

    /// <summary>
    /// The most operations that workers may have asked for in rounds that are not measured without reporting them then,
    /// and a manager that ended while it seeded: a worker that was lost may report them, and a store may serve them, in
    /// a measured round.
    /// </summary>
    public OperationCounts CarriedUpperBound { get; private set; }

    /// <summary>The same for measured rounds.</summary>
    public OperationCounts UnreportedUpperBound { get; private set; }

    /// <summary>The workers whose measurements of a measured round never came.</summary>
    public IReadOnlyList<SilentWorker> Silent => silent;

    /// <summary>What the measured rounds weigh, committed or not.</summary>
    public long Offered { get; private set; }

    public long Committed { get; private set; }

    public long Retried { get; private set; }

    public long AllocatedBytes { get; private set; }

    public TimeSpan Window { get; private set; }

    public TimeSpan Idle { get; private set; }

    /// <summary>The windows of all actors that took part, added up.</summary>
    public TimeSpan ActorTime { get; private set; }

    /// <summary>Of the worst round.</summary>
    public double Imbalance { get; private set; } = 1;

    /// <summary>Units and jobs of the last round; all rounds are made of the same.</summary>
    public RoundShape Shape(long blockWeight) =>
        last is null ? new RoundShape(0, 0, 0, 1, 1) : RoundShape.From(last, blockWeight);

    /// <summary>How a schedule was kept; null in a closed loop.</summary>
    public OpenLoopReport? OpenLoop(ArrivalRate? rate) =>
        OpenLoopReport.From(rate, arrivals, arrivalSpans, rounds.Count, Committed, LatencyReport.From(Latency)?.P50);

    public void Fail(string reason) => failures.Add(reason);

    public void Add(FaultReport fault) => faults.Add(fault);

    /// <summary>Takes a round.</summary>
    /// <param name="round">Which one is measured, from 1; 0 when it is not.</param>
    /// <param name="plan">What it was made of.</param>
    /// <param name="grouping">How long it took to make it.</param>
    /// <param name="outcome">How it went.</param>
    /// <exception cref="InvalidOperationException">
    /// It says it ended, and committed something else than was offered.
    /// </exception>
    public void Add(int round, IRound plan, TimeSpan grouping, RoundOutcome outcome)
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
            Offered += plan.Manifest.Weight;
            Measure(round, grouping, outcome);
        }
        else
        {
            CarryOver(outcome.UnreportedUpperBound);
        }
    }

    /// <summary>The most operations from before the measured rounds that may be served in them.</summary>
    public void CarryOver(OperationCounts most) => CarriedUpperBound += most;

    private void Measure(int round, TimeSpan grouping, RoundOutcome outcome)
    {
        var seconds = outcome.Window.TotalSeconds;
        Sent += outcome.Operations;
        FaultOperations += outcome.FaultOperations;
        UnreportedUpperBound += outcome.UnreportedUpperBound;
        silent.AddRange(outcome.Silent.Select(worker => new SilentWorker(worker, round)));
        Committed += outcome.Committed;
        Retried += outcome.Retried;
        AllocatedBytes += outcome.AllocatedBytes;
        Window += outcome.Window;
        Idle += outcome.Idle;
        var actors = outcome.Workers.Count == 0 ? localActors : outcome.Workers.Sum(worker => worker.Actors);
        ActorTime += outcome.Window * actors;
        Imbalance = Math.Max(Imbalance, outcome.Imbalance);
        Workers.Add(outcome.Workers);
        Latency.Add(outcome.Latency);
        arrivals = ArrivalStats.Merge([arrivals, outcome.Arrivals]);
        arrivalSpans += outcome.Arrivals?.Span ?? TimeSpan.Zero;
        operationsPerSecond.Add(outcome.Operations.Commands / seconds);
        rounds.Add(new RoundReport(
            round,
            grouping.TotalMilliseconds,
            outcome.Routing.TotalMilliseconds,
            outcome.Window.TotalMilliseconds,
            outcome.Committed,
            outcome.Failure is null ? outcome.Committed / seconds : null,
            outcome.Reassigned.Count));
        slices.Merge(outcome.SliceLength);
        foreach (var each in outcome.Slices.Where(slice => slice.Length > TimeSpan.Zero))
        {
            slices.Add(round, each);
        }
    }
}

/// <summary>What a round is made of.</summary>
/// <param name="Units">Its units.</param>
/// <param name="LargestUnit">What the largest weighs in a block: no block can be shorter than that in a row.</param>
/// <param name="Jobs">Jobs the units were merged into.</param>
/// <param name="JobImbalance">Weight of the largest job ÷ the mean; 1 is perfect.</param>
/// <param name="Blocks">How often it offers the load.</param>
internal sealed record RoundShape(int Units, int LargestUnit, int Jobs, double JobImbalance, int Blocks)
{
    public static RoundShape From(IRound plan, long blockWeight)
    {
        var blocks = (int)(plan.Manifest.Weight / blockWeight);
        return new(
            plan.Jobs.UnitCount,
            Enumerable.Range(0, plan.Jobs.UnitCount).Select(plan.WeightOf).DefaultIfEmpty().Max() / blocks,
            plan.Jobs.Count,
            plan.Jobs.Imbalance,
            blocks);
    }
}
