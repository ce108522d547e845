using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Hosts;

/// <summary>
/// How the hosts of actors find and check each other: the documented part of <c>actor.json</c> and the <c>.hocon</c>
/// files.
/// </summary>
public sealed record ActorSystemOptions
{
    /// <summary>The environment variable that may carry <see cref="Secret"/>.</summary>
    public const string SecretVariable = "AELF_CLUSTER_SECRET";

    /// <summary>Distance from a manager's port for workers to its default HTTP port.</summary>
    public const int HttpPortDistance = 1000;

    /// <summary>Whether actors run in worker processes that join a manager, or all in this one.</summary>
    public bool IsCluster { get; init; }

    /// <summary>Where this process listens for the others: loopback unless <see cref="AllowPublicAddress"/>.</summary>
    public Endpoint Address { get; init; } = new("127.0.0.1", 32550);

    public RouterOwner Router { get; init; }

    /// <summary>The port of a manager for HTTP; null for that of <see cref="Address"/>, as in a worker.</summary>
    public int? HttpPort { get; init; }

    /// <summary>The process's HOCON file, which Akka gets whole; null or missing for none.</summary>
    public string? HoconFile { get; init; }

    public Endpoint HttpAddress => Address with { Port = HttpPort ?? Address.Port };

    /// <summary>
    /// The HTTP address of a manager that workers join at an address, when both ports are the usual ones.
    /// </summary>
    public static Endpoint HttpAddressOf(Endpoint manager) => manager with { Port = manager.Port + HttpPortDistance };

    /// <summary>Whether <see cref="Address"/> may be reached from other machines.</summary>
    public bool AllowPublicAddress { get; init; }

    /// <summary>
    /// Host names and addresses this process is called by, besides loopback and its own; <c>*.name</c> and <c>*</c> are
    /// patterns.
    /// </summary>
    public IReadOnlyList<string> AllowedHosts { get; init; } = [];

    /// <summary>The managers a worker tries to join, in this order; the benchmark has one.</summary>
    public IReadOnlyList<Endpoint> Seeds { get; init; } = [];

    public TimeSpan HeartbeatInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Silence after which a peer is held for dead; longer than <see cref="HeartbeatInterval"/>.</summary>
    public TimeSpan AcceptableHeartbeatPause { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>Most bytes of one message between processes.</summary>
    public int MaximumFrameBytes { get; init; } = 128_000;

    /// <summary>The secret all processes of the cluster share; null for none.</summary>
    public Secret? Secret { get; init; }

    /// <summary>
    /// A PEM file with the certificate the manager serves TLS with; null for no TLS. Its key is in
    /// <see cref="KeyFile"/>.
    /// </summary>
    public string? CertificateFile { get; init; }

    /// <summary>A PEM file with the key of <see cref="CertificateFile"/>.</summary>
    public string? KeyFile { get; init; }

    /// <summary>
    /// A PEM file with the authority of the manager's certificate: the manager is talked to over TLS. Null for no TLS.
    /// </summary>
    public string? AuthorityFile { get; init; }

    /// <summary>
    /// A PEM file with the authority of the certificates that joining and submitting require; null for none.
    /// </summary>
    public string? ClientAuthorityFile { get; init; }

    /// <summary>A PEM file with the certificate this process shows to the manager; null for none.</summary>
    public string? ClientCertificateFile { get; init; }

    /// <summary>A PEM file with the key of <see cref="ClientCertificateFile"/>.</summary>
    public string? ClientKeyFile { get; init; }

    /// <summary>The worker's name, 1 to 64 printable ASCII characters; null in other processes.</summary>
    public string? Name { get; init; }

    /// <summary>The server the worker is on, 1 to 64 printable ASCII characters; null in other processes.</summary>
    public string? Server { get; init; }
}
