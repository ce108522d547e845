namespace AElf.Bench.Core.Options;

/// <summary>A host on which a scenario starts processes, over ssh.</summary>
public sealed record ScenarioHost
{
    /// <summary>Its name in messages, in reports and in names of its workers.</summary>
    public required string Name { get; init; }

    /// <summary>The destination of ssh: a host name, an alias of ssh's configuration, or an IP address.</summary>
    public required string Address { get; init; }

    /// <summary>The port of its ssh server; null for the one in ssh's configuration.</summary>
    public int? Port { get; init; }

    /// <summary>The user to log in as; null for the one in ssh's configuration.</summary>
    public string? User { get; init; }

    /// <summary>Worker processes on it; 0 for none.</summary>
    public required int Processes { get; init; }

    public bool HoldsStores { get; init; }

    /// <summary>
    /// Sets of cores in the syntax of <c>taskset -c</c>, assigned in turn to the processes that are started on the
    /// host. If empty, processes are not pinned.
    /// </summary>
    public IReadOnlyList<string> Cores { get; init; } = [];

    /// <summary>
    /// The address of its stores and proxies for other hosts; null for the address that ssh connected to.
    /// </summary>
    public string? Advertised { get; init; }

    /// <summary>Environment variables of all processes that are started on it.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } =
        new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>The destination of ssh, for messages.</summary>
    public override string ToString() => User is null ? Address : $"{User}@{Address}";
}

/// <summary>The hosts of a scenario, and their common settings.</summary>
public sealed record ScenarioHosts
{
    /// <summary>If empty, everything is started on this machine.</summary>
    public IReadOnlyList<ScenarioHost> All { get; init; } = [];

    /// <summary>
    /// The address of this machine's manager for the hosts; null for the source address of their ssh connections.
    /// </summary>
    public string? Manager { get; init; }

    /// <summary>How long a host keeps its processes without contact.</summary>
    public TimeSpan Lease { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The maximum difference between a host's clock and the local clock.</summary>
    public TimeSpan MaxClockOffset { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>The hosts with workers, in the order of the scenario's servers.</summary>
    public IEnumerable<ScenarioHost> WithWorkers => All.Where(host => host.Processes > 0);

    public IEnumerable<ScenarioHost> WithStores => All.Where(host => host.HoldsStores);
}
