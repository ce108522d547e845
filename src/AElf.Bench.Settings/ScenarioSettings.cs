using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>
/// The fields and options of scenarios alone. The other fields of a scenario file are settings of its run.
/// </summary>
public static class ScenarioSettings
{
    private static readonly Scenario Defaults = new() { Name = "", Kind = ScenarioKind.Single };

    private static readonly SettingGroup Rows =
        new("Scenario", Topic.Scenario, Programs.Scenario) { InScenario = "" };

    private static readonly ScenarioKind?[] EachKind =
        [ScenarioKind.Single, ScenarioKind.Cluster, ScenarioKind.Distributed];

    /// <summary>The names of <see cref="ScenarioKind"/>.</summary>
    public static readonly IReadOnlyList<string> Kinds =
        Array.ConvertAll(EachKind, kind => $"{kind}".ToLowerInvariant());

    public static readonly Setting<string?> Name = new(
        Rows, "name", new PlainTextRule("a name without control characters"), null,
        "name of the scenario (default the file's name)");

    public static readonly Setting<ScenarioKind?> Kind = new(
        Rows, "kind", new ChoiceRule<ScenarioKind?>([.. Kinds], EachKind), null,
        "single (one process), cluster, or distributed (a proxy for each server)");

    public static readonly Setting<int> Servers = Counted(
        "servers", 1, 256, Defaults.Servers,
        "servers; on one machine, each is a group of processes that share a proxy");

    public static readonly Setting<int> Processes =
        Counted("processes", 1, 256, Defaults.Processes, "worker processes in each server");

    public static readonly Setting<int> Shards =
        Counted("shards", 1, 64, Defaults.Shards, "number of Redis servers");

    public static readonly Setting<Sharding> Sharding = new(
        Rows, "sharding", ChoiceRule.Of<Sharding>(), Defaults.Sharding,
        "how keys are sharded: by twemproxy, a Redis cluster, or the client, which hashes like twemproxy",
        "--sharding NAME");

    public static readonly Setting<int> Proxies =
        Counted(
            "proxies", 0, 64, Defaults.Proxies,
            "Twemproxy processes in front of all shards; 0 for one shard, or without twemproxy");

    public static readonly Setting<StoreType> Store = new(
        Rows, "store", new ChoiceRule<StoreType>(["redis"], [StoreType.Redis], StoreSettings.OtherNames),
        StoreType.Redis,
        "kind of the store");

    public static readonly Setting<bool> IsAppendOnly = new(
        Rows, "persistence", new ChoiceRule<bool>(["none", "aof"], [false, true]), Defaults.IsAppendOnly,
        "none, or aof: an append-only file, synced each second")
    { Property = nameof(Scenario.IsAppendOnly) };

    public static readonly Setting<Endpoint?> Manager = new(
        Rows, "hosts.manager", SettingRules.Address, null,
        "host:port of a running manager; the scenario then starts nothing")
    { Property = nameof(Scenario.Manager) };

    public static readonly Setting<string?> Hosts = new(
        Rows, "hosts", SettingRules.Path, null,
        "start workers, proxies and stores over ssh on the hosts in this file", "--hosts FILE")
    { ScenarioKey = "hosts.file", Property = nameof(Scenario.HostsFile) };

    public static readonly Setting<string?> LogFolder = new(
        Rows, "logs", SettingRules.Path, null,
        "keep the output of each process as a file in this folder", "--keep-logs DIR")
    { ScenarioKey = null };

    public static IReadOnlyList<Setting> All => Rows.All;

    /// <summary>A scenario's settings as its report lists them.</summary>
    public static IReadOnlyDictionary<string, UsedSetting> Describe(Scenario scenario) => All
        .Append(ActorSettings.ActorCount)
        .Select(setting => (Setting: setting, Value: setting.PropertyOf(typeof(Scenario))?.GetValue(scenario)))
        .Where(each => each.Value is not null)
        .ToDictionary(
            each => each.Setting.Name,
            each => new UsedSetting(each.Setting.Rule.Format(each.Value!), SettingSource.Scenario),
            StringComparer.Ordinal);

    private static Setting<int> Counted(string key, int min, int max, int value, string purpose) =>
        new(Rows, key, new WholeNumberRule(min, max), value, purpose, $"--{key} N");
}
