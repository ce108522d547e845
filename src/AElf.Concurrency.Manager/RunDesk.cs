using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Harness.CommandLine;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Storage;

namespace AElf.Concurrency.Manager;

/// <summary>
/// Takes runs from benchmarks, one at a time, has them made on a thread of its own, and tells whoever submitted them how they go. A run
/// submitted again is joined; one that has ended is answered with its report.
/// </summary>
internal sealed class RunDesk(RunArchive archive, RunMaker maker, Announcer announcer)
{
    private readonly Lock gate = new();
    private Desk? current;

    /// <summary>Where the run under way is; null between runs.</summary>
    public (string Run, ProgressSnapshot Progress)? Progress
    {
        get
        {
            lock (gate)
            {
                return current is { } desk ? (desk.Run.Id, desk.Latest) : null;
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
            archive.Forget(forgotten.Id);
        }

        if (unfinished.Count > 0)
        {
            announcer.Say($"run {unfinished[0].Id} was not ended by the manager before this one: going on with it");
            Start(unfinished[0], resumed: true);
        }
    }

    /// <summary>Serves a benchmark's connection until it ends.</summary>
    public async Task ServeAsync(IFrameChannel channel, CancellationToken cancellation)
    {
        await using var ending = cancellation.Register(() => channel.End("the manager ends")).ConfigureAwait(false);
        while (await channel.ReceiveAsync(CancellationToken.None).ConfigureAwait(false) is { } frame)
        {
            switch (frame)
            {
                case Frame.SubmitRun(var run, var settings, var block):
                    Submit(new RunSubmission(run, settings, block), channel);
                    break;
                case Frame.CancelRun(var run):
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

    /// <summary>Ends the run under way and waits until its keys are removed.</summary>
    public void Stop()
    {
        Thread? thread;
        lock (gate)
        {
            current?.Cancellation.Cancel();
            thread = current?.Thread;
        }

        thread?.Join();
    }

    private void Submit(RunSubmission run, IFrameChannel channel)
    {
        if (!RunId.TryParse(run.Id, out _))
        {
            channel.Send(new Frame.RunRefused(run.Id, (int)ExitCode.Usage, [$"'{run.Id}' is no run id; eight lowercase hex digits are"]));
            return;
        }

        lock (gate)
        {
            if (current is { } busy)
            {
                if (string.Equals(busy.Run.Id, run.Id, StringComparison.Ordinal))
                {
                    busy.Listeners.Add(channel);
                }
                else
                {
                    channel.Send(new Frame.RunRefused(run.Id, (int)ExitCode.Environment, [$"the manager is making run {busy.Run.Id}, and makes one at a time: try again when it has ended"]));
                }

                return;
            }
        }

        if (archive.ReportOf(run.Id) is { } report)
        {
            channel.Send(new Frame.RunEnded(run.Id, report));
            return;
        }

        if (archive.TroubleOf(run.Id) is { } known)
        {
            channel.Send(new Frame.RunRefused(run.Id, (int)ExitCode.Environment, [known]));
            return;
        }

        if (maker.Judge(run) is { Count: > 0 } problems)
        {
            channel.Send(new Frame.RunRefused(run.Id, (int)ExitCode.Usage, problems));
            return;
        }

        try
        {
            archive.Keep(run);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            var trouble = $"the manager cannot keep the run in its state folder: {exception.Message}";
            channel.Send(new Frame.RunRefused(run.Id, (int)ExitCode.Environment, [trouble]));
            return;
        }

        Start(run, resumed: false, channel);
    }

    private void Start(RunSubmission run, bool resumed, params IEnumerable<IFrameChannel> listeners)
    {
        lock (gate)
        {
            var desk = new Desk(run, new CancellationTokenSource());
            desk.Listeners.UnionWith(listeners);
            desk.Thread = new Thread(() => Make(desk, resumed)) { Name = $"run {run.Id}", IsBackground = true };
            current = desk;
            desk.Thread.Start();
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

    private void Make(Desk desk, bool resumed)
    {
        Frame answer;
        try
        {
            using var progress = new ForwardedProgress(snapshot => Tell(desk, snapshot, ""));
            var report = maker.Make(desk.Run, resumed, progress, waiting => Tell(desk, desk.Latest, waiting), desk.Cancellation.Token);
            Keep("the report", () => archive.Finish(desk.Run.Id, report));
            answer = new Frame.RunEnded(desk.Run.Id, report);
        }
        catch (RunImpossibleException exception)
        {
            announcer.Say($"run {desk.Run.Id} cannot be made: {exception.Message}");
            var told = exception.Message;
            if (resumed)
            {
                Keep("the trouble", () => told = archive.SetAside(desk.Run.Id, told));
            }
            else
            {
                Keep("the state folder's order", () => archive.Forget(desk.Run.Id));
            }

            answer = new Frame.RunRefused(desk.Run.Id, (int)exception.Code, [told]);
        }

        IFrameChannel[] listeners;
        lock (gate)
        {
            listeners = [.. desk.Listeners];
            current = null;
        }

        Array.ForEach(listeners, listener => listener.Send(answer));
        desk.Cancellation.Dispose();
    }

    /// <summary>A state folder that cannot be written costs what it was to hold, and not the manager.</summary>
    private void Keep(string what, Action keep)
    {
        try
        {
            keep();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            announcer.Say($"{what} of a run cannot be kept: {exception.Message}");
        }
    }

    private void Tell(Desk desk, ProgressSnapshot snapshot, string waiting)
    {
        lock (gate)
        {
            desk.Latest = snapshot;
            foreach (var listener in desk.Listeners)
            {
                listener.Send(new Frame.RunProgress(
                    desk.Run.Id, (int)snapshot.Phase, snapshot.Round, snapshot.Rounds, snapshot.Committed, snapshot.DeepestMailbox, snapshot.OldestMs, waiting));
            }
        }
    }

    /// <summary>A run under way and who listens.</summary>
    private sealed class Desk(RunSubmission run, CancellationTokenSource cancellation)
    {
        public RunSubmission Run { get; } = run;

        public CancellationTokenSource Cancellation { get; } = cancellation;

        public HashSet<IFrameChannel> Listeners { get; } = [];

        public ProgressSnapshot Latest { get; set; }

        public Thread? Thread { get; set; }
    }
}
