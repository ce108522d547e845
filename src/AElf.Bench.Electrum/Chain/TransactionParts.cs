namespace AElf.Bench.Electrum.Chain;

/// <summary>An input, read in place from its transaction.</summary>
public readonly ref struct InputView(
    Hash256 previousId, uint previousIndex, ReadOnlySpan<byte> script, uint sequence) : ITransactionPart<InputView>
{
    /// <summary>The id of the transaction with the spent output; zero for a coinbase.</summary>
    public Hash256 PreviousId { get; } = previousId;

    /// <summary>Index of the spent output; 2³² − 1 for a coinbase.</summary>
    public uint PreviousIndex { get; } = previousIndex;

    /// <summary>The script that unlocks the output, outside the witness.</summary>
    public ReadOnlySpan<byte> Script { get; } = script;

    /// <summary>Its sequence (BIP68, BIP125).</summary>
    public uint Sequence { get; } = sequence;

    /// <summary>Whether it spends no output.</summary>
    public bool IsCoinbase => PreviousIndex == uint.MaxValue && PreviousId.IsZero;

    public static InputView Read(scoped ref WireReader reader, int index) => new(
        reader.ReadHash("the transaction an input spends"),
        reader.ReadUInt32("the output an input spends"),
        reader.ReadVarBytes("the script of an input"),
        reader.ReadUInt32("the sequence of an input"));
}

/// <summary>An output, read in place from its transaction.</summary>
public readonly ref struct OutputView(uint index, long value, ReadOnlySpan<byte> script) : ITransactionPart<OutputView>
{
    /// <summary>Maximum amount of an output: all coins of the network with the most, Litecoin.</summary>
    public const long MaxValue = 84_000_000L * 100_000_000;

    /// <summary>Its index among the outputs, from 0, which inputs refer to.</summary>
    public uint Index { get; } = index;

    /// <summary>Its amount, in 10⁻⁸ coins.</summary>
    public long Value { get; } = value;

    /// <summary>The script that locks it.</summary>
    public ReadOnlySpan<byte> Script { get; } = script;

    /// <summary>Whether no input can spend it: its script begins with OP_RETURN.</summary>
    public bool IsUnspendable => Script is [0x6a, ..];

    /// <summary>
    /// The SHA-256 of the script, which identifies the script in the Electrum protocol. Its text is in reverse order.
    /// </summary>
    public Hash256 ScriptHash() => Hash256.Of(Script);

    public static OutputView Read(scoped ref WireReader reader, int index)
    {
        var start = reader.Position;
        var value = reader.ReadUInt64("the amount of an output");
        return value <= MaxValue
            ? new OutputView((uint)index, (long)value, reader.ReadVarBytes("the script of an output"))
            : throw new ChainException(start, $"an output of {value}; expected {MaxValue} at most");
    }
}

/// <summary>The witness of one input: a stack of items (BIP141).</summary>
public ref struct WitnessView : ITransactionPart<WitnessView>
{
    private WireReader items;
    private int left;

    private WitnessView(WireReader items, int count)
    {
        this.items = items;
        Count = left = count;
    }

    public int Count { get; }
    public ReadOnlySpan<byte> Current { get; private set; }

    public readonly WitnessView GetEnumerator() => this;

    public bool MoveNext()
    {
        if (left == 0)
        {
            return false;
        }

        left--;
        Current = items.ReadVarBytes("an item of a witness");
        return true;
    }

    public static WitnessView Read(scoped ref WireReader reader, int index)
    {
        var count = reader.ReadCount(1, "the number of items of a witness");
        var witness = new WitnessView(reader, count);
        for (var item = 0; item < count; item++)
        {
            reader.ReadVarBytes("an item of a witness");
        }

        return witness;
    }
}

/// <summary>A part of a transaction, read in place: an input, an output or a witness.</summary>
public interface ITransactionPart<TPart>
    where TPart : ITransactionPart<TPart>, allows ref struct
{
    /// <summary>Reads the next part, and moves the reader behind it.</summary>
    /// <param name="index">Its index among the parts of its kind, from 0.</param>
    /// <exception cref="ChainException">The part is truncated or invalid.</exception>
    static abstract TPart Read(scoped ref WireReader reader, int index);
}

/// <summary>Iterates over the parts of a transaction of one kind, in order.</summary>
public ref struct PartEnumerator<TPart>
    where TPart : ITransactionPart<TPart>, allows ref struct
{
    private readonly int count;
    private WireReader reader;
    private int read;

    internal PartEnumerator(ReadOnlySpan<byte> parts, int count)
    {
        reader = new WireReader(parts);
        this.count = count;
    }

    public TPart Current { get; private set; } = default!;

    public readonly PartEnumerator<TPart> GetEnumerator() => this;

    public bool MoveNext()
    {
        if (read == count)
        {
            return false;
        }

        Current = TPart.Read(ref reader, read++);
        return true;
    }
}
