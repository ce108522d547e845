using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark.Verbs.Measure;

namespace AElf.Benchmark.Verbs.Scenarios;

/// <summary>
/// Turns <c>scenario NAME …</c> into a checked scenario and the options of its run; starts and writes nothing.
/// </summary>
internal sealed class ScenarioCommandLine(IWorkloadType workload)
{
    private readonly BenchmarkCommandLine benchmark = new(workload);

    public const string Verb = "scenario";

    /// <summary>
    /// Options and help of the verb: its own options, and those of a plain run except the ones that a scenario sets.
    /// </summary>
    public ProgramDescription Program { get; } = new()
    {
        Word = workload.Word,
        Verb = Verb,
        Program = Programs.Scenario,
        Table = [.. ScenarioSettings.All, .. workload.Table, .. ProgramSettings.All],
        Purpose = "Starts the stores and processes of a scenario, measures it, and stops them.",
        Usage = "single|cluster|distributed|FILE [options]",
        TakesName = true,
        Sections =
        [
            new("Processes, overriding the scenario", Topic.Scenario), new("Workload", Topic.Workload),
            new("Measurement", Topic.Measurement), new("Actors", Topic.Actors), new("Store", Topic.Store),
            new("Cluster: only with hosts.manager, a cluster that is already running", Topic.Security),
            new("Output", Topic.Output, Topic.Process), new("Configuration", Topic.Configuration),
        ],
        Notes = """
            All processes listen on free ports of 127.0.0.1 and end with the program, also when it is
            interrupted or killed. With hosts.manager the scenario starts nothing: it submits the run to that
            manager when servers x processes workers have joined.
            """.ReplaceLineEndings("\n"),
        ExampleOption = $"{workload.Table[0].Option} {workload.Table[0].Default}",
        Examples =
        [
            new("scenario I: one process over a new Redis", "single"),
            new("a smaller load, and a report", $"single {workload.Example} --json report.json"),
            new(
                "scenario II: four servers of two processes over one Redis",
                "cluster --servers 4 --processes 2 --actors 16"),
            new(
                "scenario III: eight shards behind five proxies, one for each server",
                "distributed --servers 5 --processes 2 --shards 8 --proxies 5"),
            new("your own scenario; keep the output of the processes", "my-scenario.json --keep-logs logs"),
        ],
    };

    /// <summary>Reads arguments, environment and files.</summary>
    /// <param name="args">The arguments, beginning with the verb.</param>
    /// <param name="programDirectory">The folder with the shipped <c>config</c> folder.</param>
    /// <param name="userData">The user's data folder, empty if absent; null for the current user's.</param>
    public ParseOutcome Parse(
        string[] args,
        IReadOnlyDictionary<string, string> environment,
        string programDirectory,
        string? userData = null)
    {
        var ofUser = userData ?? ConfigurationFolder.UserData;
        var none = new SettingLayer(SettingSource.CommandLine);
        var named = args.ElementAtOrDefault(1);
        var folder = ConfigurationFolder.From(none, ofUser, programDirectory);
        if (ProgramCommandLine.Text(
            Program, args, () => ScenarioFile.Describe(Read(named, folder, programDirectory, none))) is { } text)
        {
            return text;
        }

        var (ofRun, name) = CommandLineReader.Read(Program, args[1..]);

        // In a scenario, the number of actors is that of each process.
        var own = ofRun.Split(
            [.. ScenarioSettings.All, ActorSettings.ActorCount, CommonSettings.Engine, ClusterSettings.Router]);
        var reading = Read(name, ConfigurationFolder.From(ofRun, ofUser, programDirectory), programDirectory, own);
        ParseOutcome Over(ScenarioAddresses addresses)
        {
            ScenarioFile.TakeAddresses(reading.Run, reading.Scenario, addresses);
            var isForHosts = reading.Scenario?.Manager is not null;
            var merged = benchmark.Merge(
                ofRun, Environment(environment, addresses), programDirectory, ofUser, reading.Run);

            // Without a valid scenario, the store and the processes of the run are unknown.
            return benchmark.Validate(
                merged,
                whole => reading.Scenario is null ? [] : OptionRules.CheckForScenario(workload, whole, isForHosts),
                FilesReadBy(name, own));
        }

        var run = Over(Unstarted(reading.Scenario));
        return Validate(reading, run, own, Over) with { Outputs = run.Outputs };
    }

    private static IEnumerable<string?> FilesReadBy(string? name, SettingLayer own) =>
        [name, .. own.Values.Select(given => given.Key.Rule.InputOf(given.Value.Value))];

    private ParseOutcome Validate(
        ScenarioReading reading, ParseOutcome run, SettingLayer own, Func<ScenarioAddresses, ParseOutcome> over)
    {
        if (reading.Scenario is null || run is not ParseOutcome.Run { Options: BenchmarkOptions options })
        {
            return new ParseOutcome.Rejected(
                Program, [.. reading.Problems, .. run is ParseOutcome.Rejected rejected ? rejected.Problems : []]);
        }

        var broken = ClusterRules.CheckRouter(options.Settings).ToList();
        if (broken.Count > 0)
        {
            return new ParseOutcome.Rejected(Program, [.. reading.Problems, .. broken]);
        }

        ValidationError[] warnings = [.. reading.Problems, .. options.Warnings];
        return new ParseOutcome.Run(new ScenarioRequest(options.Reading, warnings)
        {
            Workload = workload,
            // These options of the run also apply to the processes.
            Scenario = reading.Scenario with
            {
                Lanes = options.Settings.Get(ActorSettings.Lanes),
                Routing = options.Settings.Get(ActorSettings.Routing),
            },
            CreateRun = over,
            LogFolder = own.Values.TryGetValue(ScenarioSettings.LogFolder, out var folder)
                ? Path.GetFullPath((string)folder.Value)
                : null,
        });
    }

    // With addresses of the right kind, the run's options can be checked before anything is started.
    private static ScenarioAddresses Unstarted(Scenario? scenario) => new()
    {
        Manager = scenario is null or { IsInOneProcess: true }
            ? null
            : scenario.Manager ?? new Endpoint("127.0.0.1", 4053),
    };

    // The variables of the store describe the user's own store. The secret is that of the started cluster.
    private static Dictionary<string, string> Environment(
        IReadOnlyDictionary<string, string> environment, ScenarioAddresses addresses)
    {
        var variables = environment
            .Where(variable => !variable.Key.StartsWith("AELF_DATABASE_", StringComparison.Ordinal))
            .ToDictionary(variable => variable.Key, variable => variable.Value, StringComparer.Ordinal);
        if (addresses.ClusterSecret is { } secret)
        {
            variables[ActorSystemOptions.SecretVariable] = secret.Reveal();
        }

        return variables;
    }

    private ScenarioReading Read(string? name, string folder, string programDirectory, SettingLayer own)
    {
        var shipped = Shipped(folder, programDirectory);
        var expected = $"expected one of {string.Join(", ", shipped.Keys)}, or the file of a scenario";
        return name switch
        {
            null => Refused(own, ValidationError.Error(Verb, "name missing", expected)),
            _ when shipped.TryGetValue(name, out var path) || IsFile(name) =>
                ScenarioFile.Read(Program.Table, path ?? name, own),
            _ => Refused(
                own,
                ValidationError.Error(
                    Verb, $"{Quoted.Text(name)} is not valid", NearestName.Suggest(name, shipped.Keys, expected))),
        };
    }

    private static ScenarioReading Refused(SettingLayer own, ValidationError problem) =>
        new(null, new SettingLayer(SettingSource.Scenario), [.. own.Problems, problem]);

    private static bool IsFile(string name) =>
        Path.Exists(name)
            || name.Contains('/', StringComparison.Ordinal)
            || name.EndsWith(".json", StringComparison.OrdinalIgnoreCase);

    // Scenarios of the configuration folder override those beside the program.
    private static SortedDictionary<string, string> Shipped(string folder, string programDirectory)
    {
        var files = new SortedDictionary<string, string>(StringComparer.Ordinal);
        string[] folders = [Path.Combine(programDirectory, "config", "scenarios"), Path.Combine(folder, "scenarios")];
        foreach (var scenarios in folders.Where(Directory.Exists))
        {
            foreach (var file in Directory.GetFiles(scenarios, "*.json"))
            {
                files[Path.GetFileNameWithoutExtension(file)] = file;
            }
        }

        return files;
    }
}
