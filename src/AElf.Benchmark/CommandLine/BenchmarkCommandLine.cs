using System.Reflection;
using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Benchmark.Top;

namespace AElf.Benchmark.CommandLine;

/// <summary>From arguments, environment and files to checked options; starts and writes nothing.</summary>
internal static class BenchmarkCommandLine
{
    /// <summary>What the program takes and says of itself.</summary>
    public static ProgramDescription Program { get; } = new()
    {
        Assembly = Assembly.GetExecutingAssembly(),
        Program = Programs.Benchmark,
        Table = [.. TransferSettings.All, .. Settings.All],
        Purpose = "Measures contract transfers per second over a store, and proves that each was applied exactly once.",
        Sections =
        [
            new("Workload", Topic.Workload), new(
                "Measurement", Topic.Measurement), new("Actors", Topic.Actors), new("Store", Topic.Store),
            new(
                "Cluster: store and actors are then those of the manager and its workers",
                Topic.Cluster,
                Topic.Security),
            new("Output", Topic.Output), new("Configuration", Topic.Configuration),
        ],
        Notes = ProgramCommandLine.SourcesNote,
        ExampleOption = "-n 2400",
        BareValues = new Dictionary<string, string>(StringComparer.Ordinal) { ["evenGroup"] = "-f", ["genAccount"] = "-f" },
        Verbs =
        [
            new(ScenarioCommandLine.Verb, "NAME [options]", "starts stores and processes too"),
            new(TopOptions.Verb, "--manager HOST:PORT [--once]", "shows a manager's cluster live"),
        ],
        Examples =
        [
            new("the defaults: 2400 transfers in 1 to 8 groups, in memory", ""),
            new("8000 transfers in 80 groups, five rounds, on a Redis", "-n 8000 --grouprange 80 80 --repeattime 5 --database redis"),
            new(
                "eight actors, each waiting for every answer, as in the published tables",
                "-n 240000 --grouprange 1000 1000 --repeattime 5 --actors 8 --lanes 1 --database redis"),
            new(
                "the same over a network with 1 ms more round-trip time",
                "-n 8000 --grouprange 80 80 --actors 8 --lanes 1 --database redis --latency 1ms"),
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
        ProgramCommandLine.Parse(Program, args, environment, programDirectory, userData, OptionRules.Check, Build);

    /// <summary>A comparison of routings looks at even and at skewed groups, unless it was told which, or a file says what they are.</summary>
    internal static double[] SkewsOf(MergedSettings settings)
    {
        var isLeftOpen = settings.Source(TransferSettings.Skew) == SettingSource.Default
            && settings[TransferSettings.BlockFile] is null;
        return settings.Flag(Settings.RoutingComparison)
            && isLeftOpen ? [0, 1] : [TransferSettings.Options(settings).Skew];
    }

    /// <summary>The options of a run, from settings that every rule has accepted.</summary>
    internal static BenchmarkOptions Build(ProgramReading reading, ValidationError[] warnings)
    {
        var settings = reading.Settings;
        return new BenchmarkOptions
        {
            Kind = settings[TransferSettings.Kind] is "genAccount" ? BenchmarkKind.GenAccount : BenchmarkKind.EvenGroup,
            Workload = TransferSettings.Options(settings),
            Store = SettingOptions.Store(settings, reading.Password.Secret),
            Actors = SettingOptions.Actors(settings) with { Mode = TransferSettings.ModeOf(settings) },
            Hosts = SettingOptions.Hosts(settings, reading.Secret.Secret),
            Workers = settings[Settings.Workers] is null ? null : settings.Int(Settings.Workers),
            RoutingComparison = settings.Flag(Settings.RoutingComparison),
            Skews = SkewsOf(settings),
            RunSettings = RunSettings.From(
                reading.Table, settings, withStore: settings[Settings.Type] is not "inmemory"),
            Measure = SettingOptions.Measure(settings),
            RunId = settings[Settings.RunId],
            PreparedRunId = settings[TransferSettings.Prepared],
            JsonOutput = settings[Settings.JsonOutput],
            MarkdownOutput = settings[Settings.MarkdownOutput],
            Quiet = settings.Flag(Settings.Quiet),
            ConfigurationFolder = reading.Folder,
            Effective = reading.Effective,
            Warnings = warnings,
        };
    }
}
