using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing;

/// <summary>A chain that goes where a node's goes; only one thread changes it.</summary>
public interface IFollowedChain
{
    /// <summary>The height of its last block; −1 before the first.</summary>
    int Height { get; }

    Hash256 HashAt(int height);

    /// <summary>Goes to another branch.</summary>
    /// <param name="removed">Blocks that are taken off first.</param>
    /// <param name="added">The blocks that follow then.</param>
    /// <exception cref="ChainException">They do not follow, or are damaged; nothing has changed.</exception>
    /// <exception cref="InvalidDataException">A block is not valid; the chain can no longer be used.</exception>
    void Follow(int removed, IReadOnlyList<byte[]> added);
}
