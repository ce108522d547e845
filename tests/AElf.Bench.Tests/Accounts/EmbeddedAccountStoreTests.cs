using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Tests.Accounts;

/// <summary>
/// The embedded store with room for fewer accounts than the tests use, so that both its representations are tested.
/// </summary>
public sealed class EmbeddedAccountStoreTests : AccountStoreContract
{
    private const int Capacity = 500;

    protected override bool IsShared => false;

    [Fact]
    public void Counters_ConnectionClosed_AreKept()
    {
        using var store = new EmbeddedAccountStore(Capacity);
        using (var connection = TaggedConnection.To(store))
        {
            connection.Set(new AccountKey(1, 0), new AccountState(1, 10));
            connection.Get(new AccountKey(1, 0));
            connection.Get(new AccountKey(2, 0));
            connection.Exchange();
        }

        var counters = Assert.Single(store.ReadCounters());

        Assert.Equal(
            new OperationCounts(Get: 2, Set: 1, MultiGet: 0, MultiSet: 0, KeysRead: 2, KeysWritten: 1),
            counters.Operations);
        Assert.Equal(1, counters.Keys);
    }

    [Theory]
    [InlineData(Capacity - 1, 0)]
    [InlineData(Capacity, 0)]
    [InlineData(0, 1)]
    [InlineData(-1, 0)]
    public void Account_EitherRepresentation_IsStoredAndRemoved(int account, int version)
    {
        using var store = new EmbeddedAccountStore(Capacity);
        using var connection = TaggedConnection.To(store);
        var key = new AccountKey(account, version);

        connection.Set(key, new AccountState(1, 10));
        connection.Get(key);
        connection.Delete(key);
        connection.Get(key);

        Assert.Equal(
            [ReplyKind.Stored, ReplyKind.Value, ReplyKind.Stored, ReplyKind.Missing],
            Drain(connection).Select(reply => reply.Kind));
        Assert.Equal(0, Assert.Single(store.ReadCounters()).Keys);
    }

    protected override IAccountStore CreateStore(string runId) => new EmbeddedAccountStore(Capacity);
}
