using AElf.Bench.Core.Options;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Configuration;
using AElf.Bench.Harness.Scenarios;

namespace AElf.Benchmark.CommandLine;

/// <summary>From <c>scenario NAME …</c> to a checked scenario and the options of its run; starts and writes nothing.</summary>
internal static class ScenarioCommandLine
{
    /// <summary>The word the command line begins with.</summary>
    public const string Verb = "scenario";

    /// <summary>Where the processes' output goes.</summary>
    internal static readonly Setting LogFolder = new(
        "Scenario.logs", new PlainTextRule("the path of a folder"), null, "keep what the processes write, one file for each, in this folder")
    {
        Option = "--keep-logs",
        Placeholder = "DIR",
    };

    /// <summary>The options that a plain run does not have, or has with another meaning.</summary>
    internal static IReadOnlyList<Setting> Own { get; } =
        [
            ScenarioSettings.Servers, ScenarioSettings.Processes, ScenarioSettings.Actors, ScenarioSettings.Shards, ScenarioSettings.Proxies, LogFolder,
        ];

    /// <summary>Reads everything; <paramref name="args"/> begin with the verb.</summary>
    public static ParseOutcome Parse(string[] args, IReadOnlyDictionary<string, string> environment, string programDirectory) =>
        Parse(args, environment, programDirectory, ConfigurationFolder.UserData);

    /// <summary>The same with another folder for the user's data.</summary>
    internal static ParseOutcome Parse(string[] args, IReadOnlyDictionary<string, string> environment, string programDirectory, string userData)
    {
        if (args.Any(argument => argument is "--help" or "-h" or "-?"))
        {
            return new ParseOutcome.Help(ScenarioHelp.Write());
        }

        var own = new SettingLayer(SettingSource.CommandLine);
        var rest = ReadOwn(args[1..], own);
        var hasName = rest is [var first, ..] && !first.StartsWith('-');
        var name = hasName ? rest[0] : null;
        string[] left = [.. rest.Skip(hasName ? 1 : 0)];
        var folder = ConfigurationFolder.Find(ConfigurationOption(left), userData, programDirectory);
        var reading = Read(name, folder, programDirectory, own);
        ParseOutcome Over(ScenarioAddresses addresses)
        {
            ScenarioFile.TakeAddresses(reading.Run, reading.Scenario, addresses);
            var isForHosts = reading.Scenario?.Manager is not null;
            return BenchmarkCommandLine.ParseForScenario(left, Environment(environment, addresses), programDirectory, userData, reading.Run, isForHosts);
        }

        return Validate(reading, Over(Unstarted(reading.Scenario)), own, Over);
    }

    private static ParseOutcome Validate(ScenarioReading reading, ParseOutcome run, SettingLayer own, Func<ScenarioAddresses, ParseOutcome> over)
    {
        if (reading.Scenario is null || run is not ParseOutcome.Run { Options: BenchmarkOptions options })
        {
            return new ParseOutcome.Rejected([.. reading.Problems, .. run is ParseOutcome.Rejected rejected ? rejected.Problems : []]);
        }

        return new ParseOutcome.Run(new ScenarioRequest
        {
            // What an option says of the run holds for the processes too.
            Scenario = reading.Scenario with { Lanes = options.Actors.Lanes },
            CreateRun = over,
            Store = options.Store,
            Hosts = options.Hosts,
            Effective = options.Effective,
            ConfigurationFolder = options.ConfigurationFolder,
            LogFolder = own.Values.TryGetValue(LogFolder, out var folder) ? Path.GetFullPath(folder.Text) : null,
            Quiet = options.Quiet,
            Warnings = [.. reading.Problems, .. options.Warnings],
        });
    }

    // Addresses of the right kind, so that the run's options can be judged before anything is started.
    private static ScenarioAddresses Unstarted(Scenario? scenario) => new()
    {
        Manager = scenario is null or { Kind: ScenarioKind.Single } ? null : scenario.Manager ?? new Endpoint("127.0.0.1", 4053),
    };

    // The store's variables are about the user's own store; the secret is that of the cluster we start.
    private static Dictionary<string, string> Environment(IReadOnlyDictionary<string, string> environment, ScenarioAddresses addresses)
    {
        var variables = environment
            .Where(variable => !variable.Key.StartsWith("AELF_DATABASE_", StringComparison.Ordinal))
            .ToDictionary(variable => variable.Key, variable => variable.Value, StringComparer.Ordinal);
        if (addresses.ClusterSecret is { } secret)
        {
            variables[ScenarioRunnerOptions.SecretVariable] = secret.Reveal();
        }

        return variables;
    }

    private static ScenarioReading Read(string? name, string folder, string programDirectory, SettingLayer own)
    {
        if (name is null)
        {
            return Refused(own, ValidationError.Error(Verb, "no name", Right(Shipped(folder, programDirectory))));
        }

        var shipped = Shipped(folder, programDirectory);
        if (shipped.TryGetValue(name, out var path) || IsFile(name))
        {
            return ScenarioFile.Read(path ?? name, own);
        }

        return Refused(own, ValidationError.Error(Verb, Quoted.Text(name), NearestName.Find(name, shipped.Keys) ?? Right(shipped)));
    }

    private static ScenarioReading Refused(SettingLayer own, ValidationError problem) =>
        new(null, new SettingLayer(SettingSource.Scenario), [.. own.Problems, problem]);

    private static string Right(SortedDictionary<string, string> shipped) => $"one of {string.Join(", ", shipped.Keys)}, or the file of a scenario,";

    private static bool IsFile(string name) =>
        Path.Exists(name) || name.Contains('/', StringComparison.Ordinal) || name.EndsWith(".json", StringComparison.OrdinalIgnoreCase);

    // The configuration folder's scenarios win over those beside the program.
    private static SortedDictionary<string, string> Shipped(string folder, string programDirectory)
    {
        var files = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var scenarios in new[] { Path.Combine(programDirectory, "config", "scenarios"), Path.Combine(folder, "scenarios") }.Where(Directory.Exists))
        {
            foreach (var file in Directory.GetFiles(scenarios, "*.json"))
            {
                files[Path.GetFileNameWithoutExtension(file)] = file;
            }
        }

        return files;
    }

    private static string? ConfigurationOption(string[] args)
    {
        const string Option = "--config";
        var at = Array.FindIndex(args, word => word is Option || word.StartsWith($"{Option}=", StringComparison.Ordinal));
        var given = at < 0 ? null : args[at] is not Option ? args[at][(Option.Length + 1)..] : at + 1 < args.Length ? args[at + 1] : null;

        // A folder that does not exist is named where the run's options are read.
        return Directory.Exists(given) ? given : null;
    }

    private static List<string> ReadOwn(string[] args, SettingLayer own)
    {
        var rest = new List<string>();
        var seen = new HashSet<Setting>();
        for (var i = 0; i < args.Length; i++)
        {
            var parts = args[i].Split('=', 2);
            if (Find(parts[0]) is not { } setting)
            {
                rest.Add(args[i]);
                continue;
            }

            var isApart = parts.Length == 1 && i + 1 < args.Length && !LooksLikeOption(args[i + 1]);
            var value = parts.Length == 2 ? parts[1] : isApart ? args[++i] : null;
            Read(setting, parts[0], value, isFirst: seen.Add(setting), own);
        }

        return rest;
    }

    // A mistyped option of ours is ours too: a plain run does not know what was meant.
    private static Setting? Find(string word)
    {
        var known = Own.FirstOrDefault(setting => setting.Option!.Equals(word, StringComparison.Ordinal));
        if (known is not null || !word.StartsWith("--", StringComparison.Ordinal) || BenchmarkCommandLine.Program.Known.Contains(word, StringComparer.Ordinal))
        {
            return known;
        }

        var meant = NearestName.Find(word, [.. Own.Select(setting => setting.Option!), .. BenchmarkCommandLine.Program.Known]);
        return Own.FirstOrDefault(setting => setting.Option!.Equals(meant, StringComparison.Ordinal));
    }

    private static void Read(Setting setting, string typed, string? value, bool isFirst, SettingLayer own)
    {
        if (!setting.Option!.Equals(typed, StringComparison.Ordinal))
        {
            own.Add(ValidationError.Error(Quoted.Text(typed)[1..^1], "an unknown option", setting.Option));
        }
        else if (!isFirst)
        {
            own.Add(ValidationError.Error(setting.Option, "the option more than once", "the option once"));
        }
        else if (value is null)
        {
            own.Reject(setting, ValidationError.Error(setting.Option, "no value", setting.Rule.Right));
        }
        else
        {
            own.Add(setting, setting.Option, value);
        }
    }

    private static bool LooksLikeOption(string word) => word is ['-', not (>= '0' and <= '9'), ..];
}
