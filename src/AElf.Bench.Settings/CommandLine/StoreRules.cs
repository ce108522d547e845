using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>The rules over several settings of the store.</summary>
public static class StoreRules
{
    private static readonly Setting[] OfSockets =
    [
        StoreSettings.Host, StoreSettings.Port, StoreSettings.Database, StoreSettings.Client, StoreSettings.Tls,
        StoreSettings.TlsCertificateFile, StoreSettings.User, StoreSettings.PasswordFile,
    ];

    /// <summary>The broken rules. Skips the rules over refused values.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings, SecretReading password) =>
        settings.IsRejected(StoreSettings.Type) ? User(settings, password) : new RuleList(settings)
        {
            Tls(settings, settings.Get(StoreSettings.Type)),
            Addresses(settings, settings.Get(StoreSettings.Type)),
            InMemory(settings, settings.Get(StoreSettings.Type) is StoreType.InMemory),
            User(settings, password),
        };

    /// <summary>The rules about the login to a Redis server.</summary>
    public static IEnumerable<ValidationError> CheckLogin(ResolvedSettings settings, SecretReading password) =>
        [.. Tls(settings, StoreType.Redis), .. User(settings, password)];

    private static RuleList User(ResolvedSettings settings, SecretReading password) => new(settings)
    {
        {
            settings.Get(StoreSettings.User) is not null && password is { Secret: null, Problems.Count: 0 },
            StoreSettings.User,
            "a user without a password",
            $"add {StoreSettings.PasswordFile.Option} FILE or the environment variable "
                + $"{StoreSettings.Password.EnvironmentName}"
        },
    };

    private static RuleList Tls(ResolvedSettings settings, StoreType type) => new(settings)
    {
        {
            settings.Get(StoreSettings.Tls) && type is StoreType.Ssdb or StoreType.Twemproxy, StoreSettings.Tls,
            $"{settings[StoreSettings.Type]} does not support TLS", "use redis or redis-cluster, or no TLS"
        },
        { true, StoreSettings.TlsAuthorityFile },
        TlsRules.Pair(settings, StoreSettings.TlsCertificateFile, StoreSettings.TlsKeyFile),
        {
            !settings.Get(StoreSettings.Tls) && !settings.IsRejected(StoreSettings.Tls),
            [StoreSettings.TlsAuthorityFile, StoreSettings.TlsCertificateFile],
            "has no effect without TLS", "add --tls, or remove it", RuleEffect.NoEffect
        },
        {
            settings.Get(StoreSettings.Tls) && SettingsBinder.StoreAddress(settings).IsUnix, StoreSettings.Tls,
            "a Unix socket has no TLS", "remove it, or use HOST:PORT"
        },
    };

    private static RuleList Addresses(ResolvedSettings settings, StoreType type)
    {
        var proxies = settings.Get(StoreSettings.Proxies);
        var main = SettingsBinder.StoreAddress(settings);
        return new(settings)
        {
            { main.IsUnix ? [StoreSettings.Port] : [], "a Unix socket has no port", "remove it" },
            {
                main.IsUnix && type is StoreType.RedisCluster, StoreSettings.Host,
                "nodes of a Redis Cluster name each other by HOST:PORT", "use HOST:PORT"
            },
            {
                settings.Get(StoreSettings.Database) > 0
                    && type is StoreType.Ssdb or StoreType.Twemproxy or StoreType.RedisCluster,
                StoreSettings.Database, $"{settings[StoreSettings.Type]} has no numbered databases",
                "use redis, or remove it"
            },
            ServerLists(settings, type),
            {
                settings.Program == Programs.Manager && proxies is not null && IsAnyTwice([main, .. proxies])
                    && !settings.IsAnyRejected(StoreSettings.Host, StoreSettings.Port),
                StoreSettings.Proxies,
                $"{Quoted.Text(settings[StoreSettings.Proxies])} and the store's address {main} contain duplicates",
                "name each once"
            },
        };
    }

    private static RuleList ServerLists(ResolvedSettings settings, StoreType type)
    {
        var (shards, nodes) = (settings.Get(StoreSettings.Shards), settings.Get(StoreSettings.Nodes));
        return new(settings)
        {
            {
                type is StoreType.Twemproxy && shards is null && settings.Program != Programs.Worker,
                StoreSettings.Shards,
                "not set, so the counters of the servers behind twemproxy are not compared",
                "add --shards HOST:PORT,HOST:PORT", RuleEffect.Warning
            },
            {
                type is not (StoreType.Twemproxy or StoreType.RedisShards) && shards is not null, StoreSettings.Shards,
                $"has no effect with {settings[StoreSettings.Type]}", "use --database twemproxy, or remove it",
                RuleEffect.NoEffect
            },
            {
                type is StoreType.RedisShards && shards is null, StoreSettings.Shards,
                "not set, so redis-shards has no servers", "add --shards HOST:PORT,HOST:PORT"
            },
            {
                type is StoreType.RedisShards && settings.Get(StoreSettings.Client) is StoreClient.StackExchange,
                StoreSettings.Client, "StackExchange.Redis does not share keys among servers",
                "use --client pipelined, or --database twemproxy"
            },
            {
                IsAnyTwice(shards ?? []), StoreSettings.Shards,
                $"{Quoted.Text(settings[StoreSettings.Shards])} names a shard twice", "name each once"
            },
            {
                type is not StoreType.RedisCluster && nodes is not null, StoreSettings.Nodes,
                $"has no effect with {settings[StoreSettings.Type]}", "use --database redis-cluster, or remove it",
                RuleEffect.NoEffect
            },
            {
                IsAnyTwice(nodes ?? []), StoreSettings.Nodes,
                $"{Quoted.Text(settings[StoreSettings.Nodes])} names a node twice", "name each once"
            },
            {
                (nodes is not null && type is StoreType.RedisCluster) || type is StoreType.RedisShards
                    ? [StoreSettings.Host, StoreSettings.Port]
                    : [],
                $"{(type is StoreType.RedisShards ? "--shards" : "--nodes")} names the servers of the store",
                "remove one of the two"
            },
        };
    }

    private static RuleList InMemory(ResolvedSettings settings, bool isInMemory)
    {
        var isShared = settings.Program != Programs.Benchmark;
        var (latency, timeout) = (settings.Get(StoreSettings.Latency), settings.Get(StoreSettings.Timeout));
        return new(settings)
        {
            {
                isInMemory && isShared,
                ValidationError.Error(
                    settings.What(StoreSettings.Type),
                    $"a cluster needs a shared store, but {settings.Shown(StoreSettings.Type)} is in one process",
                    $"use {StoreSettings.OptionForServer}") with
                { Kind = ProblemKind.SharedStore, Setting = StoreSettings.Type }
            },
            {
                // A warning only: verbs reuse command lines that name another store.
                isInMemory && !isShared ? OfSockets : [],
                "has no effect on the in-memory store", "use --database redis, or remove it", RuleEffect.Warning
            },
            {
                isInMemory && latency > TimeSpan.Zero, StoreSettings.Latency, "the in-memory store has no network",
                $"use {StoreSettings.OptionForServer}, or --latency 0ms"
            },
            {
                latency > TimeSpan.Zero && latency >= timeout
                    && !settings.IsRejected(StoreSettings.Timeout),
                StoreSettings.Latency,
                $"{settings[StoreSettings.Latency]} is too long for the time-out of {timeout.TotalMilliseconds} ms",
                "use a shorter round trip, or a longer --timeout"
            },
        };
    }

    private static bool IsAnyTwice(IReadOnlyList<Endpoint> addresses) =>
        addresses.DistinctBy(each => each.ToString(), StringComparer.OrdinalIgnoreCase).Count() < addresses.Count;
}
