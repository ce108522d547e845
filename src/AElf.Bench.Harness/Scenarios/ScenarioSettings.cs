using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Configuration;

namespace AElf.Bench.Harness.Scenarios;

/// <summary>Every field of a scenario file. Files, options, help and messages follow this table.</summary>
public static class ScenarioSettings
{
    private static readonly Scenario Defaults = new() { Name = "", Kind = ScenarioKind.Single };
    private static readonly WorkloadOptions Load = new();
    private static readonly MeasureOptions Measure = new();

    /// <summary>The names of <see cref="ScenarioKind"/>, in its order.</summary>
    public static readonly IReadOnlyList<string> Kinds = ["single", "cluster", "distributed"];

    /// <summary>What the scenario is called.</summary>
    public static readonly Setting Name =
        Field("name", new PlainTextRule("a name without control characters"), null, "what it is called; the file's name when it is not given");

    /// <summary>Which of the published scenarios.</summary>
    public static readonly Setting Kind = Field("kind", new ChoiceRule(Kinds), null, "single (one process), cluster, or distributed (a proxy for each server)");

    /// <summary>Servers.</summary>
    public static readonly Setting Servers =
        Counted("servers", 1, 256, Defaults.Servers, "servers; on one machine groups of processes that share a proxy") with { Option = "--servers" };

    /// <summary>Worker processes in a server.</summary>
    public static readonly Setting Processes =
        Counted("processes", 1, 256, Defaults.Processes, "worker processes in each server") with { Option = "--processes" };

    /// <summary>Actors in a process.</summary>
    public static readonly Setting Actors = Counted("actors", 1, 1024, Defaults.Actors, "actors in each process") with { Option = "--actors" };

    /// <summary>Lanes in an actor.</summary>
    public static readonly Setting Lanes = Counted("lanes", 1, 4096, Defaults.Lanes, "jobs in flight inside one actor") with { Option = "--lanes" };

    /// <summary>Shards.</summary>
    public static readonly Setting Shards = Counted("shards", 1, 64, Defaults.Shards, "Redis servers that hold the data") with { Option = "--shards" };

    /// <summary>Proxies.</summary>
    public static readonly Setting Proxies =
        Counted("proxies", 0, 64, Defaults.Proxies, "nutcracker proxies in front of all shards; 0 for one shard") with { Option = "--proxies" };

    /// <summary>The store.</summary>
    public static readonly Setting Store = Field("store", new ChoiceRule(["redis"]), "redis", "the kind of server that holds the data");

    /// <summary>What outlives the store's process.</summary>
    public static readonly Setting Persistence =
        Field("persistence", new ChoiceRule(["none", "aof"]), "none", "none, or aof: an append-only file, synced each second");

    /// <summary>Transfers in a block.</summary>
    public static readonly Setting Transfers = Counted("workload.transfers", 1, 100_000_000, Load.Transfers, "transfers in a block") with { Option = "-n" };

    /// <summary>Groups in a block.</summary>
    public static readonly Setting Groups =
        Counted("workload.groups", 1, 100_000_000, 80, "groups in a block") with { Option = "--grouprange", Placeholder = "A B" };

    /// <summary>Measured rounds.</summary>
    public static readonly Setting Rounds = Counted("workload.rounds", 1, 10_000, Measure.Rounds, "measured rounds") with { Option = "--repeattime" };

    /// <summary>How reads and writes are put to the store.</summary>
    public static readonly Setting Mode =
        Field("workload.mode", new ChoiceRule(SettingRules.Modes), "strict", "strict, multi or batch") with { Option = "--mode", Placeholder = "NAME" };

    /// <summary>What is added to each round trip.</summary>
    public static readonly Setting Latency = Field(
        "latency", SettingRules.RoundTrip, null, "round trip added to the store, such as 1ms (default none)") with
    { Option = "--latency", Placeholder = "TIME" };

    /// <summary>The manager of processes that others started.</summary>
    public static readonly Setting Manager = Field("hosts.manager", new AddressRule(), null, "host:port of a manager others started; nothing is started then");

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All { get; } =
        [Name, Kind, Servers, Processes, Actors, Lanes, Shards, Proxies, Store, Persistence, Latency, Transfers, Groups, Rounds, Mode, Manager];

    /// <summary>Fields that count processes and what is inside them.</summary>
    public static IReadOnlyList<Setting> OfProcesses { get; } = [Servers, Processes, Actors, Lanes, Shards, Proxies];

    /// <summary>Fields that say what is started: of no use when others started everything.</summary>
    internal static IReadOnlyList<Setting> OfStarting { get; } = [Actors, Shards, Proxies, Store, Persistence];

    private static Setting Counted(string key, ulong least, ulong most, int value, string purpose) =>
        Field(key, new WholeNumberRule(least, most), value.ToString(CultureInfo.InvariantCulture), purpose) with { Placeholder = "N" };

    private static Setting Field(string key, ValueRule rule, string? value, string purpose) => new($"Scenario.{key}", rule, value, purpose);
}
