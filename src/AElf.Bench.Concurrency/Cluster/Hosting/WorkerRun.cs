using System.Diagnostics;
using System.Runtime;
using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>
/// A run at a worker: the store, the actors, and their results. A separate thread opens and closes it, because a store
/// that does not answer must not delay the heartbeats of the event loop. All other members belong to the event loop. It
/// decides nothing about grants, and refuses them while it has no store. Next: <see cref="WorkerHost"/>.
/// </summary>
internal sealed class WorkerRun : IReportSink
{
    // The same run, closed earlier by mistake. Its earlier results are reported too.
    private readonly WorkerRun? earlier;
    private readonly Func<IPumpFactory> openPumps;
    private readonly StoreOptions storeOptions;
    private readonly ActorOptions actors;
    private readonly Inbox<WorkerHostEvent> inbox;
    private readonly IMailboxes mailboxes;
    private readonly Thread thread;
    private readonly TaskCompletionSource closing = new(TaskCreationOptions.RunContinuationsAsynchronously);

    // The value is the requested actor: a router of the engine may choose another one.
    private readonly Dictionary<(long Round, Grant Grant), int> inFlight = [];
    private readonly Dictionary<(string Kind, string What), int> faults = [];
    private readonly List<long> requested = [];
    private volatile ActorPool? pool;
    private ActorTotals taken;
    private TimeSpan cpu = Environment.CpuUsage.TotalTime;
    private TimeSpan compiling = JitInfo.GetCompilationTime();
    private long round = -1;
    private int jobs;

    /// <summary>Starts to open the run. Orders wait in the mailboxes meanwhile.</summary>
    public WorkerRun(
        string name,
        Func<IPumpFactory> openPumps,
        WorkerHostOptions options,
        ActorOptions actors,
        Inbox<WorkerHostEvent> inbox,
        WorkerRun? earlier = null)
    {
        this.earlier = earlier;
        Name = name;
        this.openPumps = openPumps;
        storeOptions = options.Store;
        this.actors = actors;
        this.inbox = inbox;

        // Each lane has at most one starting and one ending grant.
        mailboxes = options.OpenMailboxes(actors.Actors, actors.Lanes);
        thread = new Thread(RunLoop) { Name = $"run {name}", IsBackground = true };
        thread.Start();
    }

    public string Name { get; }

    /// <summary>Why it failed, from the manager; null without a failure.</summary>
    public string? Failure { get; private set; }

    /// <summary>Whether it closes, or has closed.</summary>
    public bool IsClosing => closing.Task.IsCompleted;

    public bool IsOpen { get; private set; }
    public bool HasEnded { get; private set; }

    /// <summary>Whether a result is requested and no operation is in flight.</summary>
    public bool CanAnswer => requested.Count > 0 && earlier is not { HasEnded: false }
        && (HasEnded || (inFlight.Count == 0 && !IsClosing));

    bool IReportSink.WantsEnds => true;

    /// <summary>The commits of an actor in the run; 0 for an unknown actor.</summary>
    public long CommittedBy(int actor) => pool?.Actors.ElementAtOrDefault(actor)?.Committed ?? 0;

    /// <summary>Dispatchers that serve its actors; 0 before they are connected.</summary>
    public int Dispatchers => pool?.DispatcherCount ?? 0;

    public long CommittedSinceResult => TotalsOf(pool).Committed - taken.Committed;

    /// <summary>Progress of an actor's jobs at its last observation.</summary>
    public IReadOnlyList<LaneProgress> RunningOn(int actor) => pool?.Actors.ElementAtOrDefault(actor)?.Running ?? [];

    public void RequestObservation() => pool?.RequestObservation();

    public void Start(WorkerEffect.Start start)
    {
        if (start.Round != round)
        {
            // Time between two rounds is not idle time.
            round = start.Round;
            taken = taken with { Idle = TotalsOf(pool).Idle };
            ShareActors();
        }

        inFlight[(start.Round, start.Grant)] = start.Actor;
        jobs = Math.Max(jobs, inFlight.Count);
        if (!mailboxes.TryPost(start.Actor, Order.Start(start.Grant, start.Work)))
        {
            throw new InvalidOperationException(
                $"the mailbox of actor {start.Actor} is full at {mailboxes.All[start.Actor].Depth} orders "
                    + $"for {actors.Lanes} lanes");
        }
    }

    /// <summary>Ends a grant early. This only saves work, so a lost order does no harm.</summary>
    public void Abort(int actor, long round, Grant grant) => mailboxes.TryPost(actor, Order.Abort(round, grant));

    public bool Has(int actor, long round, Grant grant) =>
        inFlight.TryGetValue((round, grant), out var meant) && meant == actor;

    /// <summary>Frees the lane of a grant.</summary>
    /// <returns>The report, with the requested actor.</returns>
    public Report End(in Report ended) => inFlight.Remove((ended.Round, ended.Grant), out var meant)
        ? ended with { Actor = meant }
        : ended;

    /// <summary>Its actors are connected. The time for this belongs to no round.</summary>
    public void Opened()
    {
        IsOpen = true;
        cpu = Environment.CpuUsage.TotalTime;
        compiling = JitInfo.GetCompilationTime();
    }

    public void Note(in Report lost)
    {
        var key = (lost.FaultKind, $"{lost.Reason}");
        if (faults.ContainsKey(key) || faults.Count < MessageFormat.MaxFaults)
        {
            faults[key] = faults.GetValueOrDefault(key) + 1;
        }
    }

    /// <summary>
    /// Ends the actors after their pending store operations, then their connections. Returns at once.
    /// </summary>
    public void Close(string? failure)
    {
        Failure ??= failure;
        closing.TrySetResult();
    }

    /// <summary>Takes the remaining grants after its thread has ended.</summary>
    /// <returns>The grants that were in flight and will get no report.</returns>
    public IReadOnlyList<(int Actor, long Round, Grant Grant)> Reap()
    {
        thread.Join();
        HasEnded = true;
        var lost = inFlight.Select(held => (held.Value, held.Key.Round, held.Key.Grant)).ToList();
        inFlight.Clear();
        return lost;
    }

    public void RequestResult(long round)
    {
        if (!requested.Contains(round))
        {
            requested.Add(round);
        }
    }

    /// <summary>Takes the requested results that are available.</summary>
    public IReadOnlyList<(long Round, RoundStats Stats)> TakeResults()
    {
        var results = requested.ConvertAll(round => (round, TakeAllStats()));
        requested.Clear();
        return results;
    }

    void IReportSink.Add(List<Report> reports)
    {
        Report[] kept = [.. reports];
        inbox.Add(new WorkerHostEvent(host => host.OnReports(this, kept), IsReport: true));
    }

    private RoundStats TakeStats()
    {
        var open = pool;
        var before = (cpu, compiling);
        var all = TotalsOf(open);
        var spent = all - taken;
        taken = all;
        cpu = Environment.CpuUsage.TotalTime;
        compiling = JitInfo.GetCompilationTime();
        var met = faults.Select(fault => new StoreFaultCount(fault.Key.Kind, fault.Key.What, fault.Value)).ToArray();
        faults.Clear();
        return spent.Stats(open?.TakeLatency() ?? new LatencyHistogram()) with
        {
            Cpu = cpu - before.cpu,
            Compiling = compiling - before.compiling,
            Dispatchers = Dispatchers,
            Arrivals = open?.TakeArrivals(),
            Faults = met,
        };
    }

    private RoundStats TakeAllStats()
    {
        var own = TakeStats();

        // Times of the process are the same for both.
        return earlier is null
            ? own
            : (own + earlier.TakeAllStats().WithoutTimes()) with { Cpu = own.Cpu, Compiling = own.Compiling };
    }

    private static ActorTotals TotalsOf(ActorPool? open) => open?.Totals ?? default;

    /// <summary>
    /// Chooses the number of dispatchers. A worker learns the jobs of a round one by one. All rounds of a run have the
    /// same jobs, so the maximum in flight in the last round decides for the next round.
    /// </summary>
    private void ShareActors()
    {
        if (jobs > 0)
        {
            pool?.Share(jobs);
        }

        jobs = 0;
    }

    /// <summary>
    /// Opens the actors. A store that is down at this time has as long to return as a store that is lost later.
    /// </summary>
    private ActorPool OpenActors(IPumpFactory pumps)
    {
        var since = Stopwatch.GetTimestamp();
        for (var attempts = 1; ; attempts++)
        {
            try
            {
                return new ActorPool(pumps, actors, storeOptions, mailboxes.All, this);
            }
            catch (StoreException exception) when (
                exception.IsTransient && !IsClosing && Stopwatch.GetElapsedTime(since) < storeOptions.ReconnectDeadline)
            {
                closing.Task.Wait(RetryPause.AfterConnecting(attempts));
            }
        }
    }

    private void RunLoop()
    {
        ActorPool? opened = null;
        IPumpFactory? pumps = null;
        try
        {
            pumps = openPumps();
            opened = OpenActors(pumps);
            if (!IsClosing)
            {
                // The counts must be visible before the report of the actor.
                pool = opened;
                opened.Start();
                inbox.Add(new WorkerHostEvent(host => host.OnOpened(this)));
                closing.Task.Wait();
            }
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // Any exception ends the worker with its name, instead of the process without a message.
            var name = exception is StoreException ? "" : $"{exception.GetType().Name}: ";
            inbox.Add(new WorkerHostEvent(host => host.OnNotOpened(this, name + exception.Message)));
        }

        mailboxes.Dispose();
        opened?.Dispose();
        pumps?.Dispose();
        inbox.Add(new WorkerHostEvent(host => host.EndRun(this)));
    }
}
