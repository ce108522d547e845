using AElf.Bench.Core.Actors;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing.Archives;

/// <summary>The position of a transaction in the best chain.</summary>
/// <param name="Height">The height of its block.</param>
/// <param name="Position">Its index in the block, from 0.</param>
public readonly record struct TransactionPlace(int Height, int Position);

/// <summary>
/// The blocks of the best chain, with the position of each transaction. It replaces a node with <c>txindex</c>, and so
/// the connection to it. A block is added here before an engine indexes it, and removed here after the engine has
/// removed it. Many threads may read at the same time.
/// </summary>
public abstract class ChainArchive
{
    private protected ReadersGate Gate { get; } = new();

    /// <summary>The height of the last block; −1 if empty.</summary>
    public abstract int Height { get; }

    /// <summary>Number of transactions of all blocks.</summary>
    public abstract int Transactions { get; }

    /// <summary>Bytes of all blocks.</summary>
    public abstract long Bytes { get; }

    /// <summary>Adds the next block.</summary>
    /// <exception cref="ChainException">The block cannot be read.</exception>
    public abstract void Add(byte[] block);

    /// <summary>Removes the last block.</summary>
    public abstract void RemoveTip();

    public abstract ReadOnlyMemory<byte> Block(int height);

    /// <summary>The header of the block at a height, in wire format.</summary>
    public abstract ReadOnlyMemory<byte> Header(int height);

    /// <summary>The position of a transaction of the chain; null if unknown.</summary>
    public abstract TransactionPlace? PlaceOf(Hash256 id);

    /// <summary>The bytes of a transaction of the chain; null if unknown.</summary>
    public abstract ReadOnlyMemory<byte>? Transaction(Hash256 id);

    /// <summary>A transaction, by its offset in the bytes of its block.</summary>
    public abstract ReadOnlyMemory<byte> TransactionAt(int height, int offset, int length);

    /// <summary>The script hash of the output that an input spends (a node's undo data); null if unknown.</summary>
    public Hash256? ScriptSpentBy(InputView input) =>
        Transaction(input.PreviousId) is { } bytes
        && TransactionView.Read(bytes.Span).TryFind(input.PreviousIndex, out var output)
            ? output.ScriptHash()
            : null;

    /// <summary>Drops the blocks' file from the page cache of the kernel, if there is one.</summary>
    public virtual void DropCache()
    {
        // Blocks in memory have no file.
    }

    private protected T Locked<T>(Func<T> read)
    {
        using var reading = Gate.Read();
        return read();
    }

    /// <summary>The transactions of a block, with their offsets; reads the whole block.</summary>
    /// <exception cref="ChainException">The block cannot be read.</exception>
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
