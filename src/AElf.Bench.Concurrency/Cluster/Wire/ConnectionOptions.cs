using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>How a process connects to another.</summary>
/// <param name="Hosts">
/// The process's settings. Its secret authenticates the peer, but does not encrypt: that needs TLS.
/// </param>
public sealed record ConnectionOptions(ActorSystemOptions Hosts)
{
    /// <summary>Whether to connect over TLS; the accepting side has it from its server's settings.</summary>
    public bool Tls { get; init; } = Hosts.AuthorityFile is not null;

    /// <summary>
    /// A handler for connections over HTTP: it trusts the authority of the settings, and shows their certificate.
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
            Tls ? Hosts.AuthorityFile : null, (text, cause) => new WireException(text, cause));
        handler.SslOptions.ClientCertificates = Hosts.ClientCertificateFile is { } file
            ? [PemCertificate.Read(file, Hosts.ClientKeyFile, (text, cause) => new WireException(text, cause))]
            : null;
        return handler;
    }

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
