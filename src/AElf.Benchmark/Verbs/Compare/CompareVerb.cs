using System.Reflection;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark.Verbs.History;
using AElf.Benchmark.Verbs.Runs;
using AElf.Benchmark.Verbs.Scenarios;

namespace AElf.Benchmark.Verbs.Compare;

/// <summary>The verb <c>compare</c>: reads the words of a comparison without starting or writing anything.</summary>
/// <param name="workload">The workload of the runs.</param>
/// <param name="machine">The class of this machine; null reads it.</param>
internal sealed class CompareVerb(IWorkloadType workload, MachineClass? machine = null) : Verb<ComparisonStudy>
{
    public const string Word = "compare";

    private const int MaxRuns = 200;
    private const int MaxStoredRuns = 60;

    private readonly Lazy<MachineClass> machine = new(() => machine ?? MachineClass.From(
        MachineReader.Read(typeof(CompareVerb).Assembly, TimeProvider.System.GetUtcNow())));

    public override ProgramDescription Program { get; } = new()
    {
        Assembly = Assembly.GetExecutingAssembly(),
        Word = workload.Word,
        Verb = Word,
        Program = Programs.Verb,
        Table = CompareSettings.All,
        Arguments = [() => new CompareArguments()],
        Purpose = "Compares two builds, or two configurations, in turns, and fails when the candidate is slower.",
        Usage = "[SCENARIO] [--baseline WHAT] [--candidate WHAT] [options of every run]",
        Sections = [new("Comparison", Topic.Comparison), new("Output", Topic.Output)],
        Notes = """
            WHAT is a build, or options of a run without their dashes, over this build: "lanes=8 routing=random".
            A build is the folder of dotnet publish -o, of the benchmark or of aelf-bench, or a single file
            aelf-bench. What is not given is this build as it is. All other options go to every run of both
            sides. Every run is a process of its own; which of a pair is first is drawn.
            A stored baseline is not run beside the candidate: what the machine does now and did not do then
            counts as a difference, so two builds are better. Another class of machine is refused.

            The candidate fails when two series of pairs show that it is slower, and neither rules out a
            slow-down of the threshold. It also fails when two series show that it allocates more bytes for
            each thing committed, and neither rules out a rise of --allocation-floor; or when a count
            (operations, messages) that each side repeats exactly is higher. It passes as soon as both are
            ruled out. Each series errs in 2.5 % of all cases at most, however many pairs it takes, and the
            same build on both sides fails in less than 2.5 % over all criteria.
            When the budget ends before either is shown, it fails with exit code 5 and says how many pairs
            it would have taken; --inconclusive pass lets it pass. --aa tells what the machine can show, and
            never fails so. Between half and all of the threshold, which of both is shown first is a toss.
            A comparison that was interrupted or killed goes on when it is called again with the same words
            and --folder.

            Exit codes: 0 no regression, 1 usage, 2 a run cannot be made here, 3 an audit failed,
            4 regression, 5 nothing shown, interrupted, or runs without a figure
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--threshold 5%",
        Examples =
        [
            new(
                "a pull request's build beside that of the main branch",
                $"--baseline ../main/out --candidate ../pr/out {workload.Example} --markdown diff.md"),
            new("this build with other options", $"--candidate \"lanes=8\" {workload.Example} --database redis"),
            new("what this machine can show in ten minutes", $"--aa --budget 10m {workload.Example}"),
            new("a baseline for later, if no old build is kept", $"--save-baseline main.json {workload.Example}"),
            new("the same options beside it", "--baseline main.json --history history.jsonl"),
            new("over a cluster that is started for each run", $"cluster --baseline ../main/out {workload.Example}"),
        ],
    };

    protected override IReadOnlyList<ProgramDescription> OfRuns => RunArguments.ProgramsOf(workload);

    public override ComparisonStudy? Read(IReadOnlyList<string> words) =>
        Read(words, EnvironmentSettings.OfProcess(), OwnProgram.File);

    protected override Task<ExitCode> RunAsync(ComparisonStudy request) => request.RunAsync(Fail);

    /// <param name="environment">Environment variables of the runs.</param>
    /// <param name="program">File of this program, beside which the shipped <c>config</c> folder lies.</param>
    /// <returns>Null after an error.</returns>
    public ComparisonStudy? Read(
        IReadOnlyList<string> words,
        IReadOnlyDictionary<string, string> environment,
        string program)
    {
        string[] head = [.. words.TakeWhile(word => !word.StartsWith('-'))];
        var runs = new RunArguments(workload, Word, "comparison", Problems);
        var (own, shared) = runs.Split(CompareSettings.All, [.. words.Skip(head.Length)]);
        var given = CommandLineReader.Read(Program, own).Settings;
        var settings = Resolve(given, RunArguments.FilesIn([.. head, .. shared]));
        if (head.Length > 1)
        {
            Problems.Add(ValidationError.Error(
                Word,
                $"{string.Join(" and ", head.Select(Quoted.Text))} are {head.Length} names",
                "give one scenario; options over this build belong behind --baseline or --candidate"));
        }

        CheckSides(settings);
        var stored = Problems.Count > 0 ? null : ReadStored(settings, head, ref shared);
        if (Problems.Count > 0)
        {
            return null;
        }

        var sides = new ComparedSides(runs, head.FirstOrDefault(), shared, program, Problems);
        var baseline = stored is null
            ? sides.Read(CompareSettings.Baseline, settings.Get(CompareSettings.Baseline))
            : new ComparedSide($"stored on {stored.SavedUtc}", program, stored.Words);
        var candidate = sides.Read(CompareSettings.Candidate, settings.Get(CompareSettings.Candidate));
        if (Problems.Count == 0)
        {
            runs.Check(
                [("baseline", [.. baseline.Words]), ("candidate", [.. candidate.Words])],
                environment,
                Path.GetDirectoryName(program)!);
        }

        return Problems.Count > 0 ? null : new ComparisonStudy
        {
            Word = workload.Word,
            Baseline = baseline,
            Candidate = candidate,
            IsSame = settings.Get(CompareSettings.IsSame),
            Stored = stored,
            SavedBaseline = settings.Get(CompareSettings.SavedBaseline),
            Machine = machine.Value,
            History = HistoryOutputs.From(settings, CompareSettings.History),
            Limits = LimitsOf(settings),
            Budget = settings.Get(CompareSettings.Budget),
            Quiet = shared.Contains(CommonSettings.Quiet.Option!, StringComparer.Ordinal),
            Folder = settings.Get(CompareSettings.Folder),
            JsonOutput = settings.Get(CompareSettings.JsonOutput),
            MarkdownOutput = settings.Get(CompareSettings.MarkdownOutput),
            HtmlOutput = settings.Get(CompareSettings.HtmlOutput),
            JUnitOutput = settings.Get(CompareSettings.JUnitOutput),
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

    /// <summary>Reads the stored baseline, if one is named; it supplies the options when none are typed.</summary>
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
                $"{Quoted.Text(path)} is of another class of machine ({string.Join("; ", differences)})",
                "compare on such a machine, or save a baseline on this one"));
        }

        if (typed.Length > 0 && !typed.SequenceEqual(stored.Words, StringComparer.Ordinal))
        {
            Problems.Add(ValidationError.Error(
                CompareSettings.Baseline.Option!,
                $"{Quoted.Text(path)} was run with {string.Join(' ', stored.Words)}",
                "give the same options, or none"));
        }
    }

    private void CheckSides(ResolvedSettings settings)
    {
        if (settings.Get(CompareSettings.SavedBaseline) is not null)
        {
            Setting[] others =
            [
                CompareSettings.Baseline, CompareSettings.IsSame, CompareSettings.Inconclusive,
                CompareSettings.Threshold, CompareSettings.Counts, CompareSettings.JsonOutput,
                CompareSettings.MarkdownOutput, CompareSettings.HtmlOutput, CompareSettings.JUnitOutput,
            ];
            Problems.AddRange(others.Where(settings.IsTyped).Select(setting => ValidationError.Error(
                CompareSettings.SavedBaseline.Option!,
                $"saves the candidate's runs and compares nothing, so {setting.Option} has no use",
                "remove one of the two")));
            return;
        }

        var isSame = settings.Get(CompareSettings.IsSame);
        Setting[] given =
            [.. new[] { CompareSettings.Baseline, CompareSettings.Candidate }.Where(settings.IsTyped)];
        Setting[] needless =
        [
            .. given, .. new Setting[] { CompareSettings.Inconclusive, CompareSettings.Counts }.Where(settings.IsTyped),
        ];
        if (isSame && needless.Length > 0)
        {
            Problems.Add(ValidationError.Error(
                CompareSettings.IsSame.Option!,
                $"compares this build with itself, so {needless[0].Option} has no use",
                "remove one of the two"));
        }
        else if (!isSame && given.Length == 0 && Problems.Count == 0)
        {
            Problems.Add(ValidationError.Error(
                Word,
                "nothing to compare",
                "name a build or options with --baseline or --candidate, or measure the machine with --aa"));
        }
    }
}
