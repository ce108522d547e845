using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>Connections to a simulated store; a simulation needs no other member of a store.</summary>
public sealed class SimulatedAccounts(Func<IAccountConnection> connect) : IAccountStore
{
    public StoreDescription Description { get; } = new() { Type = "simulated", Client = "simulated" };

    public IAccountConnection Connect() => connect();

    public IReadOnlyList<ShardCounters> ReadCounters() => [];

    public bool TryTakeRunLock() => true;

    public void ReleaseRunLock()
    {
        // No other program uses a simulated run.
    }

    public void Dispose()
    {
        // The code that opened a connection disposes of it.
    }
}
