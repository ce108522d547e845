namespace AElf.Bench.Core.Options;

/// <summary>A host on which a scenario starts processes, over ssh.</summary>
public sealed record ScenarioHost
{
    /// <summary>Its name in messages, in reports and in names of its workers.</summary>
    public required string Name { get; init; }

    /// <summary>Where ssh reaches it: a name, an alias of ssh's own configuration, or an IP address.</summary>
    public required string Address { get; init; }

    /// <summary>The port of its ssh server; null leaves it to ssh's own configuration.</summary>
    public int? Port { get; init; }

    /// <summary>The user to log in as; null leaves it to ssh's own configuration.</summary>
    public string? User { get; init; }

    /// <summary>Worker processes on it; 0 for none.</summary>
    public required int Processes { get; init; }

    public bool HoldsStores { get; init; }

    /// <summary>
    /// Sets of its cores, as <c>taskset -c</c> takes them: the first process started on it runs on the first, the next
    /// on the next, and so on in turns. Empty pins none.
    /// </summary>
    public IReadOnlyList<string> Cores { get; init; } = [];

    /// <summary>
    /// Where the others reach the stores and proxies on it; null for the address at which ssh reached it.
    /// </summary>
    public string? Advertised { get; init; }

    /// <summary>Environment variables of all that is started on it.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } =
        new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Where ssh logs in, for messages.</summary>
    public override string ToString() => User is null ? Address : $"{User}@{Address}";
}

/// <summary>The hosts of a scenario, and what holds for all of them.</summary>
public sealed record ScenarioHosts
{
    /// <summary>Empty starts everything on this machine.</summary>
    public IReadOnlyList<ScenarioHost> All { get; init; } = [];

    /// <summary>
    /// Where the hosts reach the manager on this machine; null for the address that their ssh connection came from.
    /// </summary>
    public string? Manager { get; init; }

    /// <summary>How long a host keeps its processes without contact.</summary>
    public TimeSpan Lease { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How far the clock of a host may be from the one here.</summary>
    public TimeSpan MaxClockOffset { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Those with workers, in the order in which scenarios number their servers.</summary>
    public IEnumerable<ScenarioHost> WithWorkers => All.Where(host => host.Processes > 0);

    public IEnumerable<ScenarioHost> WithStores => All.Where(host => host.HoldsStores);
}
