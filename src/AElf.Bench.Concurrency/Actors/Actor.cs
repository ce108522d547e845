using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>
/// One actor with a mailbox and a number of lanes. Grants are routed to it, and it counts its jobs in flight, faults
/// and commits. The thread of a <see cref="Dispatcher"/> executes its jobs. Only this thread calls its members, except
/// those marked "from any thread".
/// </summary>
/// <param name="number">Its index among the host's actors, from 0.</param>
/// <param name="mailbox">Its own mailbox, or a shared one.</param>
/// <param name="lanes">Maximum of jobs in flight.</param>
internal sealed class Actor(int number, Mailbox mailbox, int lanes) : JobOwner
{
    private readonly IdleClock idle = new();
    private IReadOnlyList<LaneProgress> running = [];
    private int active;
    private long waited;
    private bool isResting;
    private volatile int laneQuota = lanes;
    private volatile Dispatcher home = null!;
    private volatile Dispatcher dispatcher = null!;

    public int Number => number;

    /// <summary>
    /// The dispatcher for its next jobs. If another dispatcher still has jobs of this actor in flight, it finishes them
    /// first.
    /// </summary>
    public Dispatcher Home => home;

    /// <summary>Whether it waits for another dispatcher and has no jobs in flight.</summary>
    public bool CanLeave => active == 0 && home != dispatcher;

    /// <summary>The time without jobs in flight since it started. From any thread.</summary>
    public TimeSpan Idle => idle.Total + new TimeSpan(Volatile.Read(ref waited));

    /// <summary>Progress of its jobs in flight at the last observation. From any thread.</summary>
    public IReadOnlyList<LaneProgress> Running
    {
        get => Volatile.Read(ref running);
        set => Volatile.Write(ref running, value);
    }

    /// <summary>Jobs waiting in the mailbox. From any thread.</summary>
    public int Depth => mailbox.Depth;

    /// <summary>Age of the oldest waiting job; zero without one. From any thread.</summary>
    public TimeSpan OldestAge => mailbox.OldestAge;

    /// <summary>
    /// Maximum of jobs in flight while it takes orders. From any thread. Actors that pull get an equal share, so that
    /// the first one to look does not take all jobs of a small round.
    /// </summary>
    public int LaneQuota
    {
        set => laneQuota = value;
    }

    /// <summary>Moves it to a dispatcher, after its current dispatcher has released it. From any thread.</summary>
    public void MoveTo(Dispatcher next)
    {
        home = next;
        dispatcher.Wake();
    }

    /// <summary>
    /// Wakes its dispatcher for a posted order. A dispatcher that must release the actor does not take the order. From
    /// any thread.
    /// </summary>
    public void Wake() => home.Wake();

    public void Join(Dispatcher next)
    {
        home ??= next;
        dispatcher = next;
    }

    /// <summary>Handles orders while it has free lanes.</summary>
    public void TakeOrders(IPump pump)
    {
        while (mailbox.TryTakeAbort(out var abort))
        {
            pump.Abort(abort.Work.RoundNumber, abort.Grant, "the manager ended it");
        }

        while (active < laneQuota && home == dispatcher && mailbox.TryTakeStart(out var order))
        {
            if (isResting)
            {
                isResting = false;
                idle.Stop();
            }

            active++;
            pump.Start(this, order.Grant, order.Work);
        }

        if (active == 0 && !isResting)
        {
            isResting = true;
            idle.Start();
        }
    }

    /// <summary>Counts time without jobs in flight, because no job was due.</summary>
    public void CountWait(TimeSpan length)
    {
        if (active > 0)
        {
            Volatile.Write(ref waited, waited + length.Ticks);
        }
    }

    public override void Done(long round, Attempt attempt) =>
        dispatcher.Add(Report.Done(number, round, attempt), isUrgent: false);

    public override void Failed(long round, AttemptFailure failure) =>
        dispatcher.Add(Report.Failed(number, round, failure), isUrgent: true);

    public override void Ended(long round, Grant grant)
    {
        active--;
        if (active == 0)
        {
            // Drop observations: the next round may have the same job.
            Running = [];
        }

        dispatcher.OnLaneFree(Report.Ended(number, round, grant));
    }
}
