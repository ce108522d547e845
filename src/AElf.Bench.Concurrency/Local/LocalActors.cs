using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Local;

/// <summary>The actors of this process, each a thread, with a mailbox each or one that all pull from.</summary>
internal sealed class LocalActors : ILocalActors, IDisposable
{
    private readonly Actor[] actors;
    private readonly Mailbox? shared;
    private long committedBefore;

    /// <summary>Opens a connection for each actor, then starts them.</summary>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    public LocalActors(IPumpFactory pumps, LocalOptions options)
    {
        var count = options.Actors.Actors;
        shared = options.Actors.Routing == RoutingStrategy.Pull
            ? new Mailbox(options.CapacityOf(count), singleReader: false)
            : null;
        var opened = new List<Actor>(count);
        try
        {
            for (var number = 0; number < count; number++)
            {
                var mailbox = shared ?? new Mailbox(options.CapacityOf(1), singleReader: true);
                opened.Add(new Actor(number, pumps, options.Store, options.Actors.Lanes, mailbox, Reports));
            }
        }
        catch (StoreException)
        {
            opened.ForEach(actor => actor.Dispose());
            throw;
        }

        actors = [.. opened];
        Array.ForEach(actors, actor => actor.Start());
    }

    /// <summary>What they report.</summary>
    public ReportQueue Reports { get; } = new();

    /// <summary>What each has committed since it started.</summary>
    public long[] Committed => [.. actors.Select(actor => actor.Committed)];

    /// <summary>What all of them have used since they started; read it only between rounds.</summary>
    public ActorTotals Totals => actors.Aggregate(default(ActorTotals), (sum, actor) => sum + ActorTotals.Of(actor));

    /// <summary>A round begins.</summary>
    /// <param name="laneQuota">Jobs that an actor takes at once.</param>
    public void BeginRound(int laneQuota)
    {
        committedBefore = actors.Sum(actor => actor.Committed);
        Array.ForEach(actors, actor => actor.LaneQuota = laneQuota);
    }

    /// <inheritdoc/>
    public bool TryPost(int actor, Grant grant, in GrantWork work)
    {
        var order = Order.Start(grant, work);
        return shared?.TryPost(order) ?? actors[actor].TryPost(order);
    }

    /// <inheritdoc/>
    public ExecutorSnapshot Snapshot()
    {
        var committed = -committedBefore;
        var deepest = 0;
        var oldest = TimeSpan.Zero;
        foreach (var actor in actors)
        {
            committed += actor.Committed;
            deepest = Math.Max(deepest, actor.Depth);
            oldest = actor.OldestAge > oldest ? actor.OldestAge : oldest;
        }

        return new ExecutorSnapshot(committed, deepest, oldest);
    }

    /// <inheritdoc/>
    public IEnumerable<(int Actor, LaneProgress Lane)> Running() =>
        actors.SelectMany((actor, number) => actor.Running.Select(lane => (number, lane)));

    /// <inheritdoc/>
    public void RequestObservation() => Array.ForEach(actors, actor => actor.RequestObservation());

    /// <summary>Takes the latencies of the round that is over.</summary>
    public LatencyHistogram TakeLatency()
    {
        var merged = new LatencyHistogram();
        foreach (var actor in actors)
        {
            merged.Add(actor.Latency);
            actor.Latency.Reset();
        }

        return merged;
    }

    /// <summary>Takes how the schedule of that round was kept; null in a closed loop.</summary>
    public ArrivalStats? TakeArrivals()
    {
        var merged = ArrivalStats.Merge(actors.Select(actor => actor.Arrivals));
        Array.ForEach(actors, actor => actor.Arrivals?.Reset());
        return merged;
    }

    /// <summary>Ends the threads: all they had asked of the store is then answered or lost, and counted.</summary>
    public void Stop()
    {
        Array.ForEach(actors, actor => actor.RequestStop());
        Array.ForEach(actors, actor => actor.WaitForStop());
    }

    /// <summary>Stops the actors; returns when their threads have ended.</summary>
    public void Dispose()
    {
        Stop();
        Array.ForEach(actors, actor => actor.Dispose());
    }
}

/// <summary>What actors have used.</summary>
internal readonly record struct ActorTotals(
    OperationCounts Operations, OperationCounts FaultOperations, long AllocatedBytes, TimeSpan Idle)
{
    public static ActorTotals Of(Actor actor) =>
        new(actor.Operations, actor.FaultOperations, actor.AllocatedBytes, actor.Idle);

    public static ActorTotals operator +(ActorTotals left, ActorTotals right) => new(
        left.Operations + right.Operations,
        left.FaultOperations + right.FaultOperations,
        left.AllocatedBytes + right.AllocatedBytes,
        left.Idle + right.Idle);

    public static ActorTotals operator -(ActorTotals left, ActorTotals right) => new(
        left.Operations - right.Operations,
        left.FaultOperations - right.FaultOperations,
        left.AllocatedBytes - right.AllocatedBytes,
        left.Idle - right.Idle);
}
