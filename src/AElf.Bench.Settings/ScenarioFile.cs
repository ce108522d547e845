using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Settings.Formats;

namespace AElf.Bench.Settings;

/// <summary>The result of reading a scenario file.</summary>
/// <param name="Scenario">The scenario; null after a critical problem.</param>
/// <param name="Run">Settings of its run. They override files and the environment, not the command line.</param>
public sealed record ScenarioReading(Scenario? Scenario, SettingLayer Run, IReadOnlyList<ValidationError> Problems);

/// <summary>
/// Reads a scenario: JSON with comments. Refuses unknown fields and fields that contradict each other.
/// </summary>
public static class ScenarioFile
{
    private const int MaxWorkers = 256;
    private static readonly Setting<ScenarioKind?> Kind = ScenarioSettings.Kind;

    // These have no effect when a running cluster is used.
    private static readonly Setting[] OfStarting =
    [
        ActorSettings.ActorCount, ScenarioSettings.Shards, ScenarioSettings.Sharding, ScenarioSettings.Proxies,
        ScenarioSettings.Store, ScenarioSettings.IsAppendOnly,
    ];

    /// <summary>Reads a file; <paramref name="options"/> override it.</summary>
    /// <param name="path">Path for messages. The file name is the default name of the scenario.</param>
    /// <param name="text">Its text; null reads it from the path.</param>
    public static ScenarioReading Read(
        IReadOnlyList<Setting> table, string path, SettingLayer options, string? text = null)
    {
        Setting[] fields = [.. table.Where(setting => setting.ScenarioKey is not null)];
        var settings = new ResolvedSettings(
            Programs.Scenario, JsonSettingsFile.Read(path, text, fields, setting => setting.ScenarioKey!), options);
        List<ValidationError> problems = [.. settings.Problems];
        var hosts = new ScenarioHosts();
        if (!problems.Exists(problem => problem.Critical))
        {
            hosts = ReadHosts(settings, problems);
            problems.AddRange(settings.Get(Kind) is not null
                ? Check(settings, hosts)
                : [ValidationError.Error($"{path}: kind", "value missing", $"expected {Kind.Rule.Expected}")]);
        }

        var isRight = !problems.Exists(problem => problem.Critical);
        return new ScenarioReading(
            isRight ? Build(fields, path, settings, hosts) : null,
            isRight ? RunSettings(fields, settings) : new SettingLayer(SettingSource.Scenario),
            problems);
    }

    /// <summary>The settings in a scenario file, by name; empty if it cannot be read.</summary>
    public static IReadOnlyDictionary<string, UsedSetting> Describe(ScenarioReading reading)
    {
        var ofRun = reading.Run.Values.ToDictionary(
            each => each.Key.Name,
            each => new UsedSetting(each.Key.Rule.Format(each.Value.Value), SettingSource.Scenario),
            StringComparer.Ordinal);
        return reading.Scenario is null ? ofRun : UsedSetting.Merge(ofRun, ScenarioSettings.Describe(reading.Scenario));
    }

    /// <summary>Passes the addresses of the started store and manager to the run.</summary>
    public static void TakeAddresses(SettingLayer run, Scenario? scenario, ScenarioAddresses addresses)
    {
        const string What = "scenario";
        if (scenario is { Kind: not ScenarioKind.Single, IsInOneProcess: true })
        {
            run.Set(ActorSettings.ActorCount, What, scenario.Workers * scenario.Actors);
        }

        if (scenario is not null && addresses.Manager is { } manager)
        {
            run.Set(CommonSettings.IsCluster, What, true);
            run.Set(ClusterSettings.Seeds, What, new ManagerPlaces([manager]));
            run.Set(ClusterSettings.Workers, What, new WorkerCount(scenario.Workers, OrMore: false));
        }

        if (addresses.Store is { } store)
        {
            run.Set(StoreSettings.Type, What, store);
            if (store is StoreType.RedisCluster)
            {
                run.Set(StoreSettings.Nodes, What, addresses.Shards);
            }
            else if (store is not StoreType.Redis)
            {
                run.Set(StoreSettings.Shards, What, addresses.Shards);
            }

            if (store is StoreType.Redis or StoreType.Twemproxy)
            {
                run.Set(StoreSettings.Host, What, addresses.Stores[0].Host);
                run.Set(StoreSettings.Port, What, addresses.Stores[0].Port);
            }
        }
    }

    /// <summary>
    /// The hosts that the scenario needs: one with workers per server, at most one with stores per shard. Options
    /// override the hosts file, which overrides the scenario.
    /// </summary>
    private static ScenarioHosts ReadHosts(ResolvedSettings settings, List<ValidationError> problems)
    {
        if (settings.Get(ScenarioSettings.Hosts) is not { } path)
        {
            return new ScenarioHosts();
        }

        var (servers, processes) = (ScenarioSettings.Servers, ScenarioSettings.Processes);
        var hosts = HostsFile.Read(path, settings.Get(processes), problems);
        var withWorkers = hosts.WithWorkers.ToList();
        var withStores = hosts.WithStores.Take(settings.Get(ScenarioSettings.Shards)).ToList();
        var count = settings.Source(servers) >= settings.Source(ScenarioSettings.Hosts)
            ? settings.Get(servers)
            : withWorkers.Count;
        if (hosts.All.Count > 0 && (count == 0 || count > withWorkers.Count))
        {
            problems.Add(ValidationError.Error(
                count == 0 ? path : settings.What(servers),
                count == 0
                    ? "no host with workers"
                    : $"{count} servers, but {Quoted.Text(path)} has {withWorkers.Count} hosts with workers",
                "add hosts, or processes to existing hosts"));
        }

        ScenarioHost Needed(ScenarioHost host)
        {
            var index = withWorkers.IndexOf(host);
            return host with
            {
                Processes = (index >= 0 && index < count, settings.IsTyped(processes)) switch
                {
                    (false, _) => 0,
                    (_, true) => settings.Get(processes),
                    _ => host.Processes,
                },
                HoldsStores = withStores.Contains(host),
            };
        }

        return hosts with
        {
            All = [.. hosts.All.Select(Needed).Where(host => host.Processes > 0 || host.HoldsStores)],
        };
    }

    private static Scenario Build(Setting[] fields, string path, ResolvedSettings settings, ScenarioHosts hosts) =>
        settings.Bind(
            new Scenario
            {
                Name = Path.GetFileNameWithoutExtension(path),
                Kind = settings.Get(Kind)!.Value,
            },
            fields) with
        {
            Hosts = hosts,
            Servers = ServersOf(settings, hosts),
            Proxies = settings.Get(ScenarioSettings.Sharding) is Sharding.Twemproxy
                ? settings.Get(ScenarioSettings.Proxies)
                : 0,
        };

    // The fields that are settings of a run too. The scenario's field for the kind of store accepts fewer names.
    private static SettingLayer RunSettings(Setting[] fields, ResolvedSettings settings)
    {
        var layer = new SettingLayer(SettingSource.Scenario);
        foreach (var setting in fields.Except(ScenarioSettings.All)
            .Where(setting => settings.ValueOf(setting) is not null))
        {
            layer.Take(setting, settings);
        }

        layer.Set(
            StoreSettings.Type,
            settings.What(ScenarioSettings.Store),
            settings.Get(ScenarioSettings.Sharding) is Sharding.Cluster
                ? StoreType.RedisCluster
                : settings.Get(ScenarioSettings.Store));
        return layer;
    }

    private static RuleList Check(ResolvedSettings settings, ScenarioHosts hosts)
    {
        var (file, manager) = (settings.Get(ScenarioSettings.Hosts), settings.Get(ScenarioSettings.Manager));
        var (servers, processes) = (ScenarioSettings.Servers, ScenarioSettings.Processes);
        var isSingle = settings.Get(Kind) is ScenarioKind.Single;
        var workers = hosts.All.Count > 0
            ? hosts.All.Sum(host => host.Processes)
            : settings.Get(servers) * settings.Get(processes);
        return new RuleList(settings)
        {
            OfOne(servers),
            OfOne(processes),
            {
                workers > MaxWorkers, processes, $"{workers} workers (servers x processes) are too many",
                $"expected at most {MaxWorkers}"
            },
            {
                file is not null && (isSingle || settings.Get(CommonSettings.Engine) == Engine.Local),
                ScenarioSettings.Hosts,
                "a single-process scenario has no hosts", "remove it, or use the kind cluster or distributed"
            },
            {
                file is not null && manager is not null, ScenarioSettings.Hosts,
                $"cannot be combined with hosts.manager {manager}", "remove one of the two"
            },
            {
                manager is not null && isSingle, ScenarioSettings.Manager, "a single-process scenario has no manager",
                "remove hosts, or use the kind cluster or distributed"
            },
            // A sweep over --sharding sets proxies for all its points, but only twemproxy uses them.
            manager is null && settings.Get(ScenarioSettings.Sharding) is Sharding.Twemproxy
                ? Proxies(settings, ServersOf(settings, hosts))
                : [],
            {
                manager is not null, OfStarting, "has no effect with hosts.manager, a running cluster", "remove it",
                RuleEffect.Warning
            },
        };

        RuleList OfOne(Setting<int> setting) => new(settings)
        {
            {
                isSingle && settings.Get(setting) != 1, setting,
                $"{settings[setting]} is not possible in a single-process scenario", "use 1, or the kind cluster"
            },
        };
    }

    private static RuleList Proxies(ResolvedSettings settings, int servers)
    {
        var (setting, shards) = (ScenarioSettings.Proxies, settings.Get(ScenarioSettings.Shards));
        var proxies = settings.Get(setting);
        var isDistributed = settings.Get(Kind) is ScenarioKind.Distributed;
        return new(settings)
        {
            {
                proxies == 0 && shards > 1, setting, $"{shards} shards need a proxy",
                "add --proxies 1, or --sharding cluster or client"
            },
            {
                proxies == 0 && shards == 1 && isDistributed, setting,
                "a distributed scenario needs proxies", "use one for each server, or the kind cluster"
            },
            {
                proxies > servers && isDistributed, setting,
                $"{proxies} proxies for {NumberFormat.Counted(servers, "server")}: some would be idle",
                $"expected at most {servers}", RuleEffect.Warning
            },
            {
                proxies > 1 && !isDistributed, setting,
                $"{proxies} proxies, but only a distributed scenario uses more than one",
                "use 0 or 1, or the kind distributed"
            },
        };
    }

    private static int ServersOf(ResolvedSettings settings, ScenarioHosts hosts) =>
        hosts.All.Count > 0 ? hosts.WithWorkers.Count() : settings.Get(ScenarioSettings.Servers);
}
