using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing;

/// <summary>A chain that follows a node. Only one thread changes it.</summary>
public interface IFollowedChain
{
    /// <summary>The height of its last block; −1 before the first.</summary>
    int Height { get; }

    Hash256 HashAt(int height);

    /// <summary>Changes to another branch.</summary>
    /// <param name="removed">Number of blocks to remove first.</param>
    /// <param name="added">The blocks to add after that.</param>
    /// <exception cref="ChainException">The blocks do not link or are damaged; the chain is unchanged.</exception>
    /// <exception cref="InvalidDataException">A block is invalid; the chain can no longer be used.</exception>
    void Follow(int removed, IReadOnlyList<byte[]> added);
}
