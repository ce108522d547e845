using System.Diagnostics;
using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Local;

/// <summary>One round from the first job posted to the last group done: who is granted what, what failed, when to try again and when to give up.</summary>
internal sealed class LocalRound(
    RoundPlan plan,
    LocalOptions options,
    Actor[] actors,
    ReportQueue reports,
    Dispatcher dispatcher,
    Func<ExecutorSnapshot> snapshot,
    int lastEpoch)
{
    private readonly ActorRound round = new(plan, LaneQuotaOf(plan, options.Actors));
    private readonly bool[] done = new bool[plan.Groups.Count];
    private readonly Dictionary<int, int> attempts = [];
    private readonly PriorityQueue<Grant, TimeSpan> toReassign = new();
    private readonly List<Grant> reassigned = [];
    private readonly FaultNotes faults = new();
    private readonly SliceRecorder slices = new(options.Slice);
    private long openedAt;
    private int remaining = plan.Groups.Count;
    private long committed;
    private long retried;
    private TimeSpan lastProgress;
    private long[] committedBefore = [];
    private TimeSpan idleBefore;
    private string? failure;
    private bool storeLostData;

    /// <summary>The highest epoch granted so far in the run.</summary>
    public int LastEpoch { get; private set; } = lastEpoch;

    /// <summary>Runs the round.</summary>
    public RoundOutcome Run(CancellationToken cancellation)
    {
        var operationsBefore = Sum(actor => actor.Operations);
        var faultOperationsBefore = Sum(actor => actor.FaultOperations);
        var allocatedBefore = actors.Sum(actor => actor.AllocatedBytes);
        committedBefore = [.. actors.Select(actor => actor.Committed)];
        idleBefore = Idle;
        dispatcher.Reset();
        openedAt = Stopwatch.GetTimestamp();
        try
        {
            return RunToCompletion(operationsBefore, faultOperationsBefore, allocatedBefore, cancellation);
        }
        catch (InvalidOperationException exception)
        {
            // A broken invariant: nobody may write any more when the caller hears of it.
            failure = exception.Message;
            StopAfterFailure();
            throw;
        }
    }

    private RoundOutcome RunToCompletion(OperationCounts operationsBefore, OperationCounts faultOperationsBefore, long allocatedBefore, CancellationToken cancellation)
    {
        PostJobs(cancellation);
        var routing = Elapsed;
        while (remaining > 0 && failure is null)
        {
            OnReports(reports.Take(NextDeadline(), remaining));
            Reassign();
            SampleSlice(atEnd: false);
            CheckProgress();
            CheckInterruption(cancellation);
        }

        var window = Elapsed;
        var idle = Idle - idleBefore;
        SampleSlice(atEnd: true);
        StopAfterFailure();
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
            Latency = TakeLatency(),
            Operations = Sum(actor => actor.Operations) - operationsBefore,
            FaultOperations = Sum(actor => actor.FaultOperations) - faultOperationsBefore,
            AllocatedBytes = actors.Sum(actor => actor.AllocatedBytes) - allocatedBefore,
            Idle = idle,
            Imbalance = ImbalanceOf([.. actors.Zip(committedBefore, (actor, before) => actor.Committed - before)]),
        };
    }

    /// <summary>No round follows a failed one: the actors end before their operations are counted and the keys removed under them.</summary>
    private void StopAfterFailure()
    {
        if (failure is null)
        {
            return;
        }

        Array.ForEach(actors, actor => actor.RequestStop());
        Array.ForEach(actors, actor => actor.WaitForStop());
    }

    private TimeSpan Elapsed => Stopwatch.GetElapsedTime(openedAt);

    /// <summary>Beyond this without a group done or a transfer committed, something is lost that nobody noticed.</summary>
    private TimeSpan MaxSilence => (2 * options.Store.Timeout) + options.Store.ReconnectDeadline + TimeSpan.FromSeconds(5);

    private static int LaneQuotaOf(RoundPlan plan, ActorOptions options) =>
        options.Routing == RoutingStrategy.Pull ? options.EvenShareOf(plan.Jobs.Count) : options.Lanes;

    private void PostJobs(CancellationToken cancellation)
    {
        for (var job = 0; job < plan.Jobs.Count; job++)
        {
            while (!dispatcher.TryPost(round, Grant.Initial(job)))
            {
                // A full mailbox is back-pressure: hear what the actors say meanwhile.
                OnReports(reports.Take(TimeSpan.FromMilliseconds(1), 1));
                SampleSlice(atEnd: false);
                CheckProgress();
                CheckInterruption(cancellation);
                if (failure is not null)
                {
                    return;
                }
            }
        }
    }

    private void OnReports(IReadOnlyList<Report> reports)
    {
        foreach (var report in reports)
        {
            switch (report)
            {
                case Report.Done failed:
                    Accept(failed);
                    break;
                case Report.Failed failed:
                    dispatcher.Release(failed.Actor, plan.Groups.SizeOf(failed.Failure.Group));
                    faults.Add(Elapsed, failed.Failure);
                    OnFailed(failed);
                    break;
                case Report.ConnectionLost failed:
                    faults.Add(Elapsed, failed.Kind, $"actor {failed.Actor}: {failed.Reason}");
                    break;
                case Report.Dead failed:
                    failure ??= $"actor {failed.Actor} gave up: {failed.Reason}";
                    break;
                default:
                    throw new UnreachableException(report.ToString());
            }
        }
    }

    private void Accept(Report.Done failed)
    {
        if (done[failed.Group])
        {
            throw new InvalidOperationException($"group {failed.Group} was done twice, the second time by actor {failed.Actor} at epoch {failed.Epoch}");
        }

        done[failed.Group] = true;
        remaining--;
        lastProgress = Elapsed;
        var size = plan.Groups.SizeOf(failed.Group);
        committed += size;
        dispatcher.Release(failed.Actor, size);
        if (failed.Epoch > 0)
        {
            plan.AdoptVersion(failed.Group, failed.Epoch);
        }
    }

    private void OnFailed(Report.Failed failed)
    {
        var lost = failed.Failure;
        var attempt = attempts.GetValueOrDefault(lost.Group, 1);
        if (lost.Fatal)
        {
            storeLostData = true;
            failure ??= $"{lost}, met by actor {failed.Actor}";
        }
        else if (attempt >= options.Actors.MaxAttempts)
        {
            failure ??= $"group {lost.Group} failed {attempt} times, the last time so: {lost}, met by actor {failed.Actor}";
        }
        else
        {
            attempts[lost.Group] = attempt + 1;
            toReassign.Enqueue(Grant.Retry(lost.Group, ++LastEpoch), Elapsed + RetryPause.After(attempt));
        }
    }

    private void Reassign()
    {
        while (toReassign.TryPeek(out var grant, out var due) && due <= Elapsed && dispatcher.TryPost(round, grant))
        {
            toReassign.Dequeue();
            reassigned.Add(grant);
            retried += plan.Groups.SizeOf(grant.Group);
        }
    }

    private TimeSpan NextDeadline()
    {
        var next = slices.Due - Elapsed;
        if (toReassign.TryPeek(out _, out var due) && due - Elapsed < next)
        {
            next = due - Elapsed;
        }

        return next > TimeSpan.FromMilliseconds(1) ? next : TimeSpan.FromMilliseconds(1);
    }

    private void SampleSlice(bool atEnd)
    {
        var now = Elapsed;
        if (now < slices.Due && !atEnd)
        {
            return;
        }

        var seen = snapshot();
        if (slices.Cut(now, atEnd ? committed : seen.Committed, seen) > 0)
        {
            lastProgress = now;
        }
        else if (now - lastProgress > MaxSilence / 2)
        {
            // Where they are is wanted soon, and only an actor itself can tell.
            Array.ForEach(actors, actor => actor.RequestSample());
        }
    }

    private void CheckProgress()
    {
        if (Elapsed - lastProgress > MaxSilence)
        {
            failure ??= $"nothing was committed for {MaxSilence.TotalSeconds:0} s; {remaining} groups are not done; {Stuck()}";
        }
    }

    /// <summary>The first job in flight as its actor last saw it; else the first group that is not done.</summary>
    private string Stuck()
    {
        for (var actor = 0; actor < actors.Length; actor++)
        {
            if (actors[actor].Running is [var (grant, number), ..])
            {
                var position = LanePosition.From(number);
                var (group, account) = plan.Locate(grant, position);
                return $"actor {actor} is at group {group}, epoch {grant.Epoch}{(account < 0 ? string.Empty : $", account {account}")}, step {position.Step}";
            }
        }

        return $"no actor has a job, and the first group that is not done is group {Array.IndexOf(done, value: false)}";
    }

    private void CheckInterruption(CancellationToken cancellation)
    {
        if (cancellation.IsCancellationRequested)
        {
            failure ??= "the run was interrupted";
        }
    }

    private TimeSpan Idle => actors.Aggregate(TimeSpan.Zero, (sum, actor) => sum + actor.Idle);

    private static double ImbalanceOf(long[] committed) => committed.Sum() is var sum and > 0 ? (double)committed.Max() * committed.Length / sum : 1;

    private LatencyHistogram TakeLatency()
    {
        var merged = new LatencyHistogram();
        if (failure is not null)
        {
            // The actors may still be recording; a failed round has no latency to show.
            return merged;
        }

        foreach (var actor in actors)
        {
            merged.Add(actor.Latency);
            actor.Latency.Reset();
        }

        return merged;
    }

    private OperationCounts Sum(Func<Actor, OperationCounts> counts) => actors.Aggregate(default(OperationCounts), (sum, actor) => sum + counts(actor));
}
