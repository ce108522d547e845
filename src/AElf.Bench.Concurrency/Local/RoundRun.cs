using System.Diagnostics;
using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Local;

/// <summary>One round from the first job posted to the last group done: who is granted what, what failed, when to try again and when to give up.</summary>
internal sealed class RoundRun(
    RoundPlan plan,
    LocalOptions options,
    Actor[] actors,
    ReportQueue reports,
    Dispatcher dispatcher,
    Func<ExecutorSnapshot> snapshot,
    int lastEpoch)
{
    private readonly ActorRound round = new(plan, ShareOf(plan, options.Actors));
    private readonly bool[] done = new bool[plan.Groups.Count];
    private readonly Dictionary<int, int> attempts = [];
    private readonly PriorityQueue<Grant, TimeSpan> toGrantAgain = new();
    private readonly List<Grant> grantedAgain = [];
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
            return Carry(operationsBefore, faultOperationsBefore, allocatedBefore, cancellation);
        }
        catch (InvalidOperationException exception)
        {
            // A broken invariant: nobody may write any more when the caller hears of it.
            failure = exception.Message;
            StopAfterFailure();
            throw;
        }
    }

    private RoundOutcome Carry(OperationCounts operationsBefore, OperationCounts faultOperationsBefore, long allocatedBefore, CancellationToken cancellation)
    {
        PostJobs(cancellation);
        var routing = Elapsed;
        while (remaining > 0 && failure is null)
        {
            Hear(reports.Take(NextDeadline(), remaining));
            GrantAgain();
            SampleSlice(atEnd: false);
            CheckProgress();
            CheckInterruption(cancellation);
        }

        var window = Elapsed;
        SampleSlice(atEnd: true);
        StopAfterFailure();
        return new RoundOutcome
        {
            Failure = failure,
            StoreLostData = storeLostData,
            Routing = routing,
            Window = window,
            Committed = committed,
            GrantedAgain = grantedAgain,
            Retried = retried,
            Faults = faults.All,
            Slices = slices.Slices,
            Latency = TakeLatency(),
            Operations = Sum(actor => actor.Operations) - operationsBefore,
            FaultOperations = Sum(actor => actor.FaultOperations) - faultOperationsBefore,
            AllocatedBytes = actors.Sum(actor => actor.AllocatedBytes) - allocatedBefore,
            Idle = Idle - idleBefore,
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
    private TimeSpan MostSilence => (2 * options.Store.Timeout) + options.Store.ReconnectDeadline + TimeSpan.FromSeconds(5);

    private static int ShareOf(RoundPlan plan, ActorOptions options) =>
        options.Routing == RoutingStrategy.Pull ? options.EvenShareOf(plan.Jobs.Count) : options.Lanes;

    private void PostJobs(CancellationToken cancellation)
    {
        for (var job = 0; job < plan.Jobs.Count; job++)
        {
            while (!dispatcher.TryPost(round, Grant.First(job)))
            {
                // A full mailbox is back-pressure: hear what the actors say meanwhile.
                Hear(reports.Take(TimeSpan.FromMilliseconds(1), 1));
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

    private void Hear(IReadOnlyList<Report> heard)
    {
        foreach (var report in heard)
        {
            switch (report)
            {
                case Report.Done said:
                    Accept(said);
                    break;
                case Report.Failed said:
                    dispatcher.Release(said.Actor, plan.Groups.SizeOf(said.Failure.Group));
                    faults.Add(Elapsed, said.Failure);
                    Judge(said);
                    break;
                case Report.ConnectionLost said:
                    faults.Add(Elapsed, said.Kind, $"actor {said.Actor}: {said.Reason}");
                    break;
                case Report.Dead said:
                    failure ??= $"actor {said.Actor} gave up: {said.Reason}";
                    break;
                default:
                    throw new UnreachableException(report.ToString());
            }
        }
    }

    private void Accept(Report.Done said)
    {
        if (done[said.Group])
        {
            throw new InvalidOperationException($"group {said.Group} was done twice, the second time by actor {said.Actor} at epoch {said.Epoch}");
        }

        done[said.Group] = true;
        remaining--;
        lastProgress = Elapsed;
        var size = plan.Groups.SizeOf(said.Group);
        committed += size;
        dispatcher.Release(said.Actor, size);
        if (said.Epoch > 0)
        {
            plan.AdoptVersion(said.Group, said.Epoch);
        }
    }

    private void Judge(Report.Failed said)
    {
        var lost = said.Failure;
        var attempt = attempts.GetValueOrDefault(lost.Group, 1);
        if (lost.Fatal)
        {
            storeLostData = true;
            failure ??= $"{lost}, met by actor {said.Actor}";
        }
        else if (attempt >= options.Actors.MostAttempts)
        {
            failure ??= $"group {lost.Group} failed {attempt} times, the last time so: {lost}, met by actor {said.Actor}";
        }
        else
        {
            attempts[lost.Group] = attempt + 1;
            toGrantAgain.Enqueue(Grant.Again(lost.Group, ++LastEpoch), Elapsed + RetryPause.After(attempt));
        }
    }

    private void GrantAgain()
    {
        while (toGrantAgain.TryPeek(out var grant, out var due) && due <= Elapsed && dispatcher.TryPost(round, grant))
        {
            toGrantAgain.Dequeue();
            grantedAgain.Add(grant);
            retried += plan.Groups.SizeOf(grant.Group);
        }
    }

    private TimeSpan NextDeadline()
    {
        var next = slices.Due - Elapsed;
        if (toGrantAgain.TryPeek(out _, out var due) && due - Elapsed < next)
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
        else if (now - lastProgress > MostSilence / 2)
        {
            // Where they are is wanted soon, and only an actor itself can tell.
            Array.ForEach(actors, actor => actor.AskLook());
        }
    }

    private void CheckProgress()
    {
        if (Elapsed - lastProgress > MostSilence)
        {
            failure ??= $"nothing was committed for {MostSilence.TotalSeconds:0} s; {remaining} groups are not done; {Stuck()}";
        }
    }

    /// <summary>The first job in flight as its actor last saw it; else the first group that is not done.</summary>
    private string Stuck()
    {
        for (var actor = 0; actor < actors.Length; actor++)
        {
            if (actors[actor].Running is [var (grant, number), ..])
            {
                var mark = LaneMark.From(number);
                var (group, account) = plan.Locate(grant, mark);
                return $"actor {actor} is at group {group}, epoch {grant.Epoch}{(account < 0 ? string.Empty : $", account {account}")}, step {mark.Step}";
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
