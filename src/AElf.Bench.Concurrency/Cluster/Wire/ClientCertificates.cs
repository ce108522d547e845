using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// The certificates of those who connect: who has none of the manager's authority may look at its pages, and neither
/// join nor submit.
/// </summary>
/// <param name="authorityFile">A PEM file with that authority.</param>
public sealed class ClientCertificates(string authorityFile)
{
    // Of RFC 5280, 4.2.1.12. A certificate that says nothing of what it is for will do.
    private const string ClientAuthentication = "1.3.6.1.5.5.7.3.2";

    /// <summary>Whether a certificate is of the authority, valid now, and made to be shown by who connects.</summary>
    /// <exception cref="IOException">The authority's file cannot be read, or holds no certificate.</exception>
    public bool IsTrusted(X509Certificate2? certificate) =>
        TrustPolicy.Vouches(authorityFile, certificate, ClientAuthentication);
}
