using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Hosts;

/// <summary>
/// How the hosts of actors find and authenticate each other: the documented part of <c>actor.json</c> and the
/// <c>.hocon</c> files.
/// </summary>
public sealed record ActorSystemOptions
{
    /// <summary>The environment variable that may contain <see cref="Secret"/>.</summary>
    public const string SecretVariable = "AELF_CLUSTER_SECRET";

    /// <summary>Distance from a manager's port for workers to its default HTTP port.</summary>
    public const int HttpPortDistance = 1000;

    /// <summary>
    /// Whether actors run in worker processes that join a manager; otherwise they run in this process.
    /// </summary>
    public bool IsCluster { get; init; }

    /// <summary>The address on which this process listens: loopback, unless <see cref="AllowPublicAddress"/>.</summary>
    public Endpoint Address { get; init; } = new("127.0.0.1", 32550);

    public RouterOwner Router { get; init; }

    /// <summary>The HTTP port of a manager; null for the port of <see cref="Address"/>, as in a worker.</summary>
    public int? HttpPort { get; init; }

    /// <summary>The process's HOCON file, which Akka reads completely; null or a missing file for none.</summary>
    public string? HoconFile { get; init; }

    public Endpoint HttpAddress => Address with { Port = HttpPort ?? Address.Port };

    /// <summary>
    /// The HTTP address of a manager, from the address that workers join, if both ports are the usual ones.
    /// </summary>
    public static Endpoint HttpAddressOf(Endpoint manager) => manager with { Port = manager.Port + HttpPortDistance };

    /// <summary>Whether <see cref="Address"/> may be reached from other machines.</summary>
    public bool AllowPublicAddress { get; init; }

    /// <summary>
    /// Further host names and addresses of this process, besides loopback and its own; <c>*.name</c> and <c>*</c> are
    /// patterns.
    /// </summary>
    public IReadOnlyList<string> AllowedHosts { get; init; } = [];

    /// <summary>The managers a worker tries to join, in this order; the benchmark has one.</summary>
    public IReadOnlyList<Endpoint> Seeds { get; init; } = [];

    public TimeSpan HeartbeatInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Silence after which a peer is considered dead; longer than <see cref="HeartbeatInterval"/>.</summary>
    public TimeSpan AcceptableHeartbeatPause { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>Maximum bytes of one message between processes.</summary>
    public int MaximumFrameBytes { get; init; } = 128_000;

    /// <summary>The secret all processes of the cluster share; null for none.</summary>
    public Secret? Secret { get; init; }

    /// <summary>
    /// A PEM file with the manager's certificate for TLS; null for no TLS. Its key is in <see cref="KeyFile"/>.
    /// </summary>
    public string? CertificateFile { get; init; }

    /// <summary>A PEM file with the key of <see cref="CertificateFile"/>.</summary>
    public string? KeyFile { get; init; }

    /// <summary>
    /// A PEM file with the authority of the manager's certificate. The connection to the manager then uses TLS. Null
    /// for no TLS.
    /// </summary>
    public string? AuthorityFile { get; init; }

    /// <summary>
    /// A PEM file with the authority of the certificates required for joining and submitting; null for none.
    /// </summary>
    public string? ClientAuthorityFile { get; init; }

    /// <summary>A PEM file with the certificate that this process presents to the manager; null for none.</summary>
    public string? ClientCertificateFile { get; init; }

    /// <summary>A PEM file with the key of <see cref="ClientCertificateFile"/>.</summary>
    public string? ClientKeyFile { get; init; }

    /// <summary>The worker's name, 1 to 64 printable ASCII characters; null in other processes.</summary>
    public string? Name { get; init; }

    /// <summary>The worker's server, 1 to 64 printable ASCII characters; null in other processes.</summary>
    public string? Server { get; init; }
}
