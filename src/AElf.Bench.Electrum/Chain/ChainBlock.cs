namespace AElf.Bench.Electrum.Chain;

/// <summary>A block of a chain, as it is sent.</summary>
/// <param name="Height">Blocks before it; the genesis block has none.</param>
/// <param name="Bytes">All of it; it stays as it is.</param>
public readonly record struct ChainBlock(int Height, ReadOnlyMemory<byte> Bytes)
{
    /// <summary>Its header.</summary>
    /// <exception cref="ChainException">There are fewer bytes than a header has.</exception>
    public BlockHeader Header => BlockHeader.Read(Bytes.Span);
}
