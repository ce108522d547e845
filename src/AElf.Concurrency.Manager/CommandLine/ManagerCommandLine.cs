using System.Reflection;
using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;

namespace AElf.Concurrency.Manager.CommandLine;

/// <summary>From arguments, environment and files to checked options; starts and writes nothing.</summary>
internal static class ManagerCommandLine
{
    /// <summary>What the program takes and says of itself.</summary>
    public static ProgramDescription Program { get; } = new()
    {
        Assembly = Assembly.GetExecutingAssembly(),
        Role = ProcessRole.Manager,
        Purpose = "Keeps the workers of a cluster and hands them the runs of benchmarks, each group to one worker at a time.",
        Sections =
        [
            new("The manager", [Settings.HostName, Settings.ActorPort, Settings.Workers, Settings.StateFolder, Settings.Otlp]),
            new(
                "Who may talk to it",
                [Settings.AllowedHosts, Settings.SecretFile, Settings.CertificateFile, Settings.KeyFile]),
            new("The store, which the workers reach too", [.. Settings.WithOption("Database").Except([Settings.Latency])]),
            new("Messages", [Settings.Quiet]),
        ],
        ExampleOption = "--database redis",
        Examples =
        [
            new("for workers of this machine, over a Redis of this machine", "--database redis"),
            new("a run waits for four workers", "--database redis --dbport 7000 --workers 4 --state logs"),
            new("two shards, and a proxy for each of two servers", "--database twemproxy --dbport 22121 --proxies h2:22122 --shards h1:6380,h2:6380"),
            new("over TLS, for who knows the secret", "--database redis --secret-file cluster.secret --cert manager.pem --key manager.key"),
            new("with metrics for an OpenTelemetry collector", "--database redis --otlp http://127.0.0.1:4318"),
        ],
    };

    /// <summary>Reads everything; <paramref name="programDirectory"/> is where the shipped <c>config</c> folder lies.</summary>
    public static ParseOutcome Parse(string[] args, IReadOnlyDictionary<string, string> environment, string programDirectory) =>
        Parse(args, environment, programDirectory, ConfigurationFolder.UserData);

    /// <summary>The same with another folder for the user's data.</summary>
    internal static ParseOutcome Parse(string[] args, IReadOnlyDictionary<string, string> environment, string programDirectory, string userData) =>
        ProgramCommandLine.Parse<ManagerArguments>(Program, args, environment, programDirectory, userData, Check, Build);

    private static IEnumerable<ValidationError> Check(ProgramReading reading) =>
    [
        .. StoreRules.Check(reading.Settings, reading.Password), .. ClusterRules.Check(reading.Settings, reading.Secret),
        .. StateFolder.Check(reading.Settings, reading.UserData),
    ];

    private static ManagerProgramOptions Build(ProgramReading reading, ValidationError[] warnings)
    {
        var settings = reading.Settings;
        return new ManagerProgramOptions
        {
            Store = SettingOptions.Store(settings, reading.Password.Secret),
            Hosts = SettingOptions.Hosts(settings, reading.Secret.Secret) with { IsCluster = true },
            Workers = SettingOptions.Int(settings, Settings.Workers),
            StateFolder = StateFolder.Find(settings, reading.UserData),
            Otlp = settings[Settings.Otlp] is { } address ? new Uri(address) : null,
            Quiet = SettingOptions.Flag(settings, Settings.Quiet),
            ConfigurationFolder = reading.Folder,
            Effective = reading.Effective,
            Warnings = warnings,
        };
    }
}
