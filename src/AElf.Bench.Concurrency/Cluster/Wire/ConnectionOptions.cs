using System.Collections.Frozen;
using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Concurrency.Hosts;
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

/// <summary>
/// The limits for peers of a listener. A peer is unknown until <see cref="IMessageChannel.Admit"/>, so the memory for
/// its messages is limited. Shared by all connections of the listener's path.
/// </summary>
public sealed class PeerLimits
{
    /// <summary>Most bytes that may wait to be sent to a peer that was admitted; one message may always wait.</summary>
    public const int MaxQueuedBytes = 64 << 20;

    /// <summary>Most bytes of a message of a peer that was not admitted.</summary>
    public int MaxUnauthenticatedBytes { get; init; } = FrameCodec.MaxBytes;

    /// <summary>Most bytes of a message of a peer that was admitted.</summary>
    public int MaxPeerBytes { get; init; } = FrameCodec.MaxBytes;

    /// <summary>
    /// Most bytes that may wait to be sent to a peer that was not admitted and need not read; one message may always
    /// wait.
    /// </summary>
    public int MaxUnauthenticatedQueuedBytes { get; init; } = MaxQueuedBytes;

    /// <summary>Time-out for a peer to be admitted, or to send another 64 KiB of a message.</summary>
    public TimeSpan AdmissionDeadline { get; init; } = Timeout.InfiniteTimeSpan;

    /// <summary>The kinds of messages a peer may send; null for all.</summary>
    internal IReadOnlySet<Type>? Kinds { get; private init; }

    /// <summary>
    /// The limits of workers' connections to a manager: a worker identifies itself first, and never sends large
    /// messages.
    /// </summary>
    public static PeerLimits OfWorkers(TimeSpan admissionDeadline) => new()
    {
        MaxUnauthenticatedBytes = 64 << 10,
        MaxPeerBytes = FrameCodec.MaxWorkerBytes,
        MaxUnauthenticatedQueuedBytes = 64 << 10,
        Kinds = FrozenSet.Create(
            typeof(Message.Hello),
            typeof(Message.Heartbeat),
            typeof(Message.Done),
            typeof(Message.Failed),
            typeof(Message.Sample),
            typeof(Message.RoundResult)),
        AdmissionDeadline = admissionDeadline,
    };
}
