using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Stores;

/// <summary>Random operations on few keys; each reply is compared with a dictionary.</summary>
internal sealed class RandomOperations(int seed)
{
    private const int Accounts = 40;
    private const int Versions = 3;
    private const int MaxKeys = 20;

    private readonly Random random = new(seed);
    private readonly Dictionary<AccountKey, AccountState> model = [];
    private readonly Queue<Answer> expected = new();

    public void Run(TaggedConnection connection, int operations)
    {
        for (var operation = 0; operation < operations; operation++)
        {
            Queue(connection);
            if (random.Next(25) == 0)
            {
                Compare(connection.Exchange(), operation);
            }
        }

        while (connection.Outstanding > 0)
        {
            Compare(connection.Exchange(), operations);
        }

        if (expected.Count > 0)
        {
            throw Wrong($"{expected.Count} replies are missing");
        }
    }

    private void Queue(TaggedConnection connection)
    {
        switch (random.Next(10))
        {
            case < 4:
                var read = Key();
                connection.Get(read);
                expected.Enqueue(Read(read));
                break;
            case < 7:
                var written = Key();
                connection.Set(written, model[written] = State());
                expected.Enqueue(Answer.Stored);
                break;
            case 7:
                var keys = Keys();
                connection.MultiGet(keys);
                foreach (var key in keys)
                {
                    expected.Enqueue(Read(key));
                }

                break;
            case 8:
                QueueMultiSet(connection);
                break;
            default:
                var removed = Key();
                connection.Delete(removed);
                model.Remove(removed);
                expected.Enqueue(Answer.Stored);
                break;
        }
    }

    private void QueueMultiSet(TaggedConnection connection)
    {
        // Each key once: for two values of one key in a single command the order is undefined.
        var keys = Keys().Distinct().ToArray();
        var states = new AccountState[keys.Length];
        for (var i = 0; i < keys.Length; i++)
        {
            states[i] = model[keys[i]] = State();
        }

        connection.MultiSet(keys, states);
        expected.Enqueue(Answer.Stored);
    }

    private void Compare(Answer[] replies, int operation)
    {
        foreach (var reply in replies)
        {
            if (!expected.TryDequeue(out var right))
            {
                throw Wrong($"up to operation {operation}, unexpected reply {reply}");
            }

            if (reply != right)
            {
                throw Wrong($"up to operation {operation}, the store answered {reply}, the model {right}");
            }
        }
    }

    private Answer Read(AccountKey key) =>
        model.TryGetValue(key, out var state) ? new Answer(ReplyKind.Value, state) : Answer.Missing;

    private AccountKey Key() => new(random.Next(Accounts), random.Next(Versions));

    private AccountKey[] Keys() => [.. Enumerable.Range(0, random.Next(1, MaxKeys)).Select(_ => Key())];

    private AccountState State() => new(random.NextInt64(), random.NextInt64(long.MinValue, long.MaxValue));

    private InvalidOperationException Wrong(string what) => new($"{what}. To replay: AELF_TESTS_SEED={seed}");
}
