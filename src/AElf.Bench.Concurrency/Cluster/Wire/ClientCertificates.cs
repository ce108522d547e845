using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// Checks clients' certificates: a client without one of the manager's authority may look at its pages, and neither
/// join nor submit.
/// </summary>
/// <param name="authorityFile">A PEM file with the authority's certificate.</param>
public sealed class ClientCertificates(string authorityFile)
{
    // RFC 5280, 4.2.1.12. A certificate that names no purpose will do.
    private const string ClientAuthentication = "1.3.6.1.5.5.7.3.2";

    /// <summary>Whether a certificate is of the authority, valid now, and made for clients.</summary>
    /// <exception cref="IOException">The authority's file cannot be read, or holds no certificate.</exception>
    public bool IsTrusted(X509Certificate2? certificate) =>
        TrustPolicy.Vouches(authorityFile, certificate, ClientAuthentication);
}
