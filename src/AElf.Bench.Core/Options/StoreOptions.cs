namespace AElf.Bench.Core.Options;

/// <summary>The kinds of store.</summary>
public enum StoreType
{
    /// <summary>Embedded, in this process.</summary>
    InMemory,

    /// <summary>One redis-server.</summary>
    Redis,

    /// <summary>One SSDB server, over its Redis protocol.</summary>
    Ssdb,

    /// <summary>A Twemproxy (nutcracker) in front of Redis shards.</summary>
    Twemproxy,

    /// <summary>The masters of a Redis Cluster; the address is that of any node.</summary>
    RedisCluster,

    /// <summary>Redis servers over which our client distributes the keys, as a Twemproxy does.</summary>
    RedisShards,
}

/// <summary>The client drivers for stores behind a socket.</summary>
public enum StoreClient
{
    /// <summary>Our own pipelined RESP client.</summary>
    Pipelined,

    /// <summary>StackExchange.Redis, for comparison.</summary>
    StackExchange,
}

/// <summary>
/// An address: host name or IP with a port from 1 to 65535, or the path of a Unix socket, which has port 0.
/// </summary>
public readonly record struct Endpoint(string Host, int Port)
{
    public bool IsUnix => Host is ['/', ..];

    public override string ToString() => Host switch
    {
        _ when IsUnix => $"unix:{Host}",
        _ when Host.Contains(':', StringComparison.Ordinal) => $"[{Host}]:{Port}",
        _ => $"{Host}:{Port}",
    };
}

/// <summary>The store, and how to connect to it.</summary>
public sealed record StoreOptions
{
    public StoreType Type { get; init; } = StoreType.InMemory;

    /// <summary>The driver for a store behind a socket.</summary>
    public StoreClient Client { get; init; } = StoreClient.Pipelined;

    /// <summary>Whether clients talk to Redis itself: SSDB and proxies do not know all of its commands.</summary>
    public bool IsRedis => Type is StoreType.Redis or StoreType.RedisCluster or StoreType.RedisShards;

    /// <summary>The address of the server or the proxy.</summary>
    public Endpoint Address { get; init; } = new("127.0.0.1", 6379);

    /// <summary>The number of the database, which each connection selects. Direct Redis only.</summary>
    public int Database { get; init; }

    /// <summary>The address, with a database other than the first, as in a URI.</summary>
    public string Place => Database == 0 ? $"{Address}"
        : FormattableString.Invariant($"{Address}{(Address.IsUnix ? "?db=" : "/")}{Database}");

    /// <summary>The Redis servers behind a Twemproxy, or those over which our client distributes the keys.</summary>
    public IReadOnlyList<Endpoint> Shards { get; init; } = [];

    /// <summary>
    /// For a Redis Cluster: nodes that are asked for the list of all nodes. The first is <see cref="Address"/>.
    /// </summary>
    public IReadOnlyList<Endpoint> Nodes { get; init; } = [];

    /// <summary>
    /// Further addresses of the same store, such as proxies, which workers may use instead of <see cref="Address"/>.
    /// </summary>
    public IReadOnlyList<Endpoint> Proxies { get; init; } = [];

    /// <summary>The addresses of all configured servers and proxies; empty for a store inside a process.</summary>
    public IReadOnlyList<Endpoint> Addresses => Type is StoreType.InMemory
        ? []
        : [.. new[] { Address }.Concat(Nodes).Concat(Shards).Concat(Proxies).Distinct()];

    /// <summary>Whether all servers and proxies run on the machine that measures, whatever their addresses.</summary>
    public bool IsHere { get; init; }

    /// <summary>User for AUTH; null logs in with the password alone.</summary>
    public string? User { get; init; }

    /// <summary>Password for AUTH; null if the server requires none.</summary>
    public Secret? Password { get; init; }

    /// <summary>Whether the connection is TLS. Redis and Redis Cluster only.</summary>
    public bool Tls { get; init; }

    /// <summary>
    /// A PEM file with the authority that signed the server's certificate; null uses the system's authorities.
    /// </summary>
    public string? TlsAuthorityFile { get; init; }

    /// <summary>A PEM file with the client certificate; null for none.</summary>
    public string? TlsCertificateFile { get; init; }

    /// <summary>A PEM file with that certificate's key.</summary>
    public string? TlsKeyFile { get; init; }

    /// <summary>The time-out of a store operation.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>How long actors try to reconnect to a lost store before the run fails.</summary>
    public TimeSpan ReconnectDeadline { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Round trip added between the actors and the store; zero adds none. Stores behind a socket only.
    /// </summary>
    public TimeSpan AddedRoundTrip { get; init; }

    /// <summary>Whether any client can use the store with only its address, and with the same latency.</summary>
    public bool IsPlain => !Tls && Password is null && AddedRoundTrip <= TimeSpan.Zero;
}
