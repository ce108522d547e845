using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>Builds the option records from merged settings, which every rule has accepted by then.</summary>
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

    /// <summary>The store of a process as a run uses it: with the options that go with every run.</summary>
    public static StoreOptions StoreForRun(StoreOptions own, ResolvedSettings run)
    {
        var (asked, store) = (Store(run, password: null), own with { });
        foreach (var setting in StoreSettings.All.Where(each => each.Submission is Submission.Always))
        {
            var property = setting.PropertyOf(typeof(StoreOptions))!;
            property.SetValue(store, property.GetValue(asked));
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
    /// Where the manager answers over HTTP: as it was given, or at the port that goes with its address; over TLS when
    /// there is an authority to vouch for it.
    /// </summary>
    public static Uri Manager(ResolvedSettings settings)
    {
        var scheme = settings[TlsSettings.AuthorityFile] is null ? Uri.UriSchemeHttp : Uri.UriSchemeHttps;
        var places = settings.Get(ClusterSettings.Seeds)!;
        return places.Url ?? new Uri($"{scheme}://{ActorSystemOptions.HttpAddressOf(places.Addresses[0])}");
    }

    public static MeasureOptions Measure(ResolvedSettings settings) =>
        settings.Bind(new MeasureOptions(), MeasureSettings.All) with
        {
            Blocks = settings.Get(MeasureSettings.Blocks) is > 0 and var blocks ? blocks : null,
        };
}
