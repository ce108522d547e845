using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration;

/// <summary>Builds the option records from merged settings, which every rule has accepted by then.</summary>
public static class SettingsBinder
{
    public static StoreOptions Store(ResolvedSettings settings, Secret? password) => new()
    {
        Type = settings.Get(Settings.Type),
        Client = settings.Get(Settings.Client),
        Address = new Endpoint(settings.Get(Settings.Host), settings.Get(Settings.Port)),
        Shards = settings.Get(Settings.Shards) ?? [],
        Proxies = settings.Get(Settings.Proxies) ?? [],
        User = settings.Get(Settings.User),
        Password = password,
        Tls = settings.Get(Settings.Tls),
        TlsAuthorityFile = settings.Get(Settings.TlsAuthorityFile),
        Timeout = TimeSpan.FromMilliseconds(settings.Get(Settings.TimeoutMs)),
        ReconnectDeadline = TimeSpan.FromSeconds(settings.Get(Settings.ReconnectSeconds)),
        AddedRoundTrip = settings.Get(Settings.Latency) ?? TimeSpan.Zero,
    };

    public static ActorOptions Actors(ResolvedSettings settings) => new()
    {
        Actors = settings.Get(Settings.ActorCount),
        Lanes = settings.Get(Settings.Lanes),
        Dispatchers = settings.Get(Settings.Dispatchers),
        Routing = settings.Get(Settings.Routing),
        ConcurrencyLevel = settings.Get(Settings.ConcurrencyLevel),
        MailboxCapacity = settings.Get(Settings.MailboxCapacity),
        VirtualNodes = settings.Get(Settings.VirtualNodes),
    };

    /// <summary>What the hosts of actors are told about each other.</summary>
    /// <param name="settings">The settings.</param>
    /// <param name="secret">The secret of the cluster; null for none.</param>
    /// <param name="folder">The configuration folder; null leaves the HOCON file out.</param>
    public static ActorSystemOptions Hosts(ResolvedSettings settings, Secret? secret, string? folder = null) => new()
    {
        Router = settings.Get(Settings.Router),
        HttpPort = settings.Program != Programs.Manager ? null
            : settings.Get(Settings.HttpPort)
                ?? settings.Get(Settings.ActorPort) + ActorSystemOptions.HttpPortDistance,
        HoconFile = folder is null ? null : Path.Combine(folder, settings.Get(ConfigurationReader.HoconFile(settings))),
        IsCluster = settings.Get(Settings.IsCluster),
        Address = new Endpoint(settings.Get(Settings.HostName), settings.Get(Settings.ActorPort)),
        AllowPublicAddress = settings.Get(Settings.AllowPublicAddress),
        AllowedHosts = settings.Get(Settings.AllowedHosts) ?? [],
        Seeds = settings.Get(Settings.Seeds)?.Addresses ?? [],
        HeartbeatInterval = TimeSpan.FromMilliseconds(settings.Get(Settings.HeartbeatIntervalMs)),
        AcceptableHeartbeatPause = TimeSpan.FromMilliseconds(settings.Get(Settings.AcceptableHeartbeatPauseMs)),
        MaximumFrameBytes = settings.Get(Settings.MaximumFrameBytes),
        Secret = secret,
        CertificateFile = settings.Get(TlsSettings.CertificateFile),
        KeyFile = settings.Get(TlsSettings.KeyFile),
        AuthorityFile = settings.Get(TlsSettings.AuthorityFile),
        ClientAuthorityFile = settings.Get(TlsSettings.ClientAuthorityFile),
        ClientCertificateFile = settings.Get(TlsSettings.ClientCertificateFile),
        ClientKeyFile = settings.Get(TlsSettings.ClientKeyFile),
        Name = settings.Get(Settings.WorkerName),
        Server = settings.Get(Settings.Server),
    };

    /// <summary>
    /// Where the manager answers over HTTP: as it was given, or at the port that goes with its address; over TLS when
    /// there is an authority to vouch for it.
    /// </summary>
    public static Uri Manager(ResolvedSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        var scheme = settings[TlsSettings.AuthorityFile] is null ? Uri.UriSchemeHttp : Uri.UriSchemeHttps;
        var places = settings.Get(Settings.Seeds)!;
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
