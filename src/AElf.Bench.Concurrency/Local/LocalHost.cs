using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Local;

/// <summary>Executes rounds on the actors of this process.</summary>
public sealed class LocalHost : IRoundExecutor
{
    private readonly LocalOptions options;
    private readonly Actor[] actors;
    private readonly Mailbox? shared;
    private readonly ReportQueue reports = new();
    private readonly GrantScheduler scheduler;
    private readonly SchedulerWorker worker;
    private long committedBefore;

    /// <summary>Opens a connection for each actor, then starts them.</summary>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    public LocalHost(IPumpFactory pumps, LocalOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        this.options = options;
        var all = options.Actors;
        shared = all.Routing == RoutingStrategy.Pull ? new Mailbox(Capacity(all.Actors), singleReader: false) : null;
        scheduler = new GrantScheduler(
            new SchedulerOptions { Actors = all, Seed = options.Seed, MaxIdleObservations = MaxIdleObservations },
            lastEpoch: 0);
        worker = scheduler.AddWorker(0, "this process", all.Actors, Capacity(all.Actors));
        actors = OpenActors(pumps);
        foreach (var actor in actors)
        {
            actor.Start();
        }
    }

    // What waits, and what is in the lanes.
    private int Capacity(int actorCount) =>
        (int)Math.Min(int.MaxValue, options.Actors.MailboxCapacity + ((long)actorCount * options.Actors.Lanes));

    // Longer than the store may be silent, and away.
    private int MaxIdleObservations =>
        (int)Math.Ceiling(
            ((2 * options.Store.Timeout) + options.Store.ReconnectDeadline) / options.ObservationInterval) + 3;

    /// <inheritdoc/>
    public RoundOutcome Execute(IRound round, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(round);
        committedBefore = actors.Sum(actor => actor.Committed);
        return new LocalRound(round, options, actors, shared, reports, scheduler, worker, Snapshot).Run(cancellation);
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

    /// <summary>Stops the actors; returns when their threads have ended.</summary>
    public void Dispose()
    {
        Array.ForEach(actors, actor => actor.RequestStop());
        Array.ForEach(actors, actor => actor.Dispose());
    }

    private Actor[] OpenActors(IPumpFactory pumps)
    {
        var opened = new List<Actor>(options.Actors.Actors);
        try
        {
            for (var number = 0; number < options.Actors.Actors; number++)
            {
                var mailbox = shared ?? new Mailbox(Capacity(1), singleReader: true);
                opened.Add(new Actor(number, pumps, options.Store, options.Actors.Lanes, mailbox, reports));
            }

            return [.. opened];
        }
        catch (StoreException)
        {
            opened.ForEach(actor => actor.Dispose());
            throw;
        }
    }
}
