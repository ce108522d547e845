using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.History;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Studies;
using AElf.Bench.Settings;
using AElf.Benchmark.Verbs.History;
using AElf.Benchmark.Verbs.Studies;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark.Verbs.Compare;

/// <summary>A comparison: runs both sides in turns, until it can decide whether one is slower.</summary>
internal sealed class ComparisonStudy : Study<ComparedRun>
{
    // Two series of six pairs: fewer cannot show a slow-down.
    private const int MinStored = 12;

    // Each comparison draws its own order: a fixed one could coincide with a pattern of the machine.
    private readonly int seed = Random.Shared.Next();
    private readonly DateTimeOffset started = TimeProvider.System.GetUtcNow();

    public required StudyArm Baseline { get; init; }
    public required StudyArm Candidate { get; init; }

    public required ComparisonLimits Limits { get; init; }

    /// <summary>Stored runs of the baseline; null if the baseline is run too.</summary>
    public BaselineRuns? Stored { get; init; }

    public required MachineClass Machine { get; init; }

    /// <summary>Whether both sides are the same build, so that the machine is measured.</summary>
    public bool IsSame => Settings.Get(CompareSettings.IsSame);

    protected override string Noun => "comparison";

    protected override string Extent =>
        $"at most {Limits.MaxRuns} {(Limits.RunsBaseline ? "pairs of runs" : "runs of the candidate")} "
            + $"in {Duration(Budget!.Value)}";

    internal override OrderedDictionary<string, IReadOnlyList<string>> Identity => new(StringComparer.Ordinal)
    {
        ["baseline"] = [Baseline.Program, .. Baseline.Words],
        ["candidate"] = [Candidate.Program, .. Candidate.Words],
    };

    protected override int NextRuns(IReadOnlyList<ComparedRun> runs) =>
        ResultOf(runs) is var result && Limits.RunsBaseline && result.Baseline.Runs.Count == result.Candidate.Runs.Count
            ? 2
            : 1;

    protected override PlannedRun<ComparedRun>? Choose(IReadOnlyList<ComparedRun> runs)
    {
        if (new ComparisonSchedule(Limits, seed).Next(runs, ResultOf(runs)) is not { } side)
        {
            return null;
        }

        var what = side is Side.Baseline ? Baseline : Candidate;
        return new PlannedRun<ComparedRun>(
            what with
            {
                Label = $"the {side.ToString().ToLowerInvariant()}, {what.Label}",
                Words = [.. what.Words, .. Blocks(side, what, runs)],
            },
            (report, seconds, file) => ComparedRun.From(report, side, seconds, file));
    }

    protected override string Progress(IReadOnlyList<ComparedRun> runs, bool isLast)
    {
        var (last, result) = (runs[^1], ResultOf(runs));
        var ratio = result.Tps.Count == 0 ? "" : $" · {ComparisonSections.Ratio(result.Tps)}";
        var series = result.FirstSeries is null ? "" : ", confirming";
        return $"{last.Side.ToString().ToLowerInvariant()}: {Outcome(last, run => $"{Whole(run.Tps)} TPS")}{ratio} · "
            + $"{Duration(Left(runs)!.Value)} left at most{series}";
    }

    protected override ExitCode Conclude(string folder, IReadOnlyList<ComparedRun> runs, bool isWhole)
    {
        var result = ResultOf(runs);
        if (isWhole && Settings.Get(CompareSettings.SavedBaseline) is { } path)
        {
            return Save(path, result, runs);
        }

        Show(result, runs);
        return result switch
        {
            _ when WhyFailed(runs) is not null || result.Tps.Count == 0 => ExitCode.DegradedOrFailed,
            _ when IsSame => ExitCode.Ok,
            { IsRegression: true } => ExitCode.Regression,
            { IsInconclusive: true } when Limits.InconclusiveFails => ExitCode.DegradedOrFailed,
            _ => ExitCode.Ok,
        };
    }

    private ComparisonResult ResultOf(IReadOnlyList<ComparedRun> runs) => new(runs, Limits, Stored?.Runs);

    /// <summary>
    /// The option that lets rounds repeat the block as often as in the first run, because counts depend on it; empty
    /// for a build without this option.
    /// </summary>
    private string[] Blocks(Side side, StudyArm what, IReadOnlyList<ComparedRun> runs)
    {
        var made = (Stored?.Runs ?? []).Concat(runs).Select(run => run.Blocks).OfType<int>().ToList();
        var isKnown = Stored is not null || runs.Any(run => run.Side == side && run.Blocks is not null);
        var option = MeasureSettings.Blocks;
        return made.Count == 0 || !isKnown || what.Words.Any(option.IsNamed) ? [] : [option.Option!, Plain(made[0])];
    }

    private void Show(ComparisonResult result, IReadOnlyList<ComparedRun> runs)
    {
        string[] sides = [Described(Baseline, result.Baseline), Described(Candidate, result.Candidate)];
        var machine = IsSame ? MachineNoise.From(result, seed: 1) : null;
        var sections = ComparisonSections.From(
            IsSame ? "The same build on both sides" : "Candidate beside baseline",
            sides,
            result,
            machine,
            [new("machine", $"{Machine}"), new("made", Now())]);
        Print(sections);
        if (Settings.Get(CompareSettings.MarkdownOutput) is { } markdown)
        {
            MarkdownExporter.Write(markdown, sections);
        }

        if (Settings.Get(CompareSettings.HtmlOutput) is { } html)
        {
            ComparisonPlots.WritePage(html, sections, result);
        }

        if (Settings.Get(CompareSettings.JsonOutput) is { } json)
        {
            new ComparisonReport(sides, [.. Stored?.Runs ?? [], .. runs], result, machine).Write(json);
        }

        WriteChecks(result, runs, ComparisonChecks.From(result, machine));
        WriteHistory(result);
    }

    private void WriteHistory(ComparisonResult result) => HistoryOutputs.Write(
        Settings, CompareSettings.History, [HistoryEntry.From(result, Now(), Machine)]);

    private string? WhyFailed(IReadOnlyList<ComparedRun> runs) => Stopped
        ?? (StudyRun.HaveFailed(runs) ? $"the last {StudyRun.MaxFailures} runs have no figure" : null);

    private void WriteChecks(
        ComparisonResult result, IReadOnlyList<ComparedRun> runs, IReadOnlyList<GateCheck> checks)
    {
        IReadOnlyList<GateCheck> all = WhyFailed(runs) is { } why
            ? [.. checks, ComparisonChecks.Ended(why)]
            : checks;
        if (Settings.Get(CompareSettings.JUnitOutput) is { } junit)
        {
            JUnitExporter.Write(junit, [SuiteOf(all)]);
        }

        GitHubAnnotations.Write(Console.Error, [SuiteOf(HasProblem ? checks : all)]);

        CheckSuite SuiteOf(IReadOnlyList<GateCheck> part) => new($"{GateCheck.Suite} compare", part)
        {
            StartedUtc = Utc(started),
            Label = result.Candidate.All is [var first, ..] ? first.Label : null,
        };
    }

    private ExitCode Save(string path, ComparisonResult result, IReadOnlyList<ComparedRun> runs)
    {
        if (result.Candidate.Tps is not { } tps)
        {
            Console.Error.WriteLine("error: no run has a figure, so no baseline was saved");
            return ExitCode.DegradedOrFailed;
        }

        BaselineRuns.From(Now(), Machine, Candidate.Words, runs).Write(path);
        WriteHistory(result);
        Console.Out.WriteLine(
            $"{path} contains {Counted(result.Candidate.Runs.Count, "run")} of {Candidate.Label} on "
                + $"{Machine}: median {Whole(tps.Median)} TPS");
        if (result.Candidate.Runs.Count < MinStored)
        {
            Console.Error.WriteLine($"warning: a slow-down needs at least {MinStored} runs to be detected");
        }

        return StudyRun.HaveFailed(runs) ? ExitCode.DegradedOrFailed : ExitCode.Ok;
    }

    private static string Now() => Utc(TimeProvider.System.GetUtcNow());

    private static string Described(StudyArm side, RunSet<ComparedRun> result) =>
        result.Runs.Count == 0 ? side.Label : $"{side.Label} ({result.Runs[0].Version})";
}
