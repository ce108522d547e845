using System.Runtime.CompilerServices;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Submitted;

namespace AElf.Concurrency.Manager;

/// <summary>
/// Executes one run at a time and answers its followers. A repeated submission joins its run. Refuses a run while
/// another is active, and cancels a run without requests for a minute. Next: <see cref="RunExecutor"/>,
/// <see cref="ClusterRun"/>.
/// </summary>
internal sealed class RunQueue(
    RunArchive archive, RunExecutor executor, LateWriteWatch watch, EventLog eventLog)
{
    // Maximum time between two events for a follower, so that both sides detect a lost connection.
    private static readonly TimeSpan MaxSilence = TimeSpan.FromSeconds(5);

    private readonly Lock gate = new();
    private readonly Lock submitting = new();
    private readonly Queue<ClusterRun> resumed = [];
    private ClusterRun? current;
    private ClusterRun? last;

    /// <summary>The current run; null between runs.</summary>
    public ClusterRun? Current
    {
        get
        {
            lock (gate)
            {
                return current;
            }
        }
    }

    /// <summary>Why no run can be stored now; null if a run can be stored.</summary>
    public Problem? StateProblem() => archive.WriteError() is { } error ? NotStored(error) : null;

    /// <summary>
    /// Resumes the runs of an earlier manager, one at a time and before new runs. The run with the newest log is the
    /// first, because its benchmark waits.
    /// </summary>
    public void Resume()
    {
        var unfinished = archive.Unfinished();
        foreach (var run in archive.Watched().Where(run => executor.RefusalOf(run) is null))
        {
            watch.Add(run);
        }

        lock (gate)
        {
            foreach (var run in unfinished)
            {
                if (executor.RefusalOf(run) is { } refusal)
                {
                    eventLog.NoteRun(run.Id, refusal);
                    continue;
                }

                run.IsResumed = true;
                run.State = new RunState.Waiting("waiting for the end of another run");
                resumed.Enqueue(run);
            }

            StartNext();
        }
    }

    /// <summary>Accepts or joins a run; returns its state.</summary>
    public RunState Submit(SubmittedRun submitted, ReadOnlyMemory<byte> load)
    {
        if (!RunId.TryParse(submitted.Id, out _))
        {
            return new RunState.Refused(
                ExitCode.Usage, $"{Quoted.Text(submitted.Id)} is not a run id; expected eight lowercase hex digits");
        }

        // If two benchmarks submit at once, the second joins the run of the first.
        lock (submitting)
        {
            try
            {
                return Join(submitted) ?? Begin(submitted, load);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                return new RunState.Refused(ExitCode.Environment, $"{NotStored(exception.Message)}");
            }
        }
    }

    /// <summary>The state of a run; null for an unknown id.</summary>
    public RunState? Find(string run) =>
        Known(run)?.Touched().State ?? (archive.Find(run) is { } kept ? StateOf(kept) : null);

    /// <summary>
    /// The states of a run, now and after each change, until its end. A slow reader misses intermediate states. Empty
    /// for an unknown id.
    /// </summary>
    public async IAsyncEnumerable<RunState> FollowAsync(
        string run, [EnumeratorCancellation] CancellationToken cancellation)
    {
        var followed = Known(run);
        if (followed?.TryFollow() != true)
        {
            if ((followed?.TooManyFollow ?? Find(run)) is { } only)
            {
                yield return only;
            }

            yield break;
        }

        try
        {
            while (true)
            {
                var (state, changed) = followed.Moment;
                yield return state;
                if (state.IsOver)
                {
                    yield break;
                }

                await changed.WaitAsync(MaxSilence, cancellation)
                    .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                cancellation.ThrowIfCancellationRequested();
            }
        }
        finally
        {
            followed.Leave();
        }
    }

    /// <summary>
    /// Cancels a run, and returns its state; the run is over when its keys are removed. Null for an unknown or finished
    /// run.
    /// </summary>
    public RunState? Cancel(string run)
    {
        lock (submitting)
        {
            if (Known(run) is { } known)
            {
                known.Cancellation.Cancel();
                return known.Touched().State;
            }

            // This manager does not resume the run.
            if (archive.Find(run) is { IsUnfinished: true } left && executor.RefusalOf(left) is not null)
            {
                eventLog.NoteRun(run, "was cancelled");
                return new RunState.Refused(
                    ExitCode.DegradedOrFailed,
                    left.Quarantine($"run {run} was cancelled", RunExecutor.KeysLeftElsewhere(left)));
            }

            return null;
        }
    }

    /// <summary>The answer to an unknown id, with the list of runs.</summary>
    public RunState.Refused Missing(string run)
    {
        var runs = string.Join(", ", archive.Unfinished().Select(unfinished => unfinished.Id));
        return new RunState.Refused(
            ExitCode.Usage,
            $"unknown run {Quoted.Text(run)}; the manager has {(runs.Length > 0 ? runs : "none")}");
    }

    private static Problem NotStored(string error) => new(
        ProblemKind.StateFolder, $"the manager cannot store a run in its state folder: {error}");

    /// <summary>An active run, or the last one.</summary>
    private ClusterRun? Known(string run)
    {
        lock (gate)
        {
            return Active().Append(last).FirstOrDefault(each => string.Equals(each?.Id, run, StringComparison.Ordinal));
        }
    }

    private IEnumerable<ClusterRun> Active() => current is null ? [] : resumed.Prepend(current);

    /// <summary>
    /// The state of the active or last run if it has the same submission; a refusal while another run is active;
    /// otherwise null.
    /// </summary>
    private RunState? Join(SubmittedRun submitted)
    {
        lock (gate)
        {
            if (Active().FirstOrDefault(run => run.IsOf(submitted)) is { } joined)
            {
                return joined.Touched().State;
            }

            if (current is { } busy)
            {
                var waits = busy.State is RunState.Waiting { Reason: var reason } ? $", which is {reason}" : "";
                return new RunState.Refused(
                    ExitCode.Environment,
                    $"the manager is busy with run {busy.Id}{waits}: "
                        + "try again when it has ended");
            }

            return last?.IsOf(submitted) == true ? last.State : null;
        }
    }

    private RunState Begin(SubmittedRun submitted, ReadOnlyMemory<byte> load)
    {
        if (archive.Find(submitted.Id) is { } kept)
        {
            if ((kept.Report is null || kept.IsOf(submitted)) && StateOf(kept) is { } known)
            {
                return known;
            }

            // Late writes of an interrupted run could reach the keys of another run with the same id.
            var right = submitted.Settings.ContainsKey(CommonSettings.Prepared.Name)
                ? "prepare accounts under another id with -f genAccount --run-id, and use it with --prepared"
                : "choose another --run-id, or omit it";
            return new RunState.Refused(ExitCode.Usage, $"run {submitted.Id} exists already: {right}");
        }

        if (executor.Validate(submitted, hasLoad: !load.IsEmpty) is { Count: > 0 } problems)
        {
            return new RunState.Refused(ExitCode.Usage, problems);
        }

        var run = archive.Save(submitted, load, executor.Store);
        lock (gate)
        {
            current = run;
            Start(run);
            return run.State;
        }
    }

    /// <summary>
    /// The report of a run that is not active, or the reason why it has none; null if it may get one.
    /// </summary>
    private RunState? StateOf(ClusterRun kept) => (kept.Report, kept.Error) switch
    {
        ({ } report, _) => Ended(kept, report),
        (_, { } error) => new RunState.Refused(ExitCode.Environment, error),
        _ when kept.IsUnfinished && executor.RefusalOf(kept) is { } refusal =>
            new RunState.Refused(ExitCode.Environment, $"run {kept.Id} {refusal}"),
        _ => null,
    };

    /// <summary>Starts the next resumed run, if any.</summary>
    private void StartNext()
    {
        if (resumed.TryDequeue(out current))
        {
            current.State = new RunState.UnderWay(default);
            Start(current);
        }
    }

    private void Start(ClusterRun run) =>
        new Thread(() => Execute(run)) { Name = $"run {run.Id}", IsBackground = true }.Start();

    private void Execute(ClusterRun run)
    {
        // If runs follow each other without a pause, keys can be removed only here.
        watch.RemoveDue();
        eventLog.RunBegan(run.Id, run.IsResumed);
        var answer = Make(run, out var report);
        lock (gate)
        {
            // When a client reads the end of a run, the manager must be free for the next run.
            if (report is not null)
            {
                eventLog.RunEnded(report);
            }

            // A benchmark that lost its connection may return for the answer.
            last = run;
            run.State = answer;
            StartNext();
        }
    }

    /// <summary>The report, or its path if it is too large to send.</summary>
    private static RunState Ended(ClusterRun run, byte[] report) => report.Length <= RunState.MaxReportBytes
        ? new RunState.Ended(report)
        : new RunState.Refused(
            ExitCode.Environment,
            $"run {run.Id} has ended, but its report has {report.Length} bytes, above the limit of "
                + $"{RunState.MaxReportBytes} bytes: see '{run.ReportFile}' of the manager");

    private RunState Make(ClusterRun run, out RunReport? report)
    {
        report = null;
        try
        {
            report = executor.Execute(run);
            return Ended(run, Keep(run, report));
        }
        catch (RunStoppedException exception)
        {
            eventLog.NoteRun(run.Id, $"cannot be made: {exception.Message}");
            return Stopped(run, exception);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // An unexpected exception ends the run, not the manager. The log stays for analysis.
            var reported = $"an invariant is broken: {exception.GetType().Name}: {exception.Message}";
            eventLog.NoteRun(run.Id, $"ended: {reported}");
            return new RunState.Refused(
                ExitCode.AuditFailed, run.Quarantine(reported, executor.KeysLeft(run)));
        }
    }

    /// <summary>Forgets a run that did not start, and quarantines one that cannot be resumed.</summary>
    private RunState.Refused Stopped(ClusterRun run, RunStoppedException stopped)
    {
        if (!run.IsResumed)
        {
            if (run.Forget(stopped.MayHaveLeftKeys))
            {
                watch.Add(run);
            }

            return new RunState.Refused(stopped.Code, stopped.Message);
        }

        if (stopped.IsLeftAsItIs)
        {
            return new RunState.Refused(stopped.Code, $"run {run.Id}: {stopped.Message}");
        }

        var reported = run.Quarantine(stopped.Message, stopped.KeysRemoved ? null : executor.KeysLeft(run));
        if (stopped.KeysRemoved)
        {
            watch.Add(run);
        }

        return new RunState.Refused(stopped.Code, reported);
    }

    /// <summary>
    /// Stores a report. If the disk is full or gone, waiting clients still get the report, with a note.
    /// </summary>
    /// <returns>The bytes to send.</returns>
    private byte[] Keep(ClusterRun run, RunReport report)
    {
        var text = JsonExporter.BytesOf(report);

        // A late write is possible after faults. Its keys must be removed later.
        var isWatched = report.Faults.Count > 0 || report.Verdict is not (Verdict.Pass or Verdict.Disturbed);
        var error = run.End(text, isWatched);
        if (isWatched)
        {
            watch.Add(run);
        }

        if (error is not null)
        {
            return JsonExporter.BytesOf(RunReportBuilder.WithNotKept(report, error));
        }

        run.TryKeep("the list of runs", () => archive.MakeRoom(watch.IsPending));
        return text;
    }
}
