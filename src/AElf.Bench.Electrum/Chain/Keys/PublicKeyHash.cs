using NBitcoin.Crypto;

namespace AElf.Bench.Electrum.Chain.Keys;

/// <summary>The RIPEMD-160 of the SHA-256 ("HASH160"): what scripts keep of public keys and of other scripts.</summary>
public static class PublicKeyHash
{
    /// <summary>Bytes of a hash.</summary>
    public const int Size = 20;

    /// <summary>Writes the 20 bytes.</summary>
    public static void Write(ReadOnlySpan<byte> bytes, Span<byte> destination) =>
        Hashes.Hash160RawBytes(bytes.ToArray()).CopyTo(destination);
}
