using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Hosts;

/// <summary>The settings of a manager, of a worker, and of a process that submits runs to a manager.</summary>
public static class ClusterSettings
{
    private static readonly ActorSystemOptions Defaults = new();

    private static readonly SettingGroup Process =
        new("Actor", Topic.Process, Programs.Cluster) { File = SettingFile.Actor };

    private static readonly SettingGroup OfWorker = Process with { Section = "Cluster", Programs = Programs.Worker };

    private static readonly SettingGroup OfRun = Process with
    { Section = "Cluster", Topic = Topic.Cluster, Programs = Programs.Benchmark, Submission = Submission.Always };

    private static readonly SettingGroup OfHocon = Process with
    { Section = "Cluster", Programs = Programs.None, File = SettingFile.None };

    public static readonly Setting<RouterOwner> Router = new(
        Process, "Router", ChoiceRule.Of<RouterOwner>(), Defaults.Router,
        "the router that chooses the actor for a job: scheduler, or akka for a router of Akka", "--router NAME")
    { Topic = Topic.Actors, Programs = Programs.Scenario | Programs.Worker, ScenarioKey = "router" };

    public static readonly Setting<int?> HttpPort = new(
        Process, "HttpPort", SettingRules.Port, null,
        "port for /metrics of the runs, during the measurement (default none)", "--http-port PORT")
    {
        Programs = Programs.Runs | Programs.Manager,
        Purposes = [(Programs.Manager, "HTTP port for submitted runs and for the pages (default Port + 1000)")],
    };

    public static readonly Setting<string> HostName = new(
        Process, "HostName", SettingRules.Host, Defaults.Address.Host,
        "address this process listens on", "--actor.host HOST");

    public static readonly Setting<int> ActorPort = new(
        Process, "Port", SettingRules.ListenPort, Defaults.Address.Port,
        "port this process listens on; 0 for any free port", "--actor.port PORT")
    { Defaults = [(Programs.Manager, 4053), (Programs.Worker, 32551)] };

    public static readonly Setting<bool> AllowPublicAddress = new(
        Process, "AllowPublicAddress", SettingRules.Flag, Defaults.AllowPublicAddress,
        "allow a HostName that other machines can reach; needs a secret too");

    public static readonly Setting<IReadOnlyList<string>?> AllowedHosts = new(
        Process, "AllowedHosts", SettingRules.Hosts, null,
        "further host names that clients use in URLs, besides localhost and its addresses; *.NAME and * match",
        "--allowed-hosts NAME,NAME");

    public static readonly Setting<string?> WorkerName = new(
        OfWorker, "Name", SettingRules.Label, null,
        "unique name of the worker (default SERVER:PORT, with the port it listens on)", "--name NAME");

    public static readonly Setting<string?> Server = new(
        OfWorker, "Server", SettingRules.Label, null,
        "name of the worker's server (default its host, or on loopback the machine's name)", "--server NAME");

    public static readonly Setting<string?> StateFolder = new(
        OfWorker, "StateFolder", SettingRules.Path, null,
        "folder of the manager's logs (default aelf/state in the user's data folder)", "--state DIR")
    { Programs = Programs.Manager };

    public static readonly Setting<Uri?> Otlp = new(
        OfWorker, "Otlp", SettingRules.WebAddress, null, "send metrics to this OpenTelemetry collector", "--otlp URL")
    { Programs = Programs.Runs | Programs.Manager };

    public static readonly Setting<ManagerPlaces?> Seeds = new(
        Process, "Seeds", ManagerPlaces.Rule, null,
        "the manager of the runs: the address that workers join, or http://HOST:PORT",
        "--manager HOST:PORT")
    {
        Topic = Topic.Cluster,
        Programs = Programs.Benchmark | Programs.Worker | Programs.Top | Programs.Cancel,
        Implies = new(null, CommonSettings.IsCluster),
        Purposes =
        [
            (Programs.Worker, "the manager to join; of several, separated by commas, the first that answers"),
            (Programs.Top, "the manager to watch"),
        ],
    };

    /// <summary>A run waits until its workers have joined.</summary>
    public static readonly Setting<WorkerCount?> Workers = new(
        OfRun, "Workers", WorkerCount.Rule, null,
        "number of workers for the run, spread over the servers; N+ for N or more (default that of the manager)",
        "--workers N|N+")
    {
        Programs = Programs.Benchmark | Programs.Manager,
        Defaults = [(Programs.Manager, new WorkerCount(1, OrMore: true))],
        Purposes = [(Programs.Manager, "number of workers for a run that does not set it; N+ for N or more")],
    };

    public static readonly Setting<int?> ServersOfRun = new(
        OfRun, "Servers", new WholeNumberRule(1, 10_000), null,
        "number of servers whose workers take part (default all)", "--servers N");

    public static readonly Setting<int?> ProcessesOfRun = new(
        OfRun, "Processes", new WholeNumberRule(1, 10_000), null,
        "workers of each server that take part (default all)", "--processes N");

    public static readonly Setting<string?> SecretFile = new(
        OfWorker, "SecretFile", SettingRules.Path, null,
        "file with the secret that all processes of the cluster share; mode 0600", "--secret-file FILE")
    { Topic = Topic.Security, Programs = Programs.Connecting };

    public static readonly Setting<string?> Secret = new(
        OfHocon with { Topic = Topic.Security }, "Secret", SettingRules.Secret, null,
        "the secret itself; only as an environment variable")
    { SecretFile = SecretFile };

    public static readonly Setting<TimeSpan> HeartbeatInterval = new(
        OfHocon, "HeartbeatIntervalMs", SettingRules.Duration, Defaults.HeartbeatInterval,
        "time between two heartbeats, ms")
    { Property = nameof(ActorSystemOptions.HeartbeatInterval) };

    public static readonly Setting<TimeSpan> AcceptableHeartbeatPause = new(
        OfHocon, "AcceptableHeartbeatPauseMs", SettingRules.Duration, Defaults.AcceptableHeartbeatPause,
        "silence after which a peer is dead, ms; must exceed the heartbeat interval")
    { Property = nameof(ActorSystemOptions.AcceptableHeartbeatPause) };

    public static readonly Setting<int> MaximumFrameBytes = new(
        OfHocon, "MaximumFrameBytes", SettingRules.Size, Defaults.MaximumFrameBytes,
        "maximum bytes of one message");

    public static readonly Setting<string> SingleHoconFile = new(
        Process, "SingleHoconFile", SettingRules.Path, "single.hocon", "HOCON file of the benchmark without a cluster");

    public static readonly Setting<string> MasterHoconFile = new(
        Process, "MasterHoconFile", SettingRules.Path, "master.hocon", "HOCON file of the benchmark in a cluster");

    public static readonly Setting<string> WorkerHoconFile = new(
        Process, "WorkerHoconFile", SettingRules.Path, "worker.hocon", "HOCON file of a worker");

    public static readonly Setting<string> ManagerHoconFile = new(
        Process, "ManagerHoconFile", SettingRules.Path, "manager.hocon", "HOCON file of the manager");

    public static readonly Setting<bool> Benchmark = new(
        Process, "Benchmark", SettingRules.Flag, true, "ignored; accepted because published files have it");

    public static IReadOnlyList<Setting> All => Process.All;
}
