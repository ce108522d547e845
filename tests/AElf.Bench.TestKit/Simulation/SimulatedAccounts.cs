using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>Connections to a simulated store, where nothing else of a store is asked for.</summary>
public sealed class SimulatedAccounts(Func<IAccountConnection> connect) : IAccountStore
{
    public StoreDescription Description { get; } = new() { Type = "simulated", Client = "simulated" };

    public IAccountConnection Connect() => connect();

    public IReadOnlyList<ShardCounters> ReadCounters() => [];

    public bool TryTakeRunLock() => true;

    public void ReleaseRunLock()
    {
        // Nobody else drives a simulated run.
    }

    public void Dispose()
    {
        // Connections belong to whoever opened them.
    }
}
