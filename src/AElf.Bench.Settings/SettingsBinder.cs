using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>Builds the option records from merged settings, which every rule has accepted by then.</summary>
public static class SettingsBinder
{
    public static StoreOptions Store(ResolvedSettings settings, Secret? password) => Login(settings, password) with
    {
        Type = settings.Get(StoreSettings.Type),
        Client = settings.Get(StoreSettings.Client),
        Address = new Endpoint(settings.Get(StoreSettings.Host), settings.Get(StoreSettings.Port)),
        Shards = settings.Get(StoreSettings.Shards) ?? [],
        Proxies = settings.Get(StoreSettings.Proxies) ?? [],
        IsHere = settings.Get(StoreSettings.Here),
        ReconnectDeadline = TimeSpan.FromSeconds(settings.Get(StoreSettings.ReconnectSeconds)),
        AddedRoundTrip = settings.Get(StoreSettings.Latency) ?? TimeSpan.Zero,
    };

    /// <summary>The login for a server that the call names.</summary>
    public static StoreOptions Login(ResolvedSettings settings, Secret? password) => new()
    {
        Type = StoreType.Redis,
        User = settings.Get(StoreSettings.User),
        Password = password,
        Tls = settings.Get(StoreSettings.Tls),
        TlsAuthorityFile = settings.Get(StoreSettings.TlsAuthorityFile),
        Timeout = TimeSpan.FromMilliseconds(settings.Get(StoreSettings.TimeoutMs)),
    };

    public static ActorOptions Actors(ResolvedSettings settings) => new()
    {
        Actors = settings.Get(ActorSettings.ActorCount),
        Lanes = settings.Get(ActorSettings.Lanes),
        Dispatchers = settings.Get(ActorSettings.Dispatchers),
        Routing = settings.Get(ActorSettings.Routing),
        ConcurrencyLevel = settings.Get(ActorSettings.ConcurrencyLevel),
        MailboxCapacity = settings.Get(ActorSettings.MailboxCapacity),
        VirtualNodes = settings.Get(ActorSettings.VirtualNodes),
    };

    /// <summary>How the hosts of actors find and check each other.</summary>
    /// <param name="secret">The secret of the cluster; null for none.</param>
    /// <param name="folder">The configuration folder; null leaves the HOCON file out.</param>
    public static ActorSystemOptions Hosts(ResolvedSettings settings, Secret? secret, string? folder = null) => new()
    {
        Router = settings.Get(CommonSettings.Router),
        HttpPort = settings.Program != Programs.Manager ? null
            : settings.Get(CommonSettings.HttpPort)
                ?? settings.Get(CommonSettings.ActorPort) + ActorSystemOptions.HttpPortDistance,
        HoconFile = folder is null ? null : Path.Combine(folder, settings.Get(ConfigurationReader.HoconFile(settings))),
        IsCluster = settings.Get(CommonSettings.IsCluster),
        Address = new Endpoint(settings.Get(CommonSettings.HostName), settings.Get(CommonSettings.ActorPort)),
        AllowPublicAddress = settings.Get(CommonSettings.AllowPublicAddress),
        AllowedHosts = settings.Get(CommonSettings.AllowedHosts) ?? [],
        Seeds = settings.Get(CommonSettings.Seeds)?.Addresses ?? [],
        HeartbeatInterval = TimeSpan.FromMilliseconds(settings.Get(CommonSettings.HeartbeatIntervalMs)),
        AcceptableHeartbeatPause = TimeSpan.FromMilliseconds(settings.Get(CommonSettings.AcceptableHeartbeatPauseMs)),
        MaximumFrameBytes = settings.Get(CommonSettings.MaximumFrameBytes),
        Secret = secret,
        CertificateFile = settings.Get(TlsSettings.CertificateFile),
        KeyFile = settings.Get(TlsSettings.KeyFile),
        AuthorityFile = settings.Get(TlsSettings.AuthorityFile),
        ClientAuthorityFile = settings.Get(TlsSettings.ClientAuthorityFile),
        ClientCertificateFile = settings.Get(TlsSettings.ClientCertificateFile),
        ClientKeyFile = settings.Get(TlsSettings.ClientKeyFile),
        Name = settings.Get(CommonSettings.WorkerName),
        Server = settings.Get(CommonSettings.Server),
    };

    /// <summary>
    /// Where the manager answers over HTTP: as it was given, or at the port that goes with its address; over TLS when
    /// there is an authority to vouch for it.
    /// </summary>
    public static Uri Manager(ResolvedSettings settings)
    {
        var scheme = settings[TlsSettings.AuthorityFile] is null ? Uri.UriSchemeHttp : Uri.UriSchemeHttps;
        var places = settings.Get(CommonSettings.Seeds)!;
        return places.Url ?? new Uri($"{scheme}://{ActorSystemOptions.HttpAddressOf(places.Addresses[0])}");
    }

    public static MeasureOptions Measure(ResolvedSettings settings) => new()
    {
        Rounds = settings.Get(MeasureSettings.Rounds),
        Duration = settings.Get(MeasureSettings.Duration),
        QuietBudget = settings.Get(MeasureSettings.QuietBudget),
        Blocks = settings.Get(MeasureSettings.Blocks) is > 0 and var blocks ? blocks : null,
        Rate = settings.Get(MeasureSettings.Rate),
        WarmupRounds = settings.Get(MeasureSettings.WarmupRounds),
        Slice = TimeSpan.FromMilliseconds(settings.Get(MeasureSettings.SliceMs)),
        BareStore = settings.Get(MeasureSettings.BareStore),
        Controls = settings.Get(MeasureSettings.Controls),
    };
}
