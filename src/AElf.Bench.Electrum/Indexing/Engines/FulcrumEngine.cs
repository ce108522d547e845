using System.Buffers.Binary;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>
/// The layout of Fulcrum 2. The whole hash of a script is the key of one row with the numbers of its transactions, so
/// the history of a script is one read. (Fulcrum, <c>Storage.cpp</c>; its numbers of variable length have 6 bytes
/// here.)
/// </summary>
/// <param name="store">Its rows; the engine disposes of it.</param>
/// <param name="archive">Replaces the node beside the engine.</param>
/// <param name="isFastSync">
/// Whether outputs stay in memory until a commit, as with Fulcrum's <c>fast-sync</c>: an output that is spent
/// before the commit is never written.
/// </param>
public sealed class FulcrumEngine(IIndexStore store, ChainArchive archive, bool isFastSync = false)
    : NumberedEngine(store, archive, Undo, OutputSize)
{
    private const int NumberSize = 6;
    private const int IndexSize = 3;
    private const int IdSuffix = 6;
    private const int HashesInBucket = 16;
    private const int HeadersInBucket = 8;
    private const int AmountSize = 8;

    // An unspent output: its script, amount, height, and the number of its transaction.
    private const int OutputSize = Hash256.Size + AmountSize + 4 + NumberSize;

    private static readonly IndexTable HistoryRows = new(1, "scripthash_history");
    private static readonly IndexTable Ids = new(2, "txnum2txhash");
    private static readonly IndexTable Headers = new(3, "headers");
    private static readonly IndexTable Outputs = new(4, "utxoset");
    private static readonly IndexTable Unspent = new(5, "scripthash_unspent", Hash256.Size);
    private static readonly IndexTable Numbers = new(6, "txhash2txnum");
    private static readonly IndexTable Undo = new(7, "undo");

    private readonly RowMap? unspent = isFastSync ? new RowMap() : null;

    public override string Name => unspent is null ? "fulcrum" : "fulcrum-fast";

    public override KeptAnswers Keeps => KeptAnswers.Statuses | KeptAnswers.BlockIds;

    protected override long HeldBack => unspent?.Size ?? 0;

    protected override IReadOnlyList<HistoryEntry> FindHistory(Hash256 scriptHash, IndexCosts costs)
    {
        if (Get(HistoryRows, scriptHash.Bytes, costs) is not { } numbers)
        {
            return [];
        }

        var entries = new HistoryEntry[numbers.Length / NumberSize];
        for (var i = 0; i < entries.Length; i++)
        {
            var number = LittleEndian.Read(numbers.Span.Slice(i * NumberSize, NumberSize));
            entries[i] = new HistoryEntry(IdOf(number, costs), Counts.HeightOf(number));
        }

        return entries;
    }

    protected override ReadOnlyMemory<byte> FindHeader(int height, IndexCosts costs)
    {
        var bucket = Get(Headers, BucketKey(stackalloc byte[4], height / HeadersInBucket), costs)
            ?? throw new InvalidDataException($"the index has no header of block {height}");
        return bucket.Slice(height % HeadersInBucket * BlockHeader.Size, BlockHeader.Size);
    }

    private protected override void AddId(Hash256 id, long number)
    {
        Span<byte> bucket = stackalloc byte[4];
        Span<byte> value = stackalloc byte[NumberSize];
        LittleEndian.Write(value, number);
        Changes.Append(Ids, BucketKey(bucket, number / HashesInBucket), id.Bytes);
        Changes.Append(Numbers, id.Bytes[^IdSuffix..], value);
    }

    private protected override void AddHeader(int height, ReadOnlySpan<byte> header)
    {
        Span<byte> bucket = stackalloc byte[4];
        Changes.Append(Headers, BucketKey(bucket, height / HeadersInBucket), header);
    }

    private protected override Hash256? Spend(InputView input, WireWriter undone)
    {
        Span<byte> outpoint = stackalloc byte[Hash256.Size + IndexSize];
        WriteOutpoint(outpoint, input.PreviousId, input.PreviousIndex);
        if (unspent?.Find(outpoint) is > 0 and var row)
        {
            var held = unspent.ValueOf(row).Span;
            undone.WriteBytes(held);
            unspent.Remove(row);
            return new Hash256(held[..Hash256.Size]);
        }

        if (Changes.Get(Outputs, outpoint) is not { } output)
        {
            return null;
        }

        undone.WriteBytes(output.Span);
        Span<byte> key = stackalloc byte[Hash256.Size + NumberSize + IndexSize];
        WriteUnspentKey(key, output.Span, input.PreviousIndex);
        var script = new Hash256(output.Span[..Hash256.Size]);
        Changes.Delete(Unspent, key);
        Changes.Delete(Outputs, outpoint);
        return script;
    }

    private protected override Hash256 Create(in OutputPlace place, OutputView output)
    {
        Span<byte> value = stackalloc byte[OutputSize];
        Span<byte> outpoint = stackalloc byte[Hash256.Size + IndexSize];
        var script = output.ScriptHash();
        WriteOutput(value, script, output.Value, place);
        WriteOutpoint(outpoint, place.Id, place.Index);
        if (unspent is null)
        {
            Add(outpoint, value);
        }
        else
        {
            unspent.Add(outpoint, value);
        }

        return script;
    }

    private protected override Hash256 RemoveOutput(in OutputPlace place, OutputView output)
    {
        Span<byte> value = stackalloc byte[OutputSize];
        Span<byte> outpoint = stackalloc byte[Hash256.Size + IndexSize];
        Span<byte> unspentKey = stackalloc byte[Hash256.Size + NumberSize + IndexSize];
        var script = output.ScriptHash();
        WriteOutput(value, script, output.Value, place);
        WriteOutpoint(outpoint, place.Id, place.Index);
        if (unspent?.Find(outpoint) is > 0 and var row)
        {
            unspent.Remove(row);
        }
        else
        {
            WriteUnspentKey(unspentKey, value, place.Index);
            Changes.Delete(Outputs, outpoint);
            Changes.Delete(Unspent, unspentKey);
        }

        return script;
    }

    private protected override (long Number, Hash256 Script) ReadUndone(ReadOnlySpan<byte> undone) =>
        (LittleEndian.Read(undone[^NumberSize..]), new Hash256(undone[..Hash256.Size]));

    private protected override void Restore(InputView input, ReadOnlySpan<byte> undone)
    {
        Span<byte> outpoint = stackalloc byte[Hash256.Size + IndexSize];
        WriteOutpoint(outpoint, input.PreviousId, input.PreviousIndex);
        Add(outpoint, undone);
    }

    private protected override void AddToHistory(Hash256 script, long number)
    {
        Span<byte> value = stackalloc byte[NumberSize];
        LittleEndian.Write(value, number);
        Changes.Append(HistoryRows, script.Bytes, value);
    }

    private protected override void TrimHistory(Hash256 script, long first)
    {
        if (Changes.Get(HistoryRows, script.Bytes) is { } row)
        {
            Trim(HistoryRows, script.Bytes, row.Span, NumberSize, first);
        }
    }

    private protected override void TrimIds(long first, long end)
    {
        for (var number = first; number < end; number++)
        {
            var id = IdOf(number, new IndexCosts());
            if (Changes.Get(Numbers, id.Bytes[^IdSuffix..]) is { } row)
            {
                Trim(Numbers, id.Bytes[^IdSuffix..], row.Span, NumberSize, first);
            }
        }

        TrimBuckets(Ids, first, end, HashesInBucket, Hash256.Size);
    }

    private protected override void TrimHeaders(int height) =>
        TrimBuckets(Headers, height, height + 1, HeadersInBucket, BlockHeader.Size);

    protected override void BeforeCommit()
    {
        if (unspent is not null)
        {
            foreach (var row in unspent.Rows)
            {
                Add(unspent.KeyOf(row).Span, unspent.ValueOf(row).Span);
            }

            unspent.Clear();
        }
    }

    private void TrimBuckets(IndexTable table, long first, long end, int inBucket, int size)
    {
        Span<byte> key = stackalloc byte[4];
        for (var bucket = first / inBucket; bucket <= (end - 1) / inBucket; bucket++)
        {
            var left = (int)Math.Max(0, first - (bucket * inBucket)) * size;
            PutOrDelete(table, BucketKey(key, bucket), Changes.Get(table, key)!.Value.Span[..left]);
        }
    }

    private Hash256 IdOf(long number, IndexCosts costs)
    {
        Span<byte> bucket = stackalloc byte[4];
        var hashes = Get(Ids, BucketKey(bucket, number / HashesInBucket), costs)
            ?? throw new InvalidDataException($"the index has no id for transaction number {number}");
        return new Hash256(hashes.Span.Slice((int)(number % HashesInBucket) * Hash256.Size, Hash256.Size));
    }

    // The output is new or was spent, so the store has no row of it. The exceptions are two duplicate coinbases of
    // 2010, whose rows remain.
    private void Add(ReadOnlySpan<byte> outpoint, ReadOnlySpan<byte> output)
    {
        Span<byte> key = stackalloc byte[Hash256.Size + NumberSize + IndexSize];
        WriteUnspentKey(key, output, (uint)LittleEndian.Read(outpoint[^IndexSize..]));
        Changes.Add(Outputs, outpoint, output);
        Changes.Add(Unspent, key, output.Slice(Hash256.Size, AmountSize));
    }

    private static ReadOnlySpan<byte> BucketKey(Span<byte> key, long bucket) => HeightKey(key, checked((int)bucket));

    private static void WriteUnspentKey(Span<byte> key, ReadOnlySpan<byte> output, uint index)
    {
        output[..Hash256.Size].CopyTo(key);
        output[^NumberSize..].CopyTo(key[Hash256.Size..]);
        LittleEndian.Write(key[^IndexSize..], index);
    }

    private static void WriteOutpoint(Span<byte> key, Hash256 id, uint index)
    {
        id.CopyTo(key);
        LittleEndian.Write(key[^IndexSize..], index);
    }

    private static void WriteOutput(Span<byte> value, Hash256 script, long amount, in OutputPlace place)
    {
        script.CopyTo(value);
        BinaryPrimitives.WriteInt64LittleEndian(value[Hash256.Size..], amount);
        BinaryPrimitives.WriteInt32LittleEndian(value[(Hash256.Size + AmountSize)..], place.Height);
        LittleEndian.Write(value[^NumberSize..], place.Number);
    }
}
