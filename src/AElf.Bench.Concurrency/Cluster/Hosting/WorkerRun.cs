using System.Diagnostics;
using System.Runtime;
using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>
/// A run at a worker: the store, an actor for each connection, and what they have done. A thread of its own opens and closes it, since a store
/// that does not answer must not keep the event loop from its heartbeats. All else is the event loop's.
/// </summary>
internal sealed class WorkerRun : IReportSink
{
    private readonly Func<IStore> openStore;
    private readonly StoreOptions storeOptions;
    private readonly int lanes;
    private readonly Inbox<WorkerHostEvent> inbox;
    private readonly Mailbox[] mailboxes;
    private readonly Thread thread;
    private readonly TaskCompletionSource closing = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Dictionary<(int Actor, Grant Work), RoundPlan> inFlight = [];
    private readonly Dictionary<(string Kind, string What), int> faults = [];
    private readonly List<long> asked = [];
    private volatile Actor[] actors = [];
    private ActorRound? round;
    private Frame.RoundStats? reported;
    private OperationCounts operations;
    private OperationCounts faultOperations;
    private long committed;
    private long allocatedBytes;
    private TimeSpan cpu = Environment.CpuUsage.TotalTime;
    private TimeSpan compiling = JitInfo.GetCompilationTime();
    private TimeSpan idle;

    /// <summary>Starts to open the run. Orders wait in the mailboxes until that is done.</summary>
    public WorkerRun(string name, Func<IStore> openStore, StoreOptions storeOptions, int actorCount, int lanes, Inbox<WorkerHostEvent> inbox)
    {
        Name = name;
        this.openStore = openStore;
        this.storeOptions = storeOptions;
        this.inbox = inbox;
        this.lanes = lanes;

        // For each lane there is at most one grant that starts, and one that is told to end.
        mailboxes = [.. Enumerable.Range(0, actorCount).Select(_ => new Mailbox(2 * lanes, singleReader: true))];
        thread = new Thread(RunLoop) { Name = $"run {name}", IsBackground = true };
        thread.Start();
    }

    /// <summary>The run.</summary>
    public string Name { get; }

    /// <summary>Why it failed, as the manager said; null when it did not.</summary>
    public string? Failure { get; private set; }

    /// <summary>Whether it shall close, or has.</summary>
    public bool IsClosing => closing.Task.IsCompleted;

    /// <summary>Whether its threads and connections have ended.</summary>
    public bool HasEnded { get; private set; }

    /// <summary>Whether figures are wanted that can be told: nothing is in flight.</summary>
    public bool CanAnswer => asked.Count > 0 && (HasEnded || (inFlight.Count == 0 && !IsClosing));

    bool IReportSink.WantsEnds => true;

    /// <summary>Transfers an actor has committed in the run.</summary>
    public long CommittedBy(int actor) => actors is { Length: > 0 } open ? open[actor].Committed : 0;

    /// <summary>Transfers committed since figures were last taken.</summary>
    public long CommittedSinceReport => actors.Sum(actor => actor.Committed) - committed;

    /// <summary>How far an actor's jobs were when it last looked.</summary>
    public IReadOnlyList<LaneProgress> RunningOn(int actor) => actors is { Length: > 0 } open ? open[actor].Running : [];

    /// <summary>Asks all actors to look at their jobs at their next turn.</summary>
    public void RequestSample() => Array.ForEach(actors, actor => actor.RequestSample());

    /// <summary>Starts a grant in a free lane.</summary>
    public void Start(int actor, RoundPlan plan, Grant work)
    {
        if (!ReferenceEquals(plan, round?.Plan))
        {
            round = new ActorRound(plan, int.MaxValue);

            // What passed between two rounds is no idle time of either.
            idle = IdleOf(actors);
        }

        inFlight.Add((actor, work), plan);
        if (!mailboxes[actor].TryPost(new Order(round, work, Stopwatch.GetTimestamp())))
        {
            throw new InvalidOperationException($"the mailbox of actor {actor} is full at {mailboxes[actor].Depth} orders for {lanes} lanes");
        }
    }

    /// <summary>Ends a grant early. That saves work and nothing else: it does not matter whether the actor still hears it.</summary>
    public void Abort(int actor, Grant work) => mailboxes[actor].TryPost(new Order(null, work, Stopwatch.GetTimestamp()));

    /// <summary>Whether a grant was started and has not ended.</summary>
    public bool Has(int actor, Grant work) => inFlight.ContainsKey((actor, work));

    /// <summary>Takes note that the lane of a grant is free.</summary>
    public void End(int actor, Grant work) => inFlight.Remove((actor, work));

    /// <summary>Takes note of a lost connection.</summary>
    public void Note(Report.ConnectionLost lost)
    {
        var key = (lost.Kind, $"actor {lost.Actor}: {lost.Reason}");
        faults[key] = faults.GetValueOrDefault(key) + 1;
    }

    /// <summary>Ends the actors when what they asked of the store is answered or timed out, then their connections. Does not wait for it.</summary>
    public void Close(string? failure)
    {
        Failure ??= failure;
        closing.TrySetResult();
    }

    /// <summary>Its thread has said its last word.</summary>
    /// <returns>The grants that were in flight and will never be reported on.</returns>
    public IReadOnlyList<(int Actor, RoundPlan Plan, Grant Work)> Reap()
    {
        thread.Join();
        HasEnded = true;
        var lost = inFlight.Select(grant => (grant.Key.Actor, grant.Value, grant.Key.Work)).ToList();
        inFlight.Clear();
        return lost;
    }

    /// <summary>The figures of a block are wanted.</summary>
    public void Ask(long block)
    {
        if (!asked.Contains(block))
        {
            asked.Add(block);
        }
    }

    /// <summary>The figures that are wanted; the last ones again when it is they, since the answer may have been lost with its connection.</summary>
    public List<Frame.RoundStats> Answer()
    {
        var answers = asked.ConvertAll(block => reported = reported?.Block == block ? reported : CollectStats(block));
        asked.Clear();
        return answers;
    }

    void IReportSink.Add(ActorRound? round, List<Report> reports) => inbox.Add(new WorkerHostEvent.Reported(this, round, [.. reports]));

    private Frame.RoundStats CollectStats(long block)
    {
        var open = actors;
        var before = (operations, faultOperations, committed, allocatedBytes, cpu, compiling, idle);
        operations = open.Aggregate(default(OperationCounts), (sum, actor) => sum + actor.Operations);
        faultOperations = open.Aggregate(default(OperationCounts), (sum, actor) => sum + actor.FaultOperations);
        committed = open.Sum(actor => actor.Committed);
        allocatedBytes = open.Sum(actor => actor.AllocatedBytes);
        cpu = Environment.CpuUsage.TotalTime;
        compiling = JitInfo.GetCompilationTime();
        idle = IdleOf(open);
        var latency = new LatencyHistogram();
        foreach (var actor in open)
        {
            latency.Add(actor.Latency);
            actor.Latency.Reset();
        }

        var met = faults.Select(fault => new WorkerFault(fault.Key.Kind, fault.Key.What, fault.Value)).ToArray();
        faults.Clear();
        return new Frame.RoundStats(
            Name,
            block,
            operations - before.operations,
            faultOperations - before.faultOperations,
            committed - before.committed,
            allocatedBytes - before.allocatedBytes,
            cpu - before.cpu,
            compiling - before.compiling,
            idle - before.idle,
            latency,
            met);
    }

    private static TimeSpan IdleOf(Actor[] open) => open.Aggregate(TimeSpan.Zero, (sum, actor) => sum + actor.Idle);

    /// <summary>Opens an actor; a store that is away has as long to come back as one that is lost later.</summary>
    private Actor OpenActor(int number, IStore store)
    {
        var since = Stopwatch.GetTimestamp();
        for (var attempts = 1; ; attempts++)
        {
            try
            {
                return new Actor(number, store, storeOptions, lanes, mailboxes[number], this);
            }
            catch (StoreException exception)
                when (exception.IsTransient && !IsClosing && Stopwatch.GetElapsedTime(since) < storeOptions.ReconnectDeadline)
            {
                closing.Task.Wait(RetryPause.After(attempts));
            }
        }
    }

    private void RunLoop()
    {
        var opened = new List<Actor>();
        IStore? store = null;
        try
        {
            store = openStore();
            while (opened.Count < mailboxes.Length && !IsClosing)
            {
                opened.Add(OpenActor(opened.Count, store));
            }

            if (!IsClosing)
            {
                // Whoever hears of what an actor did must find its figures here.
                actors = [.. opened];
                opened.ForEach(actor => actor.Start());
                inbox.Add(new WorkerHostEvent.RunOpened(this));
                closing.Task.Wait();
            }
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // Whatever it is, it ends the worker with its name and not the process without a word.
            inbox.Add(new WorkerHostEvent.RunNotOpened(this, exception is StoreException ? exception.Message : $"{exception.GetType().Name}: {exception.Message}"));
        }

        opened.ForEach(actor => actor.RequestStop());
        opened.ForEach(actor => actor.Dispose());
        store?.Dispose();
        inbox.Add(new WorkerHostEvent.RunClosed(this));
    }
}
