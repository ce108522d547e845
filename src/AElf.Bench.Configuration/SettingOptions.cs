using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration;

/// <summary>Builds the option records from merged settings, which every rule has accepted by then.</summary>
public static class SettingOptions
{
    /// <summary>Where the accounts are kept.</summary>
    public static StoreOptions Store(MergedSettings settings, Secret? password) => new()
    {
        Type = settings.Choice<StoreType>(Settings.Type, SettingRules.StoreTypes),
        Client = settings.Choice<StoreClient>(Settings.Client, SettingRules.Clients),
        Address = new Endpoint(settings[Settings.Host]!, settings.Int(Settings.Port)),
        Shards = settings.Addresses(Settings.Shards),
        Proxies = settings.Addresses(Settings.Proxies),
        User = settings[Settings.User],
        Password = password,
        Tls = settings.Flag(Settings.Tls),
        TlsAuthorityFile = settings[Settings.TlsAuthorityFile],
        Timeout = settings.Milliseconds(Settings.TimeoutMs),
        ReconnectDeadline = TimeSpan.FromSeconds(settings.Int(Settings.ReconnectSeconds)),
        AddedRoundTrip = settings[Settings.Latency] is { } latency ? TimeRule.Parse(latency) : TimeSpan.Zero,
    };

    /// <summary>How many actors work and how.</summary>
    public static ActorOptions Actors(MergedSettings settings) => new()
    {
        Actors = settings.Int(Settings.WorkerCount),
        Lanes = settings.Int(Settings.Lanes),
        Dispatchers = DispatchersRule.Parse(settings[Settings.Dispatchers]!),
        Routing = settings.Choice<RoutingStrategy>(Settings.Routing, SettingRules.Routings),
        ConcurrencyLevel = settings.Int(Settings.ConcurrencyLevel),
        MailboxCapacity = settings.Int(Settings.MailboxCapacity),
        VirtualNodes = settings.Int(Settings.VirtualNodes),
    };

    /// <summary>What the hosts of actors are told about each other.</summary>
    /// <param name="settings">The settings.</param>
    /// <param name="secret">The secret of the cluster; null for none.</param>
    /// <param name="folder">The configuration folder; null leaves the HOCON file out.</param>
    public static ActorSystemOptions Hosts(MergedSettings settings, Secret? secret, string? folder = null) => new()
    {
        Router = settings.Choice<RouterOwner>(Settings.Router, SettingRules.Routers),
        HttpPort = settings.Program != Programs.Manager ? null
            : settings[Settings.HttpPort] is null
                ? settings.Int(Settings.ActorPort) + ActorSystemOptions.HttpPortDistance
            : settings.Int(Settings.HttpPort),
        HoconFile = folder is null ? null : Path.Combine(folder, settings[ConfigurationReader.HoconFile(settings)]!),
        IsCluster = settings.Flag(Settings.IsCluster),
        Address = new Endpoint(settings[Settings.HostName]!, settings.Int(Settings.ActorPort)),
        AllowPublicAddress = settings.Flag(Settings.AllowPublicAddress),
        AllowedHosts = settings[Settings.AllowedHosts]?.Split(',') ?? [],
        Seeds = settings.Addresses(Settings.Seeds),
        HeartbeatInterval = settings.Milliseconds(Settings.HeartbeatIntervalMs),
        AcceptableHeartbeatPause = settings.Milliseconds(Settings.AcceptableHeartbeatPauseMs),
        MaximumFrameBytes = settings.Int(Settings.MaximumFrameBytes),
        Secret = secret,
        CertificateFile = settings[TlsSettings.CertificateFile],
        KeyFile = settings[TlsSettings.KeyFile],
        AuthorityFile = settings[TlsSettings.AuthorityFile],
        ClientAuthorityFile = settings[TlsSettings.ClientAuthorityFile],
        ClientCertificateFile = settings[TlsSettings.ClientCertificateFile],
        ClientKeyFile = settings[TlsSettings.ClientKeyFile],
        Name = settings[Settings.WorkerName],
        Server = settings[Settings.Server],
    };

    /// <summary>
    /// Where the manager answers over HTTP: as it was given, or at the port that goes with its address; over TLS when
    /// there is an authority to vouch for it.
    /// </summary>
    public static Uri Manager(MergedSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        var scheme = settings[TlsSettings.AuthorityFile] is null ? Uri.UriSchemeHttp : Uri.UriSchemeHttps;
        return ManagerListRule.Parse(settings[Settings.Seeds])
            ?? new Uri($"{scheme}://{ActorSystemOptions.HttpAddressOf(settings.Addresses(Settings.Seeds)[0])}");
    }

    /// <summary>How the run is measured.</summary>
    public static MeasureOptions Measure(MergedSettings settings) => new()
    {
        Rounds = settings.Int(MeasureSettings.Rounds),
        Duration = settings[MeasureSettings.Duration] is { } duration ? TimeRule.Parse(duration) : null,
        QuietBudget = settings.Int(MeasureSettings.QuietBudget) / 100.0,
        Blocks = BlocksRule.Parse(settings[MeasureSettings.Blocks]!),
        Rate = settings[MeasureSettings.Rate] is { } rate ? ArrivalRate.Parse(rate) : null,
        WarmupRounds = settings[MeasureSettings.WarmupRounds] is null
            ? null
            : settings.Int(MeasureSettings.WarmupRounds),
        Slice = settings.Milliseconds(MeasureSettings.SliceMs),
        Ceiling = settings.Flag(MeasureSettings.Ceiling),
        Controls = settings.Flag(MeasureSettings.Controls),
    };
}
