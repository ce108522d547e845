using System.Reflection;
using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Benchmark.Top;

namespace AElf.Benchmark.CommandLine;

/// <summary>From arguments, environment and files to checked options; starts and writes nothing.</summary>
internal static class BenchmarkCommandLine
{
    private static readonly Setting[] InCluster = [Settings.Seeds, Settings.Workers, Settings.SecretFile, Settings.AuthorityFile];
    private static readonly Setting[] OfOthers = [.. InCluster, Settings.HostName, Settings.ActorPort, Settings.Proxies];

    /// <summary>What the program takes and says of itself.</summary>
    public static ProgramDescription Program { get; } = new()
    {
        Assembly = Assembly.GetExecutingAssembly(),
        Role = ProcessRole.Benchmark,
        Purpose = "Measures contract transfers per second over a store, and proves each was applied once.",
        Sections =
        [
            new("What is offered", OptionsOf("Workload")), new("How it is measured", OptionsOf("Measure")), new("Actors", OptionsOf("Actor")), new("The store", OptionsOf("Database")),
            new("In a cluster, where store and actors are those of the manager and its workers", InCluster), new("Results", OptionsOf("Output")),
        ],
        ExampleOption = "-n 2400",
        BareValues = new Dictionary<string, string>(StringComparer.Ordinal) { ["evenGroup"] = "-f", ["genAccount"] = "-f" },
        Verbs =
        [
            new(ScenarioCommandLine.Verb, "NAME [options]", "starts stores and processes too"),
            new(TopCommand.Verb, "--manager HOST:PORT [--once]", "shows a manager's cluster live"),
        ],
        Examples =
        [
            new("the defaults: 2400 transfers in 1 to 8 groups, in memory", ""),
            new("8000 transfers in 80 groups, five rounds, on a Redis", "-n 8000 --grouprange 80 80 --repeattime 5 --database redis"),
            new(
                "eight actors, each waiting for every answer, as in the published tables",
                "-n 240000 --grouprange 1000 1000 --repeattime 5 --actors 8 --lanes 1 --database redis"),
            new("the same over a wire with a round trip of 1 ms more", "-n 8000 --grouprange 80 80 --actors 8 --lanes 1 --database redis --latency 1ms"),
            new("through Twemproxy, counters of both shards reconciled", "--database twemproxy --dbport 22121 --shards 127.0.0.1:6380,127.0.0.1:6381"),
            new("a Redis with user, password and TLS", "--database redis --dbhost redis.example --user bench --password-file redis.pw --tls"),
            new("every routing strategy on even and on skewed groups, compared", "-n 8000 --grouprange 80 80 --repeattime 5 --database redis --routing all"),
            new(
                "prepare accounts once, use them later, keep the report",
                "-f genAccount --grouprange 8 8 --database redis --run-id 0a1b2c3d\n  dotnet AElf.Benchmark.dll --grouprange 8 8 --database redis "
                    + "--prepared 0a1b2c3d --json report.json"),
            new(
                "by the workers of a manager, once four have joined",
                "-n 8000 --grouprange 80 80 --manager 127.0.0.1:4053 --workers 4 --secret-file cluster.secret"),
        ],
    };

    /// <summary>Reads everything; <paramref name="programDirectory"/> is where the shipped <c>config</c> folder lies.</summary>
    public static ParseOutcome Parse(string[] args, IReadOnlyDictionary<string, string> environment, string programDirectory) =>
        Parse(args, environment, programDirectory, ConfigurationFolder.UserData);

    /// <summary>The same with another folder for the user's data.</summary>
    internal static ParseOutcome Parse(string[] args, IReadOnlyDictionary<string, string> environment, string programDirectory, string userData) =>
        ProgramCommandLine.Parse<CommandLineArguments>(Program, args, environment, programDirectory, userData, Check, Build);

    /// <summary>The options of a scenario's run, which the scenario sets as far as the command line does not.</summary>
    internal static ParseOutcome ParseForScenario(
        string[] args,
        IReadOnlyDictionary<string, string> environment,
        string programDirectory,
        string userData,
        SettingLayer scenario,
        bool isForHosts) =>
        ProgramCommandLine.Parse<CommandLineArguments>(
            Program,
            args,
            environment,
            programDirectory,
            userData,
            reading => [.. OptionRules.CheckForScenario(reading, isForHosts), .. OutputPaths.Check(reading.Settings)],
            Build,
            scenario);

    private static Setting[] OptionsOf(string section) => [.. Settings.WithOption(section).Except(OfOthers)];

    private static IEnumerable<ValidationError> Check(ProgramReading reading) =>
        [.. OptionRules.Check(reading), .. OutputPaths.Check(reading.Settings)];

    /// <summary>A comparison of routings looks at even and at skewed groups, unless it was told which, or a file says what they are.</summary>
    internal static double[] SkewsOf(MergedSettings settings)
    {
        var isLeftOpen = settings.Source(Settings.Skew) == SettingSource.Default && settings[Settings.BlockFile] is null;
        return SettingOptions.Flag(settings, Settings.RoutingComparison) && isLeftOpen ? [0, 1] : [SettingOptions.Workload(settings).Skew];
    }

    private static BenchmarkOptions Build(ProgramReading reading, ValidationError[] warnings)
    {
        var settings = reading.Settings;
        return new BenchmarkOptions
        {
            Kind = settings[Settings.Kind] is "genAccount" ? BenchmarkKind.GenAccount : BenchmarkKind.EvenGroup,
            Workload = SettingOptions.Workload(settings),
            Store = SettingOptions.Store(settings, reading.Password.Secret),
            Actors = SettingOptions.Actors(settings),
            Hosts = SettingOptions.Hosts(settings, reading.Secret.Secret),
            Workers = settings[Settings.Workers] is null ? null : SettingOptions.Int(settings, Settings.Workers),
            RoutingComparison = SettingOptions.Flag(settings, Settings.RoutingComparison),
            Skews = SkewsOf(settings),
            RunSettings = RunSettings.From(settings, withStore: settings[Settings.Type] is not "inmemory"),
            Measure = SettingOptions.Measure(settings),
            RunId = settings[Settings.RunId],
            PreparedRunId = settings[Settings.Prepared],
            JsonOutput = settings[Settings.JsonOutput],
            MarkdownOutput = settings[Settings.MarkdownOutput],
            Quiet = SettingOptions.Flag(settings, Settings.Quiet),
            ConfigurationFolder = reading.Folder,
            Effective = reading.Effective,
            Warnings = warnings,
        };
    }
}
