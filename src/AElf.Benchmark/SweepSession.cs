using System.Globalization;
using System.Reflection;
using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Scenarios;
using AElf.Bench.Harness.Sweeps;
using AElf.Benchmark.CommandLine;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark;

/// <summary>The verb <c>sweep</c>: each run is this program again, as a process of its own.</summary>
internal sealed class SweepSession
{
    private const string Interrupted =
        "interrupted: the run under way is being ended; once more ends the sweep without waiting";

    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(30);

    private readonly SweepRequest request;
    private readonly string folder;
    private readonly SweepJournal journal;
    private readonly Termination interruption;

    private SweepSession(SweepRequest request, string folder, SweepJournal journal, Termination interruption)
    {
        this.request = request;
        this.folder = folder;
        this.journal = journal;
        this.interruption = interruption;
    }

    /// <summary>Runs it; <paramref name="words"/> is what followed the verb. Returns the exit code.</summary>
    public static async Task<int> RunAsync(string[] words, IWorkloadType workload)
    {
        var line = new SweepCommandLine(workload);
        if (ProgramCommandLine.Text(line.Program, words)?.Print(Console.Out, Console.Error) is { } code)
        {
            return (int)code;
        }

        var asked = line.Read(words, EnvironmentSettings.OfProcess(), AppContext.BaseDirectory, out var problems);
        return (int)(asked is null
            ? new ParseOutcome.Rejected(problems).Print(Console.Out, Console.Error) ?? ExitCode.Usage
            : await RunAsync(asked));
    }

    private static async Task<ExitCode> RunAsync(SweepRequest asked)
    {
        var place = asked.Folder ?? TimeProvider.System.GetLocalNow().ToString(
            "'sweep-'yyyyMMdd-HHmmss", CultureInfo.InvariantCulture);
        try
        {
            Directory.CreateDirectory(Path.Combine(place, "reports"));
            using var kept = SweepJournal.Open(
                Path.Combine(place, "runs.jsonl"),
                new SweepHeader(asked.Shared, [.. asked.Points.Select(point => point.Label)]));
            using var ended = new Termination(Interrupted);
            return await new SweepSession(asked, place, kept, ended).RunAllAsync();
        }
        catch (FormatException exception)
        {
            Console.Error.WriteLine($"error: {exception.Message}");
            return ExitCode.Usage;
        }
        catch (Exception exception) when (
            exception is IOException or UnauthorizedAccessException or ScenarioException)
        {
            Console.Error.WriteLine($"error: {exception.Message}");
            return ExitCode.Environment;
        }
    }

    private async Task<ExitCode> RunAllAsync()
    {
        var schedule = new SweepSchedule(request.Points.Count, request.Limits, seed: 1);
        var already = journal.Runs.Count > 0 ? $"; {Counted(journal.Runs.Count, "run")} are there already" : "";
        Note(
            $"{Counted(request.Points.Count, "point")} × {request.Limits.MinRuns} to {request.Limits.MaxRuns} runs, "
                + $"kept in {folder}{already}");
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

            if (ended is not (ExitCode.Ok or ExitCode.DegradedOrFailed))
            {
                return ended;
            }

            Note(Progress(schedule));
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

    private string Progress(SweepSchedule schedule)
    {
        var last = journal.Runs[^1];
        var made = journal.Runs.Count;
        var left = schedule.MinLeft(journal.Runs);
        var time = TimeSpan.FromSeconds(left * journal.Runs.Average(run => run.Seconds));
        var text = last.Counts ? $"{Whole(last.Tps)} TPS" : last.Verdict.ToString().ToLowerInvariant();
        var rest = schedule.Next(journal.Runs) is null ? "the last one"
            : left == 0 ? "repeating what is not precise enough"
            : $"{Counted(left, "run")} left at least, {Math.Ceiling(time.TotalMinutes)} min";
        return $"run {made}: {last.Label}: {text} · {rest}";
    }

    /// <summary>Makes a run of a point and keeps it.</summary>
    private async Task<ExitCode> RunAsync(int point)
    {
        var label = request.Points[point].Label;
        var report = Path.Combine("reports", $"{journal.Runs.Count + 1:0000}.json");
        var output = Path.Combine(folder, "last-run.txt");
        File.Delete(output);
        File.Delete(Path.Combine(folder, report));
        var since = TimeProvider.System.GetTimestamp();
        using var process = OwnedProcess.Start(new ProcessStart(AElfPrograms.DotnetHost(),
        [
            Assembly.GetEntryAssembly()!.Location, .. request.Commands[point],
            Settings.JsonOutput.Option!, Path.Combine(folder, report),
        ])
        { OutputFile = output });
        try
        {
            await process.WaitForExitAsync(interruption.Token);
        }
        catch (OperationCanceledException)
        {
            await process.EndAsync(Grace);
            return ExitCode.DegradedOrFailed;
        }

        var code = (ExitCode)process.ExitCode;
        if (!File.Exists(Path.Combine(folder, report)))
        {
            Console.Error.WriteLine(
                $"error: a run of {label} ended with exit code {(int)code} and without a report. It said:");
            Console.Error.WriteLine(process.Output.TrimEnd());
            return code is ExitCode.Usage ? code : ExitCode.Environment;
        }

        var run = ReportReader.Read(await File.ReadAllBytesAsync(Path.Combine(folder, report)));
        journal.Add(new SweepRun(
            point,
            label,
            TimeProvider.System.GetElapsedTime(since).TotalSeconds,
            run.Verdict,
            run.Tps?.Median,
            run.LatencyUs?.P99,
            double.IsFinite(run.Resources.CpuUsPerTransfer) ? run.Resources.CpuUsPerTransfer : null,
            report));
        if (code is ExitCode.AuditFailed)
        {
            Console.Error.WriteLine($"error: the audit of a run of {label} failed: {string.Join("; ", run.Reasons)}");
        }

        return code;
    }

    /// <summary>Prints and writes what there is; whether every point has a figure.</summary>
    private bool Show()
    {
        var result = new SweepResult(request.Points, journal.Runs);
        var sections = SweepSections.From(request.Title, request.Source, result);
        new ConsoleExporter(ConsoleExporter.Open(Console.Out, Console.IsOutputRedirected)).Write(sections);
        SweepExport.Write(folder, sections, result);
        Note($"{folder} holds sweep.md, runs.csv and the report of each run");
        return result.Points.All(point => point.Tps is not null);
    }
}
