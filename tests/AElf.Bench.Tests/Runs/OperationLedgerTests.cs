using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Storage.Memory;

namespace AElf.Bench.Tests.Runs;

public sealed class OperationLedgerTests
{
    [Fact]
    public void Servers_that_list_no_commands_are_met_and_their_counts_unavailable()
    {
        using var store = new CountingStore(new MemoryStore()) { Unavailable = "it lists none" };
        var ledger = new OperationLedger(store);

        ledger.ReadServers();
        ledger.OpenRound();

        Assert.Null(ledger.CloseRound());
        Assert.Equal("it lists none", ledger.Unavailable);
        Assert.Empty(ledger.Faults);
        Assert.Equal("garnet 2.2.8", Assert.Single(ledger.Shards).Version);
    }

    [Fact]
    public void Counts_that_a_server_stops_to_list_are_lost()
    {
        using var store = new CountingStore(new MemoryStore());
        var ledger = new OperationLedger(store);
        ledger.ReadServers();
        ledger.OpenRound();

        store.Unavailable = "it lists none";
        ledger.CloseRound();

        Assert.Equal("ledger", Assert.Single(ledger.Faults).Kind);
    }

    /// <summary>A store whose server calls itself Garnet and may list no commands.</summary>
    private sealed class CountingStore(MemoryStore store) : IStore
    {
        public string? Unavailable { get; set; }

        public StoreDescription Description => store.Description;

        public IStoreConnection Connect() => store.Connect();

        public IReadOnlyList<ShardCounters> ReadCounters() =>
        [
            .. store.ReadCounters().Select(shard => shard with
            {
                Version = "garnet 2.2.8", CpuSeconds = 1, OperationsUnavailable = Unavailable,
            }),
        ];

        public bool TryTakeRunLock() => store.TryTakeRunLock();

        public void ReleaseRunLock() => store.ReleaseRunLock();

        public void Dispose() => store.Dispose();
    }
}
