using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>Connections to a simulated store, where nothing else of a store is asked for.</summary>
public sealed class SimulatedAccounts(Func<IAccountConnection> connect) : IAccountStore
{
    /// <inheritdoc/>
    public StoreDescription Description { get; } = new() { Type = "simulated", Client = "simulated" };

    /// <inheritdoc/>
    public IAccountConnection Connect() => connect();

    /// <inheritdoc/>
    public IReadOnlyList<ShardCounters> ReadCounters() => [];

    /// <inheritdoc/>
    public bool TryTakeRunLock() => true;

    /// <inheritdoc/>
    public void ReleaseRunLock()
    {
        // Nobody else drives a simulated run.
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        // Connections belong to whoever opened them.
    }
}
