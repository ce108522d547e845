using System.Diagnostics;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>
/// One actor: a mailbox, and a pump that keeps many jobs in flight on a connection of its own. Whatever drives it has
/// it handle orders while it has room, take a turn while one is due and rest otherwise, and at last end.
/// </summary>
internal sealed class Actor : IAttemptListener, IDisposable
{
    private static readonly long MaxHeldBack = StopwatchTicks.From(TimeSpan.FromMilliseconds(5));

    private readonly int lanes;
    private readonly TimeSpan timeout;
    private readonly TimeSpan reconnectDeadline;
    private readonly IMailbox mailbox;
    private readonly IReportSink reports;
    private readonly List<Report> unreported = [];
    private readonly IPump pump;
    private readonly ManualResetEventSlim stopping = new();
    private readonly IdleClock idle = new();
    private long committed;
    private long allocatedBytes;
    private long waited;
    private long heldBackSince;
    private bool mustReport;
    private IReadOnlyList<LaneProgress> running = [];
    private Action? waitForEnd;
    private bool hasHandled;
    private bool isResting;
    private volatile bool isDead;
    private volatile bool observationAsked;
    private volatile int laneQuota = int.MaxValue;

    /// <summary>
    /// Opens the actor's connection, so that a store that cannot be reached is known before anything starts.
    /// </summary>
    public Actor(
        int number, IPumpFactory pumps, StoreOptions storeOptions, int lanes, IMailbox mailbox, IReportSink reports)
    {
        Number = number;
        this.lanes = lanes;
        this.mailbox = mailbox;
        this.reports = reports;
        timeout = storeOptions.Timeout;
        reconnectDeadline = storeOptions.ReconnectDeadline;
        pump = pumps.Open(lanes, this, Latency);
    }

    /// <summary>Which actor of its host it is.</summary>
    public int Number { get; }

    /// <summary>Whether it takes one more job.</summary>
    public bool HasRoom => pump.Active < laneQuota;

    /// <summary>The same where more orders may come than there are lanes.</summary>
    public bool HasFreeLane => pump.Active < Math.Min(laneQuota, lanes);

    /// <summary>Whether something is in flight, or was done that is not reported.</summary>
    public bool IsTurnDue => hasHandled || pump.Active > 0;

    /// <summary>Whether it was asked to stop, or cannot go on.</summary>
    public bool IsEnding => isDead || stopping.IsSet;

    /// <summary>The latencies of the round; the host takes them while the actor is idle.</summary>
    public LatencyHistogram Latency { get; } = new();

    /// <summary>How the schedule of an open loop was kept, under the same rule; null in a closed one.</summary>
    public ArrivalStats? Arrivals => pump.Arrivals;

    /// <summary>What it has committed since it started.</summary>
    public long Committed => Volatile.Read(ref committed);

    /// <summary>Managed bytes the actor's thread has allocated.</summary>
    public long AllocatedBytes => Volatile.Read(ref allocatedBytes);

    /// <summary>Operations queued since the actor started; read it only after a report of the actor.</summary>
    public OperationCounts Operations { get; private set; }

    /// <summary>Operations of attempts after the first; read it only after a report of the actor.</summary>
    public OperationCounts FaultOperations { get; private set; }

    /// <summary>How long the actor has had nothing in flight since it started.</summary>
    public TimeSpan Idle => idle.Total + new TimeSpan(Volatile.Read(ref waited));

    /// <summary>
    /// How far the jobs in flight were at the last observation; an actor that is stuck in a receive cannot observe.
    /// </summary>
    public IReadOnlyList<LaneProgress> Running => Volatile.Read(ref running);

    /// <summary>Jobs waiting.</summary>
    public int Depth => mailbox.Depth;

    /// <summary>Age of the oldest job waiting.</summary>
    public TimeSpan OldestAge => mailbox.OldestAge;

    /// <summary>
    /// Jobs in flight up to which the actor looks into its mailbox; no limit where the host starts no more than there
    /// are lanes, so that it hears what to end while all of them are busy. Where actors pull it is an equal share, so
    /// that the first to wake does not take all of a small round.
    /// </summary>
    public int LaneQuota
    {
        set => laneQuota = value;
    }

    /// <summary>Starts to take turns.</summary>
    public void Start() => waitForEnd = mailbox.Drive(this);

    /// <summary>Asks the actor to stop soon.</summary>
    public void RequestStop()
    {
        stopping.Set();
        mailbox.Close();
    }

    /// <summary>
    /// Waits until the actor has stopped: what it had asked of the store is answered or lost, and counted.
    /// </summary>
    public void WaitForStop() => waitForEnd?.Invoke();

    /// <summary>Asks the actor to observe its jobs at its next turn.</summary>
    public void RequestObservation() => observationAsked = true;

    /// <summary>Posts an order; false when the mailbox is full.</summary>
    public bool TryPost(Order order) => mailbox.TryPost(order);

    void IAttemptListener.Done(long round, Attempt attempt) => unreported.Add(Report.Done(Number, round, attempt));

    void IAttemptListener.Failed(long round, AttemptFailure failure) =>
        AddUrgent(Report.Failed(Number, round, failure));

    void IAttemptListener.Ended(long round, Grant grant)
    {
        if (reports.WantsEnds)
        {
            unreported.Add(Report.Ended(Number, round, grant));
        }
    }

    /// <summary>Starts or ends a job.</summary>
    public void Handle(in Order order)
    {
        if (isResting)
        {
            isResting = false;
            idle.Stop();
        }

        try
        {
            hasHandled = true;
            if (order.Starts)
            {
                pump.Start(order.Grant, order.Work);
            }
            else
            {
                pump.Abort(order.Work.RoundNumber, order.Grant, "the manager ended it");
            }
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            Die(exception);
        }
    }

    /// <summary>One exchange with the store, and what it led to is reported.</summary>
    public void Turn()
    {
        hasHandled = false;
        try
        {
            if (pump.Active > 0)
            {
                Exchange();
            }

            Publish();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            Die(exception);
        }
    }

    /// <summary>There is nothing to do for now.</summary>
    public void Rest()
    {
        if (!isResting)
        {
            isResting = true;
            idle.Start();
        }
    }

    /// <summary>
    /// The last call: waits for what the store has not answered yet, so that no write lands after the run's keys are
    /// removed.
    /// </summary>
    public void End()
    {
        if (isDead)
        {
            return;
        }

        try
        {
            Drain();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            Die(exception);
        }
    }

    /// <summary>Waits for the actor to end, then ends the connection.</summary>
    public void Dispose()
    {
        RequestStop();
        WaitForStop();
        pump.Dispose();
        stopping.Dispose();
    }

    /// <summary>Whatever it is, it ends the run with its name and not the process without a message.</summary>
    private void Die(Exception exception)
    {
        isDead = true;
        AddUrgent(Report.Dead(
            Number,
            exception is StoreException ? exception.Message : $"{exception.GetType().Name}: {exception.Message}"));
        Publish();
    }

    private void Drain()
    {
        try
        {
            pump.Stop(timeout);
        }
        catch (StoreException)
        {
            // The run is over, and these operations stay indeterminate.
        }

        mustReport = true;
        Publish();
    }

    private void Exchange()
    {
        try
        {
            pump.Exchange();
        }
        catch (StoreException exception)
        {
            Reconnect(exception);
        }
    }

    private void AddUrgent(in Report report)
    {
        unreported.Add(report);
        mustReport = true;
    }

    private void Publish()
    {
        Operations = pump.Operations;
        FaultOperations = pump.FaultOperations;
        Volatile.Write(ref committed, pump.Committed);
        Volatile.Write(ref waited, pump.Waited.Ticks);
        Volatile.Write(ref allocatedBytes, GC.GetAllocatedBytesForCurrentThread());
        Observe();
        if (unreported.Count > 0 && IsReportDue())
        {
            reports.Add(unreported);
            unreported.Clear();
            mustReport = false;
            heldBackSince = 0;
        }
    }

    /// <summary>
    /// What is done may wait for what is done next, since each report wakes threads of the host, and in a cluster of
    /// the manager: while most lanes are busy, and not for long. All else is reported at once.
    /// </summary>
    private bool IsReportDue()
    {
        if (mustReport || 4 * unreported.Count >= pump.Active)
        {
            return true;
        }

        var now = Stopwatch.GetTimestamp();
        heldBackSince = heldBackSince == 0 ? now : heldBackSince;
        return now - heldBackSince >= MaxHeldBack;
    }

    private void Observe()
    {
        if (pump.Active == 0)
        {
            // What was observed must not be taken for the same job of the next round.
            Volatile.Write(ref running, []);
        }
        else if (observationAsked)
        {
            observationAsked = false;
            var observed = new List<LaneProgress>(pump.Active);
            pump.Observe(observed);
            Volatile.Write(ref running, observed);
        }
    }

    /// <summary>Ends every attempt in flight, then tries for a new connection until the deadline.</summary>
    /// <exception cref="StoreException">The deadline passed, or trying again cannot help.</exception>
    private void Reconnect(StoreException lost)
    {
        AddUrgent(Report.ConnectionLost(Number, KindOf(lost), lost.Message));
        pump.Abandon(lost.Message);
        Publish();
        if (lost.Fault == StoreFault.Protocol)
        {
            throw lost;
        }

        if (TryReconnect(lost) && !stopping.IsSet)
        {
            pump.Resume();
        }
    }

    private bool TryReconnect(StoreException lost)
    {
        var since = Stopwatch.GetTimestamp();
        for (var attempts = 1; !stopping.IsSet; attempts++)
        {
            try
            {
                pump.Reconnect();
                return true;
            }
            catch (StoreException exception) when (exception.Fault is not (StoreFault.Login or StoreFault.Protocol))
            {
                if (Stopwatch.GetElapsedTime(since) > reconnectDeadline)
                {
                    throw new StoreException(
                        exception.Fault,
                        $"the store did not come back within {reconnectDeadline.TotalSeconds:0.#} s: "
                            + $"{exception.Message}; it was lost because {lost.Message}",
                        exception);
                }

                stopping.Wait(RetryPause.AfterConnecting(attempts));
            }
        }

        return false;
    }

    private static string KindOf(StoreException exception) => exception.Fault.ToString().ToLowerInvariant();
}
