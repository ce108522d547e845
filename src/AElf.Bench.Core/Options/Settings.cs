using System.Globalization;

namespace AElf.Bench.Core.Options;

/// <summary>The settings every workload has; a program's table is these and its workload's.</summary>
public static class Settings
{
    private const string InCluster =
        "the store: redis, ssdb or twemproxy (no default: other processes cannot reach inmemory)";

    private static readonly StoreOptions StoreDefaults = new();
    private static readonly ActorOptions ActorDefaults = new();
    private static readonly ActorSystemOptions HostDefaults = new();
    private static readonly List<Setting> Rows = [];

    /// <summary>The seed of everything drawn.</summary>
    public static readonly Setting Seed = Add(
        Workload(
            "Seed",
            new WholeNumberRule(0, ulong.MaxValue),
            "1",
            "seed of everything random",
            "--seed N") with
        { Submission = Submission.Always });

    /// <summary>What to do.</summary>
    public static readonly Setting Kind = Add(
        Workload(
            "Benchmark",
            new ChoiceRule(["evenGroup", "genAccount"]),
            "evenGroup",
            "evenGroup measures; genAccount only prepares accounts",
            "-f, --SupportedBenchmark NAME") with
        { Programs = Programs.Benchmark });

    /// <summary>Accounts prepared before.</summary>
    public static readonly Setting Prepared = Add(
        Workload(
            "Prepared",
            new RunIdRule(),
            null,
            "use the accounts that genAccount prepared under this run id",
            "--prepared HEX8") with
        { Programs = Programs.Benchmark, Submission = Submission.Always });

    /// <summary>Actors in this process.</summary>
    public static readonly Setting WorkerCount = Add(
        Actors(
            "WorkerCount",
            new WholeNumberRule(1, 1024),
            Text(ActorDefaults.Actors),
            "actors in this process",
            "--actors N") with
        {
            Programs = Programs.Runs | Programs.Worker,
            HoconPath = "akka.actor.deployment./router.nr-of-instances",
            ScenarioKey = "actors",
            Variants = For((Programs.Scenario, new(Purpose: "actors in each process"))),
        });

    /// <summary>Jobs in flight inside one actor.</summary>
    public static readonly Setting Lanes = Add(
        Actors(
            "Lanes",
            new WholeNumberRule(1, 4096),
            Text(ActorDefaults.Lanes),
            "jobs in flight inside one actor",
            "--lanes N") with
        {
            Programs = Programs.Runs | Programs.Worker,
            Submission = Submission.Always,
            ScenarioKey = "lanes",
            Variants = For((
                Programs.Worker,
                new("65536", "most jobs in flight inside one actor; a run may ask for fewer (default: no limit)"))),
        });

    /// <summary>Threads with a connection each that serve the actors of a process.</summary>
    public static readonly Setting Dispatchers = Add(
        Actors(
            "Dispatchers",
            new DispatchersRule(),
            DispatchersRule.Auto,
            "threads of a process, with a connection each, that serve its actors; auto for as many as pay",
            "--dispatchers N|per-actor|auto") with
        {
            Programs = Programs.Runs,
            Submission = Submission.Always,
            ScenarioKey = "dispatchers",
        });

    /// <summary>Whether all routings are compared.</summary>
    public static readonly Setting RoutingComparison = Add(new(
        "Actor.RoutingComparison", Topic.Actors, SettingRules.Flag, "false", "compare all routings: --routing all"));

    /// <summary>How jobs find their actor.</summary>
    public static readonly Setting Routing = Add(
        Actors(
            "Routing",
            SettingRules.Routing,
            "pull",
            $"how jobs find their actor: {string.Join(", ", SettingRules.Routings)}; "
                + "all compares them, on even and on skewed groups",
            "--routing NAME") with
        {
            OptionExpects = $"{SettingRules.Routing.Expected}, or all to compare them",
            Implies = new("all", RoutingComparison, "true"),
            HoconPath = "akka.actor.deployment./router.router",
            Programs = Programs.Runs | Programs.Worker,
            Submission = Submission.Always,
            Variants = For((Programs.Worker, new(Purpose: "with --router akka, which router finds a job's actor"))),
        });

    /// <summary>Most jobs a round is merged into.</summary>
    public static readonly Setting ConcurrencyLevel = Add(
        Actors(
            "ConcurrencyLevel",
            new WholeNumberRule(0, 4_194_304),
            Text(ActorDefaults.ConcurrencyLevel),
            "most jobs of a round; 0 for actors x lanes",
            "--conlevel N") with
        { Submission = Submission.Always });

    /// <summary>Most jobs waiting in one mailbox.</summary>
    public static readonly Setting MailboxCapacity = Add(
        Hocon(
            "Actor.MailboxCapacity",
            new WholeNumberRule(1, 100_000_000),
            Text(ActorDefaults.MailboxCapacity),
            "most jobs waiting in one mailbox",
            "akka.actor.default-mailbox.mailbox-capacity") with
        { Submission = Submission.Always });

    /// <summary>Points each actor has on the hash ring.</summary>
    public static readonly Setting VirtualNodes = Add(
        Hocon(
            "Actor.VirtualNodes",
            new WholeNumberRule(1, 4096),
            Text(ActorDefaults.VirtualNodes),
            "points of an actor on the hash ring",
            "akka.actor.deployment./router.virtual-nodes-factor") with
        { Submission = Submission.Always });

    /// <summary>The kind of store.</summary>
    public static readonly Setting Type = Add(
        Store("Type", new ChoiceRule(SettingRules.StoreTypes), "inmemory", "the store", "--database NAME") with
        {
            Submission = Submission.WithStore,
            Variants = For((Programs.Manager, new(Purpose: InCluster)), (Programs.Worker, new(Purpose: InCluster))),
        });

    /// <summary>The store's host.</summary>
    public static readonly Setting Host = Add(
        Store(
            "Host",
            SettingRules.Host,
            StoreDefaults.Address.Host,
            "host of the store or of the proxy",
            "--dbhost HOST") with
        { Submission = Submission.WithStore });

    /// <summary>The store's port.</summary>
    public static readonly Setting Port = Add(
        Store(
            "Port",
            SettingRules.Port,
            Text(StoreDefaults.Address.Port),
            "port of the store or of the proxy",
            "--dbport PORT") with
        { Submission = Submission.WithStore });

    /// <summary>The servers behind Twemproxy.</summary>
    public static readonly Setting Shards = Add(Store(
        "Shards",
        new AddressListRule(JsonForm.TextList),
        null,
        "the Redis servers behind twemproxy, whose counters are reconciled",
        "--shards HOST:PORT,HOST:PORT"));

    /// <summary>Further addresses of the same store.</summary>
    public static readonly Setting Proxies = Add(
        Store(
            "Proxies",
            new AddressListRule(JsonForm.TextList),
            null,
            "further addresses of the same store, such as proxies, which workers may use",
            "--proxies HOST:PORT,HOST:PORT") with
        { Programs = Programs.Manager });

    /// <summary>The driver.</summary>
    public static readonly Setting Client = Add(
        Store("Client", new ChoiceRule(SettingRules.Clients), "pipelined", "the client library", "--client NAME") with
        { Programs = Programs.All | Programs.Scenario | Programs.GiveUp });

    /// <summary>The user to log in as.</summary>
    public static readonly Setting User = Add(Store(
        "User",
        new PlainTextRule("a user name without control characters"),
        null,
        "user to log in as; needs a password",
        "--user NAME"));

    /// <summary>The file whose first line is the password.</summary>
    public static readonly Setting PasswordFile = Add(Store(
        "PasswordFile",
        SettingRules.Path,
        null,
        "file with the password in its first line; mode 0600",
        "--password-file FILE"));

    /// <summary>The store's password.</summary>
    public static readonly Setting Password = Add(new(
        "Database.Password",
        Topic.Store,
        SettingRules.Secret,
        null,
        "the password itself; there is no option for it")
    { SecretFile = PasswordFile });

    /// <summary>Whether the connection is TLS.</summary>
    public static readonly Setting Tls = Add(Store("Tls", SettingRules.Flag, "false", "use TLS; redis only", "--tls"));

    /// <summary>The authority that signed the server's certificate.</summary>
    public static readonly Setting TlsAuthorityFile = Add(Store(
        "TlsAuthorityFile",
        SettingRules.Path,
        null,
        "PEM file with the authority to trust instead of the system's",
        "--tls-ca FILE"));

    /// <summary>How long a store operation may stay unanswered.</summary>
    public static readonly Setting TimeoutMs = Add(
        Store(
            "TimeoutMs",
            new WholeNumberRule(1, 600_000),
            Text(StoreDefaults.Timeout.TotalMilliseconds),
            "time-out of a store operation, ms",
            "--timeout MS") with
        { Programs = Programs.All | Programs.Scenario | Programs.GiveUp });

    /// <summary>How long actors try to get a lost store back.</summary>
    public static readonly Setting ReconnectSeconds = Add(
        Store(
            "ReconnectSeconds",
            new WholeNumberRule(0, 3600),
            Text(StoreDefaults.ReconnectDeadline.TotalSeconds),
            "how long to try to reconnect to a lost store, s",
            "--reconnect SECONDS") with
        { Programs = Programs.All | Programs.Scenario | Programs.GiveUp });

    /// <summary>The round trip added between actors and store.</summary>
    public static readonly Setting Latency = Add(
        Store(
            "Latency",
            SettingRules.RoundTrip,
            null,
            "round-trip time added between actors and store; not in memory (default none)",
            "--latency TIME") with
        { Programs = Programs.Runs, Submission = Submission.Always, ScenarioKey = "latency" });

    /// <summary>Whether workers are processes that join a manager.</summary>
    public static readonly Setting IsCluster = Add(Process(
        "IsCluster",
        SettingRules.Flag,
        Flag(HostDefaults.IsCluster),
        "submit runs to the manager of Seeds, as --manager does"));

    /// <summary>Where the actors of a scenario are.</summary>
    public static readonly Setting Engine = Add(
        Process(
            "Engine",
            new ChoiceRule(SettingRules.Engines),
            "akka",
            "where the actors are: akka for processes of their own, in a cluster on Akka.NET, or local for all in the "
                + "benchmark's process; all compares the two in turns, as sweep does",
            "--engine NAME") with
        { Topic = Topic.Actors, Programs = Programs.Scenario, ScenarioKey = "engine" });

    /// <summary>Whose routers are used in a worker.</summary>
    public static readonly Setting Router = Add(
        Process(
            "Router",
            new ChoiceRule(SettingRules.Routers),
            "scheduler",
            "who finds the actor for a job inside a worker: the scheduler, or akka's own router",
            "--router NAME") with
        { Topic = Topic.Actors, Programs = Programs.Scenario | Programs.Worker, ScenarioKey = "router" });

    /// <summary>The port of a manager's pages.</summary>
    public static readonly Setting HttpPort = Add(
        Process(
            "HttpPort",
            SettingRules.Port,
            null,
            "port for HTTP: runs that are submitted, and the pages (default: Port + 1000)",
            "--http-port PORT") with
        { Programs = Programs.Manager });

    /// <summary>Where this process listens.</summary>
    public static readonly Setting HostName = Add(
        Process(
            "HostName",
            SettingRules.Host,
            HostDefaults.Address.Host,
            "address this process listens on",
            "--actor.host HOST") with
        { HoconPath = "akka.remote.dot-netty.tcp.hostname" });

    /// <summary>The port this process listens on.</summary>
    public static readonly Setting ActorPort = Add(
        Process(
            "Port",
            SettingRules.ListenPort,
            Text(HostDefaults.Address.Port),
            "port this process listens on, 0 for any that is free",
            "--actor.port PORT") with
        {
            HoconPath = "akka.remote.dot-netty.tcp.port",
            Variants = For((Programs.Manager, new("4053")), (Programs.Worker, new("32551"))),
        });

    /// <summary>Whether other machines may reach this process.</summary>
    public static readonly Setting AllowPublicAddress = Add(
        Process(
            "AllowPublicAddress",
            SettingRules.Flag,
            Flag(HostDefaults.AllowPublicAddress),
            "allow a HostName that other machines can reach; needs a secret too") with
        { HoconPath = "aelf.allow-public-address" });

    /// <summary>The names this process is called by.</summary>
    public static readonly Setting AllowedHosts = Add(Process(
        "AllowedHosts",
        new HostListRule(),
        null,
        "names it is called by, as in http://NAME:PORT, besides localhost and the addresses it listens on; "
            + "*.NAME and * are patterns",
        "--allowed-hosts NAME,NAME"));

    /// <summary>A worker's name.</summary>
    public static readonly Setting WorkerName = Add(
        Cluster(
            "Name",
            new LabelRule(),
            null,
            "unique name of the worker (default: SERVER:PORT, with the port it listens on)",
            "--name NAME") with
        { Topic = Topic.Process, Programs = Programs.Worker });

    /// <summary>The server a worker is on.</summary>
    public static readonly Setting Server = Add(
        Cluster(
            "Server",
            new LabelRule(),
            null,
            "the server the worker is on (default: its host, or on loopback the machine's name)",
            "--server NAME") with
        { Topic = Topic.Process, Programs = Programs.Worker });

    /// <summary>The folder of the manager's logs.</summary>
    public static readonly Setting StateFolder = Add(
        Cluster(
            "StateFolder",
            SettingRules.Path,
            null,
            "folder of the manager's logs (default: aelf/state in the user's data folder)",
            "--state DIR") with
        { Topic = Topic.Process, Programs = Programs.Manager });

    /// <summary>Where metrics are sent.</summary>
    public static readonly Setting Otlp = Add(
        Cluster("Otlp", new WebAddressRule(), null, "send metrics to this OpenTelemetry collector", "--otlp URL") with
        { Topic = Topic.Process, Programs = Programs.Manager });

    /// <summary>The managers a worker joins.</summary>
    public static readonly Setting Seeds = Add(
        Process(
            "Seeds",
            new ManagerListRule(),
            null,
            "the manager the runs are submitted to, as workers join it, or http://HOST:PORT as it is",
            "--manager HOST:PORT") with
        {
            Topic = Topic.Cluster,
            Programs = Programs.Benchmark | Programs.Worker | Programs.Top | Programs.GiveUp,
            Implies = new(null, IsCluster, "true"),
            Variants = For(
                (
                    Programs.Worker,
                    new(Purpose: "the manager to join; of several, with commas between, the first that answers")),
                (Programs.Top, new(Purpose: "the manager to watch"))),
        });

    /// <summary>Workers a run waits for.</summary>
    public static readonly Setting Workers = Add(
        Cluster(
            "Workers",
            new WholeNumberRule(1, 10_000),
            null,
            "workers to wait for before a run begins (default: what the manager was told)",
            "--workers N") with
        {
            Programs = Programs.Benchmark | Programs.Manager,
            Submission = Submission.Always,
            Variants = For((Programs.Manager, new("1", "workers to wait for before a run begins"))),
        });

    /// <summary>The file with the secret all processes of a cluster share.</summary>
    public static readonly Setting SecretFile = Add(
        Cluster(
            "SecretFile",
            SettingRules.Path,
            null,
            "file with the secret that all processes of the cluster share; mode 0600",
            "--secret-file FILE") with
        { Topic = Topic.Security, Programs = Programs.All | Programs.Scenario | Programs.GiveUp });

    /// <summary>The secret all processes of a cluster share.</summary>
    public static readonly Setting Secret = Add(new(
        "Cluster.Secret",
        Topic.Security,
        SettingRules.Secret,
        null,
        "the secret itself; there is no option for it")
    { SecretFile = SecretFile });

    /// <summary>Time between two heartbeats.</summary>
    public static readonly Setting HeartbeatIntervalMs = Add(Hocon(
        "Cluster.HeartbeatIntervalMs",
        SettingRules.Duration,
        Text(HostDefaults.HeartbeatInterval.TotalMilliseconds),
        "time between two heartbeats, ms",
        "akka.cluster.failure-detector.heartbeat-interval"));

    /// <summary>Silence after which a peer is held for dead.</summary>
    public static readonly Setting AcceptableHeartbeatPauseMs = Add(Hocon(
        "Cluster.AcceptableHeartbeatPauseMs",
        SettingRules.Duration,
        Text(HostDefaults.AcceptableHeartbeatPause.TotalMilliseconds),
        "silence after which a peer counts as dead, ms; longer than the heartbeat interval",
        "akka.cluster.failure-detector.acceptable-heartbeat-pause"));

    /// <summary>Most bytes of one message between processes.</summary>
    public static readonly Setting MaximumFrameBytes = Add(Hocon(
        "Cluster.MaximumFrameBytes",
        SettingRules.Size,
        Text(HostDefaults.MaximumFrameBytes),
        "most bytes of one message",
        "akka.remote.dot-netty.tcp.maximum-frame-size"));

    /// <summary>The HOCON file of a process without a cluster.</summary>
    public static readonly Setting SingleHoconFile = Add(Process(
        "SingleHoconFile", SettingRules.Path, "single.hocon", "HOCON file of the benchmark without a cluster"));

    /// <summary>The HOCON file of the benchmark in a cluster.</summary>
    public static readonly Setting MasterHoconFile = Add(Process(
        "MasterHoconFile", SettingRules.Path, "master.hocon", "HOCON file of the benchmark in a cluster"));

    /// <summary>The HOCON file of a worker.</summary>
    public static readonly Setting WorkerHoconFile = Add(Process(
        "WorkerHoconFile", SettingRules.Path, "worker.hocon", "HOCON file of a worker"));

    /// <summary>The HOCON file of the manager.</summary>
    public static readonly Setting ManagerHoconFile = Add(Process(
        "ManagerHoconFile", SettingRules.Path, "manager.hocon", "HOCON file of the manager"));

    /// <summary>Kept for published files; it changes nothing.</summary>
    public static readonly Setting Benchmark = Add(Process(
        "Benchmark", SettingRules.Flag, "true", "has no effect; accepted because published files have it"));

    /// <summary>The run's id.</summary>
    public static readonly Setting RunId = Add(Output(
        "Output.RunId",
        new RunIdRule(),
        null,
        "id of the run, the prefix of its keys (default: random)",
        "--run-id HEX8"));

    /// <summary>Where the JSON report goes.</summary>
    public static readonly Setting JsonOutput = Add(
        Output("Output.Json", SettingRules.OutputFile, null, "write the reports as JSON", "--json FILE"));

    /// <summary>Where the Markdown report goes.</summary>
    public static readonly Setting MarkdownOutput = Add(Output(
        "Output.Markdown", SettingRules.OutputFile, null, "write the reports as Markdown", "--markdown FILE"));

    /// <summary>Whether progress is left out.</summary>
    public static readonly Setting Quiet = Add(
        Output("Output.Quiet", SettingRules.Flag, "false", "no progress, only results and problems", "--quiet") with
        { Programs = Programs.All | Programs.Scenario | Programs.GiveUp });

    /// <summary>Whether <c>top</c> shows one picture and ends.</summary>
    public static readonly Setting Once = Add(
        Output(
            "Output.Once",
            SettingRules.Flag,
            "false",
            "show the cluster once, then end",
            "--once") with
        { Programs = Programs.Top });

    /// <summary>The configuration folder.</summary>
    public static readonly Setting Folder = Add(
        Output(
            "Configuration.Folder",
            new ExistingFolderRule(),
            null,
            "the folder of database.json, actor.json and the .hocon files",
            "--config DIR") with
        { Topic = Topic.Configuration, Programs = Programs.All | Programs.Scenario | Programs.GiveUp });

    /// <summary>All of them, in the order of <c>--help</c>.</summary>
    public static IReadOnlyList<Setting> All { get; } =
    [
        .. Rows, .. TlsSettings.All, .. MeasureSettings.All, .. ReportSettings.All, .. ExportSettings.All,
        .. HistorySettings.All,
    ];

    private static Setting Add(Setting row)
    {
        Rows.Add(row);
        return row;
    }

    private static Setting Workload(string key, ValueRule rule, string? value, string purpose, string syntax) =>
        new($"Workload.{key}", Topic.Workload, rule, value, purpose) { Syntax = syntax, Programs = Programs.Runs };

    private static Setting Store(string key, ValueRule rule, string? value, string purpose, string syntax) =>
        new(
            $"Database.{key}",
            Topic.Store,
            rule,
            value,
            purpose)
        { File = SettingFile.Database, Syntax = syntax, Programs = Programs.All };

    private static Setting Actors(string key, ValueRule rule, string? value, string purpose, string syntax) =>
        new(
            $"Actor.{key}",
            Topic.Actors,
            rule,
            value,
            purpose)
        { File = SettingFile.Actor, Syntax = syntax, Programs = Programs.Runs };

    private static Setting Process(string key, ValueRule rule, string? value, string purpose, string? syntax = null) =>
        new(
            $"Actor.{key}",
            Topic.Process,
            rule,
            value,
            purpose)
        { File = SettingFile.Actor, Syntax = syntax, Programs = Programs.Cluster };

    private static Setting Cluster(string key, ValueRule rule, string? value, string purpose, string syntax) =>
        new($"Cluster.{key}", Topic.Cluster, rule, value, purpose) { File = SettingFile.Actor, Syntax = syntax };

    private static Setting Hocon(string name, ValueRule rule, string? value, string purpose, string path) =>
        new(name, Topic.Process, rule, value, purpose) { HoconPath = path };

    private static Setting Output(string name, ValueRule rule, string? value, string purpose, string syntax) =>
        new(name, Topic.Output, rule, value, purpose) { Syntax = syntax, Programs = Programs.Runs };

    private static Dictionary<Programs, SettingVariant> For(params (Programs, SettingVariant)[] variants) =>
        variants.ToDictionary();

    private static string Text(IFormattable value) => value.ToString(null, CultureInfo.InvariantCulture);

    private static string Flag(bool value) => value ? "true" : "false";
}
