using System.Buffers.Binary;
using System.Diagnostics;
using System.Security.Cryptography;
using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>
/// A worker process: the core, real actors, and a connection to a manager. One thread, the event loop, owns the core: all that happens comes to
/// it through an inbox, and what the core wants is done in order before the next thing is heard.
/// </summary>
public sealed class WorkerHost : IDisposable
{
    private static readonly TimeSpan LongestLookLead = TimeSpan.FromMilliseconds(50);

    private readonly WorkerHostOptions options;
    private readonly Func<Message.OpenRun, IStore> openStore;
    private readonly Action<WorkerNews> tell;
    private readonly WorkerCore core;
    private readonly Inbox<Happening> inbox = new();
    private readonly CancellationTokenSource leaving = new();
    private readonly TaskCompletionSource<string> stopped = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Thread loop;
    private readonly Task dialling;

    // Held by the event loop while it acts, so that others see a whole picture.
    private readonly Lock gate = new();
    private readonly List<WorkerNews> news = [];
    private readonly List<WorkerRun> runs = [];
    private readonly long[] committedBefore;
    private readonly ReportMerger merger;
    private WorkerRun? current;
    private ManagerLink? link;
    private string? lastTrouble;
    private bool joined;
    private bool left;
    private TimeSpan beat;
    private long lookDue;
    private long beatDue;
    private long sampleDue;

    /// <summary>Starts to look for a manager at once.</summary>
    /// <param name="options">Who the worker is and whom it may join.</param>
    /// <param name="openStore">Opens the store for the keys of a run; called on a thread of its own.</param>
    /// <param name="connect">Connects to a manager, or says in its exception whom it cannot reach and why; within bounded time.</param>
    /// <param name="tell">Hears what happens, on the event loop's thread: it must be quick and must not throw.</param>
    /// <exception cref="ArgumentException">There is no manager to join.</exception>
    public WorkerHost(
        WorkerHostOptions options,
        Func<Message.OpenRun, IStore> openStore,
        Func<Endpoint, CancellationToken, Task<IFrameChannel>> connect,
        Action<WorkerNews> tell)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (options.System.Seeds.Count == 0)
        {
            throw new ArgumentException("a worker needs the address of at least one manager", nameof(options));
        }

        this.options = options;
        this.openStore = openStore;
        this.tell = tell;
        Worker = options.Worker with { Incarnation = DrawIncarnation() };
        committedBefore = new long[Worker.Actors];
        beat = options.System.HeartbeatInterval;
        core = new WorkerCore(new WorkerOptions { Worker = Worker, HeartbeatInterval = beat, MostBeatsAlone = options.MostBeatsAlone });
        merger = new ReportMerger(Handle);
        loop = new Thread(Run) { Name = "worker", IsBackground = true };
        loop.Start();

        // Away from whatever context the caller is in: who disposes the worker waits for it there.
        var dialer = new ManagerDialer(options.System.Seeds, connect, inbox);
        dialling = Task.Run(() => dialer.RunAsync(leaving.Token), CancellationToken.None);
    }

    /// <summary>Who this process is.</summary>
    public ClusterMember Worker { get; }

    /// <summary>Ends when the worker has given up by itself, with the reason: the environment is not what it should be.</summary>
    public Task<string> Stopped => stopped.Task;

    /// <summary>What is going on now; from any thread.</summary>
    public WorkerSnapshot Snapshot()
    {
        lock (gate)
        {
            var actors = core.View().Actors.Select((load, actor) => new ActorSnapshot(CommittedBy(actor), load.Running, load.Waiting, load.OldestAge));
            return new WorkerSnapshot(Worker, joined, link?.Manager, current?.Name, [.. actors]);
        }
    }

    /// <summary>Leaves the manager, ends the actors when what they asked of the store is answered or timed out, and waits for all threads.</summary>
    public void Dispose()
    {
        inbox.Add(new Happening.Leave());
        loop.Join();
        dialling.GetAwaiter().GetResult();
        leaving.Dispose();
    }

    private static long DrawIncarnation()
    {
        Span<byte> drawn = stackalloc byte[sizeof(long)];
        RandomNumberGenerator.Fill(drawn);
        return BinaryPrimitives.ReadInt64LittleEndian(drawn) & long.MaxValue;
    }

    private void Run()
    {
        SetBeat(beat);
        while (!left || runs.Exists(run => !run.HasEnded))
        {
            var happened = inbox.Take(UntilDue());
            lock (gate)
            {
                foreach (var happening in happened)
                {
                    Guarded(() => Take(happening));
                }

                Guarded(TakeRest);
            }

            news.ForEach(tell);
            news.Clear();
        }
    }

    /// <summary>A broken invariant ends the worker with its name and not the process without a word.</summary>
    private void Guarded(Action act)
    {
        try
        {
            act();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            Stop($"{exception.GetType().Name}: {exception.Message}");
        }
    }

    private void Take(Happening happening)
    {
        if (happening is not Happening.Reported)
        {
            merger.Flush();
        }

        switch (happening)
        {
            case Happening.Reported said:
                HearActor(said);
                break;
            case Happening.Heard(var frame):
                HearManager(frame);
                break;
            case Happening.Connected(var opened):
                TakeLink(opened);
                break;
            case Happening.NotConnected(var manager, var reason):
                lastTrouble = reason;
                news.Add(new WorkerNews.Unreachable(manager, reason));
                break;
            case Happening.Disconnected(var ended, var reason):
                LoseLink(ended, reason);
                break;
            case Happening.RunOpened(var run):
                news.Add(new WorkerNews.RunOpened(run.Name));
                break;
            case Happening.RunNotOpened(var run, var reason) when !run.IsClosing:
                run.Close(reason);
                Stop($"the store of run {run.Name} cannot be opened: {reason}");
                break;
            case Happening.RunNotOpened:
                break;
            case Happening.RunClosed(var run):
                EndRun(run);
                break;
            case Happening.NotStarted(var actor, var plan, var work):
                Handle(new WorkerEvent.Ended(actor, plan, work));
                break;
            case Happening.Leave:
                Leave("the worker leaves");
                break;
            default:
                throw new UnreachableException($"{happening}");
        }
    }

    /// <summary>What is due once all that happened has been heard.</summary>
    private void TakeRest()
    {
        merger.Flush();
        var now = Stopwatch.GetTimestamp();
        if (!left && now >= lookDue)
        {
            lookDue = long.MaxValue;
            current?.AskLook();
        }

        if (!left && now >= beatDue)
        {
            SetBeat(beat);
            Handle(new WorkerEvent.HeartbeatDue([.. Enumerable.Range(0, Worker.Actors).Select(Look)]));
        }

        if (now >= sampleDue)
        {
            sampleDue = now + StopwatchTicks.Of(options.Slice);
            if (joined && current is not null)
            {
                link?.Send(new Frame.Sample(current.CommittedSinceTold));
            }
        }

        foreach (var run in runs)
        {
            if (run.CanAnswer)
            {
                run.Answer().ForEach(figures => link?.Send(figures));
            }
        }
    }

    private void HearActor(Happening.Reported said)
    {
        foreach (var report in said.Reports)
        {
            switch (report)
            {
                case Report.ConnectionLost lost:
                    said.Run.Note(lost);
                    break;
                case Report.Dead dead when !said.Run.IsClosing:
                    merger.Flush();
                    Stop($"actor {dead.Actor} gave up: {dead.Reason}");
                    break;
                case Report.Dead:
                    break;
                case Report.Ended ended:
                    said.Run.End(ended.Actor, ended.Work);
                    merger.Add(said.Round!.Plan, report);
                    break;
                default:
                    merger.Add(said.Round!.Plan, report);
                    break;
            }
        }
    }

    private void HearManager(Frame frame)
    {
        switch (frame)
        {
            case Frame.Protocol(var message):
                HearMessage(message);
                break;
            case Frame.AskFigures(var run, var block):
                if (runs.FindLast(each => string.Equals(each.Name, run, StringComparison.Ordinal)) is { } known)
                {
                    known.Ask(block);
                }
                else
                {
                    // It did nothing of a run it has not heard of.
                    link?.Send(new Frame.Figures(run, block, default, default, 0, 0, TimeSpan.Zero, TimeSpan.Zero, TimeSpan.Zero, new LatencyHistogram(), []));
                }

                break;
            default:
                // What is not for a worker.
                break;
        }
    }

    private void HearMessage(Message message)
    {
        Handle(new WorkerEvent.Received(message));
        switch (message)
        {
            case Message.Welcome welcome when core.Joined && !joined && link is not null:
                joined = link.WasMember = true;
                lastTrouble = null;
                news.Add(new WorkerNews.Joined(link.Manager, welcome));
                break;
            case Message.Rejected rejected when rejected.Incarnation == Worker.Incarnation && link is not null:
                HearRejected(rejected, link.Manager);
                break;
            default:
                break;
        }
    }

    private void HearRejected(Message.Rejected rejected, Endpoint manager)
    {
        var trouble = $"{manager}: {rejected.Text}";
        if (joined && !core.Joined)
        {
            news.Add(new WorkerNews.Lost(manager, rejected.Text));
        }
        else if (!joined && !string.Equals(lastTrouble, trouble, StringComparison.Ordinal))
        {
            news.Add(new WorkerNews.Refused(manager, rejected));
        }

        joined = core.Joined;
        lastTrouble = trouble;
    }

    private void TakeLink(ManagerLink opened)
    {
        if (left)
        {
            opened.End("the worker leaves");
            return;
        }

        link = opened;
        Handle(new WorkerEvent.Connected());
    }

    private void LoseLink(ManagerLink ended, string reason)
    {
        if (!ReferenceEquals(link, ended))
        {
            return;
        }

        if (joined)
        {
            news.Add(new WorkerNews.Lost(ended.Manager, reason));
        }

        lastTrouble = $"{ended.Manager}: {reason}";
        link = null;
        joined = false;
        Handle(new WorkerEvent.Disconnected());
    }

    private void Handle(WorkerEvent happened)
    {
        if (left)
        {
            return;
        }

        foreach (var effect in core.Handle(happened))
        {
            Do(effect);
        }
    }

    private void Do(WorkerEffect effect)
    {
        switch (effect)
        {
            case WorkerEffect.Send(var message):
                link?.Send(new Frame.Protocol(message));
                break;
            case WorkerEffect.Beat(var interval):
                SetBeat(interval);
                break;
            case WorkerEffect.OpenStore(var run):
                OpenRun(run);
                break;
            case WorkerEffect.Start(var actor, var plan, var work):
                Start(actor, plan, work);
                break;
            case WorkerEffect.Abort(var actor, var work):
                runs.Find(run => run.Has(actor, work))?.Abort(actor, work);
                break;
            case WorkerEffect.CloseRun(_, var failure):
                CloseRun(failure);
                break;
            case WorkerEffect.Stop(var reason):
                Stop(lastTrouble is null || link is not null ? reason : $"{reason}; the last trouble was: {lastTrouble}");
                break;
            default:
                throw new UnreachableException($"{effect}");
        }
    }

    private void OpenRun(Message.OpenRun run)
    {
        CloseRun(failure: null);
        if (left)
        {
            return;
        }

        Forget();
        current = new WorkerRun(run.Run, () => openStore(run), options.Store, Worker.Actors, Math.Min(Worker.Lanes, run.Lanes), inbox);
        runs.Add(current);
        sampleDue = Stopwatch.GetTimestamp() + StopwatchTicks.Of(options.Slice);
    }

    private void CloseRun(string? failure)
    {
        current?.Close(failure);
        current = null;
    }

    private void Start(int actor, RoundPlan plan, Grant work)
    {
        if (current is null)
        {
            inbox.Add(new Happening.NotStarted(actor, plan, work));
            return;
        }

        current.Start(actor, plan, work);
    }

    private void EndRun(WorkerRun run)
    {
        foreach (var (actor, plan, work) in run.Bury())
        {
            Handle(new WorkerEvent.Ended(actor, plan, work));
        }

        news.Add(new WorkerNews.RunClosed(run.Name, run.Failure));
    }

    /// <summary>The last run's figures may be asked for until there is another.</summary>
    private void Forget()
    {
        foreach (var run in runs.Where(run => run.HasEnded))
        {
            for (var actor = 0; actor < committedBefore.Length; actor++)
            {
                committedBefore[actor] += run.CommittedBy(actor);
            }
        }

        runs.RemoveAll(run => run.HasEnded);
    }

    private ActorSample Look(int actor) => new(CommittedBy(actor), current?.RunningOn(actor) ?? []);

    private long CommittedBy(int actor) => committedBefore[actor] + runs.Sum(run => run.CommittedBy(actor));

    private void Stop(string reason)
    {
        if (left)
        {
            return;
        }

        news.Add(new WorkerNews.Stopped(reason));
        stopped.TrySetResult(reason);
        Leave(reason);
    }

    private void Leave(string reason)
    {
        if (left)
        {
            return;
        }

        left = true;
        joined = false;
        link?.End(reason);
        leaving.Cancel();
        CloseRun(failure: null);
    }

    private void SetBeat(TimeSpan interval)
    {
        beat = interval;
        var lead = interval / 4 < LongestLookLead ? interval / 4 : LongestLookLead;
        beatDue = Stopwatch.GetTimestamp() + StopwatchTicks.Of(interval);
        lookDue = beatDue - StopwatchTicks.Of(lead);
    }

    private TimeSpan UntilDue()
    {
        if (left)
        {
            return Timeout.InfiniteTimeSpan;
        }

        var due = Math.Min(lookDue, beatDue);
        due = current is null ? due : Math.Min(due, sampleDue);
        var now = Stopwatch.GetTimestamp();
        return due <= now ? TimeSpan.Zero : Stopwatch.GetElapsedTime(now, due);
    }
}
