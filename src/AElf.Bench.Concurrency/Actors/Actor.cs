using System.Diagnostics;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>
/// One actor: a thread, a mailbox, and a pump that keeps many jobs in flight on a connection of its own.
/// </summary>
internal sealed class Actor : IAttemptListener, IDisposable
{
    private static readonly long MaxHeldBack = StopwatchTicks.From(TimeSpan.FromMilliseconds(5));

    private readonly int number;
    private readonly TimeSpan timeout;
    private readonly TimeSpan reconnectDeadline;
    private readonly Mailbox mailbox;
    private readonly IReportSink reports;
    private readonly List<Report> unreported = [];
    private readonly IPump pump;
    private readonly Thread thread;
    private readonly ManualResetEventSlim stopping = new();
    private readonly IdleClock idle = new();
    private long committed;
    private long allocatedBytes;
    private long waited;
    private long heldBackSince;
    private bool mustReport;
    private IReadOnlyList<LaneProgress> running = [];
    private volatile bool observationAsked;
    private volatile int laneQuota = int.MaxValue;

    /// <summary>
    /// Opens the actor's connection, so that a store that cannot be reached is known before anything starts.
    /// </summary>
    public Actor(
        int number, IPumpFactory pumps, StoreOptions storeOptions, int lanes, Mailbox mailbox, IReportSink reports)
    {
        this.number = number;
        this.mailbox = mailbox;
        this.reports = reports;
        timeout = storeOptions.Timeout;
        reconnectDeadline = storeOptions.ReconnectDeadline;
        pump = pumps.Open(lanes, this, Latency);
        thread = new Thread(Run) { Name = $"actor {number}", IsBackground = true };
    }

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

    /// <summary>Starts the thread.</summary>
    public void Start() => thread.Start();

    /// <summary>Asks the actor to stop soon.</summary>
    public void RequestStop()
    {
        stopping.Set();
        mailbox.Close();
    }

    /// <summary>
    /// Waits until the actor has stopped: what it had asked of the store is answered or lost, and counted.
    /// </summary>
    public void WaitForStop()
    {
        if (thread.IsAlive)
        {
            thread.Join();
        }
    }

    /// <summary>Asks the actor to observe its jobs at its next turn.</summary>
    public void RequestObservation() => observationAsked = true;

    /// <summary>Posts an order; false when the mailbox is full.</summary>
    public bool TryPost(Order order) => mailbox.TryPost(order);

    void IAttemptListener.Done(long round, Attempt attempt) => unreported.Add(Report.Done(number, round, attempt));

    void IAttemptListener.Failed(long round, AttemptFailure failure) =>
        AddUrgent(Report.Failed(number, round, failure));

    void IAttemptListener.Ended(long round, Grant grant)
    {
        if (reports.WantsEnds)
        {
            unreported.Add(Report.Ended(number, round, grant));
        }
    }

    /// <summary>Waits for the thread to end, then ends the connection.</summary>
    public void Dispose()
    {
        RequestStop();
        WaitForStop();
        pump.Dispose();
        stopping.Dispose();
    }

    private void Run()
    {
        try
        {
            while (!stopping.IsSet && Turn())
            {
                // Each turn is one exchange with the store.
            }

            Drain();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // Whatever it is, it ends the run with its name and not the process without a message.
            AddUrgent(Report.Dead(
                number,
                exception is StoreException ? exception.Message : $"{exception.GetType().Name}: {exception.Message}"));
            Publish();
        }
    }

    /// <summary>
    /// Waits for what the store has not answered yet, so that no write lands after the run's keys are removed.
    /// </summary>
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

    private bool Turn()
    {
        TakeOrders();
        if (pump.Active == 0)
        {
            if (!WaitForOrder(out var order))
            {
                return false;
            }

            Handle(order);
            if (pump.Active == 0)
            {
                // What was done without an operation is reported all the same.
                Publish();
                return true;
            }
        }

        try
        {
            pump.Exchange();
        }
        catch (StoreException exception)
        {
            Reconnect(exception);
        }

        Publish();
        return true;
    }

    private void TakeOrders()
    {
        while (pump.Active < laneQuota && mailbox.TryTake(out var order))
        {
            Handle(order);
        }
    }

    private bool WaitForOrder(out Order order)
    {
        idle.Start();
        var more = mailbox.Take(out order);
        idle.Stop();
        return more;
    }

    private void Handle(in Order order)
    {
        if (order.Starts)
        {
            pump.Start(order.Grant, order.Work);
        }
        else
        {
            pump.Abort(order.Work.RoundNumber, order.Grant, "the manager ended it");
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
        AddUrgent(Report.ConnectionLost(number, KindOf(lost), lost.Message));
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
