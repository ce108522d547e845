using System.Collections.Frozen;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>How a process connects to another one.</summary>
/// <param name="Hosts">
/// The settings of the process. Its secret authenticates the peer, but does not encrypt. TLS encrypts.
/// </param>
public sealed record ConnectionOptions(ActorSystemOptions Hosts)
{
    /// <summary>Whether to connect over TLS. The accepting side takes this from its own settings.</summary>
    public bool Tls { get; init; } = Hosts.AuthorityFile is not null;

    /// <summary>
    /// A handler for HTTP connections. It trusts the authority of the settings, and presents their certificate.
    /// </summary>
    /// <exception cref="WireException">One of the files is invalid.</exception>
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

    /// <summary>Counts the connection's frames; null for no counts.</summary>
    public FrameTraffic? Traffic { get; init; }

    /// <summary>The limits of a peer. By default a peer may be silent for ever, and send messages of 64 MiB.</summary>
    public PeerLimits Limits { get; init; } = new();

    /// <summary>The version of the protocol; only tests change it.</summary>
    internal int Version { get; init; } = Message.ProtocolVersion;

    /// <summary>Time-out for connecting, and then for the handshake.</summary>
    internal TimeSpan HandshakeTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Maximum time of the peer to read a frame and those before it.</summary>
    internal TimeSpan StallDeadline { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Maximum time of the peer to receive the end of the connection.</summary>
    internal TimeSpan ClosingDeadline { get; init; } = TimeSpan.FromSeconds(2);
}

/// <summary>
/// The limits for peers of a listener. A peer is unknown until <see cref="IMessageChannel.Admit"/>, so the memory for
/// its messages is limited. Shared by all connections of the listener's path.
/// </summary>
public sealed class PeerLimits
{
    /// <summary>Maximum bytes that wait to be sent to an admitted peer; one message may always wait.</summary>
    public const int MaxQueuedBytes = 64 << 20;

    /// <summary>Maximum bytes of a message of a peer before its admission.</summary>
    public int MaxUnauthenticatedBytes { get; init; } = FrameCodec.MaxBytes;

    /// <summary>Maximum bytes of a message of an admitted peer.</summary>
    public int MaxPeerBytes { get; init; } = FrameCodec.MaxBytes;

    /// <summary>
    /// Maximum bytes that wait to be sent to a peer before its admission, since it need not read; one message may
    /// always wait.
    /// </summary>
    public int MaxUnauthenticatedQueuedBytes { get; init; } = MaxQueuedBytes;

    /// <summary>Maximum time of a peer until its admission, or until another 64 KiB of a message.</summary>
    public TimeSpan AdmissionDeadline { get; init; } = Timeout.InfiniteTimeSpan;

    /// <summary>The kinds of messages that a peer may send; null for all.</summary>
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
