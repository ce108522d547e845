using System.Text;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>Values under one prefix of a store, read and written in batches over one connection.</summary>
internal sealed class PersistentValues(IStoreConnection connection, ReadOnlySpan<byte> prefix) : IndexValues(prefix)
{
    // Maximum requests and bytes in flight, to bound the memory of both sides.
    private const int Batch = 512;
    private const int BatchBytes = 1 << 20;

    public override byte[]? Get(byte[] key)
    {
        connection.Get(key, tag: 0);
        byte[]? value = null;
        Exchange((_, found) => value = found);
        return value;
    }

    public override byte[]?[] Get(IReadOnlyList<byte[]> keys)
    {
        var found = new byte[]?[keys.Count];
        foreach (var batch in keys.Index().Chunk(Batch))
        {
            Array.ForEach(batch, key => connection.Get(key.Item, key.Index));
            Exchange((tag, value) => found[tag] = value);
        }

        return found;
    }

    public override void Write(IReadOnlyList<IndexWrite> writes)
    {
        var bytes = 0;
        foreach (var (key, value) in writes)
        {
            Written.Add(key);
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

    public override void Dispose() => connection.Dispose();

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
                        $"the store refused a key of the index under {Encoding.ASCII.GetString(Prefix)}",
                        connection.LastError);
                }

                take(reply.Tag, reply.Kind == ReplyKind.Value ? replies.ValueOf(reply).ToArray() : null);
            }
        }
    }
}
