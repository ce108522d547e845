using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;

namespace AElf.Concurrency.Manager;

/// <summary>
/// Takes runs from benchmarks, one at a time, has them made on a thread of its own, and tells whoever submitted them
/// how they go. A submission sent again is joined; one whose run has ended is answered with its report. A run nobody
/// listens to for a minute is ended.
/// </summary>
internal sealed class RunQueue(
    RunArchive archive, RunExecutor executor, LateWriteWatch watch, EventLog eventLog)
{
    // As long as a benchmark waits for its manager to come back.
    private static readonly TimeSpan MaxAlone = TimeSpan.FromSeconds(60);

    // A frame has the run's id too.
    private const int MaxReportBytes = FrameCodec.MaxBytes - 1024;

    private readonly Lock gate = new();
    private readonly Lock submitting = new();
    private readonly Queue<RunSession> resumed = [];
    private RunSession? current;
    private (RunSubmission Run, Message Answer)? last;

    /// <summary>Where the run under way is; null between runs.</summary>
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

    /// <summary>
    /// Goes on with the runs that a manager before this one began, one after the other and before any other, the one
    /// with the newest log first: it is the one whose benchmark waits.
    /// </summary>
    public void Resume()
    {
        var unfinished = archive.Unfinished((run, error) => eventLog.NoteRun(run, $"cannot be gone on with: {error}"));
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

                resumed.Enqueue(new RunSession(run, isResumed: true) { Waiting = "waiting for another run to end" });
            }

            StartNext();
        }
    }

    /// <summary>Serves a benchmark's connection until it ends.</summary>
    public async Task ServeAsync(IMessageChannel channel, CancellationToken cancellation)
    {
        await using var ending = cancellation.Register(() => channel.End("the manager ends")).ConfigureAwait(false);
        while (await channel.ReceiveAsync(CancellationToken.None).ConfigureAwait(false) is { } frame)
        {
            switch (frame)
            {
                case Message.SubmitRun(var run, var settings, var load) { Submission: var number }:
                    Submit(new RunSubmission(run, number, settings, load) { Store = executor.Store }, channel);
                    break;
                case Message.CancelRun(var run):
                    GiveUp(run, channel);
                    break;
                default:
                    channel.End("a benchmark submits or cancels a run, and says nothing else");
                    break;
            }
        }

        lock (gate)
        {
            foreach (var session in Sessions())
            {
                session.Listeners.Remove(channel);
            }
        }
    }

    /// <summary>The run under way and those after it.</summary>
    private IEnumerable<RunSession> Sessions() => current is null ? [] : resumed.Prepend(current);

    private void Submit(RunSubmission run, IMessageChannel channel)
    {
        if (!RunId.TryParse(run.Id, out _))
        {
            channel.Send(new Message.RunRefused(
                run.Id,
                (int)ExitCode.Usage,
                [$"'{run.Id}' is no run id; eight lowercase hex digits are"]));
            return;
        }

        // Two benchmarks at once: the second one finds the first one's run.
        lock (submitting)
        {
            try
            {
                if (!Join(run, channel))
                {
                    Enqueue(run, channel);
                }
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                channel.Send(new Message.RunRefused(
                    run.Id,
                    (int)ExitCode.Environment,
                    [$"the manager cannot keep the run in its state folder: {exception.Message}"]));
            }
        }
    }

    /// <summary>
    /// Answers out of the runs under way and to come, or with the last answer; false when there is none.
    /// </summary>
    private bool Join(RunSubmission run, IMessageChannel channel)
    {
        lock (gate)
        {
            if (Sessions().FirstOrDefault(session => run.IsSameAs(session.Run)) is { } joined)
            {
                if (joined.TryAdd(channel) && joined.Waiting.Length > 0)
                {
                    channel.Send(joined.Moment());
                }
            }
            else if (current is { } busy)
            {
                var waits = busy.Waiting.Length > 0 ? $", which is {busy.Waiting}" : "";
                channel.Send(new Message.RunRefused(
                    run.Id,
                    (int)ExitCode.Environment,
                    [
                        $"the manager is making run {busy.Run.Id}{waits}, and makes one at a time: "
                            + "try again when it has ended",
                    ]));
            }
            else if (last is var (ended, answer) && run.IsSameAs(ended))
            {
                channel.Send(answer);
            }
            else
            {
                return false;
            }

            return true;
        }
    }

    private void Enqueue(RunSubmission run, IMessageChannel channel)
    {
        if (archive.ReportOf(run) is { } report)
        {
            channel.Send(Ended(run.Id, report));
            return;
        }

        if (archive.ErrorOf(run.Id) is { } known)
        {
            channel.Send(new Message.RunRefused(run.Id, (int)ExitCode.Environment, [known]));
            return;
        }

        if (archive.UnfinishedOf(run.Id) is { } left && executor.RefusalOf(left) is { } refusal)
        {
            channel.Send(new Message.RunRefused(run.Id, (int)ExitCode.Environment, [$"run {run.Id} {refusal}"]));
            return;
        }

        if (archive.Find(run.Id) is not null)
        {
            // What an interrupted run sent late could reach the keys of another one of its name.
            var right = run.Settings.ContainsKey(Settings.Prepared.Name)
                ? "prepare accounts under another one, with -f genAccount --run-id, and name it with --prepared"
                : "choose another --run-id, or give none";
            channel.Send(
                new Message.RunRefused(run.Id, (int)ExitCode.Usage, [$"a run {run.Id} was made already: {right}"]));
            return;
        }

        if (executor.Validate(run) is { Count: > 0 } problems)
        {
            channel.Send(new Message.RunRefused(run.Id, (int)ExitCode.Usage, problems));
            return;
        }

        archive.Save(run);
        lock (gate)
        {
            current = new RunSession(run, isResumed: false);
            current.TryAdd(channel);
            Start(current);
        }
    }

    /// <summary>Begins the next of the runs to be gone on with; nothing when there is none.</summary>
    private void StartNext()
    {
        if (resumed.TryDequeue(out current))
        {
            current.Waiting = "";
            Start(current);
        }
    }

    private void Start(RunSession session) =>
        new Thread(() => Execute(session)) { Name = $"run {session.Run.Id}", IsBackground = true }.Start();

    /// <summary>Ends a run, whoever asks for it: it is told how the run ended.</summary>
    private void GiveUp(string run, IMessageChannel channel)
    {
        lock (submitting)
        {
            lock (gate)
            {
                if (Sessions().FirstOrDefault(IsMeant) is { } session)
                {
                    session.TryAdd(channel);
                    session.Cancellation.Cancel();
                    return;
                }

                if (last is var (ended, answer) && string.Equals(ended.Id, run, StringComparison.Ordinal))
                {
                    channel.Send(answer);
                    return;
                }
            }

            channel.Send(Abandon(run));
        }

        bool IsMeant(RunSession session) => string.Equals(session.Run.Id, run, StringComparison.Ordinal);
    }

    /// <summary>Gives up a run that is not gone on with here.</summary>
    private Message.RunRefused Abandon(string run)
    {
        if (RunId.TryParse(run, out _)
            && archive.UnfinishedOf(run) is { } left
            && executor.RefusalOf(left) is not null)
        {
            eventLog.NoteRun(run, "was given up");
            var error = $"run {run} was given up: {RunExecutor.KeysLeftElsewhere(left)}";
            return new Message.RunRefused(run, (int)ExitCode.DegradedOrFailed, [Quarantine(left, error)]);
        }

        return new Message.RunRefused(
            run, (int)ExitCode.Usage, [$"there is no run {run} to give up; the manager has {Unfinished()}"]);
    }

    /// <summary>The runs that can be given up, in words.</summary>
    private string Unfinished()
    {
        var runs = archive.Unfinished((_, error) => eventLog.NoteError(error)).Select(run => run.Id);
        return string.Join(", ", runs) is { Length: > 0 } names ? names : "none";
    }

    private void Execute(RunSession session)
    {
        eventLog.RunBegan(session.Run.Id, session.IsResumed);
        var answer = AnswerOf(session);
        IMessageChannel[] listeners;
        lock (gate)
        {
            // A benchmark that was away just now comes back for it.
            last = (session.Run, answer);
            listeners = [.. session.Listeners];
            StartNext();
        }

        Array.ForEach(listeners, listener => listener.Send(answer));
        session.Cancellation.Dispose();
    }

    /// <summary>A report, or where to find one that is larger than a frame may be.</summary>
    private Message Ended(string run, byte[] report) => report.Length <= MaxReportBytes
        ? new Message.RunEnded(run, report)
        : new Message.RunRefused(
            run,
            (int)ExitCode.Environment,
            [
                $"run {run} has ended, but its report has {report.Length} bytes, and {MaxReportBytes} can be sent: it "
                    + $"is '{archive.FileOfReport(run)}' of the manager",
            ]);

    private Message AnswerOf(RunSession session)
    {
        var run = session.Run.Id;
        try
        {
            var report = executor.Execute(
                session.Run,
                session.IsResumed,
                snapshot => Report(session, snapshot),
                waiting => ReportWaiting(session, waiting),
                session.Cancellation.Token);
            eventLog.RunEnded(run, report.Verdict, report.Reasons);
            return Ended(run, Keep(run, report));
        }
        catch (RunStoppedException exception)
        {
            eventLog.NoteRun(run, $"cannot be made: {exception.Message}");
            if (!session.IsResumed)
            {
                Forget(run, exception.MayHaveLeftKeys);
                return new Message.RunRefused(run, (int)exception.Code, [exception.Message]);
            }

            if (exception.IsLeftAsItIs)
            {
                return new Message.RunRefused(run, (int)exception.Code, [$"run {run}: {exception.Message}"]);
            }

            var reported = Quarantine(
                session.Run,
                exception.KeysRemoved ? exception.Message : $"{exception.Message}; {executor.KeysLeft(session.Run)}");
            if (exception.KeysRemoved)
            {
                watch.Add(run);
            }

            return new Message.RunRefused(run, (int)exception.Code, [reported]);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // Whatever it is, it ends the run with its name and not the manager without a word. The log stays for who
            // wants to know.
            var reported = $"an invariant is broken: {exception.GetType().Name}: {exception.Message}";
            eventLog.NoteRun(run, $"cannot be gone on with: {reported}");
            return new Message.RunRefused(
                run,
                (int)ExitCode.AuditFailed,
                [Quarantine(session.Run, $"{reported}; {executor.KeysLeft(session.Run)}")]);
        }
    }

    /// <summary>Forgets a run that was not made, now or when nothing of it can come to the store any more.</summary>
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
    /// Keeps a report. The disk may be full or gone: whoever waits for it gets it all the same, and is told.
    /// </summary>
    /// <returns>The report as it is sent.</returns>
    private byte[] Keep(string run, RunReport report)
    {
        var text = JsonExporter.BytesOf(report);

        // Faults may have left a write under way, and what the clean-up could not remove is to be removed later.
        var isWatched = report.Faults.Count > 0 || report.Verdict is not Verdict.Pass;
        if (TryKeep(run, "its report", () => archive.Finish(run, text, isWatched)) is { } error)
        {
            return JsonExporter.BytesOf(
                report with { Notes = [.. report.Notes, $"the manager has no copy: {error}"] });
        }

        if (isWatched)
        {
            watch.Add(run);
        }

        return text;
    }

    /// <summary>Sets a run aside.</summary>
    /// <returns>The trouble, and what is left where.</returns>
    private string Quarantine(RunSubmission run, string error)
    {
        var whole = error;
        TryKeep(run.Id, "what there is of it", () => whole = archive.Quarantine(run.Id, error));
        return whole;
    }

    /// <summary>Keeps something of a run, and notes when that cannot be.</summary>
    /// <returns>Why it cannot be kept; null when it is.</returns>
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

    /// <summary>A benchmark that was killed asks for nothing any more, and others wait.</summary>
    private void EndIfAlone(RunSession session)
    {
        var now = TimeProvider.System.GetTimestamp();
        session.LastReceivedAt = session.LastReceivedAt == 0 || session.Listeners.Count > 0
            ? now
            : session.LastReceivedAt;
        if (TimeProvider.System.GetElapsedTime(session.LastReceivedAt, now) > MaxAlone
            && !session.Cancellation.IsCancellationRequested)
        {
            eventLog.NoteRun(session.Run.Id, $"is ended: its benchmark has been away for {MaxAlone.TotalSeconds:0} s");
            session.Cancellation.Cancel();
        }
    }

    private void Report(RunSession session, ProgressSnapshot snapshot)
    {
        lock (gate)
        {
            EndIfAlone(session);
            (session.Latest, session.Waiting) = (snapshot, "");
            session.Notify();
        }
    }

    /// <summary>
    /// A run that waits for something is not ended for being alone: only when it goes on can its keys be removed.
    /// </summary>
    private void ReportWaiting(RunSession session, string waiting)
    {
        lock (gate)
        {
            if (string.Equals(session.Waiting, waiting, StringComparison.Ordinal))
            {
                return;
            }

            session.Waiting = waiting;
            session.Notify();
        }

        eventLog.NoteRun(session.Run.Id, $"is {waiting}");
    }

    /// <summary>A run under way and who listens.</summary>
    private sealed class RunSession(RunSubmission run, bool isResumed)
    {
        // One benchmark follows a run, and maybe some whose connection is not known to have ended yet.
        private const int MaxListeners = 64;

        public RunSubmission Run { get; } = run;

        /// <summary>Whether a manager before this one began it.</summary>
        public bool IsResumed { get; } = isResumed;

        public CancellationTokenSource Cancellation { get; } = new();

        public HashSet<IMessageChannel> Listeners { get; } = [];

        public ProgressSnapshot Latest { get; set; }

        /// <summary>What it waits for before it can begin or go on; empty when for nothing.</summary>
        public string Waiting { get; set; } = "";

        /// <summary>When somebody listened last; 0 before anybody was looked for.</summary>
        public long LastReceivedAt { get; set; }

        public Message.RunProgress Moment() =>
            new(
                Run.Id,
                (int)Latest.Phase,
                Latest.Round,
                Latest.Rounds,
                Latest.Committed,
                Latest.DeepestMailbox,
                Latest.OldestMs,
                Waiting)
            {
                WorkDone = Latest.Done,
                WorkTotal = Latest.Total,
            };

        /// <summary>One more follows the run; false when there are too many.</summary>
        public bool TryAdd(IMessageChannel channel)
        {
            if (Listeners.Count >= MaxListeners && !Listeners.Contains(channel))
            {
                channel.Send(new Message.RunRefused(
                    Run.Id,
                    (int)ExitCode.Environment,
                    [$"run {Run.Id} is followed by {MaxListeners} already; its report is kept for who asks later"]));
                return false;
            }

            Listeners.Add(channel);
            channel.Admit();
            return true;
        }

        public void Notify()
        {
            foreach (var listener in Listeners)
            {
                listener.Send(Moment());
            }
        }
    }
}
