using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace AElf.Bench.Core.Options;

/// <summary>The authorities that one end of a TLS connection trusts.</summary>
public static class TrustPolicy
{
    /// <summary>The purpose of the certificates of TLS clients: RFC 5280, 4.2.1.12.</summary>
    public const string ClientAuthentication = "1.3.6.1.5.5.7.3.2";

    /// <summary>
    /// The policy that trusts only the authorities of a PEM file; null without a file, for the system's authorities.
    /// </summary>
    /// <param name="failure">Creates the exception from a message and its cause.</param>
    public static X509ChainPolicy? From(string? authorityFile, Func<string, Exception?, Exception> failure)
    {
        if (authorityFile is null)
        {
            return null;
        }

        // A private authority publishes no revocation list.
        var policy = new X509ChainPolicy
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            RevocationMode = X509RevocationMode.NoCheck,
        };
        try
        {
            policy.CustomTrustStore.ImportFromPemFile(authorityFile);
        }
        catch (Exception cause) when (cause is IOException or UnauthorizedAccessException or CryptographicException)
        {
            throw failure($"the TLS authority file {authorityFile} cannot be read: {cause.Message}", cause);
        }

        return policy.CustomTrustStore.Count > 0
            ? policy
            : throw failure($"the TLS authority file {authorityFile} holds no certificate in PEM form", null);
    }

    /// <summary>Whether a certificate is valid now, and signed by an authority of a PEM file.</summary>
    /// <param name="certificate">The certificate; null if the peer sent none.</param>
    /// <param name="purpose">Required extended key usage (RFC 5280, 4.2.1.12); null for any.</param>
    /// <exception cref="IOException">The file cannot be read, or holds no certificate.</exception>
    public static bool Vouches(string authorityFile, X509Certificate2? certificate, string? purpose = null)
    {
        if (certificate is null)
        {
            return false;
        }

        using var chain = new X509Chain();
        chain.ChainPolicy = From(authorityFile, (text, cause) => new IOException(text, cause))!;
        if (purpose is not null)
        {
            chain.ChainPolicy.ApplicationPolicy.Add(new(purpose));
        }

        return chain.Build(certificate);
    }
}
