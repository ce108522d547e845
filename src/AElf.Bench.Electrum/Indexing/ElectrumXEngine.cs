using System.Buffers.Binary;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing;

/// <summary>
/// The layout of ElectrumX up to 1.20: the first 11 bytes of a script's hash name rows of transaction numbers, one for
/// each flush; ids, headers and counts lie in flat files. A history is a scan, and for each transaction a bisection and
/// a read of 32 bytes; the last 1,000 are remembered. (ElectrumX, <c>db.py</c>, <c>history.py</c>,
/// <c>block_processor.py</c>.)
/// </summary>
/// <remarks>As in ElectrumX, 11 bytes are taken for the whole hash: two scripts in 2⁸⁸ are alike.</remarks>
public sealed class ElectrumXEngine : IndexEngine
{
    private const int ScriptSize = 11;
    private const int NumberSize = 5;
    private const int FlushSize = 2;
    private const int IdPrefix = 4;
    private const int AmountSize = 8;

    // Of an output that was spent: what is needed to have it back.
    private const int UndoSize = ScriptSize + NumberSize + AmountSize;
    private const int Remembered = 1000;

    private static readonly IndexTable HistoryRows = new(1, "hist", IsOrdered: true);
    private static readonly IndexTable Amounts = new(2, "u", IsOrdered: true);
    private static readonly IndexTable Scripts = new(3, "h", IsOrdered: true);
    private static readonly IndexTable Undo = new(4, "U", IsOrdered: false);
    private static readonly IndexTable State = new(5, "state", IsOrdered: false);
    private static readonly byte[] FlushKey = "flush"u8.ToArray();

    private readonly TransactionNumbers counts;
    private readonly IRecords ids;
    private readonly IRecords headers;
    private readonly WireWriter spent = new();
    private readonly Dictionary<UInt128, long> touched = [];
    private readonly RecentHistories recent = new(Remembered);
    private int flush;

    /// <inheritdoc cref="IndexEngine(IIndexStore, ChainArchive)"/>
    public ElectrumXEngine(IIndexStore store, ChainArchive archive)
        : base(store, archive)
    {
        counts = new TransactionNumbers(store.OpenRecords("counts", sizeof(long)), Height + 1);
        ids = store.OpenRecords("hashes", Hash256.Size);
        headers = store.OpenRecords("headers", BlockHeader.Size);
        CutFiles();
        flush = store.Get(State, FlushKey) is { } value ? BinaryPrimitives.ReadUInt16BigEndian(value.Span) : 0;
    }

    /// <inheritdoc/>
    public override string Name => "electrumx";

    /// <inheritdoc/>
    protected override void Index(int height, ReadOnlySpan<byte> block)
    {
        var reader = new BlockReader(block);
        var number = counts.Count;
        spent.Clear();
        touched.Clear();
        Span<byte> idBytes = stackalloc byte[Hash256.Size];
        while (reader.MoveNext())
        {
            var transaction = reader.Current;
            var id = transaction.Id();
            Spend(transaction, number);

            // Of a transaction that spends one of its own block the id has to be there.
            id.CopyTo(idBytes);
            ids.Append(idBytes);
            Create(transaction, idBytes, number++);
        }

        headers.Append(block[..BlockHeader.Size]);
        Changes.Put(Undo, HeightKey(stackalloc byte[4], height), spent.Written);
        counts.Add(reader.Count);
        recent.Forget(touched.Keys);
    }

    /// <inheritdoc/>
    protected override void Remove(int height, ReadOnlySpan<byte> block)
    {
        var first = counts.Count - new BlockReader(block).Count;
        Span<byte> key = stackalloc byte[4];
        var undo = Changes.Get(Undo, HeightKey(key, height))?.ToArray()
            ?? throw new ChainException($"there is nothing to take block {height} back with");
        touched.Clear();
        RemoveOutputs(block, first);
        RestoreSpent(block, undo, first);
        Span<byte> script = stackalloc byte[ScriptSize];
        foreach (var each in touched.Keys)
        {
            WriteScript(script, each);
            TrimHistory(script, first);
        }

        Changes.Delete(Undo, HeightKey(key, height));
        recent.Forget(touched.Keys);
        counts.RemoveLast();
    }

    /// <inheritdoc/>
    protected override IReadOnlyList<HistoryEntry> FindHistory(Hash256 scriptHash, IndexCosts costs)
    {
        Span<byte> script = stackalloc byte[Hash256.Size];
        scriptHash.CopyTo(script);
        script = script[..ScriptSize];
        var key = KeyOf(script);
        if (recent.TryGet(key, out var known))
        {
            costs.CacheHits++;
            return known;
        }

        var entries = new List<HistoryEntry>();
        foreach (var row in Scan(HistoryRows, script, costs))
        {
            for (var at = 0; at < row.Value.Length; at += NumberSize)
            {
                var number = LittleEndian.Read(row.Value.Span.Slice(at, NumberSize));
                entries.Add(new HistoryEntry(IdOf(number, costs), counts.HeightOf(number)));
            }
        }

        recent.Add(key, entries);
        return entries;
    }

    /// <inheritdoc/>
    protected override void BeforeCommit()
    {
        counts.Flush();
        ids.Flush();
        headers.Flush();
        if (flush == ushort.MaxValue)
        {
            throw new InvalidDataException(
                $"the history was flushed {flush} times, the most its keys can hold; build the index again");
        }

        Span<byte> value = stackalloc byte[FlushSize];
        BinaryPrimitives.WriteUInt16BigEndian(value, (ushort)++flush);
        Changes.Put(State, FlushKey, value);
    }

    /// <inheritdoc/>
    protected override void CutFiles()
    {
        counts.CutFile();
        ids.Truncate(counts.Count);
        headers.Truncate(Height + 1);
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        counts.Dispose();
        ids.Dispose();
        headers.Dispose();
        base.Dispose(disposing);
    }

    private void Spend(TransactionView transaction, long number)
    {
        if (transaction.IsCoinbase)
        {
            return;
        }

        foreach (var input in transaction.Inputs)
        {
            var (row, script) = FindOutput(input.PreviousId, input.PreviousIndex) ?? throw new ChainException(
                transaction.Start, $"spends output {input.PreviousIndex} of {input.PreviousId}, which is not there");
            var amountKey = AmountKey(script, row.AsSpan(IdPrefix));
            spent.WriteBytes(script);
            spent.WriteBytes(row.AsSpan(row.Length - NumberSize));
            spent.WriteBytes(Changes.Get(Amounts, amountKey)!.Value.Span);
            Changes.Delete(Scripts, row);
            Changes.Delete(Amounts, amountKey);
            Touch(script, number);
        }
    }

    private void Create(TransactionView transaction, ReadOnlySpan<byte> id, long number)
    {
        Span<byte> amount = stackalloc byte[AmountSize];
        Span<byte> hash = stackalloc byte[Hash256.Size];
        var index = 0u;
        foreach (var created in transaction.Outputs)
        {
            if (created.Kind != ScriptKind.NullData)
            {
                created.ScriptHash().CopyTo(hash);
                var row = ScriptKey(id, index, number);
                Changes.Put(Scripts, row, hash[..ScriptSize]);
                BinaryPrimitives.WriteInt64LittleEndian(amount, created.Value);
                Changes.Put(Amounts, AmountKey(hash[..ScriptSize], row.AsSpan(IdPrefix)), amount);
                Touch(hash[..ScriptSize], number);
            }

            index++;
        }
    }

    /// <summary>The row of an unspent output: of those whose ids begin alike, the one whose id it is.</summary>
    private (byte[] Row, byte[] Script)? FindOutput(Hash256 id, uint index)
    {
        Span<byte> prefix = stackalloc byte[Hash256.Size];
        id.CopyTo(prefix);
        BinaryPrimitives.WriteUInt32LittleEndian(prefix[IdPrefix..], index);
        Span<byte> found = stackalloc byte[Hash256.Size];
        foreach (var row in Changes.Scan(Scripts, prefix[..(IdPrefix + 4)]))
        {
            ids.Read(LittleEndian.Read(row.Key.Span[^NumberSize..]), found);
            if (new Hash256(found) == id)
            {
                return (row.Key.ToArray(), row.Value.ToArray());
            }
        }

        return null;
    }

    private void Touch(ReadOnlySpan<byte> script, long number)
    {
        var of = KeyOf(script);
        if (touched.TryGetValue(of, out var last) && last == number)
        {
            return;
        }

        touched[of] = number;
        Span<byte> key = stackalloc byte[ScriptSize + FlushSize];
        Span<byte> value = stackalloc byte[NumberSize];
        script.CopyTo(key);
        BinaryPrimitives.WriteUInt16BigEndian(key[ScriptSize..], (ushort)flush);
        LittleEndian.Write(value, number);
        Changes.Append(HistoryRows, key, value);
    }

    private void RemoveOutputs(ReadOnlySpan<byte> block, long number)
    {
        Span<byte> idBytes = stackalloc byte[Hash256.Size];
        Span<byte> hash = stackalloc byte[Hash256.Size];
        foreach (var transaction in new BlockReader(block))
        {
            transaction.Id().CopyTo(idBytes);
            var index = 0u;
            foreach (var created in transaction.Outputs)
            {
                if (created.Kind != ScriptKind.NullData)
                {
                    created.ScriptHash().CopyTo(hash);
                    var row = ScriptKey(idBytes, index, number);
                    Changes.Delete(Scripts, row);
                    Changes.Delete(Amounts, AmountKey(hash[..ScriptSize], row.AsSpan(IdPrefix)));
                    touched[KeyOf(hash[..ScriptSize])] = 0;
                }

                index++;
            }

            number++;
        }
    }

    /// <summary>What the block spent is unspent again, but for what it created itself.</summary>
    private void RestoreSpent(ReadOnlySpan<byte> block, byte[] undo, long first)
    {
        Span<byte> id = stackalloc byte[Hash256.Size];
        var at = 0;
        foreach (var transaction in new BlockReader(block))
        {
            if (transaction.IsCoinbase)
            {
                continue;
            }

            foreach (var input in transaction.Inputs)
            {
                var output = undo.AsSpan(at, UndoSize);
                var script = output[..ScriptSize];
                var number = LittleEndian.Read(output.Slice(ScriptSize, NumberSize));
                at += UndoSize;
                touched[KeyOf(script)] = 0;
                if (number < first)
                {
                    input.PreviousId.CopyTo(id);
                    var row = ScriptKey(id, input.PreviousIndex, number);
                    Changes.Put(Scripts, row, script);
                    Changes.Put(Amounts, AmountKey(script, row.AsSpan(IdPrefix)), output[^AmountSize..]);
                }
            }
        }
    }

    private void TrimHistory(ReadOnlySpan<byte> script, long first)
    {
        foreach (var row in Changes.Scan(HistoryRows, script).Reverse().ToList())
        {
            var length = row.Value.Length;
            while (length > 0 && LittleEndian.Read(row.Value.Span.Slice(length - NumberSize, NumberSize)) >= first)
            {
                length -= NumberSize;
            }

            if (length == row.Value.Length)
            {
                return;
            }

            if (length == 0)
            {
                Changes.Delete(HistoryRows, row.Key.Span);
            }
            else
            {
                Changes.Put(HistoryRows, row.Key.Span, row.Value.Span[..length].ToArray());
            }
        }
    }

    private Hash256 IdOf(long number, IndexCosts costs)
    {
        costs.Lookups++;
        Span<byte> id = stackalloc byte[Hash256.Size];
        ids.Read(number, id);
        return new Hash256(id);
    }

    private static byte[] ScriptKey(ReadOnlySpan<byte> id, uint index, long number)
    {
        var key = new byte[IdPrefix + 4 + NumberSize];
        id[..IdPrefix].CopyTo(key);
        BinaryPrimitives.WriteUInt32LittleEndian(key.AsSpan(IdPrefix), index);
        LittleEndian.Write(key.AsSpan(IdPrefix + 4), number);
        return key;
    }

    private static byte[] AmountKey(ReadOnlySpan<byte> script, ReadOnlySpan<byte> indexAndNumber) =>
        [.. script, .. indexAndNumber];

    private static UInt128 KeyOf(ReadOnlySpan<byte> script)
    {
        Span<byte> padded = stackalloc byte[16];
        padded.Clear();
        script.CopyTo(padded);
        return BinaryPrimitives.ReadUInt128LittleEndian(padded);
    }

    private static void WriteScript(Span<byte> script, UInt128 key)
    {
        Span<byte> padded = stackalloc byte[16];
        BinaryPrimitives.WriteUInt128LittleEndian(padded, key);
        padded[..ScriptSize].CopyTo(script);
    }

    private static ReadOnlySpan<byte> HeightKey(Span<byte> key, int height)
    {
        BinaryPrimitives.WriteInt32BigEndian(key, height);
        return key;
    }
}

/// <summary>The histories that were asked for last; many threads may ask.</summary>
internal sealed class RecentHistories(int most)
{
    private readonly Dictionary<UInt128, LinkedListNode<(UInt128 Key, IReadOnlyList<HistoryEntry> Entries)>> known = [];
    private readonly LinkedList<(UInt128 Key, IReadOnlyList<HistoryEntry> Entries)> order = [];
    private readonly Lock gate = new();

    /// <summary>Finds one, and makes it the last that was asked for.</summary>
    public bool TryGet(UInt128 key, out IReadOnlyList<HistoryEntry> entries)
    {
        lock (gate)
        {
            if (!known.TryGetValue(key, out var node))
            {
                entries = [];
                return false;
            }

            order.Remove(node);
            order.AddFirst(node);
            entries = node.Value.Entries;
            return true;
        }
    }

    /// <summary>Remembers one, in place of the one that was not asked for longest.</summary>
    public void Add(UInt128 key, IReadOnlyList<HistoryEntry> entries)
    {
        lock (gate)
        {
            if (!known.TryAdd(key, new((key, entries))))
            {
                return;
            }

            order.AddFirst(known[key]);
            if (known.Count > most)
            {
                known.Remove(order.Last!.Value.Key);
                order.RemoveLast();
            }
        }
    }

    /// <summary>Forgets what a block has changed.</summary>
    public void Forget(IEnumerable<UInt128> keys)
    {
        lock (gate)
        {
            foreach (var key in keys)
            {
                if (known.Remove(key, out var node))
                {
                    order.Remove(node);
                }
            }
        }
    }
}
