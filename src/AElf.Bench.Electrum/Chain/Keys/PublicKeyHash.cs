using NBitcoin.Crypto;

namespace AElf.Bench.Electrum.Chain.Keys;

/// <summary>
/// The RIPEMD-160 of the SHA-256 ("HASH160"), which scripts contain for public keys and for other scripts.
/// </summary>
public static class PublicKeyHash
{
    /// <summary>Bytes of a hash.</summary>
    public const int Size = 20;

    /// <summary>Writes the 20 bytes.</summary>
    public static void Write(ReadOnlySpan<byte> bytes, Span<byte> destination) =>
        Hashes.Hash160RawBytes(bytes.ToArray()).CopyTo(destination);
}
