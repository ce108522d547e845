using AElf.Bench.Core.Stores;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>A store in memory that is its own single connection.</summary>
internal sealed class LocalConnection : IStoreConnection
{
    private readonly Dictionary<byte[], byte[]> values = new(ByteKeys.Comparer);
    private readonly List<StoreReply> replies = [];
    private readonly WireWriter bytes = new();
    private StoreReply[] taken = [];
    private OperationCounts operations;
    private bool isTaken;

    public int Outstanding => isTaken ? 0 : replies.Count;

    public OperationCounts Operations => operations;

    public string LastError => "";

    public void Get(ReadOnlySpan<byte> key, int tag)
    {
        Begin();
        operations += new OperationCounts(1, 0, 0, 0, 1, 0);
        if (values.GetAlternateLookup<ReadOnlySpan<byte>>().TryGetValue(key, out var value))
        {
            replies.Add(new StoreReply(ReplyKind.Value, tag, bytes.Length, value.Length));
            bytes.WriteBytes(value);
        }
        else
        {
            replies.Add(new StoreReply(ReplyKind.Missing, tag, 0, 0));
        }
    }

    public void Set(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value, int tag)
    {
        Begin();
        operations += OperationCounts.Sets(1);
        values[key.ToArray()] = value.ToArray();
        replies.Add(new StoreReply(ReplyKind.Stored, tag, 0, 0));
    }

    public void Delete(ReadOnlySpan<byte> key, int tag)
    {
        Begin();
        values.Remove(key.ToArray());
        replies.Add(new StoreReply(ReplyKind.Stored, tag, 0, 0));
    }

    public void MultiGet(ReadOnlySpan<byte> keys, int keyLength, int firstTag) =>
        throw new NotSupportedException("an index reads its keys one by one");

    public void MultiSet(
        ReadOnlySpan<byte> keys, int keyLength, ReadOnlySpan<byte> values, int valueLength, int tag) =>
        throw new NotSupportedException("an index writes its keys one by one");

    public StoreReplies Exchange()
    {
        taken = isTaken ? [] : [.. replies];
        isTaken = true;
        return new StoreReplies(taken, bytes.Written);
    }

    public void Dispose()
    {
        // The values are released with the connection.
    }

    private void Begin()
    {
        if (isTaken)
        {
            replies.Clear();
            bytes.Clear();
            isTaken = false;
        }
    }
}
