using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.TestKit.Servers;

/// <summary>
/// A certificate authority for one test, with a server's certificate for 127.0.0.1 and localhost and a client's
/// certificate, as PEM files.
/// </summary>
public sealed class SelfMadeAuthority
{
    /// <summary>Makes the authority and the two certificates and writes them to <paramref name="folder"/>.</summary>
    public SelfMadeAuthority(TemporaryFolder folder)
    {
        // Certificates have times in whole seconds. The start is earlier, so that a clock that was just set back does
        // not make them "not yet valid".
        var from = DateTimeOffset.UtcNow.AddHours(-1);
        var to = from.AddDays(2);

        using var authorityKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var authorityRequest = new CertificateRequest(
            "CN=AElf.Bench test authority", authorityKey, HashAlgorithmName.SHA256);
        authorityRequest.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        authorityRequest.CertificateExtensions.Add(
            new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign | X509KeyUsageFlags.CrlSign, true));
        authorityRequest.CertificateExtensions.Add(
            new X509SubjectKeyIdentifierExtension(authorityRequest.PublicKey, false));
        using var authority = authorityRequest.CreateSelfSigned(from, to);

        AuthorityFile = folder.Write("authority.pem", authority.ExportCertificatePem() + "\n");
        (CertificateFile, KeyFile) = Sign(folder, authority, "server", "1.3.6.1.5.5.7.3.1");
        (ClientCertificateFile, ClientKeyFile) = Sign(folder, authority, "client", "1.3.6.1.5.5.7.3.2");
    }

    /// <summary>The certificate that a client must trust.</summary>
    public string AuthorityFile { get; }

    /// <summary>The server's certificate.</summary>
    public string CertificateFile { get; }

    /// <summary>The server's private key.</summary>
    public string KeyFile { get; }

    /// <summary>The client's certificate.</summary>
    public string ClientCertificateFile { get; }

    /// <summary>The client's private key.</summary>
    public string ClientKeyFile { get; }

    private static (string Certificate, string Key) Sign(
        TemporaryFolder folder, X509Certificate2 authority, string name, string purpose)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Loopback);
        names.AddDnsName("localhost");
        var request = new CertificateRequest("CN=127.0.0.1", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(false, false, 0, true));
        request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.DigitalSignature, true));
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid(purpose)], false));
        request.CertificateExtensions.Add(names.Build());
        using var signed = request.Create(
            authority,
            new DateTimeOffset(authority.NotBefore),
            new DateTimeOffset(authority.NotAfter),
            RandomNumberGenerator.GetBytes(8));
        return (folder.Write($"{name}.pem", signed.ExportCertificatePem() + "\n"),
            folder.Write($"{name}.key", key.ExportPkcs8PrivateKeyPem() + "\n"));
    }
}
