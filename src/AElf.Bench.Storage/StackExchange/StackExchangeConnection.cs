using AElf.Bench.Core.Accounts;
using AElf.Bench.Core.Stores;
using StackExchange.Redis;

namespace AElf.Bench.Storage.StackExchange;

/// <summary>
/// One actor's view of the shared multiplexer. The driver sends each operation as soon as it is queued; <see cref="Exchange"/> only waits.
/// Nothing is ever sent again.
/// </summary>
internal sealed class StackExchangeConnection : IStoreConnection
{
    private readonly IDatabase database;
    private readonly bool throughProxy;
    private readonly ulong run;
    private readonly string endpoint;
    private readonly TimeSpan timeout;
    private readonly Queue<Pending> pending = new();
    private StoreReply[] replies = new StoreReply[256];
    private int replyCount;
    private long gets;
    private long sets;
    private long multiGets;
    private long multiSets;
    private long keysRead;
    private long keysWritten;
    private StoreException? dead;

    /// <summary>Binds the connection to a run's keys.</summary>
    /// <param name="database">The shared multiplexer's database.</param>
    /// <param name="throughProxy">Whether the driver takes the store for a proxy.</param>
    /// <param name="run">The run whose keys are used.</param>
    /// <param name="endpoint">The store's address, for messages.</param>
    /// <param name="timeout">How long a reply may take.</param>
    public StackExchangeConnection(IDatabase database, bool throughProxy, RunId run, string endpoint, TimeSpan timeout)
    {
        this.database = database;
        this.throughProxy = throughProxy;
        this.run = run.HexBytes;
        this.endpoint = endpoint;
        this.timeout = timeout;
    }

    /// <inheritdoc/>
    public int Outstanding { get; private set; }

    /// <inheritdoc/>
    public OperationCounts Operations => new(gets, sets, multiGets, multiSets, keysRead, keysWritten);

    /// <inheritdoc/>
    public string LastError { get; private set; } = string.Empty;

    /// <inheritdoc/>
    public void Get(AccountKey key)
    {
        gets++;
        keysRead++;
        Queue(new Pending(Send(database, KeyOf(key), static (database, key) => database.StringGetAsync(key)), key), 1);
    }

    /// <inheritdoc/>
    public void Set(AccountKey key, AccountState state)
    {
        sets++;
        keysWritten++;
        var stored = (Key: KeyOf(key), Value: ValueOf(key, state));
        Queue(new Pending(Send(database, stored, static (database, pair) => database.StringSetAsync(pair.Key, pair.Value))), 1);
    }

    /// <inheritdoc/>
    public void MultiGet(ReadOnlySpan<AccountKey> keys)
    {
        if (keys.IsEmpty)
        {
            return;
        }

        multiGets++;
        keysRead += keys.Length;
        var expected = keys.ToArray();
        if (throughProxy)
        {
            Queue(new Pending(Send(database, RawKeys(keys), static (database, names) => database.ExecuteAsync("MGET", names)), expected), keys.Length);
            return;
        }

        var names = new RedisKey[keys.Length];
        for (var i = 0; i < keys.Length; i++)
        {
            names[i] = KeyOf(keys[i]);
        }

        Queue(new Pending(Send(database, names, static (database, names) => database.StringGetAsync(names)), expected), keys.Length);
    }

    /// <inheritdoc/>
    public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states)
    {
        if (keys.Length != states.Length || keys.IsEmpty)
        {
            throw new ArgumentException($"{keys.Length} keys and {states.Length} states: as many as keys are needed, at least one", nameof(states));
        }

        keysWritten += keys.Length;
        if (throughProxy)
        {
            multiSets++;
            Queue(new Pending(Send(database, RawPairs(keys, states), static (database, pairs) => database.ExecuteAsync("MSET", pairs))), 1);
            return;
        }

        // The driver sends a single pair as SET; so it is counted as one, since the server does.
        if (keys.Length == 1)
        {
            sets++;
        }
        else
        {
            multiSets++;
        }

        var pairs = new KeyValuePair<RedisKey, RedisValue>[keys.Length];
        for (var i = 0; i < keys.Length; i++)
        {
            pairs[i] = new KeyValuePair<RedisKey, RedisValue>(KeyOf(keys[i]), ValueOf(keys[i], states[i]));
        }

        Queue(new Pending(Send(database, pairs, static (database, pairs) => database.StringSetAsync(pairs))), 1);
    }

    /// <inheritdoc/>
    public void Delete(AccountKey key) =>
        Queue(new Pending(Send(database, KeyOf(key), static (database, key) => database.KeyDeleteAsync(key))), 1);

    /// <inheritdoc/>
    public ReadOnlySpan<StoreReply> Exchange()
    {
        if (dead is not null)
        {
            throw dead;
        }

        replyCount = 0;
        if (!pending.TryPeek(out var head))
        {
            return [];
        }

        if (!Completes(head.Task))
        {
            throw Die(StoreFault.Timeout, $"{endpoint} gave no reply within {timeout.TotalSeconds:0.###} s", null);
        }

        while (pending.TryPeek(out head) && head.Task.IsCompleted)
        {
            pending.Dequeue();
            Complete(head);
        }

        Outstanding -= replyCount;
        return replies.AsSpan(0, replyCount);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        // The multiplexer belongs to the store.
        dead ??= new StoreException(StoreFault.Closed, $"the connection to {endpoint} was closed");
        pending.Clear();
        Outstanding = 0;
    }

    /// <summary>The driver may throw instead of returning a failed task; queuing must not.</summary>
    private static Task Send<TArgument>(IDatabase database, TArgument argument, Func<IDatabase, TArgument, Task> send)
    {
        try
        {
            return send(database, argument);
        }
        catch (Exception failure) when (failure is RedisException or RedisCommandException or ObjectDisposedException or TimeoutException)
        {
            return Task.FromException(failure);
        }
    }

    private static byte[] ValueOf(AccountKey key, AccountState state)
    {
        var bytes = new byte[AccountCodec.ValueLength];
        AccountCodec.WriteValue(bytes, key, state);
        return bytes;
    }

    /// <summary>
    /// Keys the driver does not know for keys. It would hash them to cluster slots even behind a proxy, and refuse commands that name
    /// several slots; splitting them is the proxy's work.
    /// </summary>
    private object[] RawKeys(ReadOnlySpan<AccountKey> keys)
    {
        var arguments = new object[keys.Length];
        for (var i = 0; i < keys.Length; i++)
        {
            arguments[i] = KeyOf(keys[i]);
        }

        return arguments;
    }

    private object[] RawPairs(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states)
    {
        var arguments = new object[2 * keys.Length];
        for (var i = 0; i < keys.Length; i++)
        {
            arguments[2 * i] = KeyOf(keys[i]);
            arguments[(2 * i) + 1] = ValueOf(keys[i], states[i]);
        }

        return arguments;
    }

    private byte[] KeyOf(AccountKey key)
    {
        var bytes = new byte[AccountCodec.KeyLength];
        AccountCodec.WriteKey(bytes, run, key);
        return bytes;
    }

    private bool Completes(Task task)
    {
        try
        {
            return task.IsCompleted || task.Wait(timeout);
        }
        catch (AggregateException)
        {
            // Failed is complete too: what failed is said when the reply is taken.
            return true;
        }
    }

    private void Queue(Pending operation, int unanswered)
    {
        Outstanding += unanswered;
        pending.Enqueue(operation);
    }

    private void Complete(Pending operation)
    {
        var task = operation.Task;
        if (!task.IsCompletedSuccessfully)
        {
            // Reading the exception marks it as observed.
            var failure = task.Exception?.InnerException;
            if (failure is not RedisServerException refused)
            {
                var cause = (failure as RedisConnectionException)?.FailureType.ToString() ?? failure?.GetType().Name ?? "cancelled";
                throw failure is TimeoutException
                    ? Die(StoreFault.Timeout, $"{endpoint} gave no reply in time", failure)
                    : Die(StoreFault.Closed, $"the connection to {endpoint} broke: {cause}", failure);
            }

            LastError = refused.Message;
            for (var i = 0; i < operation.Expected; i++)
            {
                Add(new StoreReply(ReplyKind.Refused, default));
            }

            return;
        }

        switch (task)
        {
            case Task<RedisValue> read:
                Read(read.Result, operation.Key);
                break;
            case Task<RedisValue[]> read:
                Read(read.Result, operation.Keys!);
                break;
            case Task<RedisResult> raw when operation.Keys is { } keys:
                Read((RedisValue[]?)raw.Result ?? [], keys);
                break;
            default:
                Add(new StoreReply(ReplyKind.Stored, default));
                break;
        }
    }

    private void Read(RedisValue[] values, AccountKey[] keys)
    {
        if (values.Length != keys.Length)
        {
            throw Die(StoreFault.Protocol, $"{endpoint} answered {values.Length} values to {keys.Length} keys", null);
        }

        for (var i = 0; i < keys.Length; i++)
        {
            Read(values[i], keys[i]);
        }
    }

    private void Read(RedisValue value, AccountKey key)
    {
        if (value.IsNull)
        {
            Add(new StoreReply(ReplyKind.Missing, default));
            return;
        }

        var bytes = (byte[])value!;
        if (AccountCodec.TryReadValue(bytes, key, out var state))
        {
            Add(new StoreReply(ReplyKind.Value, state));
            return;
        }

        LastError = AccountCodec.Describe(bytes, key);
        Add(new StoreReply(ReplyKind.Corrupt, default));
    }

    private void Add(StoreReply reply)
    {
        if (replyCount == replies.Length)
        {
            Array.Resize(ref replies, replyCount * 2);
        }

        replies[replyCount++] = reply;
    }

    private StoreException Die(StoreFault fault, string message, Exception? cause) => dead = new StoreException(fault, message, cause);

    /// <summary>An operation without a reply yet, with the keys its values must belong to.</summary>
    private readonly struct Pending
    {
        public Pending(Task task, AccountKey key = default)
        {
            Task = task;
            Key = key;
        }

        public Pending(Task task, AccountKey[] keys)
        {
            Task = task;
            Keys = keys;
        }

        public Task Task { get; }

        public AccountKey Key { get; }

        public AccountKey[]? Keys { get; }

        public int Expected => Keys?.Length ?? 1;
    }
}
