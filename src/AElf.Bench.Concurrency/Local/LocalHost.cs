using System.Diagnostics;
using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Concurrency.Local;

/// <summary>Runs rounds on the actors of this process, and grants failed groups again.</summary>
public sealed class LocalHost : ITransferExecutor
{
    private readonly LocalOptions options;
    private readonly Actor[] actors;
    private readonly Mailbox? shared;
    private readonly ReportQueue reports = new();
    private readonly Dispatcher dispatcher;
    private long committedBefore;
    private int lastEpoch;

    /// <summary>Opens a connection for each actor, then starts them.</summary>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    public LocalHost(IAccountStore store, LocalOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        this.options = options;
        var pulls = options.Actors.Routing == RoutingStrategy.Pull;
        shared = pulls ? new Mailbox(options.Actors.MailboxCapacity, singleReader: false) : null;
        actors = OpenActors(store);
        dispatcher = new Dispatcher(options, actors, shared);
        foreach (var actor in actors)
        {
            actor.Start();
        }
    }

    /// <inheritdoc/>
    public RoundOutcome Execute(RoundPlan plan, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(plan);
        committedBefore = actors.Sum(actor => actor.Committed);
        var round = new LocalRound(plan, options, actors, reports, dispatcher, Snapshot, lastEpoch);
        var outcome = round.Run(cancellation);
        lastEpoch = round.LastEpoch;
        return outcome;
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

    private Actor[] OpenActors(IAccountStore store)
    {
        var opened = new List<Actor>(options.Actors.Actors);
        try
        {
            for (var number = 0; number < options.Actors.Actors; number++)
            {
                var mailbox = shared ?? new Mailbox(options.Actors.MailboxCapacity, singleReader: true);
                opened.Add(new Actor(number, store, options.Store, options.Actors.Lanes, mailbox, reports));
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
