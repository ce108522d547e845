using System.Security.Cryptography;
using System.Text;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Submitted;

/// <summary>
/// The proof that who sends a request to a manager has the cluster's secret, as the header <c>Authorization</c> carries
/// it. It stands over random bytes of both sides, so that none can be used again, and over all that is asked.
/// </summary>
/// <param name="Nonce">What the manager drew.</param>
/// <param name="Client">What who sends drew.</param>
/// <param name="Body">SHA-256 of the request's body; lowercase hex, as all of it.</param>
/// <param name="Proof">HMAC-SHA256.</param>
public sealed record RunProof(string Nonce, string Client, string Body, string Proof)
{
    /// <summary>The scheme's name in headers.</summary>
    public const string Scheme = "AElf";

    private const int DrawnBytes = 16;

    /// <summary>Random bytes for one request.</summary>
    public static string Draw() => Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(DrawnBytes));

    /// <summary>The hash of a body.</summary>
    public static string HashOf(ReadOnlySpan<byte> body) => Convert.ToHexStringLower(SHA256.HashData(body));

    /// <summary>The proof for a request.</summary>
    /// <param name="secret">The secret.</param>
    /// <param name="nonce">What the manager drew.</param>
    /// <param name="request">Method and path, such as <c>POST /runs</c>.</param>
    /// <param name="body">The body's bytes.</param>
    public static RunProof Create(Secret secret, string nonce, string request, ReadOnlySpan<byte> body)
    {
        var unproved = new RunProof(nonce, Draw(), HashOf(body), "");
        return unproved with { Proof = unproved.Of(secret, "client", request) };
    }

    /// <summary>What a header carries after the scheme; null when it is no proof.</summary>
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

    /// <summary>Whether it was made with this secret, for this request.</summary>
    public bool IsRight(Secret secret, string request) => AreEqual(Proof, Of(secret, "client", request));

    /// <summary>The manager's own proof, in its answer to the request.</summary>
    public string Answer(Secret secret, string request) => Of(secret, "manager", request);

    /// <summary>Whether an answer to the request has it.</summary>
    public bool IsAnswered(Secret secret, string request, string? answer) =>
        AreEqual(answer ?? "", Answer(secret, request));

    /// <inheritdoc/>
    public override string ToString() => $"nonce={Nonce}, client={Client}, body={Body}, proof={Proof}";

    private static bool AreEqual(string given, string right) =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(given), Encoding.UTF8.GetBytes(right));

    private string Of(Secret secret, string role, string request) =>
        Convert.ToHexStringLower(HMACSHA256.HashData(
            Encoding.UTF8.GetBytes(secret.Reveal()),
            Encoding.UTF8.GetBytes($"{role}\n{Nonce}\n{Client}\n{request}\n{Body}\n")));
}
