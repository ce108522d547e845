namespace AElf.Bench.Core.Options;

/// <summary>The scenarios of the published evaluation.</summary>
public enum ScenarioKind
{
    /// <summary>I: one process over one store.</summary>
    Single,

    /// <summary>II: a manager and workers over one store.</summary>
    Cluster,

    /// <summary>III: a manager and workers over many shards; one proxy for each server.</summary>
    Distributed,
}

/// <summary>How the shard of a key is found.</summary>
public enum Sharding
{
    /// <summary>By a Twemproxy; a single shard needs no proxy.</summary>
    Twemproxy,

    /// <summary>The shards are a Redis Cluster.</summary>
    Cluster,

    /// <summary>The client hashes as Twemproxy does.</summary>
    Client,
}

/// <summary>Where the actors of a scenario run.</summary>
public enum Engine
{
    /// <summary>In worker processes, in a cluster on Akka.NET.</summary>
    Akka,

    /// <summary>In the benchmark's process.</summary>
    Local,
}

/// <summary>Which routers choose the actor for a job inside a worker.</summary>
public enum RouterOwner
{
    Scheduler,
    Akka,
}

/// <summary>A checked scenario file: the processes to start for a run, and the run.</summary>
public sealed record Scenario
{
    public required string Name { get; init; }
    public required ScenarioKind Kind { get; init; }

    /// <summary>Servers: here groups of processes that share a proxy.</summary>
    public int Servers { get; init; } = 1;

    /// <summary>Worker processes in a server.</summary>
    public int Processes { get; init; } = 1;

    /// <summary>Actors in a process.</summary>
    public int Actors { get; init; } = 4;

    public Engine Engine { get; init; }
    public RouterOwner Router { get; init; }
    public RoutingStrategy Routing { get; init; }

    /// <summary>Jobs in flight inside an actor.</summary>
    public int Lanes { get; init; } = 128;

    /// <summary>Redis servers that hold the data.</summary>
    public int Shards { get; init; } = 1;

    public Sharding Sharding { get; init; }

    /// <summary>The type of store that shards and proxies form.</summary>
    public StoreType StoreType => Sharding switch
    {
        Sharding.Cluster => StoreType.RedisCluster,
        Sharding.Client => StoreType.RedisShards,
        _ => Proxies == 0 ? StoreType.Redis : StoreType.Twemproxy,
    };

    /// <summary>Proxies in front of all shards; with 0, clients connect to the shards directly.</summary>
    public int Proxies { get; init; }

    /// <summary>Whether the shards keep an append-only file.</summary>
    public bool IsAppendOnly { get; init; }

    /// <summary>The manager of a cluster that is already running; null if this program starts the processes.</summary>
    public Endpoint? Manager { get; init; }

    /// <summary>The file of <see cref="Hosts"/>; null if everything is started on this machine.</summary>
    public string? HostsFile { get; init; }

    /// <summary>The hosts on which workers, proxies and stores are started; empty for this machine.</summary>
    public ScenarioHosts Hosts { get; init; } = new();

    /// <summary>Whether the benchmark runs the actors itself.</summary>
    public bool IsInOneProcess => Kind == ScenarioKind.Single || (Engine == Engine.Local && Manager is null);

    /// <summary>Worker processes in all servers.</summary>
    public int Workers =>
        Hosts.All.Count > 0 ? Hosts.All.Sum(host => host.Processes) : Servers * Processes;

    /// <summary>The proxy of a server, both numbered from 0.</summary>
    public int ProxyOf(int server) => Proxies == 0 ? 0 : server % Proxies;
}

/// <summary>The addresses of a started scenario.</summary>
public sealed record ScenarioAddresses
{
    /// <summary>The type of store; null if another program started it.</summary>
    public StoreType? Store { get; init; }

    /// <summary>The addresses for clients: those of the shards, or of the proxies.</summary>
    public IReadOnlyList<Endpoint> Stores { get; init; } = [];

    /// <summary>The servers that hold the data.</summary>
    public IReadOnlyList<Endpoint> Shards { get; init; } = [];

    /// <summary>The manager; null for a scenario of one process.</summary>
    public Endpoint? Manager { get; init; }

    /// <summary>The .NET processes that were started on this machine; empty if this process runs the actors.</summary>
    public IReadOnlyList<StartedProcess> Started { get; init; } = [];

    /// <summary>Returns how the manager's process ended, null while it runs; null if others started it.</summary>
    public Func<string?>? ManagerEnding { get; init; }

    /// <summary>The manager's secret; null if it is in the environment, or not needed.</summary>
    public Secret? ClusterSecret { get; init; }
}

/// <summary>A process that was started on this machine.</summary>
/// <param name="Name">Its name in reports.</param>
public sealed record StartedProcess(string Name, int Id);
