using System.Globalization;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration;

/// <summary>Every setting there is. Files, environment, command line, help and reports all follow this table.</summary>
public static class Settings
{
    /// <summary>The environment variable that may carry the password.</summary>
    public const string PasswordVariable = "AELF_DATABASE_PASSWORD";

    /// <summary>The environment variable that may carry the cluster's secret.</summary>
    public const string SecretVariable = ActorSystemOptions.SecretVariable;

    private static readonly StoreOptions Store = new();
    private static readonly ActorOptions Actors = new();
    private static readonly ActorSystemOptions Hosts = new();
    private static readonly WorkloadOptions Workload = new();
    private static readonly MeasureOptions Measure = new();

    /// <summary>The kind of store.</summary>
    public static readonly Setting Type = Database(
        "Type", new ChoiceRule(SettingRules.StoreTypes), "inmemory", "the store: inmemory, redis, ssdb or twemproxy", "--database", "NAME") with
    {
        Purposes = For(
            (ProcessRole.Manager, "the store: redis, ssdb or twemproxy (no default: inmemory is no store for a cluster)"),
            (ProcessRole.Worker, "the store: redis, ssdb or twemproxy (no default: inmemory is no store for a cluster)")),
    };

    /// <summary>The store's host.</summary>
    public static readonly Setting Host = Database("Host", SettingRules.Host, Store.Address.Host, "the store's, or the proxy's, host", "--dbhost", "HOST");

    /// <summary>The store's port.</summary>
    public static readonly Setting Port = Database(
        "Port", SettingRules.Port, Text(Store.Address.Port), "the store's, or the proxy's, port", "--dbport", "PORT");

    /// <summary>The servers behind Twemproxy.</summary>
    public static readonly Setting Shards = Database(
        "Shards",
        new AddressListRule(JsonForm.TextList),
        null,
        "the Redis servers behind twemproxy, whose counters are reconciled",
        "--shards",
        "HOST:PORT,HOST:PORT");

    /// <summary>Further addresses of the same store.</summary>
    public static readonly Setting Proxies = Database(
        "Proxies",
        new AddressListRule(JsonForm.TextList),
        null,
        "further addresses of the same store, such as proxies, which workers may use",
        "--proxies",
        "HOST:PORT,HOST:PORT");

    /// <summary>The driver.</summary>
    public static readonly Setting Client = Database(
        "Client", new ChoiceRule(SettingRules.Clients), "pipelined", "the driver: pipelined or stackexchange", "--client", "NAME");

    /// <summary>The user to log in as.</summary>
    public static readonly Setting User = Database(
        "User", new PlainTextRule("a user name without control characters"), null, "the user to log in as", "--user", "NAME");

    /// <summary>The file whose first line is the password.</summary>
    public static readonly Setting PasswordFile = Database(
        "PasswordFile", SettingRules.Path, null, "a file whose first line is the password", "--password-file", "FILE");

    /// <summary>Whether the connection is TLS.</summary>
    public static readonly Setting Tls = Database("Tls", SettingRules.Flag, "false", "talk TLS to redis", "--tls", "");

    /// <summary>The authority that signed the server's certificate.</summary>
    public static readonly Setting TlsAuthorityFile = Database(
        "TlsAuthorityFile", SettingRules.Path, null, "a PEM file with the authority to trust instead of the system's", "--tls-ca", "FILE");

    /// <summary>How long a store operation may stay unanswered.</summary>
    public static readonly Setting TimeoutMs = Database(
        "TimeoutMs",
        new WholeNumberRule(1, 600_000),
        Text(Store.Timeout.TotalMilliseconds),
        "how long a store operation may stay unanswered",
        "--timeout",
        "MS");

    /// <summary>How long actors try to get a lost store back.</summary>
    public static readonly Setting ReconnectSeconds = Database(
        "ReconnectSeconds",
        new WholeNumberRule(0, 3600),
        Text(Store.ReconnectDeadline.TotalSeconds),
        "how long to try to get a lost store back",
        "--reconnect",
        "SECONDS");

    /// <summary>The round trip added between actors and store.</summary>
    public static readonly Setting Latency = Database(
        "Latency",
        SettingRules.RoundTrip,
        null,
        "round trip added between actors and store, half of it each way, such as 1ms or 500us (default none)",
        "--latency",
        "TIME");

    /// <summary>Whether workers are processes that join a manager.</summary>
    public static readonly Setting IsCluster = Actor(
        "IsCluster", SettingRules.Flag, Flag(Hosts.IsCluster), "whether workers are processes that join a manager");

    /// <summary>Where this process listens.</summary>
    public static readonly Setting HostName = Actor(
        "HostName", SettingRules.Host, Hosts.Address.Host, "where this process listens", "akka.remote.dot-netty.tcp.hostname") with
    { Option = "--actor.host", Placeholder = "HOST" };

    /// <summary>The port this process listens on.</summary>
    public static readonly Setting ActorPort = Actor(
        "Port", SettingRules.Port, Text(Hosts.Address.Port), "the port this process listens on", "akka.remote.dot-netty.tcp.port") with
    {
        Option = "--actor.port",
        Placeholder = "PORT",
        Defaults = For((ProcessRole.Manager, "4053"), (ProcessRole.Worker, "32551")),
    };

    /// <summary>Whether other machines may reach this process.</summary>
    public static readonly Setting AllowPublicAddress = Actor(
        "AllowPublicAddress",
        SettingRules.Flag,
        Flag(Hosts.AllowPublicAddress),
        "whether HostName may be reached from other machines",
        "aelf.allow-public-address");

    /// <summary>The names this process is called by.</summary>
    public static readonly Setting AllowedHosts = Actor(
        "AllowedHosts",
        new HostListRule(),
        null,
        "names it is called by, as in http://NAME:PORT, besides localhost and the addresses it listens on; "
        + "*.NAME and * are patterns") with
    { Option = "--allowed-hosts", Placeholder = "NAME,NAME" };

    /// <summary>Actors in this process.</summary>
    public static readonly Setting WorkerCount = Actor(
        "WorkerCount", new WholeNumberRule(1, 1024), Text(Actors.Actors), "actors in this process", "akka.actor.deployment./router.nr-of-instances") with
    { Option = "--actors", Placeholder = "N" };

    /// <summary>Kept for published files; it changes nothing.</summary>
    public static readonly Setting Benchmark = Actor("Benchmark", SettingRules.Flag, "true", "kept for published files; changes nothing");

    /// <summary>Most jobs a block is merged into.</summary>
    public static readonly Setting ConcurrencyLevel = Actor(
        "ConcurrencyLevel", new WholeNumberRule(0, 4_194_304), Text(Actors.ConcurrencyLevel), "most jobs of a block; 0 stands for actors x lanes") with
    { Option = "--conlevel", Placeholder = "N" };

    /// <summary>The managers a worker joins.</summary>
    public static readonly Setting Seeds = Actor(
        "Seeds", new AddressListRule(JsonForm.AddressList), null, "the manager the runs are given to, whose workers do them") with
    {
        Option = "--manager",
        Placeholder = "HOST:PORT",
        Purposes = For((ProcessRole.Worker, "the manager to join; of several, with commas between, the first that answers")),
    };

    /// <summary>The HOCON file of a process without a cluster.</summary>
    public static readonly Setting SingleHoconFile = Actor("SingleHoconFile", SettingRules.Path, "single.hocon", "HOCON of a process without cluster");

    /// <summary>The HOCON file of the benchmark in a cluster.</summary>
    public static readonly Setting MasterHoconFile = Actor("MasterHoconFile", SettingRules.Path, "master.hocon", "HOCON of the benchmark in a cluster");

    /// <summary>The HOCON file of a worker.</summary>
    public static readonly Setting WorkerHoconFile = Actor("WorkerHoconFile", SettingRules.Path, "worker.hocon", "HOCON of a worker");

    /// <summary>The HOCON file of the manager.</summary>
    public static readonly Setting ManagerHoconFile = Actor("ManagerHoconFile", SettingRules.Path, "manager.hocon", "HOCON of the manager");

    /// <summary>Jobs in flight inside one actor.</summary>
    public static readonly Setting Lanes = Actor("Lanes", new WholeNumberRule(1, 4096), Text(Actors.Lanes), "jobs in flight inside one actor") with
    {
        Option = "--lanes",
        Placeholder = "N",
        Defaults = For((ProcessRole.Worker, "65536")),
        Purposes = For((ProcessRole.Worker, "most jobs in flight inside one actor; a run may ask for fewer (default: no limit)")),
    };

    /// <summary>How reads and writes are put to the store.</summary>
    public static readonly Setting Mode = Actor(
        "Mode", new ChoiceRule(SettingRules.Modes), "strict", "strict (2 GET, 2 SET), multi (MGET, MSET) or batch (an account once a group)") with
    { Option = "--mode", Placeholder = "NAME" };

    /// <summary>How jobs find their actor.</summary>
    public static readonly Setting Routing = Actor(
        "Routing",
        SettingRules.Routing,
        "pull",
        $"how jobs find their actor: {string.Join(", ", SettingRules.Routings)}; all compares them, on even and on skewed groups",
        "akka.actor.deployment./router.router") with
    { Option = "--routing", Placeholder = "NAME", OptionRight = $"{SettingRules.Routing.Right}, or all to compare them," };

    /// <summary>Whether all routings are compared.</summary>
    public static readonly Setting RoutingComparison = new(
        "Actor.RoutingComparison", SettingRules.Flag, "false", "whether all routings are compared: --routing all");

    /// <summary>Most jobs waiting in one mailbox.</summary>
    public static readonly Setting MailboxCapacity = new(
        "Actor.MailboxCapacity", new WholeNumberRule(1, 100_000_000), Text(Actors.MailboxCapacity), "most jobs waiting in one mailbox")
    {
        HoconPath = "akka.actor.default-mailbox.mailbox-capacity",
    };

    /// <summary>Points each actor has on the hash ring.</summary>
    public static readonly Setting VirtualNodes = new(
        "Actor.VirtualNodes", new WholeNumberRule(1, 4096), Text(Actors.VirtualNodes), "points of an actor on the hash ring")
    {
        HoconPath = "akka.actor.deployment./router.virtual-nodes-factor",
    };

    /// <summary>Time between two heartbeats.</summary>
    public static readonly Setting HeartbeatIntervalMs = new(
        "Cluster.HeartbeatIntervalMs", SettingRules.Duration, Text(Hosts.HeartbeatInterval.TotalMilliseconds), "time between two heartbeats")
    {
        HoconPath = "akka.cluster.failure-detector.heartbeat-interval",
    };

    /// <summary>Silence after which a peer is held for dead.</summary>
    public static readonly Setting AcceptableHeartbeatPauseMs = new(
        "Cluster.AcceptableHeartbeatPauseMs",
        SettingRules.Duration,
        Text(Hosts.AcceptableHeartbeatPause.TotalMilliseconds),
        "silence after which a peer is held for dead")
    {
        HoconPath = "akka.cluster.failure-detector.acceptable-heartbeat-pause",
    };

    /// <summary>Most bytes of one message between processes.</summary>
    public static readonly Setting MaximumFrameBytes = new(
        "Cluster.MaximumFrameBytes", SettingRules.Size, Text(Hosts.MaximumFrameBytes), "most bytes of one message")
    {
        HoconPath = "akka.remote.dot-netty.tcp.maximum-frame-size",
    };

    /// <summary>Workers a run waits for.</summary>
    public static readonly Setting Workers = Cluster(
        "Workers",
        new WholeNumberRule(1, 10_000),
        null,
        "workers to wait for before the first grant (default: what the manager was told)",
        "--workers",
        "N") with
    {
        Defaults = For((ProcessRole.Manager, "1")),
        Purposes = For((ProcessRole.Manager, "workers to wait for before the first grant")),
    };

    /// <summary>The folder of the manager's logs.</summary>
    public static readonly Setting StateFolder = Cluster(
        "StateFolder", SettingRules.Path, null, "the folder of the manager's logs (default: aelf/state in the user's data folder)", "--state", "DIR");

    /// <summary>The file with the secret all processes of a cluster share.</summary>
    public static readonly Setting SecretFile = Cluster(
        "SecretFile", SettingRules.Path, null, "a file with the secret all processes of the cluster share", "--secret-file", "FILE");

    /// <summary>The manager's certificate.</summary>
    public static readonly Setting CertificateFile = Cluster(
        "CertificateFile", SettingRules.Path, null, "a PEM file with the certificate to serve TLS with", "--cert", "FILE");

    /// <summary>The key of the manager's certificate.</summary>
    public static readonly Setting KeyFile = Cluster("KeyFile", SettingRules.Path, null, "a PEM file with that certificate's key", "--key", "FILE");

    /// <summary>The authority of the manager's certificate.</summary>
    public static readonly Setting AuthorityFile = Cluster(
        "AuthorityFile",
        SettingRules.Path,
        null,
        "a PEM file with the authority of the manager's certificate; given, the manager is talked to over TLS",
        "--ca",
        "FILE");

    /// <summary>Where metrics are sent.</summary>
    public static readonly Setting Otlp = Cluster("Otlp", new WebAddressRule(), null, "send metrics to this OpenTelemetry collector", "--otlp", "URL");

    /// <summary>A worker's name.</summary>
    public static readonly Setting WorkerName = Cluster(
        "Name", new LabelRule(), null, "the worker's name, unlike all others' (default: SERVER:PORT, with the port it listens on)", "--name", "NAME");

    /// <summary>The server a worker is on.</summary>
    public static readonly Setting Server = Cluster(
        "Server", new LabelRule(), null, "the server the worker is on (default: its host, or on loopback the machine's name)", "--server", "NAME");

    /// <summary>Transfers in a block.</summary>
    public static readonly Setting Transfers = CommandLine(
        "Workload.Transfers", new WholeNumberRule(1, 100_000_000), Text(Workload.Transfers), "transfers in a block", "-n", "N");

    /// <summary>Groups of the first run.</summary>
    public static readonly Setting GroupsFrom = CommandLine(
        "Workload.GroupsFrom",
        new WholeNumberRule(1, 100_000_000),
        Text(Workload.GroupsFrom),
        "one run for each group count from A to B (default 1 8)",
        "--grouprange",
        "A B") with
    { OptionRight = "two whole numbers, from and to, such as 1 8," };

    /// <summary>Groups of the last run.</summary>
    public static readonly Setting GroupsTo = CommandLine(
        "Workload.GroupsTo", new WholeNumberRule(1, 100_000_000), Text(Workload.GroupsTo), "", "--grouprange", "A B");

    /// <summary>How unequal the groups are.</summary>
    public static readonly Setting Skew = CommandLine(
        "Workload.Skew",
        SettingRules.Skew,
        Text(Workload.Skew),
        "sizes of the groups follow Zipf's law with this exponent, up to 3; 0 is even groups",
        "--skew",
        "S");

    /// <summary>The seed of everything drawn.</summary>
    public static readonly Setting Seed = CommandLine(
        "Workload.Seed", new WholeNumberRule(0, ulong.MaxValue), Text(Workload.Seed), "the seed of everything drawn", "--seed", "N");

    /// <summary>A block file to offer.</summary>
    public static readonly Setting BlockFile = CommandLine(
        "Workload.BlockFile", SettingRules.Path, null, "offer the transfers of this file instead of generated ones", "--block-in", "FILE");

    /// <summary>Where to write the block.</summary>
    public static readonly Setting BlockOutput = CommandLine(
        "Workload.BlockOutput", SettingRules.Path, null, "write the offered transfers to this file: of one group count and one skew", "--block-out", "FILE");

    /// <summary>What to do.</summary>
    public static readonly Setting Kind = CommandLine(
        "Workload.Benchmark",
        new ChoiceRule(["evenGroup", "genAccount"]),
        "evenGroup",
        "evenGroup measures; genAccount only prepares accounts",
        "-f, --SupportedBenchmark",
        "NAME");

    /// <summary>Accounts prepared before.</summary>
    public static readonly Setting Prepared = CommandLine(
        "Workload.Prepared", new RunIdRule(), null, "use the accounts genAccount prepared under this run id", "--prepared", "HEX8");

    /// <summary>Measured rounds.</summary>
    public static readonly Setting Rounds = CommandLine(
        "Measure.Rounds", new WholeNumberRule(1, 10_000), Text(Measure.Rounds), "measured rounds", "--repeattime", "N");

    /// <summary>Rounds that do not count.</summary>
    public static readonly Setting WarmupRounds = CommandLine(
        "Measure.WarmupRounds",
        new WholeNumberRule(0, 1000),
        null,
        "rounds before the measured ones (default: until hot, at least 2 and 0.4 s, at most 200 and 8 s)",
        "--warmup",
        "N");

    /// <summary>The time slice of the TPS record.</summary>
    public static readonly Setting SliceMs = CommandLine(
        "Measure.SliceMs", new WholeNumberRule(1, 600_000), Text(Measure.Slice.TotalMilliseconds), "time slice of the TPS record", "--slice", "MS");

    /// <summary>Whether the bare store is measured too.</summary>
    public static readonly Setting Ceiling = CommandLine(
        "Measure.Ceiling", new FlagRule("on or off"), Flag(Measure.Ceiling), "measure the bare store too: on or off", "--ceiling", "on|off");

    /// <summary>The run's id.</summary>
    public static readonly Setting RunId = CommandLine(
        "Output.RunId", new RunIdRule(), null, "the run's id, the prefix of its keys; drawn when not given", "--run-id", "HEX8");

    /// <summary>Where the JSON report goes.</summary>
    public static readonly Setting JsonOutput = CommandLine("Output.Json", SettingRules.Path, null, "write the reports as JSON", "--json", "FILE");

    /// <summary>Where the Markdown report goes.</summary>
    public static readonly Setting MarkdownOutput = CommandLine(
        "Output.Markdown", SettingRules.Path, null, "write the reports as Markdown", "--markdown", "FILE");

    /// <summary>Whether progress is left out.</summary>
    public static readonly Setting Quiet = CommandLine("Output.Quiet", SettingRules.Flag, "false", "no progress, only results and problems", "--quiet", "");

    /// <summary>All settings, in the order of <c>--help</c>.</summary>
    public static IReadOnlyList<Setting> All { get; } =
    [
        Transfers, GroupsFrom, GroupsTo, Skew, Seed, Kind, Prepared, BlockFile, BlockOutput,
        Rounds, WarmupRounds, SliceMs, Ceiling,
        WorkerCount, Lanes, Mode, Routing, RoutingComparison, ConcurrencyLevel, MailboxCapacity, VirtualNodes,
        Type, Host, Port, Shards, Proxies, Client, User, PasswordFile, Tls, TlsAuthorityFile, TimeoutMs, ReconnectSeconds, Latency,
        IsCluster, HostName, ActorPort, AllowPublicAddress, AllowedHosts,
        Seeds, SingleHoconFile, MasterHoconFile, WorkerHoconFile, ManagerHoconFile, Benchmark,
        Workers, StateFolder, SecretFile, CertificateFile, KeyFile, AuthorityFile, Otlp, WorkerName, Server,
        HeartbeatIntervalMs, AcceptableHeartbeatPauseMs, MaximumFrameBytes,
        RunId, JsonOutput, MarkdownOutput, Quiet,
    ];

    /// <summary>The settings of a section that have an option.</summary>
    public static IEnumerable<Setting> WithOption(string section) =>
        All.Where(setting => setting.Option is not null && setting.Section.Equals(section, StringComparison.Ordinal));

    /// <summary>The settings a JSON file may carry.</summary>
    public static IEnumerable<Setting> In(SettingFile file) => All.Where(setting => setting.File == file);

    private static Setting Database(string key, ValueRule rule, string? value, string purpose, string option, string placeholder) =>
        new($"Database.{key}", rule, value, purpose) { File = SettingFile.Database, Option = option, Placeholder = placeholder };

    private static Setting Actor(string key, ValueRule rule, string? value, string purpose, string? hoconPath = null) =>
        new($"Actor.{key}", rule, value, purpose) { File = SettingFile.Actor, HoconPath = hoconPath };

    private static Setting Cluster(string key, ValueRule rule, string? value, string purpose, string option, string placeholder) =>
        new($"Cluster.{key}", rule, value, purpose) { File = SettingFile.Actor, Option = option, Placeholder = placeholder };

    private static Setting CommandLine(string name, ValueRule rule, string? value, string purpose, string option, string placeholder) =>
        new(name, rule, value, purpose) { Option = option, Placeholder = placeholder };

    private static Dictionary<ProcessRole, string> For(params (ProcessRole Role, string Text)[] texts) =>
        texts.ToDictionary(each => each.Role, each => each.Text);

    private static string Text(IFormattable value) => value.ToString(null, CultureInfo.InvariantCulture);

    private static string Flag(bool value) => value ? "true" : "false";
}
