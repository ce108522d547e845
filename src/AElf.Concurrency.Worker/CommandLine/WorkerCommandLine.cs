using System.Reflection;
using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;

namespace AElf.Concurrency.Worker.CommandLine;

/// <summary>From arguments, environment and files to checked options; starts and writes nothing.</summary>
internal static class WorkerCommandLine
{
    /// <summary>What the program takes and says of itself.</summary>
    public static ProgramDescription Program { get; } = new()
    {
        Assembly = Assembly.GetExecutingAssembly(),
        Role = ProcessRole.Worker,
        Purpose = "Joins a manager and does what it is granted with its actors.",
        Sections =
        [
            new(
                "The worker",
                [
                    Settings.HostName, Settings.ActorPort, Settings.AllowedHosts, Settings.WorkerCount, Settings.Lanes,
                    Settings.WorkerName, Settings.Server,
                ]),
            new("The manager", [Settings.Seeds, Settings.SecretFile, Settings.AuthorityFile]),
            new("The store, the manager's", [.. Settings.WithOption("Database").Except([Settings.Proxies, Settings.Latency])]),
            new("Messages", [Settings.Quiet]),
        ],
        ExampleOption = "--actors 4",
        Examples =
        [
            new("joins the manager of this machine, over a Redis of this machine", "--database redis"),
            new("a second worker beside it", "--database redis --actor.port 32552"),
            new("eight actors, for a manager elsewhere that wants a secret", "--manager host:4053 --secret-file cluster.secret --actors 8 --database redis"),
            new("over this server's own proxy, to a manager with TLS", "--ca authority.pem --server rack-2 --name r2-a --database twemproxy --dbport 22122"),
        ],
    };

    /// <summary>Reads everything; <paramref name="programDirectory"/> is where the shipped <c>config</c> folder lies.</summary>
    public static ParseOutcome Parse(string[] args, IReadOnlyDictionary<string, string> environment, string programDirectory) =>
        Parse(args, environment, programDirectory, ConfigurationFolder.UserData);

    /// <summary>The same with another folder for the user's data.</summary>
    internal static ParseOutcome Parse(string[] args, IReadOnlyDictionary<string, string> environment, string programDirectory, string userData) =>
        ProgramCommandLine.Parse<WorkerArguments>(Program, args, environment, programDirectory, userData, Check, Build);

    private static IEnumerable<ValidationError> Check(ProgramReading reading) =>
    [
        .. StoreRules.Check(reading.Settings, reading.Password), .. ClusterRules.Check(reading.Settings, reading.Secret),
        .. WorkerIdentity.Check(reading.Settings, Environment.MachineName),
    ];

    private static WorkerProgramOptions Build(ProgramReading reading, ValidationError[] warnings)
    {
        var settings = reading.Settings;
        var identity = WorkerIdentity.From(settings, Environment.MachineName);
        return new WorkerProgramOptions
        {
            Store = SettingOptions.Store(settings, reading.Password.Secret),
            Hosts = SettingOptions.Hosts(settings, reading.Secret.Secret) with { IsCluster = true, Name = identity.Name, Server = identity.Server },
            Actors = SettingOptions.Int(settings, Settings.WorkerCount),
            Lanes = SettingOptions.Int(settings, Settings.Lanes),
            Quiet = SettingOptions.Flag(settings, Settings.Quiet),
            ConfigurationFolder = reading.Folder,
            Effective = reading.Effective,
            Warnings = warnings,
        };
    }
}
