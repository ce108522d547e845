using AElf.Bench.Akka.Nodes;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Concurrency.Worker;

/// <summary>The program with the actors of a cluster, for any workload.</summary>
public sealed class WorkerProgram(IWorkloadType workload) : ProgramCommandLine
{
    public override ProgramDescription Program { get; } = new()
    {
        Word = workload.Word,
        Program = Programs.Worker,
        Table = [.. workload.Table, .. ProgramSettings.All],
        Purpose = "Joins a manager and executes the work assigned to it.",
        Sections =
        [
            new("Worker", Topic.Process, Topic.Actors), new(
                "Manager", Topic.Cluster, Topic.Security), new("Store: the same as the manager's", Topic.Store),
            new("Output", Topic.Output), new("Configuration", Topic.Configuration),
        ],
        Notes = ProgramCommandLine.SourcesNote,
        ExampleOption = "--actors 4",
        Examples =
        [
            new("join the manager on this machine, over a Redis on this machine", "--database redis"),
            new("a second worker beside it", "--database redis --actor.port 32552"),
            new(
                "eight actors, for a manager elsewhere that requires a secret",
                "--manager host:4053 --secret-file cluster.secret --actors 8 --database redis"),
            new(
                "over this server's own proxy, to a manager with TLS",
                "--ca authority.pem --server rack-2 --name r2-a --database twemproxy --dbport 22122"),
        ],
    };

    /// <summary>Runs the program to its end.</summary>
    /// <param name="ending">Ends the program, as SIGTERM does, if it shares its process with others.</param>
    /// <returns>The exit code.</returns>
    public static int Run(string[] args, IWorkloadType workload, CancellationToken ending = default) =>
        (int)new WorkerProgram(workload).Parse(args, EnvironmentSettings.OfProcess(), AppContext.BaseDirectory)
            .Execute<ProgramOptions>(WorkerSession.RunAsync, ending);

    protected override IEnumerable<ValidationError> Check(ProgramReading reading) =>
    [
        .. StoreRules.Check(reading.Settings, reading.Password),
        .. ClusterRules.Check(reading.Settings, reading.Secret),
        .. NodeFile.Check(reading.HoconFile, reading.Settings.Problems),
        .. ClusterRules.CheckRouter(reading.Settings),
        .. WorkerIdentity.Check(reading.Settings, Environment.MachineName),
    ];

    protected override ProgramOptions Build(ProgramReading reading, ValidationError[] warnings)
    {
        var settings = LoopbackPort.ChooseFor(reading.Settings);
        var identity = WorkerIdentity.From(settings, Environment.MachineName);
        return new ProgramOptions(reading, warnings)
        {
            Workload = workload,
            Hosts = SettingsBinder.Hosts(settings, reading.Secret.Secret, reading.Folder) with
            {
                IsCluster = true,
                Name = identity.Name,
                Server = identity.Server,
            },
        };
    }
}

/// <summary>The name and server that identify a worker.</summary>
internal sealed record WorkerIdentity(string Name, string Server)
{
    /// <summary>
    /// The given names. By default the server is the worker's host, or the machine's name if the host is a loopback or
    /// wildcard address; the name is the server with the port.
    /// </summary>
    /// <remarks>
    /// The name never contains a loopback host: loopback workers of different machines would have the same name, and a
    /// manager would confuse them.
    /// </remarks>
    public static WorkerIdentity From(ResolvedSettings settings, string machine)
    {
        var host = settings.Get(ClusterSettings.HostName);
        var named = ClusterSettings.Server.Rule.Normalise(machine) ?? host;
        var server = settings.Get(ClusterSettings.Server)
            ?? (ConfigurationReader.IsLoopback(host) || HostRule.IsWildcard(host) ? named : host);
        var address = new Endpoint(server, settings.Get(ClusterSettings.ActorPort));
        return new WorkerIdentity(settings.Get(ClusterSettings.WorkerName) ?? address.ToString(), server);
    }

    /// <summary>Checks the default names by the rules of their settings.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings, string machine)
    {
        var identity = From(settings, machine);
        (Setting, string)[] shown =
            [(ClusterSettings.WorkerName, identity.Name), (ClusterSettings.Server, identity.Server)];
        foreach (var (setting, name) in shown)
        {
            if (setting.Rule.Normalise(name) is null && !settings.IsRejected(setting))
            {
                yield return ValidationError.Invalid(
                    setting.Option!, $"{Quoted.Text(name)} (the default)", setting.Rule.Expected);
            }
        }
    }
}
