using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration.CommandLine;

/// <summary>What a program was given, merged.</summary>
/// <param name="Settings">Every setting.</param>
/// <param name="Password">The store's password.</param>
/// <param name="Secret">The cluster's secret.</param>
/// <param name="Folder">The folder the files were looked for in.</param>
/// <param name="UserData">The user's data folder; empty when there is none.</param>
public sealed record ProgramReading(MergedSettings Settings, SecretReading Password, SecretReading Secret, string Folder, string UserData)
{
    /// <summary>Whether this is a benchmark that gives its runs to a manager: store and actors are others' affair.</summary>
    public bool IsForManager => IsOfManager(Settings);

    /// <summary>Every setting with its source.</summary>
    public EffectiveOptions Effective => EffectiveOptions.From(Settings, Password, Secret);

    internal static bool IsOfManager(MergedSettings settings) =>
        settings.Role == ProcessRole.Benchmark && SettingOptions.Flag(settings, Configuration.Settings.IsCluster);
}

/// <summary>From arguments, environment and files to checked options, the same way for every program; starts and writes nothing.</summary>
public static class ProgramCommandLine
{
    /// <summary>Reads everything.</summary>
    /// <param name="program">What the program takes.</param>
    /// <param name="args">Its arguments.</param>
    /// <param name="environment">Its environment.</param>
    /// <param name="programDirectory">Where the shipped <c>config</c> folder lies.</param>
    /// <param name="userData">The user's data folder; empty when there is none.</param>
    /// <param name="check">The program's rules over several options.</param>
    /// <param name="build">Its options, once nothing critical is left; it is handed the warnings.</param>
    /// <param name="scenario">What a scenario sets, which brings its own store; null for none.</param>
    public static ParseOutcome Parse<TArguments>(
        ProgramDescription program,
        string[] args,
        IReadOnlyDictionary<string, string> environment,
        string programDirectory,
        string userData,
        Func<ProgramReading, IEnumerable<ValidationError>> check,
        Func<ProgramReading, ValidationError[], ProgramOptions> build,
        SettingLayer? scenario = null)
        where TArguments : ProgramArguments
    {
        if (args.Any(argument => argument is "--help" or "-h" or "-?"))
        {
            return new ParseOutcome.Help(HelpText.Write(program));
        }

        if (args.Contains("--version", StringComparer.Ordinal))
        {
            return new ParseOutcome.Version(program.Version);
        }

        var commandLine = CommandLineReader.Read<TArguments>(program, args);
        var reading = Merge(program, commandLine, environment, programDirectory, userData, scenario);
        var debug = BuildCheck.Check(program.Assembly);
        ValidationError[] problems =
        [
            .. reading.Settings.Problems, .. reading.Password.Problems, .. reading.Secret.Problems, .. check(reading),
            .. debug is null ? Array.Empty<ValidationError>() : [debug],
        ];
        return problems.Any(problem => problem.Critical)
            ? new ParseOutcome.Rejected(problems)
            : new ParseOutcome.Run(build(reading, problems));
    }

    private static ProgramReading Merge(
        ProgramDescription program,
        CommandLineReading commandLine,
        IReadOnlyDictionary<string, string> environment,
        string programDirectory,
        string userData,
        SettingLayer? scenario)
    {
        var folder = ConfigurationFolder.Find(commandLine.Folder, userData, programDirectory);
        var settings = ConfigurationReader.Read(folder, program.Role, environment, commandLine.Settings, scenario);
        var isForManager = ProgramReading.IsOfManager(settings);
        var password = isForManager ? SecretReading.None : SecretSource.Password.Read(settings, environment);
        var secret = isForManager || program.Role != ProcessRole.Benchmark ? SecretSource.Cluster.Read(settings, environment) : SecretReading.None;
        return new ProgramReading(settings, password, secret, folder, userData);
    }
}
