using System.Security.Cryptography;
using System.Text;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Submitted;

/// <summary>
/// Proves to a manager that the sender of a request has the cluster's secret, in the header <c>Authorization</c>. The
/// proof covers the whole request, and random bytes of both sides, so that it cannot be reused.
/// </summary>
/// <param name="Nonce">Random bytes of the manager; lowercase hex, like the other fields.</param>
/// <param name="Client">Random bytes of the sender.</param>
/// <param name="Body">SHA-256 of the request's body.</param>
/// <param name="Proof">HMAC-SHA256.</param>
public sealed record RunProof(string Nonce, string Client, string Body, string Proof)
{
    public const string Scheme = "AElf";

    private const int DrawnBytes = 16;

    /// <summary>16 random bytes as hex, for one request.</summary>
    public static string Draw() => Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(DrawnBytes));

    /// <summary>SHA-256 as lowercase hex.</summary>
    public static string HashOf(ReadOnlySpan<byte> body) => Convert.ToHexStringLower(SHA256.HashData(body));

    /// <param name="secret">The cluster's secret.</param>
    /// <param name="nonce">Random bytes of the manager.</param>
    /// <param name="request">Method and path, such as <c>POST /runs</c>.</param>
    /// <param name="body">Bytes of the body.</param>
    public static RunProof Create(Secret secret, string nonce, string request, ReadOnlySpan<byte> body)
    {
        var unproved = new RunProof(nonce, Draw(), HashOf(body), "");
        return unproved with { Proof = unproved.Of(secret, "client", request) };
    }

    /// <summary>Parses the part of a header after the scheme; null for an invalid proof.</summary>
    public static RunProof? Parse(string? parameter)
    {
        var parts = (parameter ?? "").Split(',', StringSplitOptions.TrimEntries).Select(part => part.Split('='));
        var given = new Dictionary<string, string>(StringComparer.Ordinal);
        return parts.All(part => part.Length == 2 && given.TryAdd(part[0], part[1].Trim('"')))
            && given.TryGetValue("nonce", out var nonce) && given.TryGetValue("client", out var client)
            && given.TryGetValue("body", out var body) && given.TryGetValue("proof", out var proof)
            ? new RunProof(nonce, client, body, proof)
            : null;
    }

    /// <summary>
    /// Whether the proof was made with this secret, for this request. Takes the same time for any proof.
    /// </summary>
    public bool IsRight(Secret secret, string request) => AreEqual(Proof, Of(secret, "client", request));

    /// <summary>The manager's own proof, in its answer to the request.</summary>
    public string Answer(Secret secret, string request) => Of(secret, "manager", request);

    /// <summary>Whether an answer to the request contains the manager's proof.</summary>
    public bool IsAnswered(Secret secret, string request, string? answer) =>
        AreEqual(answer ?? "", Answer(secret, request));

    public override string ToString() => $"nonce={Nonce}, client={Client}, body={Body}, proof={Proof}";

    private static bool AreEqual(string given, string right) =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(given), Encoding.UTF8.GetBytes(right));

    private string Of(Secret secret, string role, string request) =>
        Convert.ToHexStringLower(HMACSHA256.HashData(
            Encoding.UTF8.GetBytes(secret.Reveal()),
            Encoding.UTF8.GetBytes($"{role}\n{Nonce}\n{Client}\n{request}\n{Body}\n")));
}
