using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Stores;

/// <summary>The content of a reply whose tag and key were correct.</summary>
public readonly record struct Answer(ReplyKind Kind, AccountState State)
{
    /// <summary>An acknowledged write.</summary>
    public static Answer Stored => new(ReplyKind.Stored, default);

    /// <summary>A read without a value.</summary>
    public static Answer Missing => new(ReplyKind.Missing, default);

    /// <summary>A read with a value.</summary>
    public static Answer Value(long sequence, long balance) =>
        new(ReplyKind.Value, new AccountState(sequence, balance));
}

/// <summary>
/// A connection that numbers its operations. It checks that replies are in order, that each has the number of its
/// operation, and that each value belongs to the requested key.
/// </summary>
public sealed class TaggedConnection(IAccountConnection connection) : IDisposable
{
    // Far from 0 and of the full width of an actor's tags, so that a lost or cut tag is detected.
    private const int FirstTag = 0x6543_2100;

    private readonly Queue<(int Tag, AccountKey Key)> expected = [];
    private int tag = FirstTag;

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

    /// <summary>Exchanges until nothing is outstanding and returns all answers.</summary>
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
            throw new InvalidOperationException($"unexpected reply {reply}");
        }

        if (reply.Tag != right.Tag || reply.Key != (reply.Kind == ReplyKind.Value ? right.Key : default))
        {
            throw new InvalidOperationException($"{reply} for tag {right.Tag} and {right.Key}");
        }

        return new Answer(reply.Kind, reply.State);
    }
}
