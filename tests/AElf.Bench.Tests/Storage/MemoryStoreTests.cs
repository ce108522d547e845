using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Memory;
using AElf.Bench.TestKit.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Tests.Storage;

/// <summary>The store of bytes in this process.</summary>
public sealed class MemoryStoreTests : StoreContract
{
    [Fact]
    public void Counters_stay_when_their_connection_has_ended()
    {
        using var store = new MemoryStore();
        using (var connection = store.Connect())
        {
            connection.Set("a"u8, "1"u8, 0);
            connection.Get("a"u8, 0);
            connection.Get("b"u8, 0);
            connection.Exchange();
        }

        var counters = Assert.Single(store.ReadCounters());

        Assert.Equal(
            new OperationCounts(Get: 2, Set: 1, MultiGet: 0, MultiSet: 0, KeysRead: 2, KeysWritten: 1),
            counters.Operations);
        Assert.Equal(1, counters.Keys);
    }

    protected override IStore CreateStore(RunId run) => new MemoryStore();
}

/// <summary>Accounts as bytes in this process.</summary>
public sealed class AccountsInMemoryStoreTests : AccountStoreContract
{
    protected override bool IsShared => false;

    protected override IAccountStore CreateStore(string runId) =>
        new PersistentAccountStore(new MemoryStore(), new(Convert.ToUInt32(runId, 16)));
}
