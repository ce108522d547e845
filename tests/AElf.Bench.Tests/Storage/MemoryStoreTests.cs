using System.Text;
using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Tests.Storage;

/// <summary>The store of bytes in this process.</summary>
public sealed class MemoryStoreTests : StoreContract
{
    [Fact]
    public void Counters_ConnectionEnded_AreKept()
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

/// <summary>Accounts with longer keys and values than they need.</summary>
public sealed class PaddedAccountsInMemoryStoreTests : AccountStoreContract
{
    private static readonly AccountLayout Layout = new(KeySize: 100, ValueSize: 300);

    [Theory]
    [InlineData(299, 299)]
    [InlineData(300, 32)]
    [InlineData(300, 299)]
    [InlineData(300, 31)]
    public void Exchange_ChangedValue_IsCorrupt(int length, int changed)
    {
        using var bytes = new MemoryStore();
        using var store = new PersistentAccountStore(bytes, new(1), Layout);
        using var accounts = store.Connect();
        using var raw = bytes.Connect();
        var key = Encoding.ASCII.GetBytes("ab00000001:00000007@00000000".PadRight(100, '.'));
        accounts.Set(new AccountKey(7, 0), new AccountState(3, 42), 0);
        accounts.Exchange();
        raw.Get(key, 0);
        var read = raw.Exchange();
        var value = read.ValueOf(read.Replies[0]).ToArray();
        Assert.Equal(300, value.Length);

        value[Math.Min(changed, length - 1)] ^= 1;
        raw.Set(key, value.AsSpan(0, length), 0);
        raw.Exchange();
        accounts.Get(new AccountKey(7, 0), 0);

        Assert.Equal(ReplyKind.Corrupt, accounts.Exchange()[0].Kind);
    }

    [Fact]
    public void Exchange_AccountWithFieldsAndPadding_IsReadBack()
    {
        using var bytes = new MemoryStore();
        using var store = new PersistentAccountStore(bytes, new(1), new AccountLayout(More: 2, ValueSize: 100));
        using var accounts = store.Connect();
        AccountKey[] keys = [new(1, 0), new(2, 0)];

        accounts.SetFields(keys[0], new(1, 10), [7, 8], 0);
        accounts.Exchange();
        accounts.MultiSetFields([keys[1]], [new(2, 20)], [9, -1], 0);
        accounts.Exchange();
        accounts.MultiGet(keys, 0);
        var replies = accounts.Exchange();

        Assert.Equal([new AccountState(1, 10), new(2, 20)], new[] { replies[0].State, replies[1].State });
        Assert.Equal([7, 8], accounts.FieldsOf(0).ToArray());
        Assert.Equal([9, -1], accounts.FieldsOf(1).ToArray());
    }

    protected override bool IsShared => false;

    protected override IAccountStore CreateStore(string runId) =>
        new PersistentAccountStore(new MemoryStore(), new(Convert.ToUInt32(runId, 16)), Layout);
}
