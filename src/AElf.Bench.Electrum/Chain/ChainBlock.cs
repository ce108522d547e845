namespace AElf.Bench.Electrum.Chain;

/// <summary>A block of a chain, in wire format.</summary>
/// <param name="Height">The number of blocks before it; the genesis block has none.</param>
/// <param name="Bytes">The whole block; the bytes stay as they are.</param>
public readonly record struct ChainBlock(int Height, ReadOnlyMemory<byte> Bytes)
{
    /// <summary>The block's header.</summary>
    /// <exception cref="ChainException">There are fewer bytes than a header has.</exception>
    public BlockHeader Header => BlockHeader.Read(Bytes.Span);
}
