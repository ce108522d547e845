using System.Buffers.Binary;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing;

/// <summary>
/// The layout of Fulcrum 2: the whole hash of a script names one row with the numbers of its transactions, so that a
/// history is one read and no other script's is ever looked at. (Fulcrum, <c>Storage.cpp</c>.)
/// </summary>
public sealed class FulcrumEngine : IndexEngine
{
    private const int NumberSize = 6;
    private const int IndexSize = 3;
    private const int IdSuffix = 6;
    private const int HashesInBucket = 16;
    private const int HeadersInBucket = 8;
    private const int AmountSize = 8;

    // An output that is not spent: its script, amount, height, and the number of its transaction.
    private const int OutputSize = Hash256.Size + AmountSize + 4 + NumberSize;

    private static readonly IndexTable HistoryRows = new(1, "scripthash_history", IsOrdered: false);
    private static readonly IndexTable Ids = new(2, "txnum2txhash", IsOrdered: false);
    private static readonly IndexTable Headers = new(3, "headers", IsOrdered: false);
    private static readonly IndexTable Outputs = new(4, "utxoset", IsOrdered: false);
    private static readonly IndexTable Unspent = new(5, "scripthash_unspent", IsOrdered: true);
    private static readonly IndexTable Numbers = new(6, "txhash2txnum", IsOrdered: false);
    private static readonly IndexTable Undo = new(7, "undo", IsOrdered: false);

    private readonly TransactionNumbers counts;
    private readonly WireWriter spent = new();
    private readonly Dictionary<Hash256, long> touched = [];

    /// <inheritdoc cref="IndexEngine(IIndexStore, ChainArchive)"/>
    public FulcrumEngine(IIndexStore store, ChainArchive archive)
        : base(store, archive) =>
        counts = new TransactionNumbers(store.OpenRecords("counts", sizeof(long)), Height + 1);

    /// <inheritdoc/>
    public override string Name => "fulcrum";

    /// <inheritdoc/>
    protected override void Index(int height, ReadOnlySpan<byte> block)
    {
        var reader = new BlockReader(block);
        var number = counts.Count;
        spent.Clear();
        touched.Clear();
        while (reader.MoveNext())
        {
            var transaction = reader.Current;
            var id = transaction.Id();
            Spend(transaction, number);
            Create(transaction, id, height, number);
            AddId(id, number++);
        }

        AddHeader(height, block[..BlockHeader.Size]);
        Changes.Put(Undo, HeightKey(stackalloc byte[4], height), spent.Written);
        counts.Add(reader.Count);
    }

    /// <inheritdoc/>
    protected override void Remove(int height, ReadOnlySpan<byte> block)
    {
        var reader = new BlockReader(block);
        var (end, first) = (counts.Count, counts.Count - reader.Count);
        Span<byte> key = stackalloc byte[4];
        var undo = Changes.Get(Undo, HeightKey(key, height))?.ToArray()
            ?? throw new ChainException($"there is nothing to take block {height} back with");
        touched.Clear();
        RemoveOutputs(block, first);
        RestoreSpent(block, undo, first);
        foreach (var script in touched.Keys)
        {
            TrimHistory(script, first);
        }

        TrimBuckets(Ids, first, end, HashesInBucket, Hash256.Size);
        TrimBuckets(Headers, height, height + 1, HeadersInBucket, BlockHeader.Size);
        Changes.Delete(Undo, HeightKey(key, height));
        counts.RemoveLast();
    }

    /// <inheritdoc/>
    protected override IReadOnlyList<HistoryEntry> FindHistory(Hash256 scriptHash, IndexCosts costs)
    {
        Span<byte> key = stackalloc byte[Hash256.Size];
        scriptHash.CopyTo(key);
        if (Get(HistoryRows, key, costs) is not { } numbers)
        {
            return [];
        }

        var entries = new HistoryEntry[numbers.Length / NumberSize];
        for (var i = 0; i < entries.Length; i++)
        {
            var number = LittleEndian.Read(numbers.Span.Slice(i * NumberSize, NumberSize));
            entries[i] = new HistoryEntry(IdOf(number, costs), counts.HeightOf(number));
        }

        return entries;
    }

    /// <inheritdoc/>
    protected override void BeforeCommit() => counts.Flush();

    /// <inheritdoc/>
    protected override void CutFiles() => counts.CutFile();

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        counts.Dispose();
        base.Dispose(disposing);
    }

    private void Spend(TransactionView transaction, long number)
    {
        if (transaction.IsCoinbase)
        {
            return;
        }

        Span<byte> output = stackalloc byte[Hash256.Size + IndexSize];
        foreach (var input in transaction.Inputs)
        {
            WriteOutpoint(output, input.PreviousId, input.PreviousIndex);
            var found = Changes.Get(Outputs, output) ?? throw new ChainException(
                transaction.Start, $"spends output {input.PreviousIndex} of {input.PreviousId}, which is not there");
            spent.WriteBytes(found.Span);
            var script = new Hash256(found.Span[..Hash256.Size]);
            DeleteUnspent(script, found.Span[^NumberSize..], input.PreviousIndex);
            Changes.Delete(Outputs, output);
            Touch(script, number);
        }
    }

    private void Create(TransactionView transaction, Hash256 id, int height, long number)
    {
        Span<byte> output = stackalloc byte[Hash256.Size + IndexSize];
        Span<byte> value = stackalloc byte[OutputSize];
        var index = 0u;
        foreach (var created in transaction.Outputs)
        {
            if (created.Kind != ScriptKind.NullData)
            {
                var script = created.ScriptHash();
                WriteOutpoint(output, id, index);
                WriteOutput(value, script, created.Value, height, number);
                Changes.Put(Outputs, output, value);
                PutUnspent(value, index);
                Touch(script, number);
            }

            index++;
        }
    }

    private void Touch(Hash256 script, long number)
    {
        if (touched.TryGetValue(script, out var last) && last == number)
        {
            return;
        }

        touched[script] = number;
        Span<byte> key = stackalloc byte[Hash256.Size];
        Span<byte> value = stackalloc byte[NumberSize];
        script.CopyTo(key);
        LittleEndian.Write(value, number);
        Changes.Append(HistoryRows, key, value);
    }

    private void AddId(Hash256 id, long number)
    {
        Span<byte> bytes = stackalloc byte[Hash256.Size];
        Span<byte> bucket = stackalloc byte[4];
        Span<byte> value = stackalloc byte[NumberSize];
        id.CopyTo(bytes);
        BinaryPrimitives.WriteUInt32BigEndian(bucket, (uint)(number / HashesInBucket));
        Changes.Append(Ids, bucket, bytes);
        LittleEndian.Write(value, number);
        Changes.Append(Numbers, bytes[^IdSuffix..], value);
    }

    private void AddHeader(int height, ReadOnlySpan<byte> header)
    {
        Span<byte> bucket = stackalloc byte[4];
        Changes.Append(Headers, HeightKey(bucket, height / HeadersInBucket), header);
    }

    private void RemoveOutputs(ReadOnlySpan<byte> block, long number)
    {
        Span<byte> output = stackalloc byte[Hash256.Size + IndexSize];
        Span<byte> numberBytes = stackalloc byte[NumberSize];
        foreach (var transaction in new BlockReader(block))
        {
            var id = transaction.Id();
            LittleEndian.Write(numberBytes, number++);
            var index = 0u;
            foreach (var created in transaction.Outputs)
            {
                if (created.Kind != ScriptKind.NullData)
                {
                    var script = created.ScriptHash();
                    WriteOutpoint(output, id, index);
                    Changes.Delete(Outputs, output);
                    DeleteUnspent(script, numberBytes, index);
                    touched[script] = 0;
                }

                index++;
            }

            TrimNumbers(id, number - 1);
        }
    }

    /// <summary>What the block spent is unspent again, but for what it created itself.</summary>
    private void RestoreSpent(ReadOnlySpan<byte> block, byte[] undo, long first)
    {
        Span<byte> output = stackalloc byte[Hash256.Size + IndexSize];
        var at = 0;
        foreach (var transaction in new BlockReader(block))
        {
            if (transaction.IsCoinbase)
            {
                continue;
            }

            foreach (var input in transaction.Inputs)
            {
                var value = undo.AsSpan(at, OutputSize);
                at += OutputSize;
                touched[new Hash256(value[..Hash256.Size])] = 0;
                if (LittleEndian.Read(value[^NumberSize..]) < first)
                {
                    WriteOutpoint(output, input.PreviousId, input.PreviousIndex);
                    Changes.Put(Outputs, output, value);
                    PutUnspent(value, input.PreviousIndex);
                }
            }
        }
    }

    private void TrimHistory(Hash256 script, long first)
    {
        Span<byte> key = stackalloc byte[Hash256.Size];
        script.CopyTo(key);
        Trim(HistoryRows, key, first);
    }

    private void TrimNumbers(Hash256 id, long first)
    {
        Span<byte> bytes = stackalloc byte[Hash256.Size];
        id.CopyTo(bytes);
        Trim(Numbers, bytes[^IdSuffix..], first);
    }

    /// <summary>Takes the numbers from the first one on off the end of a row.</summary>
    private void Trim(IndexTable table, ReadOnlySpan<byte> key, long first)
    {
        if (Changes.Get(table, key) is not { } row)
        {
            return;
        }

        var length = row.Length;
        while (length > 0 && LittleEndian.Read(row.Span.Slice(length - NumberSize, NumberSize)) >= first)
        {
            length -= NumberSize;
        }

        PutOrDelete(table, key, row.Span[..length]);
    }

    private void TrimBuckets(IndexTable table, long first, long end, int inBucket, int size)
    {
        Span<byte> key = stackalloc byte[4];
        for (var bucket = first / inBucket; bucket <= (end - 1) / inBucket; bucket++)
        {
            BinaryPrimitives.WriteUInt32BigEndian(key, (uint)bucket);
            var left = (int)Math.Max(0, first - (bucket * inBucket)) * size;
            if (Changes.Get(table, key) is { } row)
            {
                PutOrDelete(table, key, row.Span[..left]);
            }
        }
    }

    private void PutOrDelete(IndexTable table, ReadOnlySpan<byte> key, ReadOnlySpan<byte> value)
    {
        if (value.IsEmpty)
        {
            Changes.Delete(table, key);
        }
        else
        {
            Changes.Put(table, key, value.ToArray());
        }
    }

    private Hash256 IdOf(long number, IndexCosts costs)
    {
        Span<byte> bucket = stackalloc byte[4];
        BinaryPrimitives.WriteUInt32BigEndian(bucket, (uint)(number / HashesInBucket));
        var hashes = Get(Ids, bucket, costs)
            ?? throw new InvalidDataException($"the index has no id for transaction number {number}");
        return new Hash256(hashes.Span.Slice((int)(number % HashesInBucket) * Hash256.Size, Hash256.Size));
    }

    private void PutUnspent(ReadOnlySpan<byte> output, uint index)
    {
        Span<byte> key = stackalloc byte[Hash256.Size + NumberSize + IndexSize];
        WriteUnspentKey(key, output[..Hash256.Size], output[^NumberSize..], index);
        Changes.Put(Unspent, key, output.Slice(Hash256.Size, AmountSize));
    }

    private void DeleteUnspent(Hash256 script, ReadOnlySpan<byte> number, uint index)
    {
        Span<byte> key = stackalloc byte[Hash256.Size + NumberSize + IndexSize];
        Span<byte> bytes = stackalloc byte[Hash256.Size];
        script.CopyTo(bytes);
        WriteUnspentKey(key, bytes, number, index);
        Changes.Delete(Unspent, key);
    }

    private static void WriteUnspentKey(
        Span<byte> key, ReadOnlySpan<byte> script, ReadOnlySpan<byte> number, uint index)
    {
        script.CopyTo(key);
        number.CopyTo(key[Hash256.Size..]);
        LittleEndian.Write(key[^IndexSize..], index);
    }

    private static void WriteOutpoint(Span<byte> key, Hash256 id, uint index)
    {
        id.CopyTo(key);
        LittleEndian.Write(key[^IndexSize..], index);
    }

    private static void WriteOutput(Span<byte> value, Hash256 script, long amount, int height, long number)
    {
        script.CopyTo(value);
        BinaryPrimitives.WriteInt64LittleEndian(value[Hash256.Size..], amount);
        BinaryPrimitives.WriteInt32LittleEndian(value[(Hash256.Size + AmountSize)..], height);
        LittleEndian.Write(value[^NumberSize..], number);
    }

    private static ReadOnlySpan<byte> HeightKey(Span<byte> key, int height)
    {
        BinaryPrimitives.WriteInt32BigEndian(key, height);
        return key;
    }
}
