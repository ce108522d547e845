using System.Globalization;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration;

/// <summary>Builds the option records from merged settings, which every rule has accepted by then.</summary>
public static class SettingOptions
{
    /// <summary>Where the accounts are kept.</summary>
    public static StoreOptions Store(MergedSettings settings, Secret? password) => new()
    {
        Type = SettingRules.Choice<StoreType>(SettingRules.StoreTypes, settings[Settings.Type]!),
        Client = SettingRules.Choice<StoreClient>(SettingRules.Clients, settings[Settings.Client]!),
        Address = new Endpoint(settings[Settings.Host]!, Int(settings, Settings.Port)),
        Shards = AddressListRule.Parse(settings[Settings.Shards] ?? ""),
        Proxies = AddressListRule.Parse(settings[Settings.Proxies] ?? ""),
        User = settings[Settings.User],
        Password = password,
        Tls = Flag(settings, Settings.Tls),
        TlsAuthorityFile = settings[Settings.TlsAuthorityFile],
        Timeout = Milliseconds(settings, Settings.TimeoutMs),
        ReconnectDeadline = TimeSpan.FromSeconds(Int(settings, Settings.ReconnectSeconds)),
        AddedRoundTrip = settings[Settings.Latency] is { } latency ? RoundTripRule.Parse(latency) : TimeSpan.Zero,
    };

    /// <summary>How many actors work and how.</summary>
    public static ActorOptions Actors(MergedSettings settings) => new()
    {
        Actors = Int(settings, Settings.WorkerCount),
        Lanes = Int(settings, Settings.Lanes),
        Mode = SettingRules.Choice<TransferMode>(SettingRules.Modes, settings[Settings.Mode]!),
        Routing = SettingRules.Choice<RoutingStrategy>(SettingRules.Routings, settings[Settings.Routing]!),
        ConcurrencyLevel = Int(settings, Settings.ConcurrencyLevel),
        MailboxCapacity = Int(settings, Settings.MailboxCapacity),
        VirtualNodes = Int(settings, Settings.VirtualNodes),
    };

    /// <summary>What the hosts of actors are told about each other.</summary>
    public static ActorSystemOptions Hosts(MergedSettings settings, Secret? secret) => new()
    {
        IsCluster = Flag(settings, Settings.IsCluster),
        Address = new Endpoint(settings[Settings.HostName]!, Int(settings, Settings.ActorPort)),
        AllowPublicAddress = Flag(settings, Settings.AllowPublicAddress),
        AllowedHosts = settings[Settings.AllowedHosts]?.Split(',') ?? [],
        Seeds = AddressListRule.Parse(settings[Settings.Seeds] ?? ""),
        HeartbeatInterval = Milliseconds(settings, Settings.HeartbeatIntervalMs),
        AcceptableHeartbeatPause = Milliseconds(settings, Settings.AcceptableHeartbeatPauseMs),
        MaximumFrameBytes = Int(settings, Settings.MaximumFrameBytes),
        Secret = secret,
        CertificateFile = settings[Settings.CertificateFile],
        KeyFile = settings[Settings.KeyFile],
        AuthorityFile = settings[Settings.AuthorityFile],
        Name = settings[Settings.WorkerName],
        Server = settings[Settings.Server],
    };

    /// <summary>Which transfers are offered.</summary>
    public static WorkloadOptions Workload(MergedSettings settings) => new()
    {
        Transfers = Int(settings, Settings.Transfers),
        GroupsFrom = Int(settings, Settings.GroupsFrom),
        GroupsTo = Int(settings, Settings.GroupsTo),
        Skew = double.Parse(settings[Settings.Skew]!, CultureInfo.InvariantCulture),
        Seed = ulong.Parse(settings[Settings.Seed]!, CultureInfo.InvariantCulture),
        BlockFile = settings[Settings.BlockFile],
        BlockOutput = settings[Settings.BlockOutput],
    };

    /// <summary>How the run is measured.</summary>
    public static MeasureOptions Measure(MergedSettings settings) => new()
    {
        Rounds = Int(settings, Settings.Rounds),
        WarmupRounds = settings[Settings.WarmupRounds] is null ? null : Int(settings, Settings.WarmupRounds),
        Slice = Milliseconds(settings, Settings.SliceMs),
        Ceiling = Flag(settings, Settings.Ceiling),
    };

    /// <summary>Whether a flag is set.</summary>
    public static bool Flag(MergedSettings settings, Setting setting) => bool.Parse(settings[setting]!);

    /// <summary>A whole number.</summary>
    public static long Long(MergedSettings settings, Setting setting) => long.Parse(settings[setting]!, CultureInfo.InvariantCulture);

    /// <summary>A whole number that its rule keeps in an int.</summary>
    public static int Int(MergedSettings settings, Setting setting) => (int)Long(settings, setting);

    private static TimeSpan Milliseconds(MergedSettings settings, Setting setting) => TimeSpan.FromMilliseconds(Long(settings, setting));
}
