using System.Globalization;
using System.Security.Cryptography;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using Xunit;

namespace AElf.Bench.TestKit.Stores;

/// <summary>
/// The contract of every store of accounts. A subclass for each store starts its server and creates the store.
/// </summary>
public abstract class AccountStoreContract
{
    private static readonly Answer Stored = Answer.Stored;
    private static readonly Answer Missing = Answer.Missing;
    private static readonly OperationCounts OneOfEach = new(
        Get: 1, Set: 1, MultiGet: 1, MultiSet: 1, KeysRead: 4, KeysWritten: 3);

    private static readonly AccountState[] ExtremeStates =
    [
        new(0, 0),
        new(0, long.MinValue),
        new(0, long.MaxValue),
        new(long.MaxValue, long.MinValue),
        new(long.MaxValue, long.MaxValue),
        new(1, -1),
    ];

    /// <summary>
    /// Eight hexadecimal digits, new for each test, so that keys of other tests on the same server do not matter.
    /// </summary>
    protected string RunId { get; } = NewRunId();

    /// <summary>Whether two stores for one run share their data. An embedded store does not.</summary>
    protected virtual bool IsShared => true;

    /// <summary>
    /// The number of operations that a test of deadlocks queues at once: far more bytes than socket buffers take.
    /// </summary>
    protected virtual int LargeBatch => 100_000;

    /// <summary>Whether commands with several keys reach the servers unchanged.</summary>
    protected virtual bool HasSeveralKeys => true;

    /// <summary>Creates the store under test for the keys of <paramref name="runId"/>.</summary>
    protected abstract IAccountStore CreateStore(string runId);

    [Fact]
    public void Get_KeyWasSet_ReturnsItsValue()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);

        connection.Set(new AccountKey(7, 0), new AccountState(3, 42));
        connection.Get(new AccountKey(7, 0));

        Assert.Equal([Stored, Value(3, 42)], Drain(connection));
    }

    [Fact]
    public void Get_KeyWasNeverSet_IsMissing()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);

        connection.Get(new AccountKey(7, 0));

        Assert.Equal([Missing], Drain(connection));
    }

    [Fact]
    public void Set_Twice_KeepsTheLastValue()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);

        connection.Set(new AccountKey(7, 0), new AccountState(1, 10));
        connection.Set(new AccountKey(7, 0), new AccountState(2, 20));
        connection.Get(new AccountKey(7, 0));

        Assert.Equal([Stored, Stored, Value(2, 20)], Drain(connection));
    }

    [Fact]
    public void Versions_OfAnAccount_AreSeparate()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);

        connection.Set(new AccountKey(7, 0), new AccountState(1, 10));
        connection.Set(new AccountKey(7, 1), new AccountState(2, 20));
        connection.Get(new AccountKey(7, 0));
        connection.Get(new AccountKey(7, 1));
        connection.Get(new AccountKey(7, 2));

        Assert.Equal([Stored, Stored, Value(1, 10), Value(2, 20), Missing], Drain(connection));
    }

    [Fact]
    public void Keys_WithAmbiguousDigits_AreSeparate()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);
        AccountKey[] keys =
        [
            new(1, 11), new(11, 1), new(111, 0), new(0, 111), new(1, 1),
            new(int.MaxValue, 0), new(0, int.MaxValue), new(int.MaxValue, int.MaxValue),
        ];

        for (var i = 0; i < keys.Length; i++)
        {
            connection.Set(keys[i], new AccountState(i, i * 100));
        }

        connection.MultiGet(keys);

        Assert.Equal([.. keys.Select(_ => Stored), .. keys.Select((_, i) => Value(i, i * 100))], Drain(connection));
    }

    [Fact]
    public void Runs_InOneStore_AreSeparate()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);
        using var otherStore = CreateStore(NewRunId());
        using var otherConnection = TaggedConnection.To(otherStore);

        connection.Set(new AccountKey(7, 0), new AccountState(1, 10));
        Drain(connection);
        otherConnection.Get(new AccountKey(7, 0));

        Assert.Equal([Missing], Drain(otherConnection));
    }

    [Fact]
    public void MultiGet_SomeKeysMissing_AnswersEachKeyInOrder()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);
        connection.Set(new AccountKey(1, 0), new AccountState(1, 10));
        connection.Set(new AccountKey(3, 0), new AccountState(3, 30));
        Drain(connection);

        connection.MultiGet([new(0, 0), new(3, 0), new(1, 0), new(2, 0), new(3, 0)]);

        Assert.Equal(5, connection.Outstanding);
        Assert.Equal([Missing, Value(3, 30), Value(1, 10), Missing, Value(3, 30)], Drain(connection));
    }

    [Fact]
    public void MultiSet_SeveralKeys_WritesAllWithOneReply()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);

        connection.MultiSet([new(1, 0), new(2, 0), new(3, 0)], [new(1, 10), new(2, 20), new(3, 30)]);

        Assert.Equal(1, connection.Outstanding);
        Assert.Equal([Stored], Drain(connection));
        connection.MultiGet([new(1, 0), new(2, 0), new(3, 0)]);
        Assert.Equal([Value(1, 10), Value(2, 20), Value(3, 30)], Drain(connection));
    }

    [Fact]
    public void MultiGet_ThousandKeys_AnswersInOrder()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);
        var keys = Enumerable.Range(0, 1000).Select(account => new AccountKey(account, 0)).ToArray();
        var states = Enumerable.Range(0, 1000).Select(i => new AccountState(i, i * 7L)).ToArray();

        connection.MultiSet(keys, states);
        connection.MultiGet(keys);

        Assert.Equal([Stored, .. states.Select(state => new Answer(ReplyKind.Value, state))], Drain(connection));
    }

    [Fact]
    public void Delete_ReportsWhetherTheKeyExisted()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);

        connection.Set(new AccountKey(7, 0), new AccountState(1, 10));
        connection.Delete(new AccountKey(7, 0));
        connection.Get(new AccountKey(7, 0));
        connection.Delete(new AccountKey(7, 0));

        Assert.Equal([Stored, Stored, Missing, Stored], Drain(connection));
    }

    [Fact]
    public void Exchange_NothingOutstanding_ReturnsNothing()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);

        Assert.Empty(connection.Exchange());
        connection.Get(new AccountKey(7, 0));
        Drain(connection);
        Assert.Empty(connection.Exchange());
        Assert.Equal(0, connection.Outstanding);
    }

    [Fact]
    public void Outstanding_Operations_RisesWithEachAndFallsWithEachReply()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);

        for (var account = 0; account < 100; account++)
        {
            connection.Set(new AccountKey(account, 0), default);
        }

        Assert.Equal(100, connection.Outstanding);
        while (connection.Outstanding > 0)
        {
            var before = connection.Outstanding;
            var replies = connection.Exchange().Length;
            Assert.InRange(replies, 1, before);
            Assert.Equal(before - replies, connection.Outstanding);
        }
    }

    [Fact]
    public void Operations_BetweenTwoExchanges_AreAnsweredAfterEarlierOnes()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);
        List<Answer> replies = [];

        for (var account = 0; account < 2000; account++)
        {
            connection.Set(new AccountKey(account, 0), new AccountState(account, account));
            connection.Get(new AccountKey(account, 0));
            if (account % 3 == 0)
            {
                replies.AddRange(connection.Exchange());
            }
        }

        replies.AddRange(Drain(connection));
        Assert.Equal(
            Enumerable.Range(0, 2000).SelectMany(account => new[] { Stored, Value(account, account) }), replies);
    }

    [Fact]
    public void Replies_ManyOperations_AreInTheirOrder()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);
        List<Answer> expected = [];

        for (var i = 0; i < 10_000; i++)
        {
            // Write each account, read its new value, and read another account in between.
            var key = new AccountKey(i / 4 % 1000, 0);
            switch (i % 4)
            {
                case 0:
                    connection.Set(key, new AccountState(i, -i));
                    expected.Add(Stored);
                    break;
                case 1:
                    connection.Get(key);
                    expected.Add(Value(i - 1, 1 - i));
                    break;
                case 2:
                    connection.Get(new AccountKey(1_000_000 + i, 0));
                    expected.Add(Missing);
                    break;
                default:
                    connection.MultiGet([new AccountKey(2_000_000 + i, 0), key]);
                    expected.AddRange([Missing, Value(i - 3, 3 - i)]);
                    break;
            }
        }

        AssertSame(expected, Drain(connection), "");
    }

    [Fact]
    public async Task Exchange_LargeBatch_DoesNotDeadlock()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);

        await Task.Run(() =>
        {
            for (var i = 0; i < LargeBatch; i++)
            {
                connection.Set(new AccountKey(i, 0), new AccountState(i, i));
            }

            AssertSame([.. Enumerable.Repeat(Stored, LargeBatch)], Drain(connection), "");
            List<Answer> expected = [];
            for (var i = 0; i < LargeBatch; i++)
            {
                if (i % 10 == 0)
                {
                    var keys = Enumerable.Range(i, Math.Min(30, LargeBatch - i))
                        .Select(account => new AccountKey(account, 0)).ToArray();
                    connection.MultiGet(keys);
                    expected.AddRange(keys.Select(key => Value(key.Account, key.Account)));
                }
                else
                {
                    connection.Get(new AccountKey(i, 0));
                    expected.Add(Value(i, i));
                }
            }

            AssertSame(expected, Drain(connection), "");
        }).WaitAsync(Wait.Deadline);
    }

    [Fact]
    public void Get_ExtremeValues_AreReadBack()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);

        foreach (var state in ExtremeStates)
        {
            connection.Set(new AccountKey(7, 0), state);
            connection.Get(new AccountKey(7, 0));
        }

        Assert.Equal(
            ExtremeStates.SelectMany(state => new[] { Stored, new Answer(ReplyKind.Value, state) }), Drain(connection));
    }

    [Fact]
    public void Operations_OfAConnection_AreCounted()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);
        Assert.Equal(default, connection.Operations);

        QueueOneOfEach(connection);
        Drain(connection);

        Assert.Equal(HasSeveralKeys ? OneOfEach : new(1, 1, 0, 0, 1, 1), connection.Operations);
    }

    [Fact(DisableParallelization = true)]
    public void Counters_OfServersAndClient_AreEqual()
    {
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);

        // The first operations may include a handshake of the driver, which is not part of the run.
        connection.Get(new AccountKey(0, 0));
        Drain(connection);
        var before = store.ReadCounters();
        var clientBefore = connection.Operations;
        for (var i = 0; i < 50; i++)
        {
            QueueOneOfEach(connection);
        }

        Drain(connection);
        var after = store.ReadCounters();
        if (after.Count == 0)
        {
            Assert.False(string.IsNullOrWhiteSpace(store.Description.CountersUnavailable));
            return;
        }

        AssertServersAgree(store.Description, connection.Operations - clientBefore, before, after);
    }

    [Fact]
    public void RunLock_Taken_ExcludesOthersUntilItsRelease()
    {
        using var store = CreateStore(RunId);
        Assert.True(store.TryTakeRunLock());
        if (IsShared)
        {
            using var rival = CreateStore(RunId);
            Assert.False(rival.TryTakeRunLock(), "the first has the lock");
            Assert.False(rival.TryTakeRunLock(), "the first still has it");
            rival.ReleaseRunLock();
            Assert.False(rival.TryTakeRunLock(), "the rival's release");
            store.ReleaseRunLock();
            Assert.True(rival.TryTakeRunLock(), "the first released it");
            Assert.False(store.TryTakeRunLock(), "the rival has the lock");
            rival.ReleaseRunLock();
        }
        else
        {
            store.ReleaseRunLock();
        }

        Assert.True(store.TryTakeRunLock(), "the rival released it");
        store.ReleaseRunLock();
    }

    [Fact]
    public void RunLocks_OfDifferentRuns_AreIndependent()
    {
        using var store = CreateStore(RunId);
        using var other = CreateStore(NewRunId());

        Assert.True(store.TryTakeRunLock());
        Assert.True(other.TryTakeRunLock());
        store.ReleaseRunLock();
        other.ReleaseRunLock();
    }

    [Fact]
    public void Writes_Acknowledged_AreVisibleToOtherConnections()
    {
        using var store = CreateStore(RunId);
        using var left = TaggedConnection.To(store);
        using var right = TaggedConnection.To(store);

        for (var i = 0; i < 200; i++)
        {
            var (writer, reader) = i % 2 == 0 ? (left, right) : (right, left);
            writer.Set(new AccountKey(7, 0), new AccountState(i, -i));
            Assert.Equal([Stored], Drain(writer));
            reader.Get(new AccountKey(7, 0));
            Assert.Equal([Value(i, -i)], Drain(reader));
        }
    }

    [Fact]
    public async Task Connections_OfManyThreads_GetTheirOwnReplies()
    {
        using var store = CreateStore(RunId);

        await Task.WhenAll(Enumerable.Range(0, 8).Select(owner => Task.Factory.StartNew(
            () => WriteAndReadOwnAccounts(store, owner),
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default))).WaitAsync(Wait.Deadline);
    }

    [Fact]
    public void Operations_Random_AnswerLikeADictionary()
    {
        var given = Environment.GetEnvironmentVariable("AELF_TESTS_SEED");
        var seed = given is null
            ? RandomNumberGenerator.GetInt32(int.MaxValue)
            : int.Parse(given, CultureInfo.InvariantCulture);
        using var store = CreateStore(RunId);
        using var connection = TaggedConnection.To(store);

        new RandomOperations(seed).Run(connection, operations: 20_000);
    }

    [Fact]
    public void Dispose_AnyState_DoesNotThrow()
    {
        var store = CreateStore(RunId);
        var unused = TaggedConnection.To(store);
        var idle = TaggedConnection.To(store);
        idle.Get(new AccountKey(1, 0));
        Drain(idle);
        var busy = TaggedConnection.To(store);
        for (var i = 0; i < 1000; i++)
        {
            busy.Set(new AccountKey(i, 0), default);
        }

        var thrown = Record.Exception(() =>
        {
            busy.Dispose();
            busy.Dispose();
            unused.Dispose();
            store.Dispose();
            store.Dispose();
            idle.Dispose();
        });

        Assert.Null(thrown);
    }

    /// <summary>Exchanges until nothing is outstanding and returns all replies.</summary>
    protected static IReadOnlyList<Answer> Drain(TaggedConnection connection) => connection.Drain();

    internal static void AssertSame(IReadOnlyList<Answer> expected, IReadOnlyList<Answer> actual, string context)
    {
        for (var i = 0; i < Math.Min(expected.Count, actual.Count); i++)
        {
            if (expected[i] != actual[i])
            {
                Assert.Fail($"reply {i} is {actual[i]}, not {expected[i]} {context}");
            }
        }

        Assert.True(expected.Count == actual.Count, $"{actual.Count} replies came, not {expected.Count} {context}");
    }

    private static Answer Value(long sequence, long balance) => Answer.Value(sequence, balance);

    private static string NewRunId() => Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(4));

    private void QueueOneOfEach(TaggedConnection connection)
    {
        connection.Set(new AccountKey(1, 0), new AccountState(1, 10));
        connection.Get(new AccountKey(1, 0));
        if (!HasSeveralKeys)
        {
            return;
        }

        connection.MultiSet([new(2, 0), new(3, 0)], [new(2, 20), new(3, 30)]);
        connection.MultiGet([new(1, 0), new(2, 0), new(4, 0)]);
    }

    private static void WriteAndReadOwnAccounts(IAccountStore store, int owner)
    {
        using var connection = TaggedConnection.To(store);
        for (var round = 0; round < 20; round++)
        {
            List<Answer> expected = [];
            for (var i = 0; i < 100; i++)
            {
                var key = new AccountKey((owner * 1000) + i, 0);
                connection.Set(key, new AccountState(round, owner));
                connection.Get(key);
                expected.AddRange([Stored, Value(round, owner)]);
            }

            AssertSame(expected, Drain(connection), $"for thread {owner} in round {round}");
        }
    }

    private static void AssertServersAgree(
        StoreDescription description,
        OperationCounts client,
        IReadOnlyList<ShardCounters> before,
        IReadOnlyList<ShardCounters> after)
    {
        Assert.Equal(
            before.Select(shard => shard.Incarnation),
            after.Select(shard => shard.Incarnation),
            StringComparer.Ordinal);

        // An embedded store has one counter and no name of a shard.
        Assert.Equal(
            description.OverSocket ? description.Shards : ["memory"],
            after.Select(shard => shard.Endpoint),
            StringComparer.Ordinal);
        var server = after.Zip(before, (end, begin) => end.Operations - begin.Operations)
            .Aggregate((left, right) => left + right);
        Assert.Equal((client.Get, client.Set), (server.Get, server.Set));

        // A proxy splits a command with several keys into one command for each shard.
        Assert.InRange(server.MultiGet, client.MultiGet, client.MultiGet * Math.Max(1, after.Count));
        Assert.InRange(server.MultiSet, client.MultiSet, client.MultiSet * Math.Max(1, after.Count));
        if (after.All(shard => shard.Operations.KeysRead >= 0))
        {
            Assert.Equal(client.KeysRead, server.KeysRead);
        }

        if (after.All(shard => shard.Operations.KeysWritten >= 0))
        {
            Assert.Equal(client.KeysWritten, server.KeysWritten);
        }
    }
}
