using System.Collections.Concurrent;
using System.Diagnostics;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>
/// A thread with a connection that serves several actors. The jobs of all actors fill one buffer, and one exchange with
/// the store answers all of them. The thread lets each actor with free lanes take orders, makes exchanges while jobs
/// are in flight, and sleeps otherwise. The end of the connection ends the attempts of all its actors. Decides the
/// turns of the actors; refuses orders of an actor without a free lane. Next: <see cref="Actor"/>, <c>Pump</c>.
/// </summary>
internal sealed class Dispatcher : IDisposable
{
    private static readonly long MaxHeldBack = StopwatchTicks.From(TimeSpan.FromMilliseconds(5));

    private readonly TimeSpan timeout;
    private readonly TimeSpan reconnectDeadline;
    private readonly IReportSink reports;
    private readonly IPump pump;
    private readonly Thread thread;
    private readonly ManualResetEventSlim stopping = new();
    private readonly List<Actor> actors = [];
    private readonly ConcurrentQueue<Actor> arriving = new();
    private readonly List<Report> unreported = [];

    // An object, not a Lock: the thread waits on it.
    private readonly object gate = new();
    private long heldBackSince;
    private bool mustReport;
    private bool hasStarted;
    private TimeSpan waited;
    private volatile bool isParked;
    private volatile bool isLookDue = true;
    private volatile bool isObservationDue;

    /// <summary>Opens its connection, so that an unreachable store is found before any thread starts.</summary>
    /// <param name="lanes">Maximum of jobs in flight, over all actors that it may serve.</param>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    public Dispatcher(int number, IPumpFactory pumps, StoreOptions storeOptions, int lanes, IReportSink reports)
    {
        this.reports = reports;
        timeout = storeOptions.Timeout;
        reconnectDeadline = storeOptions.ReconnectDeadline;
        pump = pumps.Open(lanes, Latency);
        thread = new Thread(Run) { Name = $"dispatcher {number}", IsBackground = true };
    }

    /// <summary>The latencies of the round. The host reads them while no job is in flight.</summary>
    public LatencyHistogram Latency { get; } = new();

    /// <summary>Punctuality of an open loop's schedule, readable at the same time; null in a closed loop.</summary>
    public ArrivalStats? Arrivals => pump.Arrivals;

    /// <summary>Operations queued since it was opened; valid only after a report.</summary>
    public OperationCounts Operations { get; private set; }

    /// <summary>Operations of attempts after the first; valid only after a report.</summary>
    public OperationCounts FaultOperations { get; private set; }

    /// <summary>Managed bytes that its thread has allocated; valid only after a report.</summary>
    public long AllocatedBytes { get; private set; }

    public void Start()
    {
        hasStarted = true;
        thread.Start();
    }

    /// <summary>Wakes the thread, so that it reads its actors' mailboxes and other changes.</summary>
    public void Wake()
    {
        isLookDue = true;

        // Either this call sees that the thread sleeps, or the thread sees the flag.
        Interlocked.MemoryBarrier();
        if (isParked)
        {
            lock (gate)
            {
                Monitor.Pulse(gate);
            }
        }
    }

    /// <summary>Adds an actor; before the thread starts, or on it.</summary>
    public void Serve(Actor actor)
    {
        actors.Add(actor);
        actor.Join(this);
    }

    /// <summary>Adds an actor without a dispatcher, at the thread's next turn.</summary>
    public void Adopt(Actor actor)
    {
        arriving.Enqueue(actor);
        Wake();
    }

    /// <summary>Requests an observation of the jobs in flight at its next turn.</summary>
    public void RequestObservation() => isObservationDue = true;

    public void RequestStop()
    {
        stopping.Set();
        Wake();
    }

    /// <summary>
    /// Waits until it has stopped. All operations of its actors are then answered or lost, and counted.
    /// </summary>
    public void WaitForStop()
    {
        if (hasStarted)
        {
            thread.Join();
        }
    }

    /// <summary>Waits for it to stop, then ends the connection.</summary>
    public void Dispose()
    {
        RequestStop();
        WaitForStop();
        pump.Dispose();
        stopping.Dispose();
    }

    public void Add(in Report report, bool isUrgent)
    {
        unreported.Add(report);
        mustReport |= isUrgent;
    }

    /// <summary>A lane of one of its actors is free for a waiting order.</summary>
    public void OnLaneFree(in Report ended)
    {
        isLookDue = true;
        if (reports.WantsEnds)
        {
            unreported.Add(ended);
        }
    }

    private void Run()
    {
        try
        {
            while (!stopping.IsSet)
            {
                if (isLookDue)
                {
                    isLookDue = false;
                    Look();
                }

                if (pump.Active > 0 || unreported.Count > 0)
                {
                    Poll();
                }
                else
                {
                    Park();
                }
            }

            Drain();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            Die(exception);
        }
    }

    /// <summary>Adopts new actors, lets each actor take its orders, and releases actors that leave.</summary>
    private void Look()
    {
        while (arriving.TryDequeue(out var actor))
        {
            Serve(actor);
        }

        for (var place = actors.Count - 1; place >= 0; place--)
        {
            var actor = actors[place];
            actor.TakeOrders(pump);
            if (actor.CanLeave)
            {
                actors.RemoveAt(place);
                actor.Home.Adopt(actor);
            }
        }
    }

    /// <summary>Makes one exchange with the store, and reports the results.</summary>
    private void Poll()
    {
        if (pump.Active > 0)
        {
            Exchange();
        }

        Publish();
    }

    /// <summary>Sleeps until the thread is woken.</summary>
    private void Park()
    {
        lock (gate)
        {
            isParked = true;
            Interlocked.MemoryBarrier();
            while (!isLookDue)
            {
                Monitor.Wait(gate);
            }

            isParked = false;
        }
    }

    /// <summary>
    /// Any exception ends the run with a message, not the process.
    /// </summary>
    private void Die(Exception exception)
    {
        Problem reason = exception is StoreException lost
            ? lost.Problem
            : $"{exception.GetType().Name}: {exception.Message}";
        foreach (var actor in actors)
        {
            Add(Report.Dead(actor.Number, reason), isUrgent: true);
        }

        Publish();
    }

    /// <summary>
    /// The last turn: waits for the store's answers, so that no write arrives after the keys of the run are removed.
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

        if (pump.Waited > waited)
        {
            CountWait(pump.Waited);
        }
    }

    // A separate method: a closure in Exchange would be allocated at each exchange.
    private void CountWait(TimeSpan total)
    {
        foreach (var actor in actors)
        {
            actor.CountWait(total - waited);
        }

        waited = total;
    }

    private void Publish()
    {
        Operations = pump.Operations;
        FaultOperations = pump.FaultOperations;
        AllocatedBytes = GC.GetAllocatedBytesForCurrentThread();
        if (isObservationDue)
        {
            isObservationDue = false;
            Observe();
        }

        if (unreported.Count > 0 && IsReportDue())
        {
            reports.Add(unreported);
            unreported.Clear();
            mustReport = false;
            heldBackSince = 0;
        }
    }

    /// <summary>
    /// Whether to send reports now. Reports of done attempts wait a short time for more of them while most lanes are
    /// busy, because each report wakes threads of the host, and in a cluster of the manager. All other reports are sent
    /// at once.
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
        var seen = new List<(JobOwner Owner, LaneProgress Progress)>(pump.Active);
        pump.Observe(seen);
        foreach (var actor in actors)
        {
            actor.Running = [.. seen.Where(lane => lane.Owner == actor).Select(lane => lane.Progress)];
        }
    }

    /// <summary>Ends every attempt in flight, then tries to connect until the deadline.</summary>
    /// <exception cref="StoreException">The deadline passed, or a retry cannot help.</exception>
    private void Reconnect(StoreException lost)
    {
        Add(Report.ConnectionLost(NameOfActors(), KindOf(lost), lost.Problem), isUrgent: true);
        pump.Abandon(lost.Problem);
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
                        exception.Problem with
                        {
                            Text = $"the store did not come back within {reconnectDeadline.TotalSeconds:0.#} s: "
                                + $"{exception.Problem.Text}; it was lost because {lost.Problem.Text}",
                        },
                        exception);
                }

                stopping.Wait(RetryPause.AfterConnecting(attempts));
            }
        }

        return false;
    }

    /// <summary>Such as <c>actor 3</c>, or <c>actors 0, 2, 4</c>.</summary>
    private string NameOfActors()
    {
        var numbers = actors.Select(actor => actor.Number).Order();
        return $"actor{(actors.Count == 1 ? "" : "s")} {string.Join(", ", numbers)}";
    }

    private static string KindOf(StoreException exception) => exception.Fault.ToString().ToLowerInvariant();
}
