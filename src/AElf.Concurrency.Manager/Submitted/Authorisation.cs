using System.Net.Http.Headers;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Submitted;
using Microsoft.AspNetCore.Http;

namespace AElf.Concurrency.Manager.Submitted;

/// <summary>
/// Authorises submissions and requests for runs: refuses browser pages, requires a certificate if the manager does, and
/// a proof of the cluster's secret if it has one. Uses headers only: bodies of unknown clients are not read.
/// </summary>
internal sealed class Authorisation(ActorSystemOptions hosts, TimeProvider clock)
{
    private readonly Nonces nonces = new(clock);

    /// <summary>
    /// The reason for refusing a request; null if it is allowed. The answer to an allowed request has the manager's
    /// proof.
    /// </summary>
    public string? RefusalOf(HttpContext context)
    {
        var (code, reason) = Check(context);
        if (code == StatusCodes.Status401Unauthorized)
        {
            context.Response.Headers.WWWAuthenticate = $"{RunProof.Scheme} nonce=\"{nonces.Draw()}\"";
        }

        context.Response.StatusCode = code;
        return reason;
    }

    /// <summary>Whether a body matches its proof; true without a secret.</summary>
    public bool IsRight(HttpContext context, ReadOnlySpan<byte> body) => hosts.Secret is null
        || string.Equals(ProofOf(context)?.Body, RunProof.HashOf(body), StringComparison.Ordinal);

    private static RunProof? ProofOf(HttpContext context) =>
        AuthenticationHeaderValue.TryParse(context.Request.Headers.Authorization, out var given)
        && string.Equals(given.Scheme, RunProof.Scheme, StringComparison.OrdinalIgnoreCase)
            ? RunProof.Parse(given.Parameter)
            : null;

    private (int Code, string? Reason) Check(HttpContext context)
    {
        var request = context.Request;

        // Refuse requests that a browser page sent: any page can send a form, and benchmarks are not pages.
        if (request.Headers.Origin.Count > 0)
        {
            return (StatusCodes.Status403Forbidden, "web pages may not submit runs: remove the header Origin");
        }

        if (hosts.ClientAuthorityFile is { } authority && !TrustPolicy.Vouches(
            authority, context.Connection.ClientCertificate, TrustPolicy.ClientAuthentication))
        {
            return (
                StatusCodes.Status403Forbidden,
                "a certificate for client authentication is required, valid now and from the authority of the "
                    + "manager's --client-ca: add --client-cert FILE and --client-key FILE");
        }

        return CheckSecret(context, $"{request.Method} {request.Path}");
    }

    private (int Code, string? Reason) CheckSecret(HttpContext context, string request)
    {
        switch (hosts.Secret, ProofOf(context))
        {
            case (null, null):
                return (StatusCodes.Status200OK, null);
            case (null, _):
                return (StatusCodes.Status403Forbidden, $"{HandshakeProblems.SecretUnexpected}");
            case (_, null):
                return (StatusCodes.Status401Unauthorized, $"{HandshakeProblems.SecretMissing}");
            case (_, var proof) when !nonces.IsFresh(proof.Nonce):
                return (
                    StatusCodes.Status401Unauthorized, "the nonce is unknown or too old: use the one in this answer");
            case (var secret, var proof) when !proof.IsRight(secret, request):
                return (StatusCodes.Status401Unauthorized, $"{HandshakeProblems.SecretWrong}");
            case (_, var proof) when !nonces.TryUse(proof.Nonce):
                return (StatusCodes.Status401Unauthorized, "the nonce was used before: use the one in this answer");
            case (var secret, var proof):
                context.Response.Headers["Authentication-Info"] =
                    $"{RunProof.Scheme} proof=\"{proof.Answer(secret, request)}\"";
                return (StatusCodes.Status200OK, null);
        }
    }
}
