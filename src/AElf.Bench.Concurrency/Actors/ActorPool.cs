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

    /// <summary>Opens the connection of each dispatcher there may come to be; nothing runs yet.</summary>
    /// <param name="pumps">Opens their pumps.</param>
    /// <param name="options">How many actors and lanes, and how many dispatchers.</param>
    /// <param name="storeOptions">The store's time limits.</param>
    /// <param name="mailboxes">The actors' mailboxes.</param>
    /// <param name="reports">Where they report to.</param>
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
        catch
        {
            opened.ForEach(dispatcher => dispatcher.Dispose());
            throw;
        }

        dispatchers = [.. opened];
        DispatcherCount = dispatchers.Length;
        Array.ForEach(actors, actor => DispatcherOf(actor).Serve(actor));
        foreach (var readers in actors.GroupBy(actor => mailboxes[actor.Number]))
        {
            readers.Key.Posted = readers.Skip(1).Any() ? WakeAll : readers.Single().Wake;
        }
    }

    /// <summary>The actors.</summary>
    public IReadOnlyList<Actor> Actors => actors;

    /// <summary>Dispatchers that serve them, in the round there is or was last.</summary>
    public int DispatcherCount { get; private set; }

    /// <summary>What all have used since they started; read it only between rounds, but for the idle time.</summary>
    public ActorTotals Totals => new(
        dispatchers.Aggregate(default(OperationCounts), (sum, each) => sum + each.Operations),
        dispatchers.Aggregate(default(OperationCounts), (sum, each) => sum + each.FaultOperations),
        actors.Sum(actor => actor.Committed),
        dispatchers.Sum(each => each.AllocatedBytes),
        actors.Aggregate(TimeSpan.Zero, (sum, actor) => sum + actor.Idle));

    /// <summary>Starts the threads.</summary>
    public void Start() => Array.ForEach(dispatchers, dispatcher => dispatcher.Start());

    /// <summary>Shares the actors out among as many dispatchers as pay for so many jobs.</summary>
    public void Share(int jobs)
    {
        var count = CountFor(jobs);
        if (count != DispatcherCount)
        {
            DispatcherCount = count;
            Array.ForEach(actors, actor => actor.MoveTo(DispatcherOf(actor)));
        }
    }

    /// <summary>Asks for an observation of the jobs in flight soon.</summary>
    public void RequestObservation() => Array.ForEach(dispatchers, dispatcher => dispatcher.RequestObservation());

    /// <summary>Takes the latencies of the round that is over.</summary>
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

    /// <summary>Takes how the schedule of that round was kept; null in a closed loop.</summary>
    public ArrivalStats? TakeArrivals()
    {
        var merged = ArrivalStats.Merge(dispatchers.Select(dispatcher => dispatcher.Arrivals));
        Array.ForEach(dispatchers, dispatcher => dispatcher.Arrivals?.Reset());
        return merged;
    }

    /// <summary>Ends the threads: all they had asked of the store is then answered or lost, and counted.</summary>
    public void Stop()
    {
        Array.ForEach(dispatchers, dispatcher => dispatcher.RequestStop());
        Array.ForEach(dispatchers, dispatcher => dispatcher.WaitForStop());
    }

    /// <summary>Ends the threads and the connections.</summary>
    public void Dispose()
    {
        Stop();
        Array.ForEach(dispatchers, dispatcher => dispatcher.Dispose());
    }

    private int CountFor(int jobs) => DispatcherRule.CountFor(options, jobs, cost, Environment.ProcessorCount);

    /// <summary>Which one an actor is to be served by: neighbours share one.</summary>
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

/// <summary>What the actors of a process have used and done.</summary>
internal readonly record struct ActorTotals(
    OperationCounts Operations, OperationCounts FaultOperations, long Committed, long AllocatedBytes, TimeSpan Idle)
{
    public static ActorTotals operator -(ActorTotals left, ActorTotals right) => new(
        left.Operations - right.Operations,
        left.FaultOperations - right.FaultOperations,
        left.Committed - right.Committed,
        left.AllocatedBytes - right.AllocatedBytes,
        left.Idle - right.Idle);
}
