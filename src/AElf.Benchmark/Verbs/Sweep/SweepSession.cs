using System.Globalization;
using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Journals;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Scenarios;
using AElf.Bench.Harness.Sweeps;
using AElf.Benchmark.Verbs.Runs;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark.Verbs.Sweep;

/// <summary>
/// The verbs <c>sweep</c> and <c>optimum</c>: each run is this program again, as a process of its own.
/// </summary>
internal sealed class SweepSession
{
    private readonly SweepRequest request;
    private readonly string folder;
    private readonly RunJournal<SweepHeader, SweepRun> journal;
    private readonly Termination interruption;
    private readonly RunProcess runs;
    private readonly ISweepSchedule schedule;

    private SweepSession(
        SweepRequest request,
        ISweepSchedule schedule,
        string folder,
        RunJournal<SweepHeader, SweepRun> journal,
        Termination interruption)
    {
        this.request = request;
        this.schedule = schedule;
        this.folder = folder;
        this.journal = journal;
        this.interruption = interruption;
        runs = new RunProcess(folder, request.Word, interruption);
    }

    /// <summary>Makes it, and says how it ended.</summary>
    public static async Task<ExitCode> RunAsync(SweepRequest asked)
    {
        var place = asked.Folder ?? TimeProvider.System.GetLocalNow().ToString(
            "'sweep-'yyyyMMdd-HHmmss", CultureInfo.InvariantCulture);
        // What cannot be searched leaves no folder.
        ISweepSchedule turns = asked switch
        {
            { Limit: not null } => new LimitSearch(asked.Points.Count, asked.Limits),
            { IsSearch: true } => new OptimumSearch(asked.Points, asked.Limits),
            _ => new SweepSchedule(asked.Points.Count, asked.Limits, seed: 1),
        };
        RunProcess.CreateFolders(place);
        using var kept = SweepJournal.Open(
            Path.Combine(place, "runs.jsonl"),
            new SweepHeader(asked.Shared, [.. asked.Points.Select(point => point.Label)]));
        using var ended = new Termination(RunProcess.InterruptionNotice);
        return await new SweepSession(asked, turns, place, kept, ended).RunAllAsync();
    }

    private async Task<ExitCode> RunAllAsync()
    {
        var already = journal.Runs.Count > 0 ? $"; {Counted(journal.Runs.Count, "run")} are there already" : "";
        var points = Counted(request.Points.Count, "point");
        var extent = schedule switch
        {
            OptimumSearch search => $"at most {Counted(search.MaxRuns, "run")} over {points}",
            LimitSearch search => $"{Counted(search.MinLeft([]), "run")} or more to bisect {points}",
            _ => $"{points} × {request.Limits.MinRuns} to {request.Limits.MaxRuns} runs",
        };
        Note($"{extent}, kept in {folder}{already}");
        while (schedule.Next(journal.Runs) is { } point)
        {
            var ended = await RunAsync(point);
            if (interruption.IsRequested)
            {
                Show();
                Console.Error.WriteLine(
                    $"interrupted: {Counted(journal.Runs.Count, "run")} are kept; the same words with "
                        + $"--folder {folder} go on");
                return ExitCode.DegradedOrFailed;
            }

            if (!ended.AllowsMore)
            {
                return ended.Code;
            }

            Note(Progress());
        }

        return Show() ? ExitCode.Ok : ExitCode.DegradedOrFailed;
    }

    private void Note(string line)
    {
        if (!request.Quiet)
        {
            Console.Error.WriteLine(line);
        }
    }

    private string Progress()
    {
        var last = journal.Runs[^1];
        var made = journal.Runs.Count;
        var left = schedule.MinLeft(journal.Runs);
        var time = TimeSpan.FromSeconds(left * journal.Runs.Average(run => run.Seconds));
        var text = !last.Counts ? last.Verdict.ToString().ToLowerInvariant()
            : request.Limit is not { } limit ? $"{Whole(last.Tps)} TPS"
            : last.Reached is false ? "the rate was not reached"
            : $"{limit.Name} {Number(last.LimitedUs / 1000)} ms{(last.IsBelowLimit ? "" : ", too long")}";
        var rest = schedule.Next(journal.Runs) is null ? "the last one"
            : left == 0 ? "repeating what is not precise enough"
            : $"{Counted(left, "run")} left at least, {Math.Ceiling(time.TotalMinutes)} min";
        return $"run {made}: {last.Label}: {text} · {rest}";
    }

    /// <summary>Makes a run of a point and keeps it.</summary>
    private async Task<RunProcessResult> RunAsync(int point)
    {
        var label = request.Points[point].Label;
        var ended = await runs.RunAsync(
            OwnProgram.File, request.Commands[point], label, journal.Runs.Count + 1);
        if (ended.Report is { } run)
        {
            journal.Add(SweepRun.From(run, point, label, ended.Seconds, request.Limit, ended.File));
        }

        return ended;
    }

    /// <summary>Prints and writes what there is; whether every point has a figure.</summary>
    private bool Show()
    {
        var result = new SweepResult(request.Points, journal.Runs, request.IsSearch);
        var sections = request.Limit is { } limit
            ? LimitSections.From(request.Title, limit, request.Points, journal.Runs)
            : SweepSections.From(request.Title, request.Source, result);
        new ConsoleExporter(ConsoleExporter.Open(Console.Out, Console.IsOutputRedirected)).Write(sections);
        SweepExport.Write(folder, sections, result);
        Note($"{folder} holds sweep.html, sweep.md, runs.csv and the report of each run");
        return request.Limit is not null ? LimitSearch.Boundary(journal.Runs, request.Points.Count).Highest >= 0
            : request.IsSearch ? result.Best is not null : result.Points.All(point => point.Tps is not null);
    }
}
