using System.Buffers.Binary;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>
/// The layout of ElectrumX up to 1.20. The first 11 bytes of a script's hash are the key of rows of transaction
/// numbers, one row for each flush. Ids, headers and counts are in flat files. A history needs a scan, then a bisection
/// and a read of 32 bytes for each transaction. The last 1,000 histories are cached. (ElectrumX, <c>db.py</c>,
/// <c>history.py</c>, <c>block_processor.py</c>.)
/// </summary>
/// <remarks>As in ElectrumX, 11 bytes replace the whole hash: two scripts collide with probability 2⁻⁸⁸.</remarks>
public sealed class ElectrumXEngine : NumberedEngine
{
    private const int ScriptSize = 11;
    private const int NumberSize = 5;
    private const int FlushSize = 2;
    private const int IdPrefix = 4;
    private const int AmountSize = 8;
    private const int UndoSize = ScriptSize + NumberSize + AmountSize;
    private const int Remembered = 1000;

    private static readonly IndexTable HistoryRows = new(1, "hist", ScriptSize);
    private static readonly IndexTable Amounts = new(2, "u", ScriptSize);
    private static readonly IndexTable Scripts = new(3, "h", IdPrefix + sizeof(uint));
    private static readonly IndexTable Undo = new(4, "U");
    private static readonly IndexTable State = new(5, "state");
    private static readonly byte[] FlushKey = "flush"u8.ToArray();

    private readonly IRecords ids;
    private readonly IRecords headers;
    private readonly RecentHistories recent = new(Remembered);
    private int flush;

    /// <inheritdoc cref="IndexEngine(IIndexStore, ChainArchive)"/>
    public ElectrumXEngine(IIndexStore store, ChainArchive archive)
        : base(store, archive, Undo, UndoSize)
    {
        ids = OpenRecords("hashes", Hash256.Size);
        headers = OpenRecords("headers", BlockHeader.Size);
        CutFiles();
        flush = store.Get(State, FlushKey) is { } value ? BinaryPrimitives.ReadUInt16BigEndian(value.Span) : 0;
    }

    public override string Name => "electrumx";

    public override KeptAnswers Keeps => KeptAnswers.BlockIds;

    protected override IReadOnlyList<HistoryEntry> FindHistory(Hash256 scriptHash, IndexCosts costs)
    {
        var script = Shortened(scriptHash);
        if (recent.TryGet(script, out var known))
        {
            costs.CacheHits++;
            return known;
        }

        var entries = new List<HistoryEntry>();
        foreach (var row in Scan(HistoryRows, script.Bytes[..ScriptSize], costs))
        {
            for (var at = 0; at < row.Value.Length; at += NumberSize)
            {
                var number = LittleEndian.Read(row.Value.Span.Slice(at, NumberSize));
                costs.Lookups++;
                entries.Add(new HistoryEntry(IdOf(number), Counts.HeightOf(number)));
            }
        }

        recent.Add(script, entries);
        return entries;
    }

    protected override ReadOnlyMemory<byte> FindHeader(int height, IndexCosts costs)
    {
        var header = new byte[BlockHeader.Size];
        costs.Lookups++;
        headers.Read(height, header);
        return header;
    }

    protected override void BeforeCommit()
    {
        if (flush == ushort.MaxValue)
        {
            throw new InvalidDataException(
                $"the history was flushed {flush} times, the maximum of its keys; build the index again");
        }

        Span<byte> value = stackalloc byte[FlushSize];
        BinaryPrimitives.WriteUInt16BigEndian(value, (ushort)++flush);
        Changes.Put(State, FlushKey, value);
    }

    protected override void CutFiles()
    {
        base.CutFiles();
        ids.Truncate(Counts.Count);
        headers.Truncate(Height + 1);
    }

    private protected override void AddId(Hash256 id, long number) => ids.Append(id.Bytes);

    private protected override void AddHeader(int height, ReadOnlySpan<byte> header) => headers.Append(header);

    private protected override Hash256? Spend(InputView input, WireWriter undone)
    {
        if (FindOutput(input.PreviousId, input.PreviousIndex) is not var (row, script))
        {
            return null;
        }

        var amountKey = AmountKey(script, row);
        undone.WriteBytes(script);
        undone.WriteBytes(row.AsSpan(row.Length - NumberSize));
        undone.WriteBytes(Changes.Get(Amounts, amountKey)!.Value.Span);
        Changes.Delete(Scripts, row);
        Changes.Delete(Amounts, amountKey);
        return Padded(script);
    }

    private protected override Hash256 Create(in OutputPlace place, OutputView output)
    {
        Span<byte> amount = stackalloc byte[AmountSize];
        BinaryPrimitives.WriteInt64LittleEndian(amount, output.Value);
        var script = Shortened(output.ScriptHash());
        Add(place.Id, place.Index, place.Number, script, amount);
        return script;
    }

    private protected override Hash256 RemoveOutput(in OutputPlace place, OutputView output)
    {
        var script = Shortened(output.ScriptHash());
        var row = ScriptKey(place.Id, place.Index, place.Number);
        Changes.Delete(Scripts, row);
        Changes.Delete(Amounts, AmountKey(script.Bytes[..ScriptSize], row));
        return script;
    }

    private protected override (long Number, Hash256 Script) ReadUndone(ReadOnlySpan<byte> undone) =>
        (LittleEndian.Read(undone.Slice(ScriptSize, NumberSize)), Padded(undone[..ScriptSize]));

    private protected override void Restore(InputView input, ReadOnlySpan<byte> undone)
    {
        var (number, script) = ReadUndone(undone);
        Add(input.PreviousId, input.PreviousIndex, number, script, undone[^AmountSize..]);
    }

    private protected override void AddToHistory(Hash256 script, long number)
    {
        Span<byte> key = stackalloc byte[ScriptSize + FlushSize];
        Span<byte> value = stackalloc byte[NumberSize];
        script.Bytes[..ScriptSize].CopyTo(key);
        BinaryPrimitives.WriteUInt16BigEndian(key[ScriptSize..], (ushort)flush);
        LittleEndian.Write(value, number);
        Changes.Append(HistoryRows, key, value);
    }

    private protected override void TrimHistory(Hash256 script, long first)
    {
        foreach (var row in Changes.Scan(HistoryRows, script.Bytes[..ScriptSize]).Reverse().ToList())
        {
            if (!Trim(HistoryRows, row.Key.Span, row.Value.Span, NumberSize, first))
            {
                return;
            }
        }
    }

    private protected override void Forget(IReadOnlyCollection<Hash256> scripts) => recent.Forget(scripts);

    /// <summary>
    /// The row of an unspent output. Of the rows with an equal prefix of the id, it is the row with the equal id.
    /// </summary>
    private (byte[] Row, byte[] Script)? FindOutput(Hash256 id, uint index)
    {
        Span<byte> prefix = stackalloc byte[IdPrefix + sizeof(uint)];
        id.Bytes[..IdPrefix].CopyTo(prefix);
        BinaryPrimitives.WriteUInt32LittleEndian(prefix[IdPrefix..], index);
        foreach (var row in Changes.Scan(Scripts, prefix))
        {
            if (IdOf(LittleEndian.Read(row.Key.Span[^NumberSize..])) == id)
            {
                return (row.Key.ToArray(), row.Value.ToArray());
            }
        }

        return null;
    }

    private Hash256 IdOf(long number)
    {
        Span<byte> id = stackalloc byte[Hash256.Size];
        ids.Read(number, id);
        return new Hash256(id);
    }

    private void Add(Hash256 id, uint index, long number, Hash256 script, ReadOnlySpan<byte> amount)
    {
        var row = ScriptKey(id, index, number);
        Changes.Add(Scripts, row, script.Bytes[..ScriptSize]);
        Changes.Add(Amounts, AmountKey(script.Bytes[..ScriptSize], row), amount);
    }

    private static byte[] ScriptKey(Hash256 id, uint index, long number)
    {
        var key = new byte[IdPrefix + sizeof(uint) + NumberSize];
        id.Bytes[..IdPrefix].CopyTo(key);
        BinaryPrimitives.WriteUInt32LittleEndian(key.AsSpan(IdPrefix), index);
        LittleEndian.Write(key.AsSpan(IdPrefix + sizeof(uint)), number);
        return key;
    }

    // The key ends with index and number, like the key of the script.
    private static byte[] AmountKey(ReadOnlySpan<byte> script, ReadOnlySpan<byte> scriptKey) =>
        [.. script, .. scriptKey[IdPrefix..]];

    private static Hash256 Shortened(Hash256 scriptHash) => Padded(scriptHash.Bytes[..ScriptSize]);

    private static Hash256 Padded(ReadOnlySpan<byte> script)
    {
        Span<byte> bytes = stackalloc byte[Hash256.Size];
        bytes.Clear();
        script.CopyTo(bytes);
        return new Hash256(bytes);
    }
}
