namespace AElf.Bench.Electrum.Chain;

/// <summary>A source of a chain: a generator, a node's files, or a node.</summary>
public interface IChainSource
{
    /// <summary>The height of its last block.</summary>
    int Height { get; }

    /// <summary>The blocks of the best chain from a height to <see cref="Height"/>, in order.</summary>
    /// <exception cref="ChainException">A block cannot be read, or does not link to its predecessor.</exception>
    /// <exception cref="IOException">The source cannot be read.</exception>
    IEnumerable<ChainBlock> ReadFrom(int height);
}

/// <summary>A block of a chain, in wire format.</summary>
/// <param name="Height">The number of its predecessors; 0 for the genesis block.</param>
/// <param name="Bytes">The whole block; the bytes do not change.</param>
public readonly record struct ChainBlock(int Height, ReadOnlyMemory<byte> Bytes)
{
    /// <summary>The block's header.</summary>
    /// <exception cref="ChainException">There are fewer bytes than a header needs.</exception>
    public BlockHeader Header => BlockHeader.Read(Bytes.Span);
}
