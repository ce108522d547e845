using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>Builds the option records from merged settings that passed every rule.</summary>
public static class SettingsBinder
{
    public static StoreOptions Store(ResolvedSettings settings, Secret? password) =>
        settings.Bind(new StoreOptions(), StoreSettings.All) with
        {
            Address = StoreAddress(settings),
            Password = password,
        };

    /// <summary>The address of the store or its proxy.</summary>
    public static Endpoint StoreAddress(ResolvedSettings settings)
    {
        var listed = settings.Get(StoreSettings.Type) switch
        {
            StoreType.RedisCluster => settings.Get(StoreSettings.Nodes),
            StoreType.RedisShards => settings.Get(StoreSettings.Shards),
            _ => null,
        };
        var address = listed is [var first, ..]
            ? first
            : new Endpoint(settings.Get(StoreSettings.Host), settings.Get(StoreSettings.Port));
        return address.IsUnix ? address with { Port = 0 } : address;
    }

    /// <summary>
    /// The store options of a process, with the values of a run for the options that each run submits.
    /// </summary>
    public static StoreOptions StoreForRun(StoreOptions own, ResolvedSettings run)
    {
        var (submitted, store) = (Store(run, password: null), own with { });
        foreach (var setting in StoreSettings.All.Where(each => each.Submission is Submission.Always))
        {
            var property = setting.PropertyOf(typeof(StoreOptions))!;
            property.SetValue(store, property.GetValue(submitted));
        }

        return store;
    }

    public static ActorOptions Actors(ResolvedSettings settings) =>
        settings.Bind(new ActorOptions(), ActorSettings.All);

    /// <summary>How the hosts of actors find and check each other.</summary>
    /// <param name="secret">The secret of the cluster; null for none.</param>
    /// <param name="folder">The configuration folder; null leaves the HOCON file out.</param>
    public static ActorSystemOptions Hosts(ResolvedSettings settings, Secret? secret, string? folder = null) =>
        settings.Bind(new ActorSystemOptions(), ProgramSettings.All) with
        {
            Address = new Endpoint(settings.Get(ClusterSettings.HostName), settings.Get(ClusterSettings.ActorPort)),
            HttpPort = settings.Program != Programs.Manager ? null
                : settings.Get(ClusterSettings.HttpPort)
                    ?? settings.Get(ClusterSettings.ActorPort) + ActorSystemOptions.HttpPortDistance,
            HoconFile = folder is null ? null
                : Path.Combine(folder, settings.Get(ConfigurationReader.HoconFile(settings))),
            Seeds = settings.Get(ClusterSettings.Seeds)?.Addresses ?? [],
            Secret = secret,
        };

    /// <summary>
    /// The manager's HTTP address: the URL in the setting, or the manager's address with the HTTP port. Uses TLS if an
    /// authority file is set.
    /// </summary>
    public static Uri Manager(ResolvedSettings settings)
    {
        var scheme = settings[TlsSettings.AuthorityFile] is null ? Uri.UriSchemeHttp : Uri.UriSchemeHttps;
        var manager = settings.Get(ClusterSettings.Seeds)!;
        return manager.Url ?? new Uri($"{scheme}://{ActorSystemOptions.HttpAddressOf(manager.Addresses[0])}");
    }

    public static MeasureOptions Measure(ResolvedSettings settings) =>
        settings.Bind(new MeasureOptions(), MeasureSettings.All) with
        {
            Blocks = settings.Get(MeasureSettings.Blocks) is > 0 and var blocks ? blocks : null,
        };
}
