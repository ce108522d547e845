using AElf.Bench.Core.Accounts;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Tests.Stores;

public sealed class AccountTableTests
{
    [Fact]
    public void All_accounts_of_a_large_block_are_seeded_read_back_and_removed()
    {
        var block = EvenGroups.Generate(transfers: 9000, groups: 1000, seed: 1);
        using var store = new MemoryStore(block.AccountCount);
        using var connection = store.Connect();

        AccountTable.Seed(connection, block);
        var seeded = AccountTable.Read(connection, new int[block.AccountCount]);
        AccountTable.Remove(connection, AccountTable.SeededKeys(block.AccountCount));
        var removed = AccountTable.Read(connection, new int[block.AccountCount]);

        Assert.Equal(block.OpeningBalances.ToArray().Select(balance => new StoreReply(ReplyKind.Value, new AccountState(0, balance))), seeded);
        Assert.All(removed, reply => Assert.Equal(ReplyKind.Missing, reply.Kind));
    }

    [Fact]
    public void Each_account_is_read_at_its_own_version()
    {
        using var store = new MemoryStore(3);
        using var connection = store.Connect();
        AccountTable.Seed(connection, new Block([], [10, 20, 30]));
        connection.Set(new AccountKey(1, 4), new AccountState(9, 21));
        connection.Exchange();

        var read = AccountTable.Read(connection, new[] { 0, 4, 5 });

        Assert.Equal(
            [new StoreReply(ReplyKind.Value, new AccountState(0, 10)), new StoreReply(ReplyKind.Value, new AccountState(9, 21)), default],
            read);
    }

    [Fact]
    public void A_refusal_names_the_account_and_what_the_store_said()
    {
        using var connection = new RefusingConnection(refused: 2);

        var seeding = Assert.Throws<StoreException>(() => AccountTable.Seed(connection, new Block([], [10, 20, 30])));
        Assert.Equal("account 2 cannot be written: -OOM", seeding.Message);
        Assert.Equal(StoreFault.Refused, seeding.Fault);
    }

    [Fact]
    public void A_refused_read_is_no_missing_account()
    {
        using var connection = new RefusingConnection(refused: 1);

        Assert.Equal("account 1 cannot be read: -OOM", Assert.Throws<StoreException>(() => AccountTable.Read(connection, new int[3])).Message);
    }

    /// <summary>Refuses everything asked of one account and does the rest.</summary>
    private sealed class RefusingConnection(int refused) : IStoreConnection
    {
        private readonly Queue<StoreReply> replies = [];

        public int Outstanding => replies.Count;

        public OperationCounts Operations => default;

        public string LastError => "-OOM";

        public void Get(AccountKey key) => Answer(key, ReplyKind.Value);

        public void Set(AccountKey key, AccountState state) => Answer(key, ReplyKind.Stored);

        public void MultiGet(ReadOnlySpan<AccountKey> keys) => throw new NotSupportedException();

        public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states) => throw new NotSupportedException();

        public void Delete(AccountKey key) => Answer(key, ReplyKind.Stored);

        public ReadOnlySpan<StoreReply> Exchange() => new[] { replies.Dequeue() };

        public void Dispose() => replies.Clear();

        private void Answer(AccountKey key, ReplyKind kind) =>
            replies.Enqueue(new StoreReply(key.Account == refused ? ReplyKind.Refused : kind, default));
    }
}
