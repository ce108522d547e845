using System.Security.Cryptography;
using System.Text;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using Google.Protobuf;

namespace AElf.Bench.Akka.Secrets;

/// <summary>
/// The checks of a handshake. Each side proves the secret over the random bytes of both sides, so that proofs cannot be
/// replayed, and with its role, so that they cannot be reflected.
/// </summary>
internal static class HandshakeRules
{
    /// <summary>The reason for refusing bytes that are not the expected step of a handshake.</summary>
    public const string NoHandshake = "received bytes are not a handshake; is the peer a process of this program?";

    private const int NonceBytes = 32;

    public static byte[] DrawNonce() => RandomNumberGenerator.GetBytes(NonceBytes);

    /// <summary>The proof that a side in this role has the secret: HMAC-SHA256; empty without a secret.</summary>
    public static byte[] ProofOf(
        Secret? secret, string role, ReadOnlySpan<byte> challenge, ReadOnlySpan<byte> answer) =>
        secret is null
            ? []
            : HMACSHA256.HashData(
                Encoding.UTF8.GetBytes(secret.Reveal()),
                (byte[])[.. Encoding.UTF8.GetBytes($"aelf.bench.cluster node {role}\n"), .. challenge, .. answer]);

    /// <summary>Refuses different versions.</summary>
    /// <exception cref="WireException">The versions differ.</exception>
    public static void Check(int manager, int process)
    {
        if (manager != process)
        {
            throw new WireException(HandshakeProblems.Version(manager, process));
        }
    }

    /// <summary>Refuses a wrong, missing or unexpected proof.</summary>
    /// <exception cref="WireException">The proof is refused.</exception>
    public static void Check(ByteString given, byte[] right)
    {
        if (given.Length != right.Length || !CryptographicOperations.FixedTimeEquals(given.Span, right))
        {
            throw new WireException((given.Length, right.Length) switch
            {
                (0, > 0) => HandshakeProblems.SecretMissing,
                ( > 0, 0) => HandshakeProblems.SecretUnexpected,
                _ => HandshakeProblems.SecretWrong,
            });
        }
    }

    /// <summary>The peer's random bytes; checks their number.</summary>
    /// <exception cref="WireException">There are fewer or more bytes.</exception>
    public static byte[] NonceOf(ByteString nonce) =>
        nonce.Length == NonceBytes ? nonce.ToByteArray() : throw new WireException(NoHandshake);
}
