using System.Globalization;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration;

/// <summary>
/// What only scenarios have: fields of their files, and options of the verb. Their other fields are the run's own
/// settings.
/// </summary>
public static class ScenarioSettings
{
    private static readonly Scenario Defaults = new() { Name = "", Kind = ScenarioKind.Single };
    private static readonly List<Setting> Rows = [];

    /// <summary>The names of <see cref="ScenarioKind"/>, in its order.</summary>
    public static readonly IReadOnlyList<string> Kinds = ["single", "cluster", "distributed"];

    /// <summary>What the scenario is called.</summary>
    public static readonly Setting Name = Add(Field(
        "name",
        new PlainTextRule("a name without control characters"),
        null,
        "name of the scenario (default: the file's name)"));

    /// <summary>Which of the published scenarios.</summary>
    public static readonly Setting Kind = Add(Field(
        "kind",
        new ChoiceRule(Kinds),
        null,
        "single (one process), cluster, or distributed (a proxy for each server)"));

    /// <summary>Servers.</summary>
    public static readonly Setting Servers = Add(Counted(
        "servers", 1, 256, Defaults.Servers, "servers; on one machine groups of processes that share a proxy"));

    /// <summary>Worker processes in a server.</summary>
    public static readonly Setting Processes = Add(
        Counted("processes", 1, 256, Defaults.Processes, "worker processes in each server"));

    /// <summary>Shards.</summary>
    public static readonly Setting Shards = Add(
        Counted("shards", 1, 64, Defaults.Shards, "Redis servers that hold the data"));

    /// <summary>Proxies.</summary>
    public static readonly Setting Proxies = Add(Counted(
        "proxies", 0, 64, Defaults.Proxies, "nutcracker proxies in front of all shards; 0 for one shard"));

    /// <summary>The store.</summary>
    public static readonly Setting Store = Add(
        Field("store", new ChoiceRule(["redis"]), "redis", "the kind of server that holds the data"));

    /// <summary>What outlives the store's process.</summary>
    public static readonly Setting Persistence = Add(Field(
        "persistence",
        new ChoiceRule(["none", "aof"]),
        "none",
        "none, or aof: an append-only file, synced each second"));

    /// <summary>The manager of processes that others started.</summary>
    public static readonly Setting Manager = Add(Field(
        "hosts.manager",
        new AddressRule(),
        null,
        "host:port of a manager that others started; nothing is started then"));

    /// <summary>Where the processes' output goes.</summary>
    public static readonly Setting LogFolder = Add(
        new(
            "Scenario.logs",
            Topic.Scenario,
            SettingRules.Path,
            null,
            "keep the output of the processes, one file for each, in this folder")
        { Syntax = "--keep-logs DIR", Programs = Programs.Scenario });

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows;

    /// <summary>A scenario as the options of its report have it: names of settings, and texts.</summary>
    public static IReadOnlyDictionary<string, string> Describe(Scenario scenario)
    {
        ArgumentNullException.ThrowIfNull(scenario);
        (Setting Setting, string? Text)[] texts =
        [
            (Name, scenario.Name),
            (Kind, Kinds[(int)scenario.Kind]),
            (Servers, Text(scenario.Servers)),
            (Processes, Text(scenario.Processes)),
            (Settings.WorkerCount, Text(scenario.Actors)),
            (Shards, Text(scenario.Shards)),
            (Proxies, Text(scenario.Proxies)),
            (Persistence, scenario.IsAppendOnly ? "aof" : "none"),
            (Manager, scenario.Manager?.ToString()),
        ];
        return texts.Where(each => each.Text is not null).ToDictionary(
            each => each.Setting.Name, each => $"{each.Text} (scenario)", StringComparer.Ordinal);
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static Setting Add(Setting row)
    {
        Rows.Add(row);
        return row;
    }

    private static Setting Counted(string key, ulong min, ulong max, int value, string purpose) =>
        Field(key, new WholeNumberRule(min, max), value.ToString(CultureInfo.InvariantCulture), purpose) with
        { Syntax = $"--{key} N", Programs = Programs.Scenario };

    private static Setting Field(string key, ValueRule rule, string? value, string purpose) =>
        new($"Scenario.{key}", Topic.Scenario, rule, value, purpose) { ScenarioKey = key };
}
