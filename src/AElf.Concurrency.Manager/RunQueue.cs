using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;

namespace AElf.Concurrency.Manager;

/// <summary>
/// Takes runs from benchmarks, one at a time, has them made on a thread of its own, and tells whoever submitted them
/// how they go. A submission sent again is joined; one whose run has ended is answered with its report. A run nobody
/// listens to for a minute is ended.
/// </summary>
internal sealed class RunQueue(RunArchive archive, RunExecutor maker, EventLog eventLog)
{
    // As long as a benchmark waits for its manager to come back.
    private static readonly TimeSpan MaxAlone = TimeSpan.FromSeconds(60);

    private readonly Lock gate = new();
    private readonly Lock submitting = new();
    private RunSession? current;

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

    /// <summary>Goes on with runs that a manager before this one began.</summary>
    public void Resume()
    {
        var unfinished = archive.Unfinished();
        foreach (var forgotten in unfinished.Skip(1))
        {
            // One run at a time is made, so a second one never began.
            archive.Remove(forgotten.Id);
        }

        if (unfinished.Count > 0)
        {
            Start(unfinished[0], resumed: true);
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
                    Submit(new RunSubmission(run, number, settings, load), channel);
                    break;
                case Message.CancelRun(var run):
                    Cancel(run);
                    break;
                default:
                    channel.End("a benchmark submits or cancels a run, and says nothing else");
                    break;
            }
        }

        lock (gate)
        {
            current?.Listeners.Remove(channel);
        }
    }

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

    /// <summary>Answers out of the run under way; false when there is none.</summary>
    private bool Join(RunSubmission run, IMessageChannel channel)
    {
        lock (gate)
        {
            if (current is not { } busy)
            {
                return false;
            }

            if ((busy.Run.Id, busy.Run.Number) == (run.Id, run.Number))
            {
                busy.Listeners.Add(channel);
                channel.Admit();
                if (busy.Waiting.Length > 0)
                {
                    channel.Send(busy.Moment());
                }
            }
            else
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

            return true;
        }
    }

    private void Enqueue(RunSubmission run, IMessageChannel channel)
    {
        if (archive.ReportOf(run) is { } report)
        {
            channel.Send(new Message.RunEnded(run.Id, report));
            return;
        }

        if (archive.ErrorOf(run.Id) is { } known)
        {
            channel.Send(new Message.RunRefused(run.Id, (int)ExitCode.Environment, [known]));
            return;
        }

        if (archive.HasEnded(run.Id))
        {
            // What an interrupted run sent late could reach the keys of another one of its name.
            var right = run.Settings.ContainsKey(Settings.Prepared.Name)
                ? "prepare accounts under another one, with -f genAccount --run-id, and name it with --prepared"
                : "choose another --run-id, or give none";
            channel.Send(
                new Message.RunRefused(run.Id, (int)ExitCode.Usage, [$"a run {run.Id} was made already: {right}"]));
            return;
        }

        if (maker.Validate(run) is { Count: > 0 } problems)
        {
            channel.Send(new Message.RunRefused(run.Id, (int)ExitCode.Usage, problems));
            return;
        }

        archive.Save(run);
        Start(run, resumed: false, channel);
    }

    private void Start(RunSubmission run, bool resumed, params IEnumerable<IMessageChannel> listeners)
    {
        eventLog.RunBegan(run.Id, resumed);
        lock (gate)
        {
            var session = new RunSession(run, new CancellationTokenSource());
            session.Listeners.UnionWith(listeners);
            Array.ForEach([.. listeners], listener => listener.Admit());
            current = session;
            new Thread(() => Execute(session, resumed)) { Name = $"run {run.Id}", IsBackground = true }.Start();
        }
    }

    private void Cancel(string run)
    {
        lock (gate)
        {
            if (string.Equals(current?.Run.Id, run, StringComparison.Ordinal))
            {
                current?.Cancellation.Cancel();
            }
        }
    }

    private void Execute(RunSession session, bool resumed)
    {
        Message answer;
        try
        {
            var report = maker.Execute(
                session.Run,
                resumed,
                snapshot => Report(session, snapshot),
                waiting => ReportWaiting(session, waiting),
                session.Cancellation.Token);
            var text = JsonExporter.BytesOf(report);
            answer = new Message.RunEnded(session.Run.Id, text);
            Save("the report", () => archive.Finish(session.Run.Id, text));
            eventLog.RunEnded(session.Run.Id, report.Verdict, report.Reasons);
        }
        catch (RunStoppedException exception)
        {
            eventLog.NoteRun(session.Run.Id, $"cannot be made: {exception.Message}");
            var reported = exception.Message;
            if (resumed)
            {
                Save("the trouble", () => reported = archive.Quarantine(session.Run.Id, reported));
            }
            else
            {
                Save("the state folder's order", () => archive.Remove(session.Run.Id));
            }

            answer = new Message.RunRefused(session.Run.Id, (int)exception.Code, [reported]);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // Whatever it is, it ends the run with its name and not the manager without a word. The log stays for who
            // wants to know.
            var what = $"an invariant is broken: {exception.GetType().Name}: {exception.Message}";
            eventLog.NoteRun(session.Run.Id, $"cannot be gone on with: {what}");
            answer = new Message.RunRefused(session.Run.Id, (int)ExitCode.AuditFailed, [what]);
        }

        IMessageChannel[] listeners;
        lock (gate)
        {
            listeners = [.. session.Listeners];
            current = null;
        }

        Array.ForEach(listeners, listener => listener.Send(answer));
        session.Cancellation.Dispose();
    }

    /// <summary>The disk may be full or gone: whoever waits for the answer gets it all the same.</summary>
    private void Save(string what, Action keep)
    {
        try
        {
            keep();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            eventLog.NoteError($"{what} of a run cannot be kept: {exception.Message}");
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
    private sealed class RunSession(RunSubmission run, CancellationTokenSource cancellation)
    {
        public RunSubmission Run { get; } = run;

        public CancellationTokenSource Cancellation { get; } = cancellation;

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
                Waiting);

        public void Notify()
        {
            foreach (var listener in Listeners)
            {
                listener.Send(Moment());
            }
        }
    }
}
