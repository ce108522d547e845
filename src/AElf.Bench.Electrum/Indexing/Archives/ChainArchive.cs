using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing.Archives;

/// <summary>Where a transaction lies in the best chain.</summary>
/// <param name="Height">The height of its block.</param>
/// <param name="Position">Its place in the block, from 0.</param>
public readonly record struct TransactionPlace(int Height, int Position);

/// <summary>
/// The blocks of the best chain, and where each transaction lies: the answers of a node with <c>txindex</c> to an
/// Electrum server, without the way to it. A block comes here before it comes to an engine, and goes after it; any
/// number of threads may ask meanwhile.
/// </summary>
public abstract class ChainArchive
{
    /// <summary>The height of the last block; −1 if empty.</summary>
    public abstract int Height { get; }

    /// <summary>Transactions of all blocks.</summary>
    public abstract int Transactions { get; }

    /// <summary>Bytes of all blocks.</summary>
    public abstract long Bytes { get; }

    /// <summary>Adds the next block.</summary>
    /// <exception cref="ChainException">It cannot be read.</exception>
    public abstract void Add(byte[] block);

    /// <summary>Takes the last block off.</summary>
    public abstract void RemoveTip();

    public abstract ReadOnlyMemory<byte> Block(int height);

    /// <summary>The header of the block at a height, in wire format.</summary>
    public abstract ReadOnlyMemory<byte> Header(int height);

    /// <summary>Where a transaction of the chain lies; null when it is in none.</summary>
    public abstract TransactionPlace? PlaceOf(Hash256 id);

    /// <summary>A transaction of the chain, as it lies in its block; null when it is in none.</summary>
    public abstract ReadOnlyMemory<byte>? Transaction(Hash256 id);

    /// <summary>A transaction, by its place in the bytes of its block.</summary>
    public abstract ReadOnlyMemory<byte> TransactionAt(int height, int offset, int length);

    /// <summary>The script of the output that an input spends, as undo data has it; null if it is unknown.</summary>
    public Hash256? ScriptSpentBy(InputView input) =>
        Transaction(input.PreviousId) is { } bytes
        && TransactionView.Read(bytes.Span).TryFind(input.PreviousIndex, out var output)
            ? output.ScriptHash()
            : null;

    /// <summary>Has the kernel forget what it keeps of the blocks' file in memory, if there is one.</summary>
    public virtual void DropCache()
    {
        // Blocks in memory are in no file.
    }

    /// <summary>The transactions of a block, and where each begins; all of the block is read.</summary>
    /// <exception cref="ChainException">It cannot be read.</exception>
    private protected static (Hash256 Id, int Start, int Length)[] TransactionsOf(ReadOnlySpan<byte> block)
    {
        var reader = new BlockReader(block);
        var found = new (Hash256, int, int)[reader.Count];
        for (var i = 0; reader.MoveNext(); i++)
        {
            found[i] = (reader.Current.Id(), reader.Current.Start, reader.Current.Bytes.Length);
        }

        return found;
    }
}
