using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Sweeps;
using AElf.Bench.Settings;
using AElf.Benchmark.Verbs.Runs;
using AElf.Benchmark.Verbs.Studies;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark.Verbs.Sweep;

/// <summary>A sweep, or a search among its points. Each run is a new process of this program.</summary>
internal sealed class SweepStudy : Study<SweepRun>
{
    /// <summary>The points and their common properties.</summary>
    public required SweepDefinition Definition { get; init; }

    /// <summary>Words that all runs share.</summary>
    public required IReadOnlyList<string> Shared { get; init; }

    private IReadOnlyList<SweepPoint> Points => Definition.Points;

    /// <summary>The whole command line of each point's runs.</summary>
    public required IReadOnlyList<IReadOnlyList<string>> Commands { get; init; }

    public required ISweepSchedule Schedule { get; init; }

    internal override OrderedDictionary<string, IReadOnlyList<string>> Identity => new(StringComparer.Ordinal)
    {
        ["command"] = [.. RunArguments.Ordered(Shared)],
        ["points"] = [.. Points.Select(point => point.Label)],
    };

    protected override string Noun => "sweep";

    protected override string Extent => Schedule.Extent;

    internal override string? FaultOf(SweepRun run) => run.Point >= 0 && run.Point < Points.Count
        ? null
        : $"its point is {run.Point}, and the sweep has points 0 to {Points.Count - 1}";

    protected override PlannedRun<SweepRun>? Choose(IReadOnlyList<SweepRun> runs) =>
        Schedule.Next(runs) is not { } point ? null : new(
            new(Points[point].Label, OwnProgram.File, Commands[point]),
            (report, seconds, file) =>
                SweepRun.From(report, point, Points[point].Label, seconds, Schedule.Limit, file));

    protected override string Progress(IReadOnlyList<SweepRun> runs, bool isLast)
    {
        var left = Schedule.MinLeft(runs);
        var time = TimeSpan.FromSeconds(left * runs.Average(run => run.Seconds));
        var rest = (isLast, left) switch
        {
            (true, _) => "the last one",
            (_, 0) => "repeating points that are not precise enough",
            _ => $"{Counted(left, "run")} or more left, at least {Math.Ceiling(time.TotalMinutes)} min",
        };
        return $"{runs[^1].Label}: {Outcome(runs[^1], Schedule.Describe)} · {rest}";
    }

    protected override ExitCode Conclude(string folder, IReadOnlyList<SweepRun> runs, bool isWhole)
    {
        var result = new SweepResult(Points, runs, Schedule.IsSearch);
        var sections = Schedule.Sections(Definition.Title, Definition.Source, result);
        Print(sections);
        SweepExport.Write(folder, sections, result);
        Note($"{folder} contains sweep.html, sweep.md, runs.csv and the report of each run");
        return Schedule.IsAnswered(result) ? ExitCode.Ok : ExitCode.DegradedOrFailed;
    }
}
