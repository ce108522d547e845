using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Local;

/// <summary>Executes rounds on the actors of this process.</summary>
public sealed class LocalHost : IRoundExecutor
{
    private readonly LocalOptions options;
    private readonly LocalActors actors;
    private readonly LocalScheduler scheduler;

    /// <summary>Opens the connections of its dispatchers, then starts them.</summary>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    public LocalHost(IPumpFactory pumps, LocalOptions options)
    {
        this.options = options;
        scheduler = new LocalScheduler(options, ProtocolGuards.All);
        actors = new LocalActors(pumps, options);
    }

    public RoundOutcome Execute(IRound round, CancellationToken cancellation) =>
        new LocalRound(round, options, scheduler, actors).Run(cancellation);

    public ExecutorSnapshot Snapshot() => actors.Snapshot();

    /// <summary>Stops the actors; returns when their threads have ended.</summary>
    public void Dispose() => actors.Dispose();
}
