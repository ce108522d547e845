using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Stores;

/// <summary>What a reply says, once its tag and the key of its value have been found right.</summary>
public readonly record struct Answer(ReplyKind Kind, AccountState State)
{
    /// <summary>A write was acknowledged.</summary>
    public static Answer Stored => new(ReplyKind.Stored, default);

    /// <summary>A read found nothing.</summary>
    public static Answer Missing => new(ReplyKind.Missing, default);

    /// <summary>A read found a value.</summary>
    public static Answer Value(long sequence, long balance) =>
        new(ReplyKind.Value, new AccountState(sequence, balance));
}

/// <summary>
/// A connection that numbers its operations and expects each reply, in order, to carry its operation's number and each
/// value to be of the key that was asked for.
/// </summary>
public sealed class TaggedConnection(IAccountConnection connection) : IDisposable
{
    // As far from 0 as an actor's tags may be, so that a lost or cut tag shows.
    private const int FirstTag = 0x6543_2100;

    private readonly Queue<(int Tag, AccountKey Key)> expected = [];
    private int tag = FirstTag;

    /// <summary>The connection itself.</summary>
    public IAccountConnection Inner => connection;

    /// <inheritdoc cref="IAccountConnection.Outstanding"/>
    public int Outstanding => connection.Outstanding;

    /// <inheritdoc cref="IAccountConnection.Operations"/>
    public OperationCounts Operations => connection.Operations;

    /// <inheritdoc cref="IAccountConnection.LastError"/>
    public string LastError => connection.LastError;

    public static TaggedConnection To(IAccountStore store) => new(store.Connect());

    public void Get(AccountKey key) => connection.Get(key, Expect(key));

    public void Set(AccountKey key, AccountState state) => connection.Set(key, state, Expect(key));

    public void MultiGet(ReadOnlySpan<AccountKey> keys)
    {
        var first = tag;
        foreach (var key in keys)
        {
            Expect(key);
        }

        connection.MultiGet(keys, first);
    }

    public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states) =>
        connection.MultiSet(keys, states, Expect(keys[0]));

    public void Exec(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states) =>
        connection.Exec(keys, states, [], Expect(keys[0]));

    public void Delete(AccountKey key) => connection.Delete(key, Expect(key));

    /// <inheritdoc cref="IAccountConnection.Exchange"/>
    public Answer[] Exchange()
    {
        var replies = connection.Exchange();
        var answers = new Answer[replies.Length];
        for (var i = 0; i < replies.Length; i++)
        {
            answers[i] = Check(replies[i]);
        }

        return answers;
    }

    /// <summary>Exchanges until nothing is outstanding, and returns all answers.</summary>
    public IReadOnlyList<Answer> Drain()
    {
        List<Answer> answers = [];
        while (Outstanding > 0)
        {
            answers.AddRange(Exchange());
        }

        return answers;
    }

    public void Dispose() => connection.Dispose();

    private int Expect(AccountKey key)
    {
        expected.Enqueue((tag, key));
        return tag++;
    }

    private Answer Check(AccountReply reply)
    {
        if (!expected.TryDequeue(out var right))
        {
            throw new InvalidOperationException($"a reply came that nobody asked for: {reply}");
        }

        if (reply.Tag != right.Tag || reply.Key != (reply.Kind == ReplyKind.Value ? right.Key : default))
        {
            throw new InvalidOperationException($"{reply} came for tag {right.Tag} and {right.Key}");
        }

        return new Answer(reply.Kind, reply.State);
    }
}
