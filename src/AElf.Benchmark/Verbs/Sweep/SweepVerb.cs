using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Sweeps;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark.Verbs.Runs;
using AElf.Benchmark.Verbs.Scenarios;

namespace AElf.Benchmark.Verbs.Sweep;

/// <summary>
/// The verbs <c>sweep</c> and <c>optimize</c>: read the options of the verb and of its runs. Reading starts and writes
/// nothing.
/// </summary>
/// <param name="workload">The workload of the runs.</param>
/// <param name="isSearch">Whether the verb is <see cref="SearchWord"/>, which searches for the best points.</param>
internal sealed class SweepVerb(IWorkloadType workload, bool isSearch = false) : Verb<SweepStudy>
{
    /// <summary>Runs all points.</summary>
    public const string Word = "sweep";

    /// <summary>Searches for the best points instead of running all of them.</summary>
    public const string SearchWord = "optimize";

    public override ProgramDescription Program { get; } = new()
    {
        Word = workload.Word,
        Verb = isSearch ? SearchWord : Word,
        Table = isSearch
            ? [.. SweepSettings.All.Except([SweepSettings.MaxRuns, SweepSettings.Precision])]
            : [.. SweepSettings.All.Except([SweepSettings.Limit])],
        Purpose = isSearch
            ? "Searches for the best combination of options, with at most a quarter of the runs of a sweep."
            : "Measures every combination of options in turns, until their figures can be distinguished.",
        Usage = isSearch ? "[SCENARIO] NAME=VALUES ... [options]" : "[SCENARIO | FILE] [NAME=VALUES ...] [options]",
        Sections = [new(isSearch ? "Search" : "Sweep", Topic.Sweep)],
        OfRuns = RunArguments.ProgramsOf(workload),
        Notes = (isSearch ? HowItSearches : "") + """
            NAME is any option of a run without its dashes (actors, lanes, latency, routing ...), or of a
            scenario (servers, processes, shards, proxies). VALUES are separated by commas: 1,2,4, 1..8,
            4..32+4 in steps of 4, 1..32*2 by doubling. All other options apply to each run.
            {{FILE}}
            Every run is a new process, and its report is kept. Points are measured in random order, so that
            changes of the machine affect all of them. A run with a fault is not counted. To resume an
            interrupted or killed sweep, repeat the call with the same --folder. The result is the best point,
            the points equal to it within the noise, the settings of the runs, a table, and the Universal
            Scalability Law fitted to each numeric axis of four values or more.

            Exit codes: 0 every point has a figure, 1 usage, 2 a run cannot start, 3 an audit failed,
            5 interrupted, or a point without a figure
            """.ReplaceLineEndings("\n").Replace("{{FILE}}", isSearch ? "" : OfFiles, StringComparison.Ordinal),
        ExampleOption = "--min-runs 5",
        Examples = (workload.SweepExamples(isSearch), isSearch) switch
        {
            ({ Count: > 0 } own, _) => [.. own.Select(each => new HelpExample(each.Purpose, each.Words))],
            (_, true) =>
            [
                new("how many actors and lanes, over a new Redis", "single actors=1..32*2 lanes=1..128*2"),
                new(
                    "how many servers and processes, half an hour at most",
                    "cluster servers=1..8 processes=1..4 --budget 30"),
                new(
                    "the highest rate at which 99 % of the users wait less than 5 ms, over a new Redis",
                    "single rate=1000..200000 --limit 'p99 < 5ms' --min-runs 3 --lanes 300"),
            ],
            _ =>
            [
                new("1 to 32 actors that wait for each answer, over a new Redis", "single actors=1..32*2 lanes=1"),
                new(
                    "in memory, every routing over even and skewed groups",
                    $"routing=pull,round-robin,smallest-mailbox skew=0,1 {workload.Example}"),
                new("servers of a cluster, half an hour at most", "cluster servers=1..4 processes=1,2 --budget 30"),
                new("a published table, with the published figures", "2018-scenario-1 --folder table-1"),
            ],
        },
    };

    private const string OfFiles =
        "FILE is a sweep file, or the name of one in config/sweeps, which has the published tables.\n";

    private const string HowItSearches = """
        The search first measures the ends and the middle of each axis. Then it measures the neighbours of the
        best point, in smaller and smaller steps. At the end it measures the possible best points again, at
        most --min-runs times. This finds the top of curves that rise and then fall; it may miss a second,
        lower top.
        With --limit it searches for the highest rate at which a latency stays below the limit, by bisection
        of rate=LOW..HIGH (or rate=poisson:LOW..HIGH) down to steps of 5 %. Rates next to the boundary are
        measured --min-runs times, and the majority of their runs decides.


        """;

    protected override Task<ExitCode> RunAsync(SweepStudy request) => request.RunAsync(Fail);

    public override SweepStudy? Read(IReadOnlyList<string> words)
    {
        // An axis may be anywhere in the call.
        List<string> head = [.. words.TakeWhile(word => !word.StartsWith('-'))];
        var behind = words.Skip(head.Count).ToLookup(IsAxis);
        head.AddRange(behind[true]);
        var runs = new RunArguments(workload, Program.Verb!, isSearch ? "search" : "sweep", Problems);
        var (own, shared) = runs.Split(Program.Table, [.. behind[false]]);
        var settings = Resolve(own);
        var limit = settings.Get(SweepSettings.Limit);
        var definition = new SweepWords(Program.Verb!, isSearch, Problems).Define(head, Home, limit);
        if (definition is null || Problems.Count > 0)
        {
            return null;
        }

        var options = runs.Typed(definition.Scenario, definition.Options, unlessIn: shared);
        List<string> start = definition.Scenario is { } name ? [ScenarioCommandLine.Verb, name] : [];
        string[][] commands =
        [
            .. definition.Points.Select(point => (string[])
            [
                .. start, .. options, .. shared, .. runs.Typed(definition.Scenario, point.Values, unlessIn: []),
            ]),
        ];
        Problems.AddRange(new RuleList(settings)
        {
            {
                settings.Source(SweepSettings.MaxRuns) != SettingSource.Default
                    && settings.Get(SweepSettings.MaxRuns) < settings.Get(SweepSettings.MinRuns),
                SweepSettings.MaxRuns, $"{settings[SweepSettings.MaxRuns]} is not valid",
                $"expected at least --min-runs, {settings[SweepSettings.MinRuns]}"
            },
        });
        if (Problems.Count == 0)
        {
            var labels = definition.Points.Select(point => point.Label);
            runs.Check(labels.Zip(commands), Variables, Home);
        }

        return Problems.Count > 0 ? null : new SweepStudy
        {
            Settings = settings,
            Runs = runs,
            Definition = definition,
            Shared = [.. start, .. options, .. shared],
            Commands = commands,
            Schedule = ScheduleOf(definition.Points, limit, settings),
            Budget = settings.Get(SweepSettings.Budget),
            Folder = settings.Get(SweepSettings.Folder),
        };
    }

    private ISweepSchedule ScheduleOf(IReadOnlyList<SweepPoint> points, FigureBound? limit, ResolvedSettings settings)
    {
        var limits = new SweepLimits(
            settings.Get(SweepSettings.MinRuns),
            Math.Max(settings.Get(SweepSettings.MinRuns), settings.Get(SweepSettings.MaxRuns)),
            (double)settings.Get(SweepSettings.Precision) / 100);
        return limit switch
        {
            not null => new LimitSearch(points, limit, limits),
            _ when isSearch => new OptimumSearch(points, limits),
            _ => new SweepSchedule(points.Count, limits, seed: 1),
        };
    }

    // Excludes addresses and file names that look like an axis.
    private static bool IsAxis(string word) =>
        word.Split('=') is [{ Length: > 0 } name, ..] && char.IsAsciiLetter(name[0])
            && name.All(letter => char.IsAsciiLetter(letter) || letter is '-')
            && SweepAxis.Parse(word) is not null;
}
