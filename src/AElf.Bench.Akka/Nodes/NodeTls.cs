using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Akka.Secrets;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using Akka.Actor.Setup;
using Akka.Event;
using Akka.Remote.Transport.DotNetty;

namespace AElf.Bench.Akka.Nodes;

/// <summary>TLS between nodes, from the PEM files that the pages use too.</summary>
internal static class NodeTls
{
    public static bool IsAskedFor(ActorSystemOptions hosts) =>
        hosts.CertificateFile is not null || hosts.AuthorityFile is not null;

    /// <summary>Akka's settings for TLS; null if TLS is not requested.</summary>
    /// <param name="setup">Receives the problem of an untrusted manager.</param>
    /// <exception cref="IOException">A file cannot be read.</exception>
    public static Setup? Of(ActorSystemOptions hosts, NodeKind kind, NodeSetup setup) => kind switch
    {
        _ when !IsAskedFor(hosts) => null,
        NodeKind.Manager => OfManager(hosts),
        _ => OfWorker(hosts, setup),
    };

    private static DotNettySslSetup OfManager(ActorSystemOptions hosts)
    {
        var clients = hosts.ClientAuthorityFile;
        return new DotNettySslSetup(
            Read(hosts.CertificateFile!, hosts.KeyFile),
            suppressValidation: false,
            requireMutualAuthentication: clients is not null,
            (certificate, _, _, _, _) =>
                clients is null || TrustPolicy.Vouches(clients, certificate, TrustPolicy.ClientAuthentication));
    }

    private static DotNettySslSetup OfWorker(ActorSystemOptions hosts, NodeSetup setup)
    {
        // Akka requires a certificate on the dialling side too. Without one of the user, it presents an untrusted one.
        var shown = hosts.ClientCertificateFile is { } file ? Read(file, hosts.ClientKeyFile) : SelfSigned();
        return new DotNettySslSetup(
            shown,
            suppressValidation: false,
            requireMutualAuthentication: hosts.ClientCertificateFile is not null,
            IsManager);

        bool IsManager(
            X509Certificate2? certificate, X509Chain? unused, string peer, SslPolicyErrors errors, ILoggingAdapter log)
        {
            if (errors.HasFlag(SslPolicyErrors.RemoteCertificateNameMismatch))
            {
                setup.Refuse("its certificate is for another name");
                return false;
            }

            if (!TrustPolicy.Vouches(hosts.AuthorityFile!, certificate))
            {
                setup.Refuse($"its certificate is not signed by {hosts.AuthorityFile}, or not valid now");
                return false;
            }

            return true;
        }
    }

    private static X509Certificate2 Read(string file, string? keyFile) =>
        PemCertificate.Read(file, keyFile, (text, cause) => new IOException(text, cause));

    private static X509Certificate2 SelfSigned()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var now = TimeProvider.System.GetUtcNow();
        return new CertificateRequest("CN=worker", key, HashAlgorithmName.SHA256)
            .CreateSelfSigned(now.AddDays(-1), now.AddYears(1));
    }
}
