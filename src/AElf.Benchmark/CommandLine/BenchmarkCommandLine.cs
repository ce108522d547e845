using System.Reflection;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Configuration;

namespace AElf.Benchmark.CommandLine;

/// <summary>From arguments, environment and files to checked options; starts and writes nothing.</summary>
internal static class BenchmarkCommandLine
{
    /// <summary>Reads everything; <paramref name="programDirectory"/> is where the shipped <c>config</c> folder lies.</summary>
    public static ParseOutcome Parse(string[] args, IReadOnlyDictionary<string, string> environment, string programDirectory) =>
        Parse(args, environment, programDirectory, ConfigurationFolder.UserData);

    /// <summary>The same with another folder for the user's data.</summary>
    internal static ParseOutcome Parse(string[] args, IReadOnlyDictionary<string, string> environment, string programDirectory, string userData)
    {
        if (args.Any(argument => argument is "--help" or "-h" or "-?"))
        {
            return new ParseOutcome.Help(HelpText.Write());
        }

        if (args.Contains("--version", StringComparer.Ordinal))
        {
            return new ParseOutcome.Version(HelpText.Version);
        }

        var commandLine = CommandLineReader.Read(args);
        var folder = ConfigurationFolder.Find(commandLine.Folder, userData, programDirectory);
        var settings = ConfigurationReader.Read(folder, ProcessRole.Benchmark, environment, commandLine.Settings);
        return Judge(settings, PasswordSource.Read(settings, environment), folder);
    }

    /// <summary>The options of a scenario's run; the scenario brings its store, so none may be named.</summary>
    internal static ParseOutcome ParseForScenario(string[] args, IReadOnlyDictionary<string, string> environment, string folder, SettingLayer scenario)
    {
        var commandLine = CommandLineReader.Read(args).Settings;
        foreach (var setting in OptionRules.NotOfScenarios.Where(commandLine.Values.ContainsKey))
        {
            commandLine.Reject(setting, ValidationError.Error(
                commandLine.Values[setting].What, "an option for a store of your own", "no such option, since a scenario starts its store and removes it,"));
        }

        var settings = ConfigurationReader.ReadForScenario(folder, environment, scenario, commandLine);
        return Judge(settings, new PasswordReading(null, SettingSource.Default, []), folder);
    }

    private static ParseOutcome Judge(MergedSettings settings, PasswordReading password, string folder)
    {
        var build = BuildCheck.Of(Assembly.GetExecutingAssembly());
        ValidationError[] problems =
        [
            .. settings.Problems, .. password.Problems, .. OptionRules.Check(settings), .. User(settings, password), .. OutputPaths.Check(settings),
            .. build is null ? Array.Empty<ValidationError>() : [build],
        ];
        return problems.Any(problem => problem.Critical)
            ? new ParseOutcome.Rejected(problems)
            : new ParseOutcome.Run(Build(settings, password, folder, problems));
    }

    private static IEnumerable<ValidationError> User(MergedSettings settings, PasswordReading password)
    {
        if (settings[Settings.User] is not null && password is { Password: null, Problems.Count: 0 })
        {
            yield return ValidationError.Error(
                settings.What(Settings.User), "a user without a password", $"--password-file FILE or the environment's {Settings.PasswordVariable} beside it");
        }
    }

    private static BenchmarkOptions Build(MergedSettings settings, PasswordReading password, string folder, ValidationError[] warnings) => new()
    {
        Kind = settings[Settings.Kind] is "genAccount" ? BenchmarkKind.GenAccount : BenchmarkKind.EvenGroup,
        Workload = SettingOptions.Workload(settings),
        Store = SettingOptions.Store(settings, password.Password),
        Actors = SettingOptions.Actors(settings),
        Hosts = SettingOptions.Hosts(settings),
        Measure = SettingOptions.Measure(settings),
        RunId = settings[Settings.RunId],
        PreparedRunId = settings[Settings.Prepared],
        JsonOutput = settings[Settings.JsonOutput],
        MarkdownOutput = settings[Settings.MarkdownOutput],
        Quiet = SettingOptions.Flag(settings, Settings.Quiet),
        ConfigurationFolder = folder,
        Effective = EffectiveOptions.Of(settings, password.Password, password.Source),
        Warnings = warnings,
    };
}
