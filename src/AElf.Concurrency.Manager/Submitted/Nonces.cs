using System.Buffers.Binary;
using System.Security.Cryptography;

namespace AElf.Concurrency.Manager.Submitted;

/// <summary>
/// The nonces that the manager draws for proofs of the secret: each is valid once, for a minute. It stores only nonces
/// used with a valid proof, so that unknown clients use no memory.
/// </summary>
internal sealed class Nonces(TimeProvider clock)
{
    private const int TimeBytes = sizeof(long);
    private const int DrawnBytes = 16;
    private static readonly TimeSpan Lifetime = TimeSpan.FromSeconds(60);

    private readonly byte[] key = RandomNumberGenerator.GetBytes(HMACSHA256.HashSizeInBytes);
    private readonly Lock gate = new();
    private readonly HashSet<string> used = new(StringComparer.Ordinal);
    private readonly Queue<(long At, string Nonce)> oldest = [];

    /// <summary>Draws a nonce: its time, random bytes, and a MAC of both.</summary>
    public string Draw()
    {
        var drawn = RandomNumberGenerator.GetBytes(TimeBytes + DrawnBytes);
        BinaryPrimitives.WriteInt64BigEndian(drawn, clock.GetTimestamp());
        return Convert.ToHexStringLower([.. drawn, .. MacOf(drawn)]);
    }

    /// <summary>Whether this manager drew the nonce within the last minute.</summary>
    public bool IsFresh(string nonce)
    {
        return nonce.Length == 2 * (TimeBytes + DrawnBytes + HMACSHA256.HashSizeInBytes)
            && nonce.All(char.IsAsciiHexDigitLower)
            && Convert.FromHexString(nonce) is var given
            && CryptographicOperations.FixedTimeEquals(
                MacOf(given.AsSpan(0, TimeBytes + DrawnBytes)), given.AsSpan(TimeBytes + DrawnBytes))
            && clock.GetElapsedTime(BinaryPrimitives.ReadInt64BigEndian(given)) <= Lifetime;
    }

    /// <summary>Uses a fresh nonce; false when it was used before.</summary>
    public bool TryUse(string nonce)
    {
        lock (gate)
        {
            while (oldest.TryPeek(out var first) && clock.GetElapsedTime(first.At) > Lifetime)
            {
                used.Remove(oldest.Dequeue().Nonce);
            }

            if (!used.Add(nonce))
            {
                return false;
            }

            oldest.Enqueue((clock.GetTimestamp(), nonce));
            return true;
        }
    }

    private byte[] MacOf(ReadOnlySpan<byte> drawn) => HMACSHA256.HashData(key, drawn);
}
