using System.Text;
using AElf.Bench.Core.Stores;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>A value to write, or a key to remove.</summary>
/// <param name="Value">The value; null to remove the key.</param>
internal readonly record struct IndexWrite(byte[] Key, byte[]? Value)
{
    /// <summary>Appends the write to a log, for <see cref="ReadAll"/>.</summary>
    public void WriteTo(WireWriter log)
    {
        log.WriteVarBytes(Key);
        log.WriteByte(Value is null ? (byte)0 : (byte)1);
        log.WriteVarBytes(Value);
    }

    public static List<IndexWrite> ReadAll(ReadOnlySpan<byte> log)
    {
        var writes = new List<IndexWrite>();
        for (var reader = new WireReader(log); reader.Left > 0;)
        {
            var key = reader.ReadVarBytes("a key").ToArray();
            var hasValue = reader.ReadByte("whether there is a value") != 0;
            var value = reader.ReadVarBytes("a value").ToArray();
            writes.Add(new IndexWrite(key, hasValue ? value : null));
        }

        return writes;
    }
}

/// <summary>Values under one prefix of a store, read and written in batches over one connection.</summary>
internal sealed class PersistentValues(IStoreConnection connection, ReadOnlySpan<byte> prefix) : IDisposable
{
    // Maximum requests and bytes in flight, to bound the memory of both sides.
    private const int Batch = 512;
    private const int BatchBytes = 1 << 20;

    private readonly byte[] prefix = prefix.ToArray();
    private readonly HashSet<byte[]> written = new(ByteKeys.Comparer);

    /// <summary>Every written key, including removed keys.</summary>
    public IReadOnlyCollection<byte[]> Written => written;

    /// <summary>A key of this prefix.</summary>
    /// <param name="kind">The kind of value.</param>
    /// <param name="name">Its name within the kind.</param>
    public byte[] Key(char kind, ReadOnlySpan<byte> name) => [.. prefix, (byte)kind, .. name];

    /// <summary>The value of a key; null if absent.</summary>
    public byte[]? Get(byte[] key)
    {
        connection.Get(key, tag: 0);
        byte[]? value = null;
        Exchange((_, found) => value = found);
        return value;
    }

    /// <summary>The values of keys, in order; null for an absent key.</summary>
    public byte[]?[] Get(IReadOnlyList<byte[]> keys)
    {
        var found = new byte[]?[keys.Count];
        foreach (var batch in keys.Index().Chunk(Batch))
        {
            Array.ForEach(batch, key => connection.Get(key.Item, key.Index));
            Exchange((tag, value) => found[tag] = value);
        }

        return found;
    }

    /// <summary>Writes and removes values, and waits for all replies.</summary>
    public void Write(IReadOnlyList<IndexWrite> writes)
    {
        var bytes = 0;
        foreach (var (key, value) in writes)
        {
            written.Add(key);
            if (value is null)
            {
                connection.Delete(key, tag: 0);
            }
            else
            {
                connection.Set(key, value, tag: 0);
            }

            bytes += key.Length + (value?.Length ?? 0);
            if (bytes >= BatchBytes || connection.Outstanding >= Batch)
            {
                Exchange(static (_, _) => { });
                bytes = 0;
            }
        }

        Exchange(static (_, _) => { });
    }

    public void Dispose() => connection.Dispose();

    private void Exchange(Action<int, byte[]?> take)
    {
        while (connection.Outstanding > 0)
        {
            var replies = connection.Exchange();
            foreach (ref readonly var reply in replies.Replies)
            {
                if (reply.Kind is ReplyKind.Refused)
                {
                    throw StoreProblems.Refused(
                        $"the store refused a key of the index under {Encoding.ASCII.GetString(prefix)}",
                        connection.LastError);
                }

                take(reply.Tag, reply.Kind == ReplyKind.Value ? replies.ValueOf(reply).ToArray() : null);
            }
        }
    }
}
