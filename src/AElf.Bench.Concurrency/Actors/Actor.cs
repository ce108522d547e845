using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>
/// One actor: grants are routed to it, and jobs in flight, faults and commits are counted under it. It has a mailbox
/// and a number of lanes. The thread of a <see cref="Dispatcher"/> executes its jobs and alone calls its members,
/// unless one says otherwise.
/// </summary>
/// <param name="number">Its index among the host's actors, from 0.</param>
/// <param name="mailbox">Its mailbox, or the one it shares with others.</param>
/// <param name="lanes">The most jobs in flight at once.</param>
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

    /// <summary>The dispatcher that is to serve it; one that still has jobs of it in flight ends those first.</summary>
    public Dispatcher Home => home;

    /// <summary>Whether it waits to be handed over and has nothing in flight.</summary>
    public bool CanLeave => active == 0 && home != dispatcher;

    /// <summary>How long it has had nothing in flight since it started. From any thread.</summary>
    public TimeSpan Idle => idle.Total + new TimeSpan(Volatile.Read(ref waited));

    /// <summary>How far its jobs in flight were at the last observation. From any thread.</summary>
    public IReadOnlyList<LaneProgress> Running
    {
        get => Volatile.Read(ref running);
        set => Volatile.Write(ref running, value);
    }

    /// <summary>Jobs waiting in the mailbox. From any thread.</summary>
    public int Depth => mailbox.Depth;

    /// <summary>Age of the oldest job waiting; zero for none. From any thread.</summary>
    public TimeSpan OldestAge => mailbox.OldestAge;

    /// <summary>
    /// Jobs in flight up to which it takes orders. From any thread. Where actors pull, it is an equal share, so that
    /// the first one to look does not take all of a small round.
    /// </summary>
    public int LaneQuota
    {
        set => laneQuota = value;
    }

    /// <summary>Hands it over to a dispatcher, once the one that serves it has let go of it. From any thread.</summary>
    public void MoveTo(Dispatcher next)
    {
        home = next;
        dispatcher.Wake();
    }

    /// <summary>
    /// Wakes its dispatcher for an order posted; one that is to let go of it does not take the order. From any thread.
    /// </summary>
    public void Wake() => home.Wake();

    public void Join(Dispatcher next)
    {
        home ??= next;
        dispatcher = next;
    }

    /// <summary>Handles the orders it has room for.</summary>
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

    /// <summary>Counts a time with nothing in flight because no job was due.</summary>
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
