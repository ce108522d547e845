using System.Buffers.Binary;
using System.Diagnostics;
using System.Security.Cryptography;
using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>
/// Connects a <see cref="WorkerCore"/> with actors, a connection and a clock, on one thread that handles events in
/// order. Ends after a broken invariant, and after a permanent refusal by each manager. Next: <see cref="WorkerRun"/>.
/// </summary>
public sealed class WorkerHost : IDisposable
{
    private static readonly TimeSpan MaxSampleLead = TimeSpan.FromMilliseconds(50);

    private readonly WorkerHostOptions options;
    private readonly Func<Message.OpenRun, IPumpFactory> openPumps;
    private readonly Action<WorkerLifecycleEvent> notify;
    private readonly WorkerCore core;
    private readonly Inbox<WorkerHostEvent> inbox = new();
    private readonly CancellationTokenSource leaving = new();
    private readonly TaskCompletionSource<string> stopped = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Thread loop;
    private readonly Task dialling;

    // The event loop holds this lock while it acts, so that other threads see a consistent state.
    private readonly Lock gate = new();
    private readonly List<WorkerLifecycleEvent> events = [];
    private readonly List<WorkerRun> runs = [];
    private readonly long[] committedBefore;
    private readonly ReportMerger merger;
    private WorkerRun? current;
    private string lastRun = string.Empty;
    private ManagerLink? link;
    private readonly HashSet<Endpoint> refusing = [];
    private string? lastError;
    private bool joined;
    private bool left;
    private TimeSpan heartbeat;
    private long sampleRequestDue;
    private long heartbeatDue;
    private long sampleDue;

    /// <summary>Starts to search for a manager at once.</summary>
    /// <param name="options">Name of the worker, and the managers it may join.</param>
    /// <param name="openPumps">Opens the store with the keys of a run; called on a separate thread.</param>
    /// <param name="connect">
    /// Connects to a manager within a limited time, or throws with the address and the reason.
    /// </param>
    /// <param name="notify">Receives events on the event loop's thread; must be quick and must not throw.</param>
    /// <exception cref="ArgumentException">No manager is given.</exception>
    public WorkerHost(
        WorkerHostOptions options,
        Func<Message.OpenRun, IPumpFactory> openPumps,
        Func<Endpoint, CancellationToken, Task<IMessageChannel>> connect,
        Action<WorkerLifecycleEvent> notify)
    {
        if (options.System.Seeds.Count == 0)
        {
            throw new ArgumentException("a worker needs the address of at least one manager", nameof(options));
        }

        this.options = options;
        this.openPumps = openPumps;
        this.notify = notify;
        Worker = options.Worker with { Incarnation = DrawIncarnation() };
        committedBefore = new long[Worker.Actors];
        heartbeat = options.System.HeartbeatInterval;
        core = new WorkerCore(new WorkerOptions
        {
            Worker = Worker,
            HeartbeatInterval = heartbeat,
            MaxWithoutManager = options.MaxWithoutManager,
        });
        merger = new ReportMerger(Handle);
        loop = new Thread(Run) { Name = "worker", IsBackground = true };
        loop.Start();

        // Outside the caller's context, because Dispose may block that context.
        var dialer = new ManagerDialer(options.System.Seeds, connect, inbox);
        dialling = Task.Run(() => dialer.RunAsync(leaving.Token), CancellationToken.None);
    }

    public ClusterMember Worker { get; }

    /// <summary>Completes with the reason if the worker stops itself because of its environment.</summary>
    public Task<string> Stopped => stopped.Task;

    /// <summary>The current state; from any thread.</summary>
    public WorkerSnapshot Snapshot()
    {
        lock (gate)
        {
            var actors = core.Loads().Select(
                (load, actor) => new ActorHealth(CommittedBy(actor), load.Waiting, load.OldestAge));
            return new WorkerSnapshot(Worker, joined, current?.Name, [.. actors]);
        }
    }

    /// <summary>
    /// Leaves the manager, ends the actors after their pending store operations, and waits for all threads.
    /// </summary>
    public void Dispose()
    {
        inbox.Add(new WorkerHostEvent(host => host.Leave("the worker leaves")));
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
        SetHeartbeat(heartbeat);
        while (!left || runs.Exists(run => !run.HasEnded))
        {
            var happened = inbox.TakeAll(UntilDue());
            lock (gate)
            {
                foreach (var hostEvent in happened)
                {
                    Guarded(() => Handle(hostEvent));
                }

                Guarded(HandleRest);
            }

            events.ForEach(notify);
            events.Clear();
        }
    }

    /// <summary>The worker ends if each manager refuses it permanently.</summary>
    internal void OnNotConnected(Endpoint manager, Problem reason)
    {
        var isLasting = HandshakeProblems.IsLasting(reason);
        if ((isLasting ? refusing.Add(manager) : refusing.Remove(manager))
            && refusing.Count == options.System.Seeds.Distinct().Count())
        {
            lastError = null;
            Stop($"{reason}");
            return;
        }

        lastError = $"{reason}";
        events.Add(new WorkerLifecycleEvent.Unreachable(manager, lastError));
    }

    /// <summary>A broken invariant ends the worker with a message.</summary>
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

    private void Handle(WorkerHostEvent hostEvent)
    {
        if (!hostEvent.IsReport)
        {
            merger.Flush();
        }

        hostEvent.Act(this);
    }

    private void HandleRest()
    {
        merger.Flush();
        var now = Stopwatch.GetTimestamp();
        if (!left && now >= sampleRequestDue)
        {
            sampleRequestDue = long.MaxValue;
            current?.RequestObservation();
        }

        if (!left && now >= heartbeatDue)
        {
            SetHeartbeat(heartbeat);
            Handle(new WorkerEvent.HeartbeatDue([.. Enumerable.Range(0, Worker.Actors).Select(SampleActor)])
            {
                Dispatchers = current?.Dispatchers ?? 0,
            });
        }

        if (now >= sampleDue)
        {
            sampleDue = now + StopwatchTicks.From(options.Slice);
            if (current is not null)
            {
                Handle(new WorkerEvent.SampleDue(current.Name, current.CommittedSinceResult));
            }
        }

        foreach (var run in runs.FindAll(run => run.CanAnswer))
        {
            foreach (var (round, stats) in run.TakeResults())
            {
                Handle(new WorkerEvent.ResultTaken(run.Name, round, stats));
            }
        }
    }

    /// <summary>Handles the reports of one turn of a dispatcher.</summary>
    internal void OnReports(WorkerRun run, IReadOnlyList<Report> reports)
    {
        foreach (var report in reports)
        {
            switch (report.Kind)
            {
                case ReportKind.ConnectionLost:
                    run.Note(report);
                    break;
                case ReportKind.Dead when !run.IsClosing:
                    merger.Flush();
                    Stop($"actor {report.Actor} gave up: {report.Reason}");
                    break;
                case ReportKind.Dead:
                    break;
                case ReportKind.Ended:
                    merger.Add(run.Name, run.End(report));
                    break;
                default:
                    merger.Add(run.Name, report);
                    break;
            }
        }
    }

    internal void OnMessage(Message message)
    {
        Handle(new WorkerEvent.Received(message));
        switch (message)
        {
            case Message.Welcome welcome when core.Joined && !joined && link is not null:
                joined = link.WasMember = true;
                lastError = null;
                events.Add(new WorkerLifecycleEvent.Joined(link.Manager, welcome));
                break;
            case Message.OpenRun opened when current is { IsOpen: true } open
                && string.Equals(open.Name, opened.Run, StringComparison.Ordinal):
                // A restarted manager sent the request. It waits for the heartbeat.
                heartbeatDue = Stopwatch.GetTimestamp();
                break;
            case Message.Rejected rejected when rejected.Incarnation == Worker.Incarnation && link is not null:
                OnRejected(rejected, link.Manager);
                break;
            default:
                break;
        }
    }

    private void OnRejected(Message.Rejected rejected, Endpoint manager)
    {
        var error = $"{manager}: {rejected.Text}";
        if (joined && !core.Joined)
        {
            events.Add(new WorkerLifecycleEvent.Lost(manager, rejected.Text));
        }
        else if (!joined && !string.Equals(lastError, error, StringComparison.Ordinal))
        {
            events.Add(new WorkerLifecycleEvent.Refused(manager, rejected));
        }

        joined = core.Joined;
        lastError = error;
    }

    internal void OnConnected(ManagerLink opened)
    {
        if (left)
        {
            opened.Channel.End("the worker leaves");
            return;
        }

        link = opened;
        Handle(new WorkerEvent.Connected());
    }

    internal void LoseLink(ManagerLink ended, string reason)
    {
        if (!ReferenceEquals(link, ended))
        {
            return;
        }

        if (joined)
        {
            events.Add(new WorkerLifecycleEvent.Lost(ended.Manager, reason));
        }

        lastError = $"{ended.Manager}: {reason}";
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
                link?.Channel.Send(message);
                break;
            case WorkerEffect.SetHeartbeat(var interval):
                SetHeartbeat(interval);
                break;
            case WorkerEffect.OpenStore(var run):
                OpenRun(run);
                break;
            case WorkerEffect.Start start:
                Start(start);
                break;
            case WorkerEffect.Abort(var actor, var round, var grant):
                runs.Find(run => run.Has(actor, round, grant))?.Abort(actor, round, grant);
                break;
            case WorkerEffect.TakeResult(var run, var round):
                runs.FindLast(each => string.Equals(each.Name, run, StringComparison.Ordinal))?.RequestResult(round);
                break;
            case WorkerEffect.CloseRun(_, var failure):
                CloseRun(failure);
                break;
            case WorkerEffect.Stop(var reason):
                Stop(lastError is null || link is not null ? reason : $"{reason}; the last error was: {lastError}");
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

        var before = runs.FindLast(each => string.Equals(each.Name, run.Run, StringComparison.Ordinal));
        Reset();
        lastRun = run.Run;
        current = new WorkerRun(
            run.Run,
            () => run.IsControl ? new NullPumps() : openPumps(run),
            options,
            new ActorOptions
            {
                Actors = Math.Min(Worker.Actors, run.Actors),
                Lanes = Math.Min(Worker.Lanes, run.Lanes),
                Dispatchers = run.Dispatchers,
            },
            inbox,
            before);
        runs.Add(current);
        sampleDue = Stopwatch.GetTimestamp() + StopwatchTicks.From(options.Slice);
    }

    /// <summary>
    /// The manager waits until the run is open. The next heartbeat reports it, and is sent at once.
    /// </summary>
    internal void OnOpened(WorkerRun run)
    {
        events.Add(new WorkerLifecycleEvent.RunOpened(run.Name));
        run.Opened();
        if (ReferenceEquals(run, current))
        {
            Handle(new WorkerEvent.Opened(run.Name));
            heartbeatDue = Stopwatch.GetTimestamp();
        }
    }

    internal void OnNotOpened(WorkerRun run, string reason)
    {
        if (!run.IsClosing)
        {
            run.Close(reason);
            Stop($"the store of run {run.Name} cannot be opened: {reason}");
        }
    }

    private void CloseRun(string? failure)
    {
        current?.Close(failure);
        current = null;
    }

    private void Start(WorkerEffect.Start start)
    {
        if (current is null)
        {
            var ended = new WorkerEvent.Ended(lastRun, start.Actor, start.Round, start.Grant);
            inbox.Add(new WorkerHostEvent(_ => Handle(ended)));
            return;
        }

        current.Start(start);
    }

    internal void EndRun(WorkerRun run)
    {
        foreach (var (actor, round, grant) in run.Reap())
        {
            Handle(new WorkerEvent.Ended(run.Name, actor, round, grant));
        }

        events.Add(new WorkerLifecycleEvent.RunClosed(run.Name, run.Failure));
    }

    /// <summary>Removes all runs except the last ones, whose figures may still be requested.</summary>
    private void Reset()
    {
        var forgotten = runs.SkipLast(WorkerCore.MaxMemories).Where(run => run.HasEnded).ToList();
        foreach (var run in forgotten)
        {
            for (var actor = 0; actor < committedBefore.Length; actor++)
            {
                committedBefore[actor] += run.CommittedBy(actor);
            }
        }

        runs.RemoveAll(forgotten.Contains);
    }

    private ActorProgress SampleActor(int actor) => new(CommittedBy(actor), current?.RunningOn(actor) ?? []);

    private long CommittedBy(int actor) => committedBefore[actor] + runs.Sum(run => run.CommittedBy(actor));

    private void Stop(string reason)
    {
        if (left)
        {
            return;
        }

        events.Add(new WorkerLifecycleEvent.Stopped(reason));
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
        link?.Channel.End(reason);
        leaving.Cancel();
        CloseRun(failure: null);
    }

    private void SetHeartbeat(TimeSpan interval)
    {
        heartbeat = interval;
        var lead = interval / 4 < MaxSampleLead ? interval / 4 : MaxSampleLead;
        heartbeatDue = Stopwatch.GetTimestamp() + StopwatchTicks.From(interval);
        sampleRequestDue = heartbeatDue - StopwatchTicks.From(lead);
    }

    private TimeSpan UntilDue()
    {
        if (left)
        {
            return Timeout.InfiniteTimeSpan;
        }

        var due = Math.Min(sampleRequestDue, heartbeatDue);
        due = current is null ? due : Math.Min(due, sampleDue);
        var now = Stopwatch.GetTimestamp();
        return due <= now ? TimeSpan.Zero : Stopwatch.GetElapsedTime(now, due);
    }
}
