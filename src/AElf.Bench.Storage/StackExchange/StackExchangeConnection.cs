using System.Buffers;
using System.Diagnostics;
using System.Runtime.InteropServices;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Timing;
using StackExchange.Redis;

namespace AElf.Bench.Storage.StackExchange;

/// <summary>
/// One dispatcher's connection over the shared multiplexer. The driver sends each operation as soon as it is queued;
/// <see cref="Exchange"/> only waits. Operations are never sent twice.
/// </summary>
/// <param name="database">The shared multiplexer's database.</param>
/// <param name="options">The store; the driver treats it as a proxy, unless it is a plain Redis.</param>
internal sealed class StackExchangeConnection(IDatabase database, StoreOptions options) : IStoreConnection
{
    // The driver would hash keys to slots of a cluster even behind a proxy, and refuse keys in several slots. It does
    // not hash plain bytes, and the proxy splits the command.
    private readonly bool throughProxy = !options.IsRedis;
    private readonly string endpoint = options.Address.ToString();
    private readonly Queue<Pending> pending = new();
    private readonly List<StoreReply> replies = [];
    private readonly ArrayBufferWriter<byte> values = new();
    private OperationTally operations;
    private StoreException? dead;

    public int Outstanding { get; private set; }

    public OperationCounts Operations => operations.Counts;

    public string LastError { get; private set; } = string.Empty;

    public void Get(ReadOnlySpan<byte> key, int tag)
    {
        operations.Get();
        Queue(Send(database, key.ToArray(), static (database, key) => database.StringGetAsync(key)), tag, reads: true);
    }

    public void Set(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value, int tag)
    {
        operations.Set();
        var stored = (Key: key.ToArray(), Value: value.ToArray());
        Queue(Send(database, stored, static (database, pair) => database.StringSetAsync(pair.Key, pair.Value)), tag);
    }

    public void Delete(ReadOnlySpan<byte> key, int tag) =>
        Queue(Send(database, key.ToArray(), static (database, key) => database.KeyDeleteAsync(key)), tag);

    public void MultiGet(ReadOnlySpan<byte> keys, int keyLength, int firstTag)
    {
        var count = SideBySide.Count(keys, keyLength);
        operations.MultiGet(count);
        var read = throughProxy
            ? Send(database, Cut<object>(keys, keyLength, static key => key),
                static (database, names) => database.ExecuteAsync("MGET", names))
            : Send(database, Cut(keys, keyLength, static key => (RedisKey)key),
                static (database, names) => database.StringGetAsync(names));
        Queue(read, firstTag, count, reads: true);
    }

    public void MultiSet(ReadOnlySpan<byte> keys, int keyLength, ReadOnlySpan<byte> values, int valueLength, int tag)
    {
        var count = SideBySide.Count(keys, keyLength, values, valueLength);
        if (throughProxy)
        {
            operations.MultiSet(count);
            var words = new object[2 * count];
            for (var i = 0; i < count; i++)
            {
                words[2 * i] = keys.Slice(i * keyLength, keyLength).ToArray();
                words[(2 * i) + 1] = values.Slice(i * valueLength, valueLength).ToArray();
            }

            Queue(Send(database, words, static (database, words) => database.ExecuteAsync("MSET", words)), tag);
            return;
        }

        // The driver sends a single pair as SET, and the server counts it as SET: so it counts as SET here too.
        if (count == 1)
        {
            operations.Set();
        }
        else
        {
            operations.MultiSet(count);
        }

        var pairs = new KeyValuePair<RedisKey, RedisValue>[count];
        for (var i = 0; i < count; i++)
        {
            pairs[i] = new KeyValuePair<RedisKey, RedisValue>(
                keys.Slice(i * keyLength, keyLength).ToArray(), values.Slice(i * valueLength, valueLength).ToArray());
        }

        Queue(Send(database, pairs, static (database, pairs) => database.StringSetAsync(pairs)), tag);
    }

    public StoreReplies Exchange()
    {
        if (dead is not null)
        {
            throw dead;
        }

        replies.Clear();
        values.ResetWrittenCount();
        if (!pending.TryPeek(out var head))
        {
            return default;
        }

        if (!Completes(head.Arrival ?? head.Task))
        {
            throw Die(
                StoreFault.Timeout, $"{endpoint} gave no reply within {options.Timeout.TotalSeconds:0.###} s", null);
        }

        PreciseWait.Until(head.Arrival?.Result ?? 0);
        while (pending.TryPeek(out head) && HasArrived(head))
        {
            pending.Dequeue();
            Complete(head);
        }

        Outstanding -= replies.Count;
        return new StoreReplies(CollectionsMarshal.AsSpan(replies), values.WrittenSpan);
    }

    public void Dispose()
    {
        // The multiplexer belongs to the store.
        dead ??= new StoreException(StoreFault.Closed, $"the connection to {endpoint} was closed");
        pending.Clear();
        Outstanding = 0;
    }

    /// <summary>
    /// Sends an operation. The driver may throw instead of returning a failed task, but queuing must not throw.
    /// </summary>
    private static Task Send<TArgument>(IDatabase database, TArgument argument, Func<IDatabase, TArgument, Task> send)
    {
        try
        {
            return send(database, argument);
        }
        catch (Exception failure) when (
            failure is RedisException or RedisCommandException or ObjectDisposedException or TimeoutException)
        {
            return Task.FromException(failure);
        }
    }

    private static T[] Cut<T>(ReadOnlySpan<byte> keys, int length, Func<byte[], T> toName)
    {
        var names = new T[keys.Length / length];
        for (var i = 0; i < names.Length; i++)
        {
            names[i] = toName(keys.Slice(i * length, length).ToArray());
        }

        return names;
    }

    private bool Completes(Task task)
    {
        try
        {
            return task.IsCompleted || task.Wait(options.Timeout);
        }
        catch (AggregateException)
        {
            // A failed task is complete too: its failure is reported when the reply is taken.
            return true;
        }
    }

    private void Queue(Task task, int firstTag, int unanswered = 1, bool reads = false)
    {
        Outstanding += unanswered;
        var arrival = options.AddedRoundTrip > TimeSpan.Zero ? ArrivalOf(task) : null;
        pending.Enqueue(new Pending(task, arrival, firstTag, unanswered, reads));
    }

    /// <summary>
    /// The end of the added round trip. The driver sends at once, so the replies are delayed by the whole round trip.
    /// </summary>
    private Task<long> ArrivalOf(Task task) => task.ContinueWith(
        _ => PreciseWait.After(Stopwatch.GetTimestamp(), options.AddedRoundTrip),
        CancellationToken.None,
        TaskContinuationOptions.ExecuteSynchronously,
        TaskScheduler.Default);

    private static bool HasArrived(Pending operation) => operation.Arrival is { } arrival
        ? arrival.IsCompleted && arrival.Result <= Stopwatch.GetTimestamp()
        : operation.Task.IsCompleted;

    private void Complete(Pending operation)
    {
        var task = operation.Task;
        if (!task.IsCompletedSuccessfully)
        {
            // Reading the exception marks it as observed.
            var failure = task.Exception?.InnerException;
            if (failure is not RedisServerException refused)
            {
                var cause = (failure as RedisConnectionException)?.FailureType.ToString()
                    ?? failure?.GetType().Name ?? "cancelled";
                throw failure is TimeoutException
                    ? Die(StoreFault.Timeout, $"{endpoint} gave no reply in time", failure)
                    : Die(StoreFault.Closed, $"the connection to {endpoint} broke: {cause}", failure);
            }

            LastError = refused.Message;
            for (var i = 0; i < operation.Expected; i++)
            {
                replies.Add(new StoreReply(ReplyKind.Refused, operation.FirstTag + i, 0, 0));
            }

            return;
        }

        switch (task)
        {
            case Task<RedisValue> read:
                Read(read.Result, operation.FirstTag);
                break;
            case Task<RedisValue[]> read:
                Read(read.Result, operation);
                break;
            case Task<RedisResult> raw when operation.Reads:
                Read((RedisValue[]?)raw.Result ?? [], operation);
                break;
            default:
                replies.Add(new StoreReply(ReplyKind.Stored, operation.FirstTag, 0, 0));
                break;
        }
    }

    private void Read(RedisValue[] found, Pending operation)
    {
        if (found.Length != operation.Expected)
        {
            throw Die(
                StoreFault.Protocol, $"{endpoint} answered {found.Length} values to {operation.Expected} keys", null);
        }

        for (var i = 0; i < found.Length; i++)
        {
            Read(found[i], operation.FirstTag + i);
        }
    }

    private void Read(RedisValue value, int tag)
    {
        if (value.IsNull)
        {
            replies.Add(new StoreReply(ReplyKind.Missing, tag, 0, 0));
            return;
        }

        var bytes = (byte[])value!;
        replies.Add(new StoreReply(ReplyKind.Value, tag, values.WrittenCount, bytes.Length));
        values.Write(bytes);
    }

    private StoreException Die(StoreFault fault, string message, Exception? cause) =>
        dead = new StoreException(fault, message, cause);

    /// <summary>An operation without a reply.</summary>
    /// <param name="Task">The driver's task.</param>
    /// <param name="Arrival">
    /// With an added round trip, the timestamp from which its replies are available; otherwise null.
    /// </param>
    /// <param name="FirstTag">The tag of its first reply.</param>
    /// <param name="Expected">Its number of replies.</param>
    /// <param name="Reads">Whether its replies are values.</param>
    private readonly record struct Pending(Task Task, Task<long>? Arrival, int FirstTag, int Expected, bool Reads);
}
