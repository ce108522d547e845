using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Harness.Scenarios;

namespace AElf.Bench.TestKit.Servers;

/// <summary>
/// A certificate authority of one test, with one server certificate for 127.0.0.1 and localhost, as PEM files.
/// </summary>
public sealed class SelfMadeAuthority
{
    /// <summary>
    /// Makes the authority and the server certificate and writes them into <paramref name="folder"/>.
    /// </summary>
    public SelfMadeAuthority(TemporaryFolder folder)
    {
        // Certificates carry whole seconds, and a clock that was just set back must not make them "not yet valid".
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

        using var serverKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Loopback);
        names.AddDnsName("localhost");
        var serverRequest = new CertificateRequest("CN=127.0.0.1", serverKey, HashAlgorithmName.SHA256);
        serverRequest.CertificateExtensions.Add(new X509BasicConstraintsExtension(false, false, 0, true));
        serverRequest.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.DigitalSignature, true));
        serverRequest.CertificateExtensions.Add(
            new X509EnhancedKeyUsageExtension([new Oid("1.3.6.1.5.5.7.3.1")], false));
        serverRequest.CertificateExtensions.Add(names.Build());
        using var server = serverRequest.Create(authority, from, to, RandomNumberGenerator.GetBytes(8));

        AuthorityFile = folder.Write("authority.pem", authority.ExportCertificatePem() + "\n");
        CertificateFile = folder.Write("server.pem", server.ExportCertificatePem() + "\n");
        KeyFile = folder.Write("server.key", serverKey.ExportPkcs8PrivateKeyPem() + "\n");
    }

    /// <summary>What a client must trust.</summary>
    public string AuthorityFile { get; }

    /// <summary>The server's certificate.</summary>
    public string CertificateFile { get; }

    /// <summary>The server's private key.</summary>
    public string KeyFile { get; }
}
