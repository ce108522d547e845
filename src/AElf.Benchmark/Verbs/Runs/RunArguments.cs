using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark.Verbs.Measure;
using AElf.Benchmark.Verbs.Scenarios;

namespace AElf.Benchmark.Verbs.Runs;

/// <summary>
/// Splits the command line of a verb with many runs into options of the verb and options of every run. The command line
/// of a run is parsed like a typed one.
/// </summary>
/// <param name="workload">The workload of the runs.</param>
/// <param name="verb">The verb's word.</param>
/// <param name="noun">The noun for the result of the verb, for messages.</param>
/// <param name="problems">Collects the errors.</param>
internal sealed class RunArguments(IWorkloadType workload, string verb, string noun, List<ValidationError> problems)
{
    // The verb stores the reports, and each run has its own keys.
    private static readonly Setting[] OfSingleRuns =
    [
        CommonSettings.JsonOutput, CommonSettings.MarkdownOutput, CommonSettings.RunId, CommonSettings.Prepared,
        .. ExportSettings.All, ReportSettings.FailIf, ReportSettings.LogFormat,
    ];

    /// <summary>
    /// Environment variables that set one process start for each run of a study, because the study computes intervals
    /// over its runs. Older builds in a comparison would refuse an unknown option.
    /// </summary>
    public static IReadOnlyDictionary<string, string?> OneStart { get; } =
        new Dictionary<string, string?>(StringComparer.Ordinal)
        {
            [MeasureSettings.Starts.EnvironmentName!] = "1",
        };

    private readonly BenchmarkCommandLine benchmark = new(workload);
    private readonly ScenarioCommandLine scenario = new(workload);

    /// <summary>
    /// Whether a killed run may leave keys in a store that stays, known after <see cref="Check"/>. A scenario ends its
    /// store with its run, and a manager removes the keys.
    /// </summary>
    public bool LeavesKeys { get; private set; }

    /// <summary>Whether each run prints only results and problems, known after <see cref="Check"/>.</summary>
    public bool AreQuiet { get; private set; }

    /// <summary>First word of each call, the name of the workload; null without one.</summary>
    public string? Word => workload.Word;

    /// <summary>Programs whose options the runs accept: plain runs and scenarios.</summary>
    public static IReadOnlyList<ProgramDescription> ProgramsOf(IWorkloadType workload) =>
        [new BenchmarkCommandLine(workload).Program, new ScenarioCommandLine(workload).Program];

    /// <summary>
    /// Separates the options of the verb. The other options go to each run. Options for a single run are errors.
    /// </summary>
    public (IReadOnlyList<string> Own, IReadOnlyList<string> Shared) Split(
        IReadOnlyList<Setting> table, IReadOnlyList<string> words)
    {
        var (own, shared) = (new List<string>(), new List<string>());
        foreach (var part in CommandLineReader.Parts(words))
        {
            var setting = table.FirstOrDefault(each => each.IsNamed(part[0]));
            var hasValueBehind = setting is { ValueCount: > 0 } && !part[0].Contains('=', StringComparison.Ordinal);
            var ofVerb = part.Take((setting is null ? 0 : 1) + (hasValueBehind ? 1 : 0)).ToList();
            own.AddRange(ofVerb);
            shared.AddRange(part.Skip(ofVerb.Count));
        }

        Setting[] refused = noun is "reproduction" ? OfSingleRuns : [.. OfSingleRuns, MeasureSettings.Starts];
        problems.AddRange(refused.Where(setting => IsTyped(setting, shared)).Select(setting =>
            ValidationError.Error(
                setting.Option!, $"applies to one run, but a {noun} makes many", "remove it")));
        return (own, shared);
    }

    /// <summary>
    /// The options in a fixed order, each with its values. The order of options does not change a run.
    /// </summary>
    public static IEnumerable<string> Ordered(IEnumerable<string> words) => CommandLineReader.Parts(words)
        .OrderBy(part => CommandLineReader.IsOption(part[0]) ? part[0] : "", StringComparer.Ordinal)
        .SelectMany(part => part);

    /// <summary>The values as options of a command line, except those that other words set already.</summary>
    /// <param name="name">The scenario that starts the processes; null for runs of one process.</param>
    /// <param name="values">Names of options without dashes, and values.</param>
    /// <param name="unlessIn">Words that take precedence.</param>
    public IReadOnlyList<string> Typed(
        string? name, IEnumerable<KeyValuePair<string, string>> values, IReadOnlyList<string> unlessIn)
    {
        var program = name is null ? benchmark.Program : scenario.Program;
        return [.. values.SelectMany(value => Typed(program, value, unlessIn))];
    }

    /// <summary>Parses the command line of a run like a typed one.</summary>
    public ParseOutcome Parse(
        string[] words, IReadOnlyDictionary<string, string> environment, string programDirectory) =>
        words is [ScenarioCommandLine.Verb, ..]
            ? scenario.Parse(words, environment, programDirectory)
            : benchmark.Parse(words, environment, programDirectory);

    /// <summary>
    /// Checks the command line of each kind of run. Reports each problem once, with the first run that has it.
    /// </summary>
    public void Check(
        IEnumerable<(string Label, string[] Words)> runs,
        IReadOnlyDictionary<string, string> environment,
        string programDirectory)
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        AreQuiet = true;
        foreach (var (label, words) in runs)
        {
            var outcome = Parse(words, environment, programDirectory);
            AreQuiet &= IsTyped(CommonSettings.Quiet, words);
            LeavesKeys |= outcome is ParseOutcome.Run
            {
                Options: BenchmarkOptions { Manager: null, Store.Type: not StoreType.InMemory },
            };
            problems.AddRange(Wrong(outcome).Where(problem => seen.Add(problem.ToString()))
                .Select(problem => problem with { What = $"{label}: {problem.What}" }));
        }
    }

    /// <summary>The words that may name a file: words without a dash, and values behind <c>=</c>.</summary>
    public static IEnumerable<string> FilesIn(IEnumerable<string> words) => words.Select(word =>
        word.StartsWith('-') ? word[(word.IndexOf('=', StringComparison.Ordinal) + 1)..] : word);

    private static bool IsTyped(Setting setting, IReadOnlyList<string> words) => words.Any(setting.IsNamed);

    private static IEnumerable<string> NamesOf(Setting setting) =>
    [
        .. setting.OptionNames.Concat(setting.OtherNames).Select(name => name.TrimStart('-')),
        .. setting.ScenarioKey is { } key ? [key.Split('.')[^1]] : Array.Empty<string>(),
    ];

    private IEnumerable<string> Typed(
        ProgramDescription program, KeyValuePair<string, string> value, IReadOnlyList<string> unlessIn)
    {
        var setting = program.Settings
            .FirstOrDefault(each => NamesOf(each).Contains(value.Key, StringComparer.Ordinal));
        if (setting is null or { ValueCount: 0 })
        {
            var known = program.Settings.Where(each => each.ValueCount > 0).SelectMany(NamesOf);
            var problem = ValidationError.Error(
                verb,
                $"{Quoted.Text(value.Key)} is not an option of a run",
                NearestName.Suggest(
                    value.Key, known, $"expected an option without its dashes; {program.Call} --help all lists them"));

            // All points of an axis have the same problem.
            problems.AddRange(problems.Contains(problem) ? [] : [problem]);
            return [];
        }

        if (IsTyped(setting, unlessIn))
        {
            return [];
        }

        // An option with a first and a last value gets the value of a point for both.
        var values = value.Value.Split(' ');
        return [setting.Option!, .. Enumerable.Range(0, setting.ValueCount).Select(at => values[at % values.Length])];
    }

    // The options of the first run that differ in another run.
    private static string OneOf(IEnumerable<RunPlan> plans)
    {
        var first = plans.First().Differing.Keys.ToDictionary(setting => setting, TextOf(plans.First()));
        return string.Join(' ', first
            .Where(each => plans.Any(plan => !string.Equals(
                TextOf(plan)(each.Key), each.Value, StringComparison.Ordinal)))
            .Select(each => $"{each.Key.Option} {each.Value}"));

        static Func<Setting, string> TextOf(RunPlan plan) =>
            setting => setting.Rule.Format(plan.Differing[setting]);
    }

    private IEnumerable<ValidationError> Wrong(ParseOutcome outcome) => outcome switch
    {
        ParseOutcome.Rejected rejected => rejected.Problems.Where(problem => problem.Critical),
        ParseOutcome.Run { Options: BenchmarkOptions { Settings.IsPreparing: true } } =>
            [ValidationError.Error(CommonSettings.IsPreparing.Option!, "genAccount measures nothing", "remove it")],
        ParseOutcome.Run { Options: BenchmarkOptions options } when options.Plans.Skip(1).Any() =>
        [
            ValidationError.Error(
                verb,
                $"{(noun is "comparison" ? "a side" : "a point")} makes {options.Plans.Count()} runs",
                $"let it make one, such as with {OneOf(options.Plans)}"),
        ],
        _ => [],
    };
}
