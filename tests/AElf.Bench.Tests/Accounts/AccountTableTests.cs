using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.TestKit.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.Tests.Accounts;

public sealed class AccountTableTests
{
    [Fact]
    public void Seed_LargeBlock_IsReadBackAndRemoved()
    {
        var block = EvenGroups.Generate(transfers: 9000, groups: 1000, seed: 1);
        using var store = new EmbeddedAccountStore(block.AccountCount);
        using var connection = store.Connect();

        var (seeding, removing) = (new WorkCounter(), new WorkCounter());
        AccountTable.Seed(connection, block, version: 0, seeding, ThisTest.Cancelled);
        var seeded = AccountReplies.Read(connection, new int[block.AccountCount]);
        AccountTable.Remove(connection, [.. AccountTable.SeededKeys(block.AccountCount, version: 0)], removing);
        var removed = AccountReplies.Read(connection, new int[block.AccountCount]);

        var opening = block.OpeningBalances.ToArray();
        Assert.Equal(opening.Select((balance, account) => Value(new AccountKey(account, 0), 0, balance)), seeded);
        Assert.All(removed, reply => Assert.Equal(ReplyKind.Missing, reply.Kind));
        Assert.Equal((block.AccountCount, block.AccountCount), (seeding.Done, removing.Done));
    }

    [Fact]
    public void Read_SeveralVersions_ReadsEachAccountAtItsVersion()
    {
        using var store = new EmbeddedAccountStore(3);
        using var connection = store.Connect();
        AccountTable.Seed(connection, new Block([], [10, 20, 30]), version: 0, work: null, ThisTest.Cancelled);
        connection.Set(new AccountKey(1, 4), new AccountState(9, 21), tag: 0);
        connection.Exchange();

        var read = AccountReplies.Read(connection, [0, 4, 5]);

        Assert.Equal(
            [
                Value(new AccountKey(0, 0), 0, 10),
                Value(new AccountKey(1, 4), 9, 21),
                new AccountReply(ReplyKind.Missing, 2, default, default),
            ],
            read);
    }

    [Fact]
    public void Seed_Refused_NamesTheAccountAndTheStoresAnswer()
    {
        using var connection = new RefusingConnection(refused: 2);

        var seeding = Assert.Throws<StoreException>(
            () => AccountTable.Seed(
                connection, new Block([], [10, 20, 30]), version: 0, work: null, ThisTest.Cancelled));
        Prose.AssertNames(seeding.Message, "account 2", "-OOM");
        Assert.Equal(StoreFault.Refused, seeding.Fault);
    }

    [Fact]
    public void Read_RefusedByTheStore_NamesTheAccountAndTheStoresAnswer()
    {
        using var connection = new RefusingConnection(refused: 1);

        var reading = Assert.Throws<StoreException>(() => AccountReplies.Read(connection, new int[3]));
        Prose.AssertNames(reading.Message, "account 1", "-OOM");
    }

    [Theory]
    [InlineData(2, 0)]
    [InlineData(1, 7)]
    public void Read_ValueOfAnotherAccountOrVersion_IsCorruptAndNamesItsOwner(int account, int version)
    {
        using var connection = new MisdirectedConnection(
            asked: new AccountKey(1, 0), answered: new AccountKey(account, version));

        var read = AccountReplies.Read(connection, new int[2]);

        Assert.Equal(ReplyKind.Value, read[0].Kind);
        Assert.Equal(new AccountReply(ReplyKind.Corrupt, 1, new AccountKey(account, version), default), read[1]);
    }

    private static AccountReply Value(AccountKey key, long sequence, long balance) =>
        new(ReplyKind.Value, key.Account, key, new AccountState(sequence, balance));

    /// <summary>Answers all operations; subclasses choose the answer.</summary>
    private abstract class AnsweringConnection : IAccountConnection
    {
        private readonly Queue<AccountReply> replies = [];

        public int Outstanding => replies.Count;

        public OperationCounts Operations => default;

        public string LastError => "-OOM";

        public void Get(AccountKey key, int tag) => replies.Enqueue(Answer(key, tag, ReplyKind.Value));

        public void Set(AccountKey key, AccountState state, int tag) =>
            replies.Enqueue(Answer(key, tag, ReplyKind.Stored));

        public void MultiGet(ReadOnlySpan<AccountKey> keys, int firstTag) => throw new NotSupportedException();

        public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, int tag) =>
            throw new NotSupportedException();

        public void Delete(AccountKey key, int tag) => replies.Enqueue(Answer(key, tag, ReplyKind.Stored));

        public ReadOnlySpan<AccountReply> Exchange() => new[] { replies.Dequeue() };

        public void Dispose() => replies.Clear();

        protected abstract AccountReply Answer(AccountKey key, int tag, ReplyKind kind);
    }

    /// <summary>Refuses all operations of one account and accepts all others.</summary>
    private sealed class RefusingConnection(int refused) : AnsweringConnection
    {
        protected override AccountReply Answer(AccountKey key, int tag, ReplyKind kind) =>
            key.Account == refused
                ? new AccountReply(ReplyKind.Refused, tag, default, default)
                : new AccountReply(kind, tag, kind == ReplyKind.Value ? key : default, default);
    }

    /// <summary>Answers reads of one key with another key's value.</summary>
    private sealed class MisdirectedConnection(AccountKey asked, AccountKey answered) : AnsweringConnection
    {
        protected override AccountReply Answer(AccountKey key, int tag, ReplyKind kind) =>
            new(kind, tag, key == asked ? answered : key, new AccountState(3, 42));
    }
}
