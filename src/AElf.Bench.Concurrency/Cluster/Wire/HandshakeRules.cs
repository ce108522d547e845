using System.Security.Cryptography;
using Google.Protobuf;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>What is right in a handshake, whatever carries its steps.</summary>
internal static class HandshakeRules
{
    /// <summary>What is said of anything that is no step, or the wrong one.</summary>
    public const string NoHandshake = "what came is no part of a handshake; is the peer a process of this program?";

    // The texts go into a close: at most CloseText.MaxBytes of them arrive.
    private const string MissingProof = "no proof of a secret came; the cluster has one: give this process the same";
    private const string NeedlessProof =
        "a proof of a secret came, but this side has none: give both the same, or neither";
    private const string WrongProof = "the proof of the secret is wrong: the two sides have different secrets";
    private const int NonceBytes = 32;

    /// <summary>Random bytes for one handshake.</summary>
    public static byte[] DrawNonce() => RandomNumberGenerator.GetBytes(NonceBytes);

    /// <summary>Both sides speak the same version.</summary>
    /// <exception cref="WireException">They do not.</exception>
    public static void Check(int version, int own)
    {
        if (version != own)
        {
            throw new WireException(
                $"one side speaks protocol version {version}, the other {own}: run the same build on both");
        }
    }

    /// <summary>Both sides have the same secret, or none.</summary>
    /// <exception cref="WireException">They do not.</exception>
    public static void Check(ByteString given, byte[] right)
    {
        if (given.Length != right.Length || !CryptographicOperations.FixedTimeEquals(given.Span, right))
        {
            throw new WireException((given.Length, right.Length) switch
            {
                (0, > 0) => MissingProof,
                ( > 0, 0) => NeedlessProof,
                _ => WrongProof,
            });
        }
    }

    /// <summary>The other side's random bytes.</summary>
    /// <exception cref="WireException">They are none.</exception>
    public static byte[] NonceOf(ByteString nonce) =>
        nonce.Length == NonceBytes ? nonce.ToByteArray() : throw new WireException(NoHandshake);
}
