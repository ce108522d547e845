namespace AElf.Bench.Core.Options;

/// <summary>The settings of the store: address, client, login and time-outs.</summary>
public static class StoreSettings
{
    /// <summary>The variable from which redis-cli takes a password.</summary>
    public const string RedisCliPassword = "REDISCLI_AUTH";

    /// <summary>The option for a store outside of the process, for advice.</summary>
    public const string OptionForServer = "--database redis, redis-cluster, redis-shards, ssdb or twemproxy";

    private const string InCluster =
        "the store: a URI, redis, redis-cluster, redis-shards, ssdb or twemproxy (no default; a cluster cannot use "
            + "inmemory)";

    /// <summary>Other names of store types.</summary>
    public static readonly IReadOnlyDictionary<string, string> OtherNames =
        new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase) { ["valkey"] = "redis" };

    private static readonly StoreOptions Defaults = new();

    private static readonly ChoiceRule<StoreType> Types = new(
        ["inmemory", "redis", "ssdb", "twemproxy", "redis-cluster", "redis-shards"],
        [
            StoreType.InMemory, StoreType.Redis, StoreType.Ssdb, StoreType.Twemproxy, StoreType.RedisCluster,
            StoreType.RedisShards,
        ],
        OtherNames);

    private static readonly SettingGroup Rows =
        new("Database", Topic.Store, Programs.All) { File = SettingFile.Database };

    private static readonly SettingGroup OfPlace = Rows with { Submission = Submission.WithStore };
    private static readonly SettingGroup OfLogin = Rows with { Programs = Programs.All | Programs.Cleanup };

    public static readonly Setting<StoreType> Type =
        new(OfPlace, "Type", Types, Defaults.Type, "the store as a URI, or its kind", "--database NAME")
        {
            Expand = text => StoreAddress.Read(text)?
                .Select(part => (Rows.All.First(row => row.Key.Equals(part.Key, StringComparison.Ordinal)), part.Text)),
            Hint = StoreAddress.Hint,
            Purposes = [(Programs.Manager, InCluster), (Programs.Worker, InCluster)],
        };

    public static readonly Setting<string> Host = new(
        OfPlace, "Host", new HostRule(isOfStore: true), Defaults.Address.Host,
        "host of the store or its proxy", "--dbhost HOST")
    { Hint = StoreAddress.Hint };

    public static readonly Setting<int> Port = new(
        OfPlace, "Port", SettingRules.Port, Defaults.Address.Port, "port of the store or its proxy", "--dbport PORT");

    public static readonly Setting<int> Database = new(
        OfLogin, "Db", new WholeNumberRule(0, 65_535), Defaults.Database,
        "number of the database in the server; redis only", "--db N")
    {
        Submission = Submission.WithStore,
        Property = nameof(StoreOptions.Database),
        Hint = StoreAddress.Hint,
    };

    public static readonly Setting<IReadOnlyList<Endpoint>?> Shards = new(
        OfPlace, "Shards", new AddressListRule(JsonForm.TextList, isOfStores: true), null,
        "the Redis servers behind twemproxy, to compare their counters; or of redis-shards, in the same order for all "
            + "programs",
        "--shards HOST:PORT,HOST:PORT");

    public static readonly Setting<IReadOnlyList<Endpoint>?> Nodes = new(
        OfPlace, "Nodes", new AddressListRule(JsonForm.TextList), null,
        "nodes of the Redis Cluster, in place of --dbhost and --dbport; the first to answer returns all nodes",
        "--nodes HOST:PORT,HOST:PORT");

    public static readonly Setting<IReadOnlyList<Endpoint>?> Proxies = new(
        Rows, "Proxies", new AddressListRule(JsonForm.TextList, isOfStores: true), null,
        "further addresses of the same store that workers may use, such as proxies", "--proxies HOST:PORT,HOST:PORT")
    { Programs = Programs.Manager };

    public static readonly Setting<bool> Here = new(
        Rows, "Here", SettingRules.Flag, false,
        "the store and its proxies run on this machine, such as in containers: count their processor time as "
            + "the run's own",
        "--store-here")
    { Programs = Programs.Benchmark | Programs.Manager, Property = nameof(StoreOptions.IsHere) };

    public static readonly Setting<StoreClient> Client = new(
        Rows, "Client", ChoiceRule.Of<StoreClient>(), Defaults.Client, "the client library", "--client NAME")
    { Programs = Programs.Connecting };

    public static readonly Setting<string?> User = new(
        OfLogin, "User", new PlainTextRule("a user name without control characters"), null,
        "user name; needs a password", "--user NAME");

    public static readonly Setting<string?> PasswordFile = new(
        OfLogin, "PasswordFile", SettingRules.Path, null,
        "file with the password in its first line; mode 0600", "--password-file FILE");

    public static readonly Setting<string?> Password = new(
        Rows with { Programs = Programs.None, File = SettingFile.None }, "Password", SettingRules.Secret, null,
        "the password itself; only as an environment variable; without it REDISCLI_AUTH is read")
    { SecretFile = PasswordFile };

    public static readonly Setting<bool> Tls =
        new(OfLogin, "Tls", SettingRules.Flag, false, "use TLS; redis and redis-cluster only", "--tls");

    public static readonly Setting<string?> TlsAuthorityFile = new(
        OfLogin, "TlsAuthorityFile", SettingRules.Path, null,
        "PEM file with the certificate authority to trust instead of the system's", "--tls-ca FILE");

    public static readonly Setting<string?> TlsCertificateFile = new(
        OfLogin, "TlsCertificateFile", SettingRules.Path, null,
        "PEM file with the certificate for a store that requires one; needs --tls-key", "--tls-cert FILE");

    public static readonly Setting<string?> TlsKeyFile = new(
        OfLogin, "TlsKeyFile", SettingRules.Path, null,
        "PEM file with that certificate's key; mode 0600", "--tls-key FILE");

    public static readonly Setting<TimeSpan> Timeout = new(
        Rows, "TimeoutMs", TimeRule.Bare(1, 600_000, "ms"), Defaults.Timeout,
        "time-out of a store operation", "--timeout TIME")
    { Programs = Programs.Connecting | Programs.Cleanup, Property = nameof(StoreOptions.Timeout) };

    public static readonly Setting<TimeSpan> Reconnect = new(
        Rows, "ReconnectSeconds", TimeRule.Bare(0, 3600, "s"), Defaults.ReconnectDeadline,
        "how long to retry a lost connection to the store", "--reconnect TIME")
    { Programs = Programs.Connecting, Property = nameof(StoreOptions.ReconnectDeadline) };

    public static readonly Setting<TimeSpan?> Latency = new(
        Rows, "Latency", TimeRule.RoundTrip, null,
        "round-trip time added between actors and store; not in memory (default none)", "--latency TIME")
    {
        Programs = Programs.Runs,
        Submission = Submission.Always,
        ScenarioKey = "latency",
        Property = nameof(StoreOptions.AddedRoundTrip),
    };

    /// <summary>The name of a store's type, as users write it.</summary>
    public static string NameOf(StoreType type) => Types.Format(type);

    public static IReadOnlyList<Setting> All => Rows.All;
}
