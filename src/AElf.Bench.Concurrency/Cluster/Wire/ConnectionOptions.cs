using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>How a process connects to another.</summary>
/// <param name="MaximumFrameBytes">Maximum bytes of one message of Akka; larger ones are split.</param>
/// <param name="Secret">
/// The shared secret; null for none. It authenticates the peer, but does not encrypt: that needs TLS.
/// </param>
/// <param name="Tls">Whether to connect over TLS; the accepting side has it from its server's settings.</param>
/// <param name="AuthorityFile">
/// A PEM file with the authority that signed the accepting side's certificate; null uses the system's.
/// </param>
public sealed record ConnectionOptions(int MaximumFrameBytes, Secret? Secret, bool Tls, string? AuthorityFile)
{
    /// <summary>How a process with these settings connects to a manager.</summary>
    public static ConnectionOptions Of(ActorSystemOptions hosts) =>
        new(hosts.MaximumFrameBytes, hosts.Secret, hosts.AuthorityFile is not null, hosts.AuthorityFile)
        {
            CertificateFile = hosts.ClientCertificateFile,
            KeyFile = hosts.ClientKeyFile,
            Silence = hosts.AcceptableHeartbeatPause,
        };

    /// <summary>
    /// A handler for connections over HTTP: it trusts the authority of <see cref="AuthorityFile"/>, and shows the
    /// certificate.
    /// </summary>
    /// <exception cref="WireException">One of the files is not right.</exception>
    public SocketsHttpHandler OpenHandler()
    {
        var handler = new SocketsHttpHandler
        {
            UseProxy = false,
            AllowAutoRedirect = false,
            UseCookies = false,
            ConnectTimeout = HandshakeTimeout,
        };
        handler.SslOptions.CertificateChainPolicy = TrustPolicy.From(
            Tls ? AuthorityFile : null, (text, cause) => new WireException(text, cause));
        handler.SslOptions.ClientCertificates = CertificateFile is { } file
            ? [PemCertificate.Read(file, KeyFile, (text, cause) => new WireException(text, cause))]
            : null;
        return handler;
    }

    /// <summary>A PEM file with the certificate that the connecting side shows; null for none.</summary>
    public string? CertificateFile { get; init; }

    /// <summary>A PEM file with the key of <see cref="CertificateFile"/>.</summary>
    public string? KeyFile { get; init; }

    /// <summary>The silence of its manager after which a worker holds it for dead.</summary>
    public TimeSpan Silence { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>Counts the connection's frames; null counts none.</summary>
    public FrameTraffic? Traffic { get; init; }

    /// <summary>The limits for a peer; by default a peer may be silent for ever, and send messages of 64 MiB.</summary>
    public PeerLimits Limits { get; init; } = new();

    /// <summary>The version that is spoken; another one only in tests.</summary>
    internal int Version { get; init; } = Message.ProtocolVersion;

    /// <summary>Time-out for connecting, and then for the handshake.</summary>
    internal TimeSpan HandshakeTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Time-out for the peer to read a frame and those before it.</summary>
    internal TimeSpan StallDeadline { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How long the peer may take to hear that the connection ends.</summary>
    internal TimeSpan ClosingDeadline { get; init; } = TimeSpan.FromSeconds(2);
}

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
