using System.Security.Cryptography;

namespace AElf.Bench.Electrum.Chain;

/// <summary>
/// SHA-256 with one state for each thread. <see cref="SHA256.HashData(ReadOnlySpan{byte})"/> makes a state for each
/// hash. OpenSSL counts all states in one word, so processors would contend for its cache line.
/// </summary>
internal static class Sha256
{
    [ThreadStatic]
    private static IncrementalHash? state;

    private static IncrementalHash State => state ??= IncrementalHash.CreateHash(HashAlgorithmName.SHA256);

    /// <summary>Writes the 32 bytes; <paramref name="hash"/> may overlap <paramref name="bytes"/>.</summary>
    public static void Write(ReadOnlySpan<byte> bytes, Span<byte> hash)
    {
        var own = State;
        own.AppendData(bytes);
        own.GetHashAndReset(hash);
    }

    /// <summary>The double SHA-256 of three parts, as if they were contiguous.</summary>
    public static Hash256 OfTwice(ReadOnlySpan<byte> head, ReadOnlySpan<byte> body, ReadOnlySpan<byte> tail)
    {
        var own = State;
        own.AppendData(head);
        own.AppendData(body);
        own.AppendData(tail);
        Span<byte> inner = stackalloc byte[Hash256.Size];
        own.GetHashAndReset(inner);
        return Hash256.Of(inner);
    }
}
