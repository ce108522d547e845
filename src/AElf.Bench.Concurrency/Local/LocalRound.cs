using System.Diagnostics;
using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Local;

/// <summary>
/// One round from the first job posted to the last unit done: what the scheduler decides, done with threads and clocks.
/// </summary>
internal sealed class LocalRound(
    IRound round,
    LocalOptions options,
    Actor[] actors,
    Mailbox? shared,
    ReportQueue reports,
    GrantScheduler scheduler,
    SchedulerWorker worker,
    Func<ExecutorSnapshot> snapshot)
{
    private readonly PriorityQueue<int, TimeSpan> pauses = new();
    private readonly List<Grant> reassigned = [];
    private readonly FaultNotes faults = new();
    private readonly SliceRecorder slices = new(options.Slice);
    private long openedAt;
    private long committed;
    private long retried;
    private TimeSpan lastProgress;
    private long committedBySilence;
    private TimeSpan observationDue = options.ObservationInterval;
    private bool isDone;
    private bool endedIdleGrant;
    private string? failure;
    private bool storeLostData;

    /// <summary>Runs the round.</summary>
    public RoundOutcome Run(CancellationToken cancellation)
    {
        var before = Totals.Of(actors);
        var committedBefore = actors.Select(actor => actor.Committed).ToArray();
        var quota = options.Actors.Routing == RoutingStrategy.Pull
            ? options.Actors.EvenShareOf(round.Jobs.Count)
            : options.Actors.Lanes;
        Array.ForEach(actors, actor => actor.LaneQuota = quota);
        openedAt = Stopwatch.GetTimestamp();
        TimeSpan routing;
        TimeSpan window;
        TimeSpan idle;
        try
        {
            scheduler.Open(round, history: null);
            CarryOut();
            routing = Elapsed;
            while (!isDone && failure is null)
            {
                Wait(cancellation);
            }

            window = Elapsed;
            idle = Totals.Of(actors).Idle - before.Idle;
        }
        catch (InvalidOperationException exception)
        {
            // A broken invariant: nobody may write any more when the caller learns of it.
            failure = exception.Message;
            StopAfterFailure();
            throw;
        }

        SampleSlice(atEnd: true);
        StopAfterFailure();
        var spent = Totals.Of(actors) - before;
        return new RoundOutcome
        {
            Failure = failure,
            StoreLostData = storeLostData,
            Routing = routing,
            Window = window,
            Committed = committed,
            Reassigned = reassigned,
            Retried = retried,
            Faults = faults.All,
            Slices = slices.Slices,
            SliceLength = slices.Length,
            Latency = TakeLatency(),
            Operations = spent.Operations,
            FaultOperations = spent.FaultOperations,
            AllocatedBytes = spent.AllocatedBytes,
            Idle = idle,
            Imbalance = ImbalanceOf([.. actors.Zip(committedBefore, (actor, then) => actor.Committed - then)]),
        };
    }

    private TimeSpan Elapsed => Stopwatch.GetElapsedTime(openedAt);

    /// <summary>Beyond this with nothing committed, something is lost that nobody noticed.</summary>
    private TimeSpan MaxSilence =>
        (2 * options.Store.Timeout) + options.Store.ReconnectDeadline + TimeSpan.FromSeconds(5);

    private static double ImbalanceOf(long[] committed) =>
        committed.Sum() is var sum and > 0 ? (double)committed.Max() * committed.Length / sum : 1;

    private void Wait(CancellationToken cancellation)
    {
        // What waits for room in a mailbox can go on with the next report.
        foreach (var report in reports.Take(NextDeadline(), scheduler.HasUnassigned ? 1 : scheduler.UnitsLeft))
        {
            OnReport(report);
        }

        while (pauses.TryPeek(out var unit, out var due) && due <= Elapsed)
        {
            pauses.Dequeue();
            scheduler.OnPauseOver(unit);
        }

        CarryOut();
        SampleSlice(atEnd: false);
        ObserveGrants();
        CheckProgress();
        if (cancellation.IsCancellationRequested)
        {
            failure ??= "the run was interrupted";
        }
    }

    private void OnReport(in Report report)
    {
        switch (report.Kind)
        {
            case ReportKind.Done:
                OnDone(report);
                break;
            case ReportKind.Failed:
                scheduler.OnFailed(worker.Id, report.Round, report.Failure, $"actor {report.Actor}");
                break;
            case ReportKind.ConnectionLost:
                faults.Add(Elapsed, report.FaultKind, $"actor {report.Actor}: {report.Reason}");
                break;
            case ReportKind.Dead:
                failure ??= $"actor {report.Actor} gave up: {report.Reason}";
                break;
            default:
                throw new UnreachableException($"{report.Kind}");
        }
    }

    private void OnDone(in Report report)
    {
        if (scheduler.OnDone(worker.Id, report.Round, report.Attempt) is { } accepted)
        {
            committed += round.WeightOf(accepted.Unit);
            lastProgress = Elapsed;
        }
        else if (!endedIdleGrant && failure is null && scheduler.Round is not null)
        {
            throw new InvalidOperationException(
                $"unit {report.Attempt.Unit} is done at epoch {report.Attempt.Epoch} by actor {report.Actor}, "
                    + "which nobody granted");
        }
    }

    private void CarryOut()
    {
        foreach (var effect in scheduler.TakeEffects())
        {
            CarryOut(effect);
        }
    }

    private void CarryOut(SchedulerEffect effect)
    {
        switch (effect)
        {
            case SchedulerEffect.Assign(var grant):
                Post(grant);
                break;
            case SchedulerEffect.Abort(var grant):
                // The lane that has it, if any has, ends it by the store's time limit; its unit is given to another.
                endedIdleGrant = true;
                faults.Add(Elapsed, "stalled", $"{grant.Grant} made no progress and was ended");
                break;
            case SchedulerEffect.Pause(var unit, var after):
                pauses.Enqueue(unit, Elapsed + after);
                break;
            case SchedulerEffect.AttemptFailed(_, var lost):
                faults.Add(Elapsed, lost);
                break;
            case SchedulerEffect.RoundDone:
                isDone = true;
                break;
            case SchedulerEffect.Failed(var reason, var lostData):
                failure ??= reason;
                storeLostData |= lostData;
                break;
            default:
                throw new UnreachableException($"{effect}");
        }
    }

    private void Post(OpenGrant grant)
    {
        grant.MarkSent();
        if (grant.Grant.Job < 0)
        {
            reassigned.Add(grant.Grant);
            retried += round.WeightOf(grant.Grant.Unit);
        }

        var order = Order.Start(grant.Grant, GrantWork.Of(round));
        if (!(shared?.TryPost(order) ?? actors[grant.Actor].TryPost(order)) && failure is null)
        {
            throw new InvalidOperationException(
                $"a mailbox has no room for {grant.Grant}, although it is below its capacity");
        }
    }

    /// <summary>
    /// No round follows a failed one: the actors end before their operations are counted and the keys removed.
    /// </summary>
    private void StopAfterFailure()
    {
        if (failure is null)
        {
            return;
        }

        scheduler.Close();
        Array.ForEach(actors, actor => actor.RequestStop());
        Array.ForEach(actors, actor => actor.WaitForStop());
    }

    private TimeSpan NextDeadline()
    {
        var next = slices.Due - Elapsed;
        if (pauses.TryPeek(out _, out var due) && due - Elapsed < next)
        {
            next = due - Elapsed;
        }

        // A slice may be longer than the watch on progress may wait.
        return TimeSpan.FromMilliseconds(Math.Clamp(next.TotalMilliseconds, 1, 1000));
    }

    private void SampleSlice(bool atEnd)
    {
        var now = Elapsed;
        if (now >= slices.Due || atEnd)
        {
            var seen = snapshot();
            if (slices.Cut(now, atEnd ? committed : seen.Committed, seen) > 0)
            {
                lastProgress = now;
            }
        }
    }

    /// <summary>Tells the scheduler how far the grants are, as the actors themselves last saw it.</summary>
    private void ObserveGrants()
    {
        if (Elapsed < observationDue)
        {
            return;
        }

        observationDue = Elapsed + options.ObservationInterval;
        var positions = new Dictionary<Grant, (int Actor, long Position)>();
        for (var actor = 0; actor < actors.Length; actor++)
        {
            foreach (var lane in actors[actor].Running.Where(lane => lane.Round == round.Number))
            {
                positions[lane.Grant] = (actor, lane.Position);
            }
        }

        scheduler.OnProgress(worker, [.. worker.Grants.Select(open =>
            positions.TryGetValue(open.Grant, out var at)
                ? new GrantProgress(open.Grant, at.Actor, at.Position)
                : new GrantProgress(open.Grant, -1, -1))]);
        CarryOut();
        Array.ForEach(actors, actor => actor.RequestObservation());
    }

    private void CheckProgress()
    {
        if (failure is not null || Elapsed - lastProgress <= MaxSilence)
        {
            return;
        }

        var seen = snapshot().Committed;
        if (seen > committedBySilence)
        {
            (lastProgress, committedBySilence) = (Elapsed, seen);
        }
        else
        {
            var where = scheduler.IdleGrants() is [var first, ..] ? first.ToString() : "no actor has a job";
            failure = $"nothing was committed for {MaxSilence.TotalSeconds:0} s; "
                + $"{scheduler.UnitsLeft} units are not done; {where}";
        }
    }

    private LatencyHistogram TakeLatency()
    {
        var merged = new LatencyHistogram();
        if (failure is not null)
        {
            // A failed round has no latency to show.
            return merged;
        }

        foreach (var actor in actors)
        {
            merged.Add(actor.Latency);
            actor.Latency.Reset();
        }

        return merged;
    }

    /// <summary>What the actors have used since they started.</summary>
    private readonly record struct Totals(
        OperationCounts Operations, OperationCounts FaultOperations, long AllocatedBytes, TimeSpan Idle)
    {
        public static Totals Of(Actor[] actors) => actors.Aggregate(default(Totals), (sum, actor) => new Totals(
            sum.Operations + actor.Operations,
            sum.FaultOperations + actor.FaultOperations,
            sum.AllocatedBytes + actor.AllocatedBytes,
            sum.Idle + actor.Idle));

        public static Totals operator -(Totals left, Totals right) => new(
            left.Operations - right.Operations,
            left.FaultOperations - right.FaultOperations,
            left.AllocatedBytes - right.AllocatedBytes,
            left.Idle - right.Idle);
    }
}
