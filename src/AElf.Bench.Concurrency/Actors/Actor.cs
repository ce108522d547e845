using System.Diagnostics;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>One actor: a thread, a mailbox, a connection, and a pump that keeps many jobs in flight on it.</summary>
internal sealed class Actor : IAttemptListener, IDisposable
{
    private static readonly TimeSpan ReconnectPause = TimeSpan.FromMilliseconds(50);

    private readonly int number;
    private readonly IAccountStore store;
    private readonly TimeSpan timeout;
    private readonly TimeSpan reconnectDeadline;
    private readonly Mailbox mailbox;
    private readonly IReportSink reports;
    private readonly List<Report> unreported = [];
    private readonly LanePump pump;
    private readonly Thread thread;
    private readonly ManualResetEventSlim stopping = new();
    private readonly IdleClock idle = new();
    private IAccountConnection connection;
    private OperationCounts operationsOfLostConnections;
    private ActorRound? round;
    private long committed;
    private long allocatedBytes;
    private IReadOnlyList<LaneProgress> running = [];
    private volatile bool sampleRequested;

    /// <summary>Opens the actor's connection, so that a store that cannot be reached is known before anything starts.</summary>
    public Actor(
        int number, IAccountStore store, StoreOptions storeOptions, int lanes, Mailbox mailbox, IReportSink reports)
    {
        this.number = number;
        this.store = store;
        this.mailbox = mailbox;
        this.reports = reports;
        timeout = storeOptions.Timeout;
        reconnectDeadline = storeOptions.ReconnectDeadline;
        connection = store.Connect();
        pump = new LanePump(lanes, connection, this, Latency);
        thread = new Thread(Run) { Name = $"actor {number}", IsBackground = true };
    }

    /// <summary>The latencies of the round; the host takes them while the actor is idle.</summary>
    public LatencyHistogram Latency { get; } = new();

    /// <summary>Transfers committed since the actor started.</summary>
    public long Committed => Volatile.Read(ref committed);

    /// <summary>Managed bytes the actor's thread has allocated.</summary>
    public long AllocatedBytes => Volatile.Read(ref allocatedBytes);

    /// <summary>Operations queued since the actor started; read it only after a report of the actor.</summary>
    public OperationCounts Operations { get; private set; }

    /// <summary>Operations of attempts after the first; read it only after a report of the actor.</summary>
    public OperationCounts FaultOperations { get; private set; }

    /// <summary>How long the actor has had nothing in flight since it started.</summary>
    public TimeSpan Idle => idle.Total;

    /// <summary>How far the jobs in flight were when the actor last looked; an actor that is stuck in a receive cannot look.</summary>
    public IReadOnlyList<LaneProgress> Running => Volatile.Read(ref running);

    /// <summary>Jobs waiting.</summary>
    public int Depth => mailbox.Depth;

    /// <summary>Age of the oldest job waiting.</summary>
    public TimeSpan OldestAge => mailbox.OldestAge;

    /// <summary>Starts the thread.</summary>
    public void Start() => thread.Start();

    /// <summary>Asks the actor to stop soon.</summary>
    public void RequestStop()
    {
        stopping.Set();
        mailbox.Close();
    }

    /// <summary>Waits until the actor has stopped: what it had asked of the store is answered or lost, and counted.</summary>
    public void WaitForStop()
    {
        if (thread.IsAlive)
        {
            thread.Join();
        }
    }

    /// <summary>Asks the actor to look at its jobs at its next turn.</summary>
    public void RequestSample() => sampleRequested = true;

    /// <summary>Posts an order; false when the mailbox is full.</summary>
    public bool TryPost(Order order) => mailbox.TryPost(order);

    void IAttemptListener.Done(int group, int epoch) => unreported.Add(new Report.Done(number, group, epoch));

    void IAttemptListener.Failed(AttemptFailure failure) => unreported.Add(new Report.Failed(number, failure));

    void IAttemptListener.Ended(Grant grant)
    {
        if (reports.WantsEnds)
        {
            unreported.Add(new Report.Ended(number, grant));
        }
    }

    /// <summary>Waits for the thread to end, then ends the connection.</summary>
    public void Dispose()
    {
        RequestStop();
        WaitForStop();
        connection.Dispose();
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
            // Whatever it is, it ends the run with its name and not the process without a word.
            unreported.Add(new Report.Dead(number, exception is StoreException ? exception.Message : $"{exception.GetType().Name}: {exception.Message}"));
            Publish();
        }
    }

    /// <summary>Hears what the store still owes, so that no write lands after the run's keys are removed.</summary>
    private void Drain()
    {
        pump.Stop();
        var since = Stopwatch.GetTimestamp();
        try
        {
            while (connection.Outstanding > 0 && Stopwatch.GetElapsedTime(since) < timeout)
            {
                connection.Exchange();
            }
        }
        catch (StoreException)
        {
            // The run is over, and these operations stay in doubt.
        }

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

            OnOrder(order);
            if (pump.Active == 0)
            {
                return true;
            }
        }

        try
        {
            var replies = connection.Exchange();
            pump.Deliver(replies, Stopwatch.GetTimestamp());
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
        while ((round is null || pump.Active < round.LaneQuota) && mailbox.TryTake(out var order))
        {
            OnOrder(order);
        }
    }

    private bool WaitForOrder(out Order order)
    {
        idle.Start();
        var more = mailbox.Take(out order);
        idle.Stop();
        return more;
    }

    private void OnOrder(in Order order)
    {
        if (order.Round is null)
        {
            pump.Abort(order.Grant, "the manager ended it");
            return;
        }

        if (!ReferenceEquals(round, order.Round))
        {
            round = order.Round;
            pump.Open(round.Plan);
        }

        pump.Start(order.Grant, Stopwatch.GetTimestamp());
    }

    private void Publish()
    {
        Operations = operationsOfLostConnections + connection.Operations;
        FaultOperations = pump.FaultOperations;
        Volatile.Write(ref committed, pump.Committed);
        Volatile.Write(ref allocatedBytes, GC.GetAllocatedBytesForCurrentThread());
        SampleLanes();
        if (unreported.Count > 0)
        {
            reports.Add(round, unreported);
            unreported.Clear();
        }
    }

    private void SampleLanes()
    {
        if (pump.Active == 0)
        {
            // What was seen must not be taken for the same job of the next round.
            Volatile.Write(ref running, []);
        }
        else if (sampleRequested)
        {
            sampleRequested = false;
            var seen = new List<LaneProgress>(pump.Active);
            pump.SampleLanes(seen);
            Volatile.Write(ref running, seen);
        }
    }

    /// <summary>Ends every attempt in flight, then tries for a new connection until the deadline.</summary>
    /// <exception cref="StoreException">The deadline passed, or trying again cannot help.</exception>
    private void Reconnect(StoreException lost)
    {
        unreported.Add(new Report.ConnectionLost(number, KindOf(lost), lost.Message));
        operationsOfLostConnections += connection.Operations;
        connection.Dispose();
        connection = new LostConnection();
        pump.Abandon(lost.Message);
        Publish();
        if (lost.Fault == StoreFault.Protocol)
        {
            throw lost;
        }

        connection = ConnectAgain(lost);
        if (!stopping.IsSet)
        {
            pump.Resume(connection, Stopwatch.GetTimestamp());
        }
    }

    private IAccountConnection ConnectAgain(StoreException lost)
    {
        var since = Stopwatch.GetTimestamp();
        while (!stopping.IsSet)
        {
            try
            {
                return store.Connect();
            }
            catch (StoreException exception) when (exception.Fault is StoreFault.Login or StoreFault.Protocol)
            {
                throw;
            }
            catch (StoreException exception) when (Stopwatch.GetElapsedTime(since) > reconnectDeadline)
            {
                throw new StoreException(
                    exception.Fault,
                    $"the store did not come back within {reconnectDeadline.TotalSeconds:0.#} s: {exception.Message}; it was lost because {lost.Message}",
                    exception);
            }
            catch (StoreException)
            {
                stopping.Wait(ReconnectPause);
            }
        }

        return connection;
    }

    private static string KindOf(StoreException exception) => exception.Fault.ToString().ToLowerInvariant();
}
