using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark.Verbs.Runs;
using AElf.Benchmark.Verbs.Scenarios;
using AElf.Benchmark.Verbs.Studies;

namespace AElf.Benchmark.Verbs.Compare;

/// <summary>The verb <c>compare</c>: reads the arguments of a comparison. Starts and writes nothing.</summary>
/// <param name="workload">The workload of the runs.</param>
/// <param name="machine">The class of this machine; null reads it.</param>
internal sealed class CompareVerb(IWorkloadType workload, MachineClass? machine = null) : Verb<ComparisonStudy>
{
    public const string Word = "compare";

    private const int MaxRuns = 200;
    private const int MaxStoredRuns = 60;

    private static readonly Setting[] OfVerdict =
    [
        CompareSettings.Baseline, CompareSettings.IsSame, CompareSettings.Inconclusive, CompareSettings.Threshold,
        CompareSettings.Counts, CompareSettings.JsonOutput, CompareSettings.MarkdownOutput, CompareSettings.HtmlOutput,
        CompareSettings.JUnitOutput,
    ];

    private static readonly Setting[] OfSides =
    [
        CompareSettings.Baseline, CompareSettings.Candidate, CompareSettings.Inconclusive, CompareSettings.Counts,
    ];

    private readonly Lazy<MachineClass> machine = new(() => machine ?? MachineClass.From(
        MachineReader.Read(typeof(CompareVerb).Assembly, TimeProvider.System.GetUtcNow())));

    public override ProgramDescription Program { get; } = new()
    {
        Word = workload.Word,
        Verb = Word,
        Table = CompareSettings.All,
        Purpose = "Compares two builds or two configurations in pairs of runs; fails if the candidate is slower.",
        Usage = "[SCENARIO] [--baseline WHAT] [--candidate WHAT] [options of every run]",
        Sections = [new("Comparison", Topic.Comparison), new("Output", Topic.Output)],
        OfRuns = RunArguments.ProgramsOf(workload),
        Notes = """
            WHAT is a build, or options for this build without their dashes: "lanes=8 routing=random". A build is
            the output folder of dotnet publish, of the benchmark or of aelf-bench, or a single file aelf-bench.
            An omitted side defaults to this build. All other options apply to every run of both sides. Every run
            is a new process; the order of each pair is random. A stored baseline is not run again, so changes of
            the machine since then count as a difference: prefer two builds. A baseline of another machine class
            is refused.

            The candidate fails if two series of pairs show that it is slower, and neither excludes a slow-down of
            the threshold. It also fails if two series show that it allocates more bytes per transfer, and neither
            excludes a rise of --allocation-floor. It also fails if a count (operations, messages) repeats exactly
            on both sides and is higher. It passes as soon as the slow-down and the rise are both excluded. Each
            series is wrong in at most 2.5 % of all cases. With the same build on both sides, less than 2.5 % of
            comparisons fail over all criteria.
            If the budget ends first, the comparison is inconclusive: it fails with exit code 5 and says how many
            pairs are needed; --inconclusive pass accepts it. An inconclusive --aa does not fail. A slow-down
            between half the threshold and the threshold can get either verdict.
            To resume an interrupted or killed comparison, repeat the call with the same --folder.

            Exit codes: 0 no regression, 1 usage, 2 a run cannot start, 3 an audit failed, 4 regression,
            5 inconclusive, interrupted, or runs without a figure
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--threshold 5%",
        Examples =
        [
            new(
                "a pull request's build beside that of the main branch",
                $"--baseline ../main/out --candidate ../pr/out {workload.Example} --markdown diff.md"),
            new("this build with other options", $"--candidate \"lanes=8\" {workload.Example} --database redis"),
            new("the slow-down that this machine can detect in ten minutes", $"--aa --budget 10m {workload.Example}"),
            new("a baseline for later, if no old build is kept", $"--save-baseline main.json {workload.Example}"),
            new("compare with that baseline, same options", "--baseline main.json --history history.jsonl"),
            new("over a new cluster for each run", $"cluster --baseline ../main/out {workload.Example}"),
        ],
    };

    /// <summary>The program file of this build, the default of a side.</summary>
    public string Build { get; init; } = OwnProgram.File;

    protected override Task<ExitCode> RunAsync(ComparisonStudy request) => request.RunAsync(Fail);

    public override ComparisonStudy? Read(IReadOnlyList<string> words)
    {
        string[] head = [.. words.TakeWhile(word => !word.StartsWith('-'))];
        var runs = new RunArguments(workload, Word, "comparison", Problems);
        var (own, shared) = runs.Split(CompareSettings.All, [.. words.Skip(head.Length)]);
        var settings = Resolve(own, RunArguments.FilesIn([.. head, .. shared]));
        if (head.Length > 1)
        {
            Problems.Add(ValidationError.Error(
                Word,
                $"{string.Join(" and ", head.Select(Quoted.Text))} are {head.Length} scenarios",
                "give one scenario; write the options of one side behind --baseline or --candidate"));
        }

        Problems.AddRange(CheckSides(settings));
        var stored = Problems.Count > 0 ? null : ReadStored(settings, head, ref shared);
        if (Problems.Count > 0)
        {
            return null;
        }

        var sides = new ComparedSides(runs, head.FirstOrDefault(), shared, Build, Problems);
        var baseline = stored is null
            ? sides.Read(CompareSettings.Baseline, settings.Get(CompareSettings.Baseline))
            : new StudyArm($"stored on {stored.SavedUtc}", Build, stored.Words);
        var candidate = sides.Read(CompareSettings.Candidate, settings.Get(CompareSettings.Candidate));
        if (Problems.Count == 0)
        {
            runs.Check(
                [("baseline", [.. baseline.Words]), ("candidate", [.. candidate.Words])], Variables, Home);
        }

        return Problems.Count > 0 ? null : new ComparisonStudy
        {
            Runs = runs,
            Baseline = baseline,
            Candidate = candidate,
            Settings = settings,
            Stored = stored,
            Machine = machine.Value,
            Limits = LimitsOf(settings),
            Budget = settings.Get(CompareSettings.Budget),
            Folder = settings.Get(CompareSettings.Folder),
        };
    }

    private static ComparisonLimits LimitsOf(ResolvedSettings settings) => new()
    {
        Threshold = settings.Get(CompareSettings.Threshold),
        MaxRuns = settings.Get(CompareSettings.MaxRuns)
            ?? (settings.Get(CompareSettings.SavedBaseline) is null ? MaxRuns : MaxStoredRuns),
        AllocationFloor = (double)settings.Get(CompareSettings.AllocationFloor),
        CountsGate = settings.Get(CompareSettings.Counts),
        InconclusiveFails = !settings.Get(CompareSettings.IsSame) && settings.Get(CompareSettings.Inconclusive),
        StopsWhenSure = !settings.Get(CompareSettings.IsSame) && settings.Get(CompareSettings.SavedBaseline) is null,
        RunsBaseline = settings.Get(CompareSettings.SavedBaseline) is null
            && !IsFile(settings.Get(CompareSettings.Baseline)),
    };

    private static bool IsFile(string? what) =>
        what is not null && what.EndsWith(".json", StringComparison.OrdinalIgnoreCase) && !Directory.Exists(what);

    /// <summary>Reads the stored baseline, if any. Its options apply if the call has none.</summary>
    private BaselineRuns? ReadStored(ResolvedSettings settings, string[] head, ref IReadOnlyList<string> shared)
    {
        if (settings.Get(CompareSettings.Baseline) is not { } path || !IsFile(path))
        {
            return null;
        }

        try
        {
            var stored = BaselineRuns.Read(path);
            string[] typed = [.. head is [var scenario] ? [ScenarioCommandLine.Verb, scenario] : Array.Empty<string>(),
                .. BaselineRuns.WordsThatMatter(shared)];
            if (typed.Length == 0)
            {
                shared = [.. stored.Words, .. shared];
            }

            CheckStored(path, stored, typed);
            return stored;
        }
        catch (Exception exception) when (exception is FormatException or IOException or UnauthorizedAccessException)
        {
            Problems.Add(ValidationError.Error(
                CompareSettings.Baseline.Option!, exception.Message, "expected a file of compare --save-baseline"));
            return null;
        }
    }

    private void CheckStored(string path, BaselineRuns stored, string[] typed)
    {
        var differences = machine.Value.DifferencesFrom(stored.Machine);
        if (differences.Count > 0)
        {
            Problems.Add(ValidationError.Error(
                CompareSettings.Baseline.Option!,
                $"{Quoted.Text(path)} is from another class of machine ({string.Join("; ", differences)})",
                "compare on such a machine, or save a baseline on this one"));
        }

        if (typed.Length > 0 && !RunArguments.Ordered(typed).SequenceEqual(
            RunArguments.Ordered(stored.Words), StringComparer.Ordinal))
        {
            Problems.Add(ValidationError.Error(
                CompareSettings.Baseline.Option!,
                $"{Quoted.Text(path)} was run with {string.Join(' ', stored.Words)}",
                "give the same options, or none"));
        }
    }

    private RuleList CheckSides(ResolvedSettings settings)
    {
        var (isSaved, isSame) = (
            settings.Get(CompareSettings.SavedBaseline) is not null, settings.Get(CompareSettings.IsSame));
        var hasNoSide = !settings.IsTyped(CompareSettings.Baseline) && !settings.IsTyped(CompareSettings.Candidate);
        return new(settings)
        {
            {
                isSaved ? OfVerdict : [],
                "has no effect with --save-baseline, which saves the candidate's runs and compares nothing",
                "remove one of the two"
            },
            {
                isSame && !isSaved ? OfSides : [],
                "has no effect with --aa, which compares this build with itself", "remove one of the two"
            },
            {
                !isSame && !isSaved && hasNoSide && Problems.Count == 0,
                ValidationError.Error(
                    Word,
                    "nothing to compare",
                    "name a build or options with --baseline or --candidate, or measure the machine with --aa")
            },
        };
    }
}
