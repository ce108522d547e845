using Org.BouncyCastle.Crypto.Digests;

namespace AElf.Bench.Electrum.Chain.Keys;

/// <summary>The RIPEMD-160 of the SHA-256 ("HASH160"): what scripts keep of public keys and of other scripts.</summary>
public static class PublicKeyHash
{
    /// <summary>Bytes of a hash.</summary>
    public const int Size = 20;

    [ThreadStatic]
    private static RipeMD160Digest? digest;

    /// <summary>Writes the 20 bytes.</summary>
    public static void Write(ReadOnlySpan<byte> bytes, Span<byte> destination)
    {
        Span<byte> inner = stackalloc byte[Hash256.Size];
        Sha256.Write(bytes, inner);
        digest ??= new RipeMD160Digest();
        digest.BlockUpdate(inner);
        digest.DoFinal(destination);
    }
}
