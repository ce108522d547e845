using System.Collections.Concurrent;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Stores;

/// <summary>
/// A store in this process, for workloads without an embedded store. Safe for any number of connections.
/// </summary>
public sealed class MemoryStore : IStore
{
    private readonly ConcurrentDictionary<byte[], byte[]> values = new(ByteKeys.Comparer);
    private readonly ConcurrentBag<MemoryConnection> connections = [];
    private int locked;

    public StoreDescription Description { get; } = new() { Type = "inmemory", Client = "memory" };

    /// <summary>The contents, by the bytes of each key.</summary>
    internal ConcurrentDictionary<byte[], byte[]>.AlternateLookup<ReadOnlySpan<byte>> Values =>
        values.GetAlternateLookup<ReadOnlySpan<byte>>();

    public IStoreConnection Connect()
    {
        var connection = new MemoryConnection(this);
        connections.Add(connection);
        return connection;
    }

    public IReadOnlyList<ShardCounters> ReadCounters()
    {
        var served = connections.Aggregate(default(OperationCounts), (sum, connection) => sum + connection.Served);
        return [new ShardCounters("memory", "memory", served, values.Count, double.NaN, "embedded", "none")];
    }

    public bool TryTakeRunLock() => Interlocked.Exchange(ref locked, 1) == 0;

    public void ReleaseRunLock() => Volatile.Write(ref locked, 0);

    public void Dispose()
    {
        // The values are released with the object.
    }
}
