using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>The actors of a process over one store, and the dispatchers that serve them.</summary>
internal sealed class ActorPool : IDisposable
{
    private readonly ActorOptions options;
    private readonly ExchangeCost cost;
    private readonly Actor[] actors;
    private readonly Dispatcher[] dispatchers;

    /// <summary>Opens a connection for each possible dispatcher; no thread runs yet.</summary>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    public ActorPool(
        IPumpFactory pumps,
        ActorOptions options,
        StoreOptions storeOptions,
        IReadOnlyList<Mailbox> mailboxes,
        IReportSink reports)
    {
        this.options = options;
        cost = pumps.Cost;
        actors = [.. mailboxes.Select((mailbox, number) => new Actor(number, mailbox, options.Lanes))];
        var lanes = (int)Math.Min(int.MaxValue, (long)options.Lanes * actors.Length);
        var opened = new List<Dispatcher>();
        try
        {
            while (opened.Count < CountFor(int.MaxValue))
            {
                opened.Add(new Dispatcher(opened.Count, pumps, storeOptions, lanes, reports));
            }
        }
        catch (Exception exception)
        {
            opened.ForEach(dispatcher => dispatcher.Dispose());
            if (exception is not StoreException { Problem.Kind: ProblemKind.ConnectionLimit } full)
            {
                throw;
            }

            throw new StoreException(
                full.Fault,
                StoreProblems.ConnectionLimit($"{storeOptions.Address}", DispatcherRule.ConnectionsFor(options, cost)),
                full);
        }

        dispatchers = [.. opened];
        DispatcherCount = dispatchers.Length;
        Array.ForEach(actors, actor => DispatcherOf(actor).Serve(actor));
        foreach (var readers in actors.GroupBy(actor => mailboxes[actor.Number]))
        {
            readers.Key.Posted = readers.Skip(1).Any() ? WakeAll : readers.Single().Wake;
        }
    }

    public IReadOnlyList<Actor> Actors => actors;

    /// <summary>Number of dispatchers in the current round, or in the last one.</summary>
    public int DispatcherCount { get; private set; }

    /// <summary>Totals of all actors since they started. During a round, only the idle time may be read.</summary>
    public ActorTotals Totals => new(
        dispatchers.Aggregate(default(OperationCounts), (sum, each) => sum + each.Operations),
        dispatchers.Aggregate(default(OperationCounts), (sum, each) => sum + each.FaultOperations),
        actors.Sum(actor => actor.Committed),
        dispatchers.Sum(each => each.AllocatedBytes),
        actors.Aggregate(TimeSpan.Zero, (sum, actor) => sum + actor.Idle));

    public void Start() => Array.ForEach(dispatchers, dispatcher => dispatcher.Start());

    /// <summary>Distributes the actors over the dispatchers that are useful for <paramref name="jobs"/> jobs.</summary>
    public void Share(int jobs)
    {
        var count = CountFor(jobs);
        if (count != DispatcherCount)
        {
            DispatcherCount = count;
            Array.ForEach(actors, actor => actor.MoveTo(DispatcherOf(actor)));
        }
    }

    public void RequestObservation() => Array.ForEach(dispatchers, dispatcher => dispatcher.RequestObservation());

    /// <summary>Merges the latencies of the last round, and resets them.</summary>
    public LatencyHistogram TakeLatency()
    {
        var merged = new LatencyHistogram();
        foreach (var dispatcher in dispatchers)
        {
            merged.Add(dispatcher.Latency);
            dispatcher.Latency.Reset();
        }

        return merged;
    }

    /// <summary>Returns the punctuality of the last round's schedule; null in a closed loop.</summary>
    public ArrivalStats? TakeArrivals()
    {
        var merged = ArrivalStats.Merge(dispatchers.Select(dispatcher => dispatcher.Arrivals));
        Array.ForEach(dispatchers, dispatcher => dispatcher.Arrivals?.Reset());
        return merged;
    }

    /// <summary>Ends the threads. All their store operations are then answered or lost, and counted.</summary>
    public void Stop()
    {
        Array.ForEach(dispatchers, dispatcher => dispatcher.RequestStop());
        Array.ForEach(dispatchers, dispatcher => dispatcher.WaitForStop());
    }

    public void Dispose()
    {
        Stop();
        Array.ForEach(dispatchers, dispatcher => dispatcher.Dispose());
    }

    private int CountFor(int jobs) => DispatcherRule.CountFor(options, jobs, cost, Environment.ProcessorCount);

    /// <summary>The dispatcher of an actor; neighbours share one.</summary>
    private Dispatcher DispatcherOf(Actor actor) =>
        dispatchers[(int)((long)actor.Number * DispatcherCount / actors.Length)];

    private void WakeAll()
    {
        for (var number = 0; number < DispatcherCount; number++)
        {
            dispatchers[number].Wake();
        }
    }
}

/// <summary>The totals of the actors of a process.</summary>
internal readonly record struct ActorTotals(
    OperationCounts Operations, OperationCounts FaultOperations, long Committed, long AllocatedBytes, TimeSpan Idle)
{
    /// <summary>As the measurements of a round with these latencies.</summary>
    public RoundStats Stats(LatencyHistogram latency) => new()
    {
        Operations = Operations,
        FaultOperations = FaultOperations,
        Committed = Committed,
        AllocatedBytes = AllocatedBytes,
        Idle = Idle,
        Latency = latency,
    };

    public static ActorTotals operator -(ActorTotals left, ActorTotals right) => new(
        left.Operations - right.Operations,
        left.FaultOperations - right.FaultOperations,
        left.Committed - right.Committed,
        left.AllocatedBytes - right.AllocatedBytes,
        left.Idle - right.Idle);
}
