using System.Runtime.CompilerServices;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Submitted;

namespace AElf.Concurrency.Manager;

/// <summary>
/// Takes runs from benchmarks, makes one at a time on a separate thread, and reports their state. A repeated submission
/// joins its run, or gets the report if the run has ended. A run without any request for a minute is ended.
/// </summary>
internal sealed class RunQueue(
    RunArchive archive, RunExecutor executor, LateWriteWatch watch, EventLog eventLog)
{
    // A benchmark waits as long for its manager to come back.
    private static readonly TimeSpan MaxAlone = TimeSpan.FromSeconds(60);

    // Followers hear from a run at least so often, so that both sides know that the other is there.
    private static readonly TimeSpan MaxSilence = TimeSpan.FromSeconds(5);

    private readonly Lock gate = new();
    private readonly Lock submitting = new();
    private readonly Queue<RunSession> resumed = [];
    private RunSession? current;
    private (RunSubmission Run, RunState Answer)? last;

    /// <summary>The progress of the current run; null between runs.</summary>
    public (string Run, ProgressSnapshot Progress)? Progress
    {
        get
        {
            lock (gate)
            {
                return current is { } session ? (session.Run.Id, session.Latest) : null;
            }
        }
    }

    /// <summary>Why no run can be stored now; null when one can.</summary>
    public Problem? StateProblem() => archive.WriteError() is { } error ? NotStored(error) : null;

    /// <summary>
    /// Resumes the runs that an earlier manager began, one after the other and before any other; the one with the
    /// newest log comes first, since its benchmark waits.
    /// </summary>
    public void Resume()
    {
        var unfinished = archive.Unfinished((run, error) => eventLog.NoteRun(run, $"cannot be resumed: {error}"));
        foreach (var run in archive.Watched().Where(run => executor.RefusalOf(run) is null))
        {
            watch.Add(run.Id);
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

                resumed.Enqueue(new RunSession(run, isResumed: true, TimeProvider.System)
                {
                    State = new RunState.Waiting("waiting for the end of another run"),
                });
            }

            StartNext();
        }
    }

    /// <summary>Takes a run, or joins it; returns its state then.</summary>
    public RunState Submit(SubmittedRun submitted, ReadOnlyMemory<byte> load)
    {
        var run = new RunSubmission(submitted.Id, submitted.Submission, submitted.Settings, load)
        {
            Store = executor.Store,
        };
        if (!RunId.TryParse(run.Id, out _))
        {
            return new RunState.Refused(
                ExitCode.Usage, $"{Quoted.Text(run.Id)} is not a run id; expected eight lowercase hex digits");
        }

        // When two benchmarks submit at once, the second one finds the first one's run.
        lock (submitting)
        {
            try
            {
                return Join(run) ?? Begin(run);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                return new RunState.Refused(ExitCode.Environment, $"{NotStored(exception.Message)}");
            }
        }
    }

    /// <summary>The state of a run; null for an unknown id.</summary>
    public RunState? Find(string run)
    {
        if (!RunId.TryParse(run, out _))
        {
            return null;
        }

        lock (gate)
        {
            if (SessionOf(run) is { } session)
            {
                return session.Touched().State;
            }

            if (last is var (ended, answer) && string.Equals(ended.Id, run, StringComparison.Ordinal))
            {
                return answer;
            }
        }

        return archive.ReportOf(run) is { } report ? Ended(run, report) : ErrorOf(run);
    }

    /// <summary>
    /// The states of a run, at once and whenever they change, to its end: a slow reader misses those in between. Empty
    /// for an unknown id.
    /// </summary>
    public async IAsyncEnumerable<RunState> FollowAsync(
        string run, [EnumeratorCancellation] CancellationToken cancellation)
    {
        RunSession? session;
        bool isFollowed;
        lock (gate)
        {
            session = SessionOf(run);
            isFollowed = session?.TryFollow() ?? false;
        }

        if (!isFollowed)
        {
            if ((session is null ? Find(run) : RunSession.TooManyFollow(run)) is { } only)
            {
                yield return only;
            }

            yield break;
        }

        try
        {
            while (true)
            {
                var (state, changed) = session!.Moment;
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
            lock (gate)
            {
                session!.Leave();
            }
        }
    }

    private static Problem NotStored(string error) => new(
        ProblemKind.StateFolder, $"the manager cannot store a run in its state folder: {error}");

    private IEnumerable<RunSession> Sessions() => current is null ? [] : resumed.Prepend(current);

    private RunSession? SessionOf(string run) =>
        Sessions().FirstOrDefault(session => string.Equals(session.Run.Id, run, StringComparison.Ordinal));

    /// <summary>
    /// Answers from the current and waiting runs, or with the last answer; refuses another run while one is active.
    /// Null without an answer.
    /// </summary>
    private RunState? Join(RunSubmission run)
    {
        lock (gate)
        {
            if (Sessions().FirstOrDefault(session => run.IsSameAs(session.Run)) is { } joined)
            {
                return joined.Touched().State;
            }

            if (current is { } busy)
            {
                var waits = busy.State is RunState.Waiting { Reason: var reason } ? $", which is {reason}" : "";
                return new RunState.Refused(
                    ExitCode.Environment,
                    $"the manager is busy with run {busy.Run.Id}{waits} and makes one at a time: "
                        + "try again when it has ended");
            }

            return last is var (ended, answer) && run.IsSameAs(ended) ? answer : null;
        }
    }

    private RunState Begin(RunSubmission run)
    {
        if (archive.ReportOf(run) is { } report)
        {
            return Ended(run.Id, report);
        }

        if (ErrorOf(run.Id) is { } known)
        {
            return known;
        }

        if (archive.Find(run.Id) is not null)
        {
            // Late writes of an interrupted run could reach the keys of another one of its name.
            var right = run.Settings.ContainsKey(CommonSettings.Prepared.Name)
                ? "prepare accounts under another id with -f genAccount --run-id, and use it with --prepared"
                : "choose another --run-id, or omit it";
            return new RunState.Refused(ExitCode.Usage, $"run {run.Id} exists already: {right}");
        }

        if (executor.Validate(run) is { Count: > 0 } problems)
        {
            return new RunState.Refused(ExitCode.Usage, problems);
        }

        archive.Save(run);
        lock (gate)
        {
            current = new RunSession(run, isResumed: false, TimeProvider.System);
            Start(current);
            return current.State;
        }
    }

    /// <summary>The reason why a run has no report and is not resumed here; null when that is not so.</summary>
    private RunState.Refused? ErrorOf(string run) =>
        archive.ErrorOf(run) is { } error ? new RunState.Refused(ExitCode.Environment, error)
        : archive.UnfinishedOf(run) is { } left && executor.RefusalOf(left) is { } refusal
            ? new RunState.Refused(ExitCode.Environment, $"run {run} {refusal}")
        : null;

    /// <summary>Begins the next run to be resumed, if any.</summary>
    private void StartNext()
    {
        if (resumed.TryDequeue(out current))
        {
            current.State = new RunState.UnderWay(default);
            Start(current);
        }
    }

    private void Start(RunSession session) =>
        new Thread(() => Execute(session)) { Name = $"run {session.Run.Id}", IsBackground = true }.Start();

    /// <summary>
    /// Cancels a run, and returns its state: it is over when its keys are removed. Null for an unknown or finished run.
    /// </summary>
    public RunState? Cancel(string run)
    {
        lock (submitting)
        {
            lock (gate)
            {
                if (SessionOf(run) is { } session)
                {
                    session.Cancellation.Cancel();
                    return session.Touched().State;
                }

                if (last is var (ended, answer) && string.Equals(ended.Id, run, StringComparison.Ordinal))
                {
                    return answer;
                }
            }

            return Abandon(run);
        }
    }

    /// <summary>The answer to an unknown id, with the list of runs.</summary>
    public RunState.Refused Missing(string run) => new(
        ExitCode.Usage, $"unknown run {Quoted.Text(run)}; the manager has {Unfinished()}");

    /// <summary>Cancels a run that is not resumed here.</summary>
    private RunState.Refused? Abandon(string run)
    {
        if (RunId.TryParse(run, out _)
            && archive.UnfinishedOf(run) is { } left
            && executor.RefusalOf(left) is not null)
        {
            eventLog.NoteRun(run, "was cancelled");
            var error = $"run {run} was cancelled: {RunExecutor.KeysLeftElsewhere(left)}";
            return new RunState.Refused(ExitCode.DegradedOrFailed, Quarantine(left, error));
        }

        return null;
    }

    /// <summary>The runs that can be cancelled, in words.</summary>
    private string Unfinished()
    {
        var runs = archive.Unfinished((_, error) => eventLog.NoteError(error)).Select(run => run.Id);
        return string.Join(", ", runs) is { Length: > 0 } names ? names : "none";
    }

    private void Execute(RunSession session)
    {
        // When runs follow each other, this is the only time to remove keys.
        watch.RemoveDue();
        eventLog.RunBegan(session.Run.Id, session.IsResumed);
        var answer = AnswerOf(session, out var report);
        lock (gate)
        {
            // A client that reads the end of a run must find the manager free for the next.
            if (report is not null)
            {
                eventLog.RunEnded(report);
            }

            // A benchmark that was away just now comes back for the answer.
            last = (session.Run, answer);
            session.State = answer;
            StartNext();
        }

        session.Cancellation.Dispose();
    }

    /// <summary>The report, or its path if it is too large to send.</summary>
    private RunState Ended(string run, byte[] report) => report.Length <= RunState.MaxReportBytes
        ? new RunState.Ended(report)
        : new RunState.Refused(
            ExitCode.Environment,
            $"run {run} has ended, but its report has {report.Length} bytes, above the limit of "
                + $"{RunState.MaxReportBytes} bytes: see '{archive.FileOfReport(run)}' of the manager");

    private RunState AnswerOf(RunSession session, out RunReport? report)
    {
        var run = session.Run.Id;
        report = null;
        try
        {
            report = executor.Execute(new RunOrder(
                session.Run,
                session.IsResumed,
                snapshot => Report(session, snapshot),
                waiting => ReportWaiting(session, waiting),
                session.Cancellation.Token));
            return Ended(run, Keep(run, report));
        }
        catch (RunStoppedException exception)
        {
            eventLog.NoteRun(run, $"cannot be made: {exception.Message}");
            if (!session.IsResumed)
            {
                Forget(run, exception.MayHaveLeftKeys);
                return new RunState.Refused(exception.Code, exception.Message);
            }

            if (exception.IsLeftAsItIs)
            {
                return new RunState.Refused(exception.Code, $"run {run}: {exception.Message}");
            }

            var reported = Quarantine(
                session.Run,
                exception.KeysRemoved ? exception.Message : $"{exception.Message}; {executor.KeysLeft(session.Run)}");
            if (exception.KeysRemoved)
            {
                watch.Add(run);
            }

            return new RunState.Refused(exception.Code, reported);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // Any exception ends the run with its name, not the manager. The log stays for analysis.
            var reported = $"an invariant is broken: {exception.GetType().Name}: {exception.Message}";
            eventLog.NoteRun(run, $"ended: {reported}");
            return new RunState.Refused(
                ExitCode.AuditFailed,
                Quarantine(session.Run, $"{reported}; {executor.KeysLeft(session.Run)}"));
        }
    }

    /// <summary>Forgets a run that did not start: at once, or when late writes are no longer possible.</summary>
    private void Forget(string run, bool mayHaveLeftKeys)
    {
        const string What = "the order of its folder";
        if (!mayHaveLeftKeys)
        {
            TryKeep(run, What, () => archive.Remove(run));
        }
        else if (TryKeep(run, What, () => archive.Stop(run)) is null)
        {
            watch.Add(run);
        }
    }

    /// <summary>
    /// Stores a report. If the disk is full or gone, waiting clients still get the report, with a note.
    /// </summary>
    /// <returns>The bytes to send.</returns>
    private byte[] Keep(string run, RunReport report)
    {
        var text = JsonExporter.BytesOf(report);

        // A late write is possible after faults; remaining keys must be removed later.
        var isWatched = report.Faults.Count > 0 || report.Verdict is not (Verdict.Pass or Verdict.Disturbed);
        var error = TryKeep(run, "its report", () => archive.Finish(run, text, isWatched));
        if (isWatched)
        {
            watch.Add(run);
        }

        if (error is not null)
        {
            return JsonExporter.BytesOf(RunReportBuilder.WithNotKept(report, error));
        }

        TryKeep(run, "its last files", () => archive.MakeRoom(watch.IsPending));
        return text;
    }

    /// <summary>Sets a run aside.</summary>
    /// <returns>The error, and where the files are.</returns>
    private string Quarantine(RunSubmission run, string error)
    {
        var whole = error;
        TryKeep(run.Id, "its files", () => whole = archive.Quarantine(run.Id, error));
        return whole;
    }

    /// <summary>Keeps something of a run, and notes when that fails.</summary>
    /// <returns>The reason why it was not kept; null when it was.</returns>
    private string? TryKeep(string run, string what, Action keep)
    {
        try
        {
            keep();
            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            var error = $"{what} cannot be kept in the state folder: {exception.Message}";
            eventLog.NoteRun(run, error);
            return error;
        }
    }

    /// <summary>Ends a run without requests, such as that of a killed benchmark, so that others can start.</summary>
    private void EndIfAlone(RunSession session)
    {
        if (session.IsAlone(MaxAlone) && !session.Cancellation.IsCancellationRequested)
        {
            eventLog.NoteRun(session.Run.Id, $"is cancelled: its benchmark was away for {MaxAlone.TotalSeconds:0} s");
            session.Cancellation.Cancel();
        }
    }

    private void Report(RunSession session, ProgressSnapshot snapshot)
    {
        lock (gate)
        {
            EndIfAlone(session);
            session.Latest = snapshot;
            session.State = new RunState.UnderWay(snapshot);
        }
    }

    /// <summary>
    /// A waiting run is not ended for lack of requests: its keys can only be removed when it continues.
    /// </summary>
    private void ReportWaiting(RunSession session, string waiting)
    {
        lock (gate)
        {
            if (session.State is RunState.Waiting { Reason: var known }
                && string.Equals(known, waiting, StringComparison.Ordinal))
            {
                return;
            }

            session.State = new RunState.Waiting(waiting);
        }

        eventLog.NoteRun(session.Run.Id, $"is {waiting}");
    }
}
