using System.Diagnostics;
using System.Reflection;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>The merged input of a program.</summary>
/// <param name="Folder">The configuration folder.</param>
/// <param name="UserData">The user's data folder; empty if absent.</param>
public sealed record ProgramReading(
    IReadOnlyList<Setting> Table,
    ResolvedSettings Settings,
    IReadOnlyDictionary<Setting, SecretReading> Secrets,
    string Folder,
    string UserData)
{
    public SecretReading Password => Secrets[StoreSettings.Password];

    public SecretReading Secret => Secrets[ClusterSettings.Secret];

    /// <summary>The process's HOCON file, which may not exist.</summary>
    public string HoconFile => Path.Combine(Folder, Settings.Get(ConfigurationReader.HoconFile(Settings)));

    /// <summary>The effective value of every setting; secrets are redacted.</summary>
    public IReadOnlyDictionary<string, UsedSetting> Effective => UsedSetting.Merge(
        Table.Select(setting => KeyValuePair.Create(
            setting.Name,
            setting.SecretFile is null
                ? new UsedSetting(Settings[setting], Settings.Source(setting))
                : new UsedSetting(Secrets[setting].Secret?.ToString(), Secrets[setting].Source))),
        []);
}

/// <summary>
/// Turns arguments, environment and files into checked options. Starts nothing and writes no file.
/// </summary>
public abstract class ProgramCommandLine
{
    /// <summary>The note on the sources of settings, for the help of every program.</summary>
    public static readonly string SourcesNote = """
        Defaults < files < environment (AELF_DATABASE_..., AELF_ACTOR_..., AELF_CLUSTER_...) < options.
        docs/settings.md has the table.
        A password comes from --password-file or AELF_DATABASE_PASSWORD, a cluster's secret from
        --secret-file or AELF_CLUSTER_SECRET, never from the command line itself.
        """.ReplaceLineEndings("\n");

    /// <summary>The help or the version when the arguments ask for it, else null.</summary>
    /// <param name="inScenario">The settings of the named scenario; null for none.</param>
    public static ParseOutcome? Text(
        ProgramDescription program,
        IReadOnlyList<string> args,
        Func<IReadOnlyDictionary<string, UsedSetting>>? inScenario = null)
    {
        var at = args.Index().FirstOrDefault(each => IsHelp(each.Item, args.ElementAtOrDefault(each.Index + 1)));
        if (at.Item is { } word)
        {
            string[] words = [.. word.Split('=', 2).Skip(1), .. args.Skip(at.Index + 1)];
            words = words is [_] ? words : [.. words.TakeWhile(each => !CommandLineReader.IsOption(each))];
            return Help(program, words, inScenario);
        }

        return args.Contains("--version", StringComparer.Ordinal) ? new ParseOutcome.Printed(program.Version) : null;
    }

    // Other programs take -h for a host.
    private static bool IsHelp(string word, string? next) =>
        word is "--help" or "-?" || word.StartsWith("--help=", StringComparison.Ordinal)
            || (word is "-h" && next is null or "all" or ['-', ..]);

    private static ParseOutcome Help(
        ProgramDescription program, string[] words, Func<IReadOnlyDictionary<string, UsedSetting>>? inScenario) =>
        words switch
        {
            [] or ["", ..] => new ParseOutcome.Printed(HelpText.Write(program)),
            [var word] when word.Equals("all", StringComparison.OrdinalIgnoreCase) =>
                new ParseOutcome.Printed(HelpText.WriteAll(program, inScenario?.Invoke())),
            _ when HelpText.WriteAbout(program, words, inScenario?.Invoke()) is { } found =>
                new ParseOutcome.Printed(found),
            _ => new ParseOutcome.Rejected(
                program,
                [
                    ValidationError.Error(
                        "--help",
                        $"no option contains {string.Join(" and ", words.Select(Quoted.Text))}",
                        program.HelpOfOptions),
                ]),
        };

    /// <summary>Options and help of the program.</summary>
    public abstract ProgramDescription Program { get; }

    /// <summary>Reads and checks command line, environment and files.</summary>
    /// <param name="programDirectory">The folder that contains the shipped <c>config</c> folder.</param>
    /// <param name="userData">The user's data folder, empty if absent; null for the current user's.</param>
    public ParseOutcome Parse(
        string[] args,
        IReadOnlyDictionary<string, string> environment,
        string programDirectory,
        string? userData = null) =>
        Text(Program, args) ?? Validate(
            Merge(
                CommandLineReader.Read(Program, args).Settings,
                environment,
                programDirectory,
                userData ?? ConfigurationFolder.UserData),
            Check);

    /// <summary>The program's rules over several options.</summary>
    protected abstract IEnumerable<ValidationError> Check(ProgramReading reading);

    /// <summary>Its options, from settings that passed every rule.</summary>
    protected abstract ProgramOptions Build(ProgramReading reading, ValidationError[] warnings);

    /// <summary>The options from the merged input, or its problems.</summary>
    /// <param name="check">The rules over several options.</param>
    /// <param name="inputs">Files that the call reads, in addition to the files of its settings.</param>
    public ParseOutcome Validate(
        ProgramReading reading,
        Func<ProgramReading, IEnumerable<ValidationError>> check,
        params IEnumerable<string?> inputs)
    {
        var outputs = new OutputFiles(reading.Table, reading.Settings, inputs);
        ValidationError[] problems =
        [
            .. reading.Settings.Problems, .. reading.Password.Problems, .. reading.Secret.Problems, .. check(reading),
            .. outputs.Problems, .. BuildCheck.Check(),
        ];
        return problems.Any(problem => problem.Critical)
            ? new ParseOutcome.Rejected(Program, problems) { Outputs = outputs }
            : new ParseOutcome.Run(Build(reading, problems)) { Outputs = outputs };
    }

    /// <summary>Merges a command line with files and environment.</summary>
    /// <param name="programDirectory">The folder that contains the shipped <c>config</c> folder.</param>
    /// <param name="userData">The user's data folder; empty if absent.</param>
    /// <param name="scenario">The settings of a scenario, which has its own store; null for none.</param>
    public ProgramReading Merge(
        SettingLayer commandLine,
        IReadOnlyDictionary<string, string> environment,
        string programDirectory,
        string userData,
        SettingLayer? scenario = null)
    {
        var folder = ConfigurationFolder.From(commandLine, userData, programDirectory);
        var settings = ConfigurationReader.Read(
            Program.Table, folder, Program.Program, environment, commandLine, scenario);
        var isOfCluster = settings.IsForManager || Program.Program != Programs.Benchmark;
        var secrets = new Dictionary<Setting, SecretReading>
        {
            [StoreSettings.Password] = Read(SecretSource.Password, !settings.IsForManager),
            [ClusterSettings.Secret] = Read(SecretSource.Cluster, isOfCluster),
        };
        return new ProgramReading(Program.Table, settings, secrets, folder, userData);

        SecretReading Read(SecretSource source, bool isWanted) =>
            isWanted ? source.Read(settings, environment) : SecretReading.None;
    }
}

/// <summary>Warns of a build without optimisation.</summary>
public static class BuildCheck
{
    /// <summary>A warning, unless this is a Release build.</summary>
    public static ValidationError[] Check() => Check(typeof(BuildCheck).Assembly
        .GetCustomAttribute<DebuggableAttribute>()?.IsJITOptimizerDisabled is true);

    internal static ValidationError[] Check(bool isDebug) => isDebug
        ? [ValidationError.Warning(
            "build", "a Debug build measures too low", "use a Release build (dotnet build -c Release)")]
        : [];
}

/// <summary>The checked options of every program.</summary>
/// <param name="Reading">The merged input, which passed every rule.</param>
/// <param name="Warnings">Warnings; they do not stop the program.</param>
public record ProgramOptions(ProgramReading Reading, IReadOnlyList<ValidationError> Warnings)
{
    public ResolvedSettings Settings => Reading.Settings;

    public required IWorkloadType Workload { get; init; }

    public StoreOptions Store { get; init; } = SettingsBinder.Store(Reading.Settings, Reading.Password.Secret);

    public ActorSystemOptions Hosts { get; init; } =
        SettingsBinder.Hosts(Reading.Settings, Reading.Secret.Secret, Reading.Folder);

    /// <summary>Whether to print no progress.</summary>
    public bool Quiet => Settings.Get(CommonSettings.Quiet);

    /// <summary>Whether to print the whole report instead of the summary.</summary>
    public bool Verbose => Settings.Get(ReportSettings.Verbose);

    public LogFormat LogFormat => Settings.Get(ReportSettings.LogFormat);

    /// <summary>Whether the program is a service: its standard output is a log, not a report.</summary>
    public bool IsService => Settings.Program is Programs.Manager or Programs.Worker;

    public string ConfigurationFolder => Reading.Folder;

    /// <summary>The effective value of every setting by name, for the reports.</summary>
    public IReadOnlyDictionary<string, UsedSetting> Effective { get; init; } = Reading.Effective;
}
