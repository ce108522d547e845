using System.Globalization;
using AElf.Bench.Configuration;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Studies;
using AElf.Benchmark.Verbs.Runs;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark.Verbs.Studies;

/// <summary>
/// Many runs that show something together, checked: a build of the program accepts the command line of each. Every run
/// is a process of its own, and is kept before the next begins: a study that was interrupted or killed goes on from its
/// folder, since the runs made say which is next.
/// </summary>
/// <typeparam name="TRun">What is kept of a run.</typeparam>
internal abstract class Study<TRun>
    where TRun : StudyRun
{
    /// <summary>The first word of a call for its workload; null when nothing is to be said.</summary>
    public string? Word { get; init; }

    /// <summary>Whether only results and problems are shown.</summary>
    public bool Quiet { get; init; }

    /// <summary>Where its runs are kept; null for a new folder of the state folder.</summary>
    public string? Folder { get; init; }

    /// <summary>How long all runs together may take; null for as long as they do.</summary>
    public TimeSpan? Budget { get; init; }

    /// <summary>What it is, for messages and the name of a new folder.</summary>
    protected abstract string Noun { get; }

    /// <summary>How much there is to run, for a reader.</summary>
    protected abstract string Extent { get; }

    /// <summary>Makes what is to be run, and says how it ended.</summary>
    /// <exception cref="FormatException">The folder is of another study.</exception>
    /// <exception cref="IOException">The folder cannot be written, or another process has it.</exception>
    public async Task<ExitCode> RunAsync()
    {
        var folder = Folder ?? NewFolder();
        using var processes = new RunProcess(folder, Word);
        using var journal = Open(Path.Combine(folder, "runs.jsonl"));
        var already = journal.Runs.Count > 0 ? $"; {Counted(journal.Runs.Count, "run")} are there already" : "";
        Note($"{Extent}, kept in {folder}{already}");
        var next = Next(journal.Runs);
        while (next is not null)
        {
            var ended = await processes.RunAsync(next.Program, next.Words, next.Label, journal.Runs.Count + 1);
            if (ended.Report is { } report)
            {
                journal.Add(next.Keep(report, ended.Seconds, ended.File));
            }

            // What a run was missing, such as a host that vanished, may be there again later.
            if (processes.IsInterrupted || (ended.Code is ExitCode.Environment && journal.Runs.Count > 0))
            {
                Conclude(folder, journal.Runs, isWhole: false);
                var ending = processes.IsInterrupted ? "interrupted" : "stopped";
                Console.Error.WriteLine(
                    $"{ending}: {Counted(journal.Runs.Count, "run")} are kept; the same words with "
                        + $"--folder {folder} go on");
                return processes.IsInterrupted ? ExitCode.DegradedOrFailed : ended.Code;
            }

            if (!ended.AllowsMore)
            {
                return ended.Code;
            }

            next = Next(journal.Runs);
            Note($"run {journal.Runs.Count}: {Progress(journal.Runs, isLast: next is null)}");
        }

        return Conclude(folder, journal.Runs, isWhole: true);
    }

    /// <summary>The run to make next; null when there is nothing more to run, or the time is spent.</summary>
    public PlannedRun<TRun>? Next(IReadOnlyList<TRun> runs) =>
        runs.Sum(run => run.Seconds) >= Budget?.TotalSeconds && ShowsAnything(runs) ? null : Choose(runs);

    /// <summary>Begins the journal at <paramref name="path"/>, or goes on with it.</summary>
    protected abstract RunJournal<TRun> Open(string path);

    /// <summary>Whether there is anything to show: a first figure is made whatever it takes.</summary>
    protected virtual bool ShowsAnything(IReadOnlyList<TRun> runs) => true;

    /// <summary>The run to make next, were there time without end; null when there is nothing more to run.</summary>
    protected abstract PlannedRun<TRun>? Choose(IReadOnlyList<TRun> runs);

    /// <summary>What the last run shows, and what is left.</summary>
    protected abstract string Progress(IReadOnlyList<TRun> runs, bool isLast);

    /// <summary>Prints and writes what the runs show.</summary>
    /// <param name="folder">Where the runs are kept.</param>
    /// <param name="runs">The runs.</param>
    /// <param name="isWhole">Whether nothing is left to run; else it was interrupted.</param>
    protected abstract ExitCode Conclude(string folder, IReadOnlyList<TRun> runs, bool isWhole);

    /// <summary>What a run shows in a word: how it ended where it has no figure.</summary>
    protected static string Outcome(TRun run, Func<TRun, string> figure) =>
        run.HasFigure ? figure(run) : run.Verdict.ToString().ToLowerInvariant();

    /// <summary>Prints sections of the report.</summary>
    protected static void Print(IReadOnlyList<ReportSection> sections) =>
        new ConsoleExporter(ConsoleExporter.Open(Console.Out, Console.IsOutputRedirected)).Write(sections);

    /// <summary>Tells the user, unless that is not wanted.</summary>
    protected void Note(string line)
    {
        if (!Quiet)
        {
            Console.Error.WriteLine(line);
        }
    }

    private string NewFolder()
    {
        var state = ConfigurationFolder.StateOf(ConfigurationFolder.UserData);
        if (state.Length == 0)
        {
            throw new FormatException("--folder: not set, and this user has no data folder; add --folder DIR");
        }

        FolderEntries.CreatePrivate(state);
        return Path.Combine(state, TimeProvider.System.GetLocalNow().ToString(
            $"'{Noun}-'yyyyMMdd-HHmmss", CultureInfo.InvariantCulture));
    }
}

/// <summary>A run that is to be made.</summary>
/// <param name="Program">What is run: a dll, or a program that needs no dotnet.</param>
/// <param name="Words">Its whole command line.</param>
/// <param name="Label">What it is the run of, for messages.</param>
/// <param name="Keep">What is kept of it, by its report, the seconds it took and the file of the report.</param>
internal sealed record PlannedRun<TRun>(
    string Program, IReadOnlyList<string> Words, string Label, Func<RunReport, double, string, TRun> Keep);
