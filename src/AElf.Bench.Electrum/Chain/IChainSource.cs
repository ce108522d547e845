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
