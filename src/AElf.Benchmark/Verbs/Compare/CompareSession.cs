using System.Globalization;
using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.History;
using AElf.Bench.Harness.Journals;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Scenarios;
using AElf.Benchmark.Verbs.Runs;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark.Verbs.Compare;

/// <summary>The verb <c>compare</c>: runs of both sides in turns, until it is known whether one is slower.</summary>
internal sealed class CompareSession
{
    // Two series of six pairs, the fewest that show anything.
    private const int MinStored = 12;

    private readonly CompareRequest request;
    private readonly RunJournal<ComparisonHeader, ComparedRun> journal;
    private readonly Termination interruption;
    private readonly RunProcess runs;

    private CompareSession(
        CompareRequest request,
        string folder,
        RunJournal<ComparisonHeader, ComparedRun> journal,
        Termination interruption)
    {
        this.request = request;
        this.journal = journal;
        this.interruption = interruption;
        runs = new RunProcess(folder, request.Word, interruption);
    }

    /// <summary>Makes it, and says how it ended.</summary>
    public static async Task<ExitCode> RunAsync(CompareRequest asked)
    {
        var folder = asked.Folder ?? TimeProvider.System.GetLocalNow().ToString(
            "'compare-'yyyyMMdd-HHmmss", CultureInfo.InvariantCulture);
        RunProcess.CreateFolders(folder);
        using var kept = ComparisonJournal.Open(
            Path.Combine(folder, "runs.jsonl"),
            new ComparisonHeader(
                [asked.Baseline.Program, .. asked.Baseline.Words],
                [asked.Candidate.Program, .. asked.Candidate.Words]));
        using var ended = new Termination(RunProcess.InterruptionNotice);
        var session = new CompareSession(asked, folder, kept, ended);
        var code = await session.RunAllAsync();
        if (ended.IsRequested)
        {
            Console.Error.WriteLine(
                $"interrupted: {Counted(kept.Runs.Count, "run")} are kept; the same words with "
                    + $"--folder {folder} go on");
        }

        return code;
    }

    private async Task<ExitCode> RunAllAsync()
    {
        // Of no two comparisons alike: one order for all could meet what the machine does in all of them.
        var schedule = new ComparisonSchedule(request.Limits, Random.Shared.Next());
        var result = Result();
        while (schedule.Next(journal.Runs, result) is { } side)
        {
            var ended = await RunAsync(side);
            result = Result();
            if (interruption.IsRequested)
            {
                Show(result);
                return ExitCode.DegradedOrFailed;
            }

            if (!ended.AllowsMore)
            {
                return ended.Code;
            }

            Note(Progress(result));
        }

        if (request.SavedBaseline is { } path)
        {
            return Save(path, result);
        }

        Show(result);
        return ComparisonSchedule.HasFailed(journal.Runs) || result.Tps.Count == 0 ? ExitCode.DegradedOrFailed
            : result.IsRegression ? ExitCode.Regression
            : result.IsInconclusive && request.Limits.InconclusiveFails ? ExitCode.DegradedOrFailed
            : ExitCode.Ok;
    }

    private async Task<RunProcessResult> RunAsync(Side side)
    {
        var what = side is Side.Baseline ? request.Baseline : request.Candidate;
        var label = $"the {side.ToString().ToLowerInvariant()}, {what.Label}";
        var ended = await runs.RunAsync(
            what.Program, [.. what.Words, .. Blocks(side, what)], label, journal.Runs.Count + 1);
        if (ended.Report is { } report)
        {
            journal.Add(ComparedRun.From(report, side, ended.Seconds, ended.File));
        }

        return ended;
    }

    /// <summary>
    /// Rounds of both sides offer the load equally often, as often as the first run found: counts depend on it. A build
    /// that has no such option is left as it is.
    /// </summary>
    private string[] Blocks(Side side, ComparedSide what)
    {
        var made = (request.Stored?.Runs ?? []).Concat(journal.Runs).Select(run => run.Blocks).OfType<int>().ToList();
        var isKnown = request.Stored is not null || journal.Runs.Any(run => run.Side == side && run.Blocks is not null);
        var option = MeasureSettings.Blocks.Option!;
        return made.Count == 0 || !isKnown || what.Words.Any(word => IsOption(word, option))
            ? []
            : [option, Plain(made[0])];
    }

    private static bool IsOption(string word, string option) =>
        string.Equals(word.Split('=')[0], option, StringComparison.Ordinal);

    private ComparisonResult Result() => new(journal.Runs, request.Limits, request.Stored?.Runs);

    private void Note(string line)
    {
        if (!request.Quiet)
        {
            Console.Error.WriteLine(line);
        }
    }

    private string Progress(ComparisonResult result)
    {
        var last = journal.Runs[^1];
        var figure = last.Matters ? $"{Whole(last.Tps)} TPS" : last.Verdict.ToString().ToLowerInvariant();
        var left = Math.Max(0, Math.Ceiling((request.Limits.Budget.TotalSeconds - result.Seconds) / 60));
        var ratio = result.Tps.Count == 0 ? "" : $" · {ComparisonSections.Ratio(result.Tps)}";
        var series = result.FirstSeries is null ? "" : ", confirming";
        return $"run {journal.Runs.Count}: {last.Side.ToString().ToLowerInvariant()}: {figure}{ratio} · "
            + $"{left} min left at most{series}";
    }

    private void Show(ComparisonResult result)
    {
        string[] sides = [Described(request.Baseline, result.Baseline), Described(request.Candidate, result.Candidate)];
        var machine = request.IsSame ? MachineNoise.From(result, seed: 1) : null;
        var sections = ComparisonSections.From(
            request.IsSame ? "The same build on both sides" : "Candidate beside baseline", sides, result, machine);
        new ConsoleExporter(ConsoleExporter.Open(Console.Out, Console.IsOutputRedirected)).Write(sections);
        if (request.MarkdownOutput is { } markdown)
        {
            MarkdownExporter.Write(markdown, sections);
        }

        if (request.HtmlOutput is { } html)
        {
            ComparisonExport.WritePage(html, sections, result);
        }

        if (request.JsonOutput is { } json)
        {
            ComparisonReport.From(sides, [.. request.Stored?.Runs ?? [], .. journal.Runs], result, machine)
                .Write(json);
        }

        WriteChecks(result);
        request.History.Write([HistoryEntry.From(result, Now(), request.Machine)]);
    }

    // Where both sides are the same, nothing is judged.
    private void WriteChecks(ComparisonResult result)
    {
        const string Suite = $"{GateCheck.Suite} compare";
        IReadOnlyList<GateCheck> checks = request.IsSame ? [] : ComparisonChecks.From(result);
        if (request.JUnitOutput is { } junit)
        {
            JUnitExporter.Write(junit, Suite, checks);
        }

        GitHubAnnotations.Write(Console.Error, Suite, checks);
    }

    /// <summary>Keeps the candidate's runs as a baseline.</summary>
    private ExitCode Save(string path, ComparisonResult result)
    {
        if (result.Candidate.Tps is not { } tps)
        {
            Console.Error.WriteLine("error: no run has a figure, and no baseline was saved");
            return ExitCode.DegradedOrFailed;
        }

        StoredBaseline.From(Now(), request.Machine, request.Candidate.Words, journal.Runs).Write(path);
        request.History.Write([HistoryEntry.From(result, Now(), request.Machine)]);
        Console.Out.WriteLine(
            $"{path} holds {Counted(result.Candidate.Runs.Count, "run")} of {request.Candidate.Label} on "
                + $"{request.Machine}: median {Whole(tps.Median)} TPS");
        if (result.Candidate.Runs.Count < MinStored)
        {
            Console.Error.WriteLine($"warning: it takes {MinStored} runs at least to show a slow-down");
        }

        return ComparisonSchedule.HasFailed(journal.Runs) ? ExitCode.DegradedOrFailed : ExitCode.Ok;
    }

    private static string Now() => TimeProvider.System.GetUtcNow().UtcDateTime.ToString(
        "yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);

    private static string Described(ComparedSide side, SideResult result) =>
        result.Runs.Count == 0 ? side.Label : $"{side.Label} ({result.Runs[0].Version})";
}
