using System.Buffers.Binary;

namespace AElf.Bench.Electrum.Chain;

/// <summary>The 80 bytes that link a block to its predecessor.</summary>
/// <param name="Version">The rules that the miner signals (BIP9).</param>
/// <param name="MerkleRoot">The root of its transactions' ids.</param>
/// <param name="Time">Seconds since 1970.</param>
/// <param name="Bits">The target of its proof of work, in compact form.</param>
/// <param name="Nonce">The number found by mining.</param>
public readonly record struct BlockHeader(
    int Version, Hash256 PreviousHash, Hash256 MerkleRoot, uint Time, uint Bits, uint Nonce)
{
    /// <summary>Bytes of a header.</summary>
    public const int Size = 80;

    /// <summary>The double SHA-256 of its bytes.</summary>
    public Hash256 Hash()
    {
        Span<byte> bytes = stackalloc byte[Size];
        CopyTo(bytes);
        return Hash256.OfTwice(bytes);
    }

    /// <summary>Reads the first 80 bytes.</summary>
    /// <exception cref="ChainException">There are fewer bytes.</exception>
    public static BlockHeader Read(ReadOnlySpan<byte> bytes)
    {
        var reader = new WireReader(bytes);
        return Read(ref reader);
    }

    /// <summary>Writes its 80 bytes.</summary>
    public void CopyTo(Span<byte> destination)
    {
        BinaryPrimitives.WriteInt32LittleEndian(destination, Version);
        PreviousHash.CopyTo(destination[4..]);
        MerkleRoot.CopyTo(destination[36..]);
        BinaryPrimitives.WriteUInt32LittleEndian(destination[68..], Time);
        BinaryPrimitives.WriteUInt32LittleEndian(destination[72..], Bits);
        BinaryPrimitives.WriteUInt32LittleEndian(destination[76..], Nonce);
    }

    /// <summary>Reads the next 80 bytes.</summary>
    /// <exception cref="ChainException">There are fewer bytes.</exception>
    internal static BlockHeader Read(scoped ref WireReader reader)
    {
        var fields = new WireReader(reader.ReadBytes(Size, "the header of a block"));
        return new BlockHeader(
            (int)fields.ReadUInt32("version"),
            fields.ReadHash("previous hash"),
            fields.ReadHash("merkle root"),
            fields.ReadUInt32("time"),
            fields.ReadUInt32("bits"),
            fields.ReadUInt32("nonce"));
    }
}
