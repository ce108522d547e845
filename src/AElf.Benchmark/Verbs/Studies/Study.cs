using System.Globalization;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Studies;
using AElf.Bench.Settings;
using AElf.Benchmark.Processes;
using AElf.Benchmark.Verbs.Runs;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark.Verbs.Studies;

/// <summary>
/// Makes several runs, each in a new process. Stores each run before the next begins, so that a killed study can
/// resume. Refuses a folder of another study. Next: <see cref="RunProcess"/>.
/// </summary>
/// <typeparam name="TRun">The stored data of a run.</typeparam>
internal abstract class Study<TRun>
    where TRun : StudyRun
{
    /// <summary>The options of the study.</summary>
    public required ResolvedSettings Settings { get; init; }

    /// <summary>The checked arguments of the runs.</summary>
    public required RunArguments Runs { get; init; }

    /// <summary>Folder of the runs; null for a new folder in the state folder.</summary>
    public string? Folder { get; init; }

    /// <summary>Maximum time of all runs together; null for no limit.</summary>
    public TimeSpan? Budget { get; init; }

    /// <summary>Kind of study, for messages and the name of a new folder.</summary>
    protected abstract string Noun { get; }

    /// <summary>
    /// The texts that identify the study, independent of the order of its options: only a study with the same texts
    /// resumes in its folder.
    /// </summary>
    internal abstract OrderedDictionary<string, IReadOnlyList<string>> Identity { get; }

    /// <summary>The planned number of runs, in words.</summary>
    protected abstract string Extent { get; }

    /// <param name="fail">Prints an error of a run.</param>
    /// <exception cref="FormatException">The folder belongs to another study.</exception>
    /// <exception cref="IOException">The folder cannot be written, or another process has it.</exception>
    public async Task<ExitCode> RunAsync(Action<string> fail)
    {
        var folder = MakeFolder();
        using var interruption = RunProcess.OpenTermination(Runs.LeavesKeys);
        var processes = new RunProcess(folder, Runs.Word, interruption.Token, RunArguments.OneStart);
        using var journal = new RunJournal<TRun>(Path.Combine(folder, "runs.jsonl"), Noun, Identity, FaultOf);
        var already = journal.Runs.Count > 0
            ? $"; {Counted(journal.Runs.Count, "run exists", "runs exist")} already"
            : "";
        Note($"{Extent}, kept in {folder}{already}");
        var next = Next(journal.Runs);
        while (next is not null)
        {
            var ((label, program, words), keep) = next;
            var ended = await processes.RunAsync(
                program, words, $"a run of {label}", journal.Runs.Count + 1, Left(journal.Runs));
            if (ended.Problem is { } problem)
            {
                fail(problem);
                HasProblem = true;
            }

            if (ended.IsCut)
            {
                Console.Error.WriteLine(
                    $"warning: run {journal.Runs.Count + 1} was stopped, because the budget of "
                        + $"{Duration(Budget!.Value)} has ended");
                break;
            }

            if (ended.Report is { } report)
            {
                journal.Add(keep(report, ended.Seconds, ended.File));
            }

            // A missing resource, such as a lost host, may be available again later.
            if (interruption.IsRequested || (ended.Code is ExitCode.Environment && journal.Runs.Count > 0))
            {
                var ending = interruption.IsRequested ? "interrupted" : "stopped";
                Stopped = ended.Problem ?? ending;
                Stop(folder, journal.Runs, ended.Code);
                Console.Error.WriteLine(
                    $"{ending}: {Counted(journal.Runs.Count, "run is", "runs are")} kept; "
                        + $"to resume, repeat the call with --folder {folder}");
                return interruption.IsRequested ? ExitCode.DegradedOrFailed : ended.Code;
            }

            if (!ended.AllowsMore)
            {
                Stopped = ended.Problem;
                return Stop(folder, journal.Runs, ended.Code);
            }

            next = Next(journal.Runs);
            Note($"run {journal.Runs.Count}: {Progress(journal.Runs, isLast: next is null)}");
        }

        WarnOfBudget(journal.Runs);
        return Conclude(folder, journal.Runs, isWhole: true);
    }

    /// <summary>
    /// The next run; null at the end, or if the rest of the budget is shorter than the longest run so far.
    /// </summary>
    public PlannedRun<TRun>? Next(IReadOnlyList<TRun> runs) =>
        runs.Count > 0 && Left(runs)?.TotalSeconds < NextRuns(runs) * runs.Max(run => run.Seconds)
            ? null
            : Choose(runs);

    /// <summary>The rest of the budget; null without one.</summary>
    protected TimeSpan? Left(IReadOnlyList<TRun> runs) => Budget is not { } budget ? null
        : TimeSpan.FromSeconds(Math.Max(0, budget.TotalSeconds - runs.Sum(run => run.Seconds)));

    /// <summary>The reason why the study ended early; null if it did not.</summary>
    protected string? Stopped { get; private set; }

    /// <summary>Whether a problem of a run was printed. The end of the call repeats it.</summary>
    protected bool HasProblem { get; private set; }

    /// <summary>A time, rounded up to whole seconds, or from two minutes on to whole minutes.</summary>
    protected static string Duration(TimeSpan time) => time.TotalMinutes < 2
        ? $"{Math.Ceiling(time.TotalSeconds)} s"
        : $"{Math.Ceiling(time.TotalMinutes)} min";

    /// <summary>Why a stored run cannot belong to this study; null if it can.</summary>
    internal virtual string? FaultOf(TRun run) => null;

    /// <summary>Number of runs that must be made together.</summary>
    protected virtual int NextRuns(IReadOnlyList<TRun> runs) => 1;

    /// <summary>The next run regardless of the budget; null at the end.</summary>
    protected abstract PlannedRun<TRun>? Choose(IReadOnlyList<TRun> runs);

    /// <summary>The outcome of the last run, and the remaining work.</summary>
    protected abstract string Progress(IReadOnlyList<TRun> runs, bool isLast);

    /// <param name="folder">Folder of the runs.</param>
    /// <param name="runs">The finished runs.</param>
    /// <param name="isWhole">Whether the study is complete; false if it was interrupted.</param>
    protected abstract ExitCode Conclude(string folder, IReadOnlyList<TRun> runs, bool isWhole);

    /// <summary>The run's figure in words, or its verdict if it has no figure.</summary>
    protected static string Outcome(TRun run, Func<TRun, string> figure) =>
        run.HasFigure ? figure(run) : run.Verdict.ToString().ToLowerInvariant();

    protected static void Print(IReadOnlyList<ReportSection> sections) =>
        ConsoleExporter.OfProcess().Write(sections);

    /// <summary>Prints a line on standard error, unless quiet.</summary>
    protected void Note(string line)
    {
        if (!Runs.AreQuiet)
        {
            Console.Error.WriteLine(line);
        }
    }

    private void WarnOfBudget(IReadOnlyList<TRun> runs)
    {
        if (runs.Count > 0 && Left(runs) is { } left && Choose(runs) is not null)
        {
            var next = TimeSpan.FromSeconds(NextRuns(runs) * runs.Max(run => run.Seconds));
            Note($"{Duration(left)} of the budget are left, but the next run takes about {Duration(next)}");
        }
    }

    private ExitCode Stop(string folder, IReadOnlyList<TRun> runs, ExitCode code)
    {
        if (runs.Count > 0)
        {
            Conclude(folder, runs, isWhole: false);
        }

        return code;
    }

    private string MakeFolder()
    {
        var folder = Folder ?? NewFolder();
        try
        {
            if (Folder is null)
            {
                FolderEntries.CreatePrivate(Path.GetDirectoryName(folder)!);
            }

            Directory.CreateDirectory(folder);
            return folder;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            var what = $"'{folder}' cannot be created ({exception.Message})";
            throw new IOException(
                Folder is null ? $"--folder: not set, and {what}; add --folder DIR" : $"--folder: {what}", exception);
        }
    }

    private string NewFolder()
    {
        var state = ConfigurationFolder.StateOf(ConfigurationFolder.UserData);
        if (state.Length == 0)
        {
            throw new FormatException("--folder: not set, and this user has no data folder; add --folder DIR");
        }

        return Path.Combine(state, TimeProvider.System.GetLocalNow().ToString(
            $"'{Noun}-'yyyyMMdd-HHmmss", CultureInfo.InvariantCulture));
    }
}

/// <summary>A planned run.</summary>
/// <param name="What">The arm to run.</param>
/// <param name="Keep">
/// Creates the journal's entry from the report, the seconds of the run, and the report's file.
/// </param>
internal sealed record PlannedRun<TRun>(StudyArm What, Func<RunReport, double, string, TRun> Keep);

/// <summary>The part of a study that is run several times: a point of a sweep, or a side of a comparison.</summary>
/// <param name="Label">The arm in words.</param>
/// <param name="Program">File to run: a dll or an executable.</param>
/// <param name="Words">The whole command line of the runs.</param>
internal sealed record StudyArm(string Label, string Program, IReadOnlyList<string> Words);
