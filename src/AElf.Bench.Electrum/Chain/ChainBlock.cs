namespace AElf.Bench.Electrum.Chain;

/// <summary>A block of a chain, in wire format.</summary>
/// <param name="Height">The number of its predecessors; 0 for the genesis block.</param>
/// <param name="Bytes">The whole block; the bytes do not change.</param>
public readonly record struct ChainBlock(int Height, ReadOnlyMemory<byte> Bytes)
{
    /// <summary>The block's header.</summary>
    /// <exception cref="ChainException">There are fewer bytes than a header needs.</exception>
    public BlockHeader Header => BlockHeader.Read(Bytes.Span);
}
