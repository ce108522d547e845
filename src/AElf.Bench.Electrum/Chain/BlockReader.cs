namespace AElf.Bench.Electrum.Chain;

/// <summary>
/// Iterates over the transactions of a block, without a copy. When <see cref="MoveNext"/> returns false, the whole
/// block was read. <see cref="BlockCheck"/> checks its validity. An extension block (Litecoin, MWEB) after the last
/// transaction is skipped: its amounts and owners are hidden.
/// </summary>
public ref struct BlockReader
{
    /// <summary>Maximum bytes of a block (BIP141: 4,000,000 of weight).</summary>
    public const int MaxSize = 4_000_000;

    private WireReader reader;
    private int left;

    /// <summary>Reads the header and the number of transactions.</summary>
    /// <exception cref="ChainException">
    /// The bytes are truncated, or the number of transactions is impossible.
    /// </exception>
    public BlockReader(ReadOnlySpan<byte> block)
    {
        if (block.Length > MaxSize)
        {
            throw new ChainException($"a block of {block.Length} bytes; expected {MaxSize} at most");
        }

        reader = new WireReader(block);
        Header = BlockHeader.Read(ref reader);
        var start = reader.Position;
        Count = left = reader.ReadCount(TransactionView.MinSize, "the number of transactions");
        if (Count == 0)
        {
            throw new ChainException(start, "a block without transactions; expected 1 or more");
        }
    }

    public BlockHeader Header { get; }

    /// <summary>Number of its transactions, at least 1.</summary>
    public int Count { get; }

    public TransactionView Current { get; private set; }

    public readonly BlockReader GetEnumerator() => this;

    /// <summary>Reads the next transaction; only an extension block may follow the last one.</summary>
    /// <exception cref="ChainException">The next bytes are not a transaction, or the block has more bytes.</exception>
    public bool MoveNext()
    {
        if (left == 0)
        {
            if (!Current.JoinsExtension)
            {
                reader.EnsureEnd("the block");
            }

            return false;
        }

        left--;
        Current = TransactionView.Read(ref reader);
        return !Current.JoinsExtension || left == 0
            ? true
            : throw new ChainException(Current.Start, $"a HogEx before {left} other transactions; expected it last");
    }
}
