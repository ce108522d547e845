using System.Diagnostics;
using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>
/// Connects a <see cref="ManagerCore"/> with connections, timers and a log, on one thread that handles events in order.
/// Refuses a connection that speaks for no worker, or for two. Next: <see cref="ClusterExecutor"/>.
/// </summary>
/// <remarks>
/// Between runs, a core without a block keeps the members. Each run gets a new core with the same members.
/// </remarks>
public sealed class ManagerHost : IDisposable
{
    /// <summary>The run name of the core that keeps the members between runs.</summary>
    public const string NoRun = "";

    /// <summary>Maximum size in memory of the messages that wait for the host's thread.</summary>
    private const long MaxWaitingBytes = 16 << 20;

    private const long NoConnection = -1;
    private static readonly TimeSpan MaxSleep = TimeSpan.FromSeconds(1);

    private readonly ManagerHostOptions options;
    private readonly IClusterListener watch;
    private readonly Inbox<HostEvent> inbox = new();
    private readonly TimerQueue timers = new();
    private readonly StallDetector stalls;
    private readonly SortedDictionary<long, Peer> peers = [];
    private readonly Dictionary<long, HostEvent> newestHeartbeats = [];
    private readonly Thread thread;

    // An object, not a Lock: callers wait on it for members.
    private readonly object membersGate = new();
    private readonly SeenProgress progress = new();
    private ManagerCore core;
    private LogFile? log;
    private volatile ClusterRound? round;
    private TaskCompletionSource<int>? seeding;
    private long lastConnection;
    private long waitingBytes;
    private ManagerOptions? run;
    private bool adoptingMembers;
    private bool stopping;
    private volatile IReadOnlyList<ClusterMember> members = [];

    /// <summary>Starts the host; <see cref="ServeAsync"/> adds connections.</summary>
    public ManagerHost(ManagerHostOptions options, IClusterListener watch)
    {
        this.options = options;
        this.watch = watch;
        stalls = new StallDetector(options.System.HeartbeatInterval);
        core = new ManagerCore(IdleOptions(), ManagerState.Empty);
        thread = new Thread(Run) { Name = "manager", IsBackground = true };
        thread.Start();
    }

    /// <summary>The members, in the order they joined.</summary>
    public IReadOnlyList<ClusterMember> Members => members;

    /// <summary>Time spent encoding and decoding so far.</summary>
    internal TimeSpan Coding => options.Traffic.Coding;

    public async Task ServeAsync(IMessageChannel channel, CancellationToken cancellation)
    {
        var number = Interlocked.Increment(ref lastConnection);
        inbox.Add(new HostEvent(() => peers[number] = new Peer(channel)));
        await using var ending = cancellation.Register(() => channel.End("the manager ends")).ConfigureAwait(false);
        while (await channel.ReceiveAsync(CancellationToken.None).ConfigureAwait(false) is { } message)
        {
            while (Interlocked.Read(ref waitingBytes) > MaxWaitingBytes && !cancellation.IsCancellationRequested)
            {
                // A peer waits if it sends faster than the manager reads.
                await Task.Delay(1, CancellationToken.None).ConfigureAwait(false);
            }

            Interlocked.Add(ref waitingBytes, RoomOf(message));
            inbox.Add(new HostEvent(() => OnMessage(number, message), number, message));
        }

        inbox.Add(new HostEvent(() =>
        {
            if (peers.Remove(number))
            {
                LeaveOut(number, channel.EndReason ?? "its connection ended");
            }
        }));
    }

    public ManagerView View() => Ask(() => core.View());

    /// <summary>Time since the last message of each member, by incarnation.</summary>
    public IReadOnlyDictionary<long, TimeSpan> LastReceived() =>
        Ask(() => peers.Values.Where(peer => peer.Hello is not null)
            .GroupBy(peer => peer.Hello!.Worker.Incarnation)
            .ToDictionary(
                worker => worker.Key, worker => worker.Min(peer => Stopwatch.GetElapsedTime(peer.LastReceivedAt))));

    /// <summary>Waits until <paramref name="count"/> workers are members; false if the time is over first.</summary>
    public bool WaitForMembers(int count, TimeSpan atMost, CancellationToken cancellation)
    {
        var since = Stopwatch.GetTimestamp();
        using var cancelling = cancellation.Register(NotifyOfMembers);
        lock (membersGate)
        {
            while (members.Count < count
                && !cancellation.IsCancellationRequested
                && atMost - Stopwatch.GetElapsedTime(since) is { Ticks: > 0 } left)
            {
                MonitorWait.AtMost(membersGate, left);
            }

            return members.Count >= count;
        }
    }

    /// <summary>Opens a run, after the previous run has ended.</summary>
    /// <param name="file">Its log; the host owns it.</param>
    internal void OpenRun(ManagerOptions run, LogFile file, ManagerState state) => Ask(() =>
    {
        log = file;
        this.run = run;
        file.Synced = (position, records, time) =>
        {
            watch.Synced(records, time);
            Note(file, new ManagerEvent.Synced(position));
        };
        file.Broken = reason => Note(file, new ManagerEvent.Close(reason));
        file.Start();
        AdoptMembers(new ManagerCore(run, state));
        return true;
    });

    /// <summary>
    /// Ends a run: tells the workers, makes the log durable, closes it, and returns to the core without a block.
    /// </summary>
    internal void CloseRun() => Ask(() =>
    {
        TryHandle(new HostEvent(() => Handle(new ManagerEvent.Close(Failure: null))));
        log?.Write();
        log?.Dispose();
        log = null;
        run = null;
        round = null;
        AdoptMembers(new ManagerCore(IdleOptions(), ManagerState.Empty));
        return true;
    });

    /// <summary>Waits until the log contains a version for seeding the run, and returns it.</summary>
    /// <exception cref="IOException">The log cannot be written.</exception>
    internal int BeginSeeding()
    {
        var logged = new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously);
        inbox.Add(new HostEvent(() =>
        {
            seeding = logged;
            Handle(new ManagerEvent.BeginSeeding());
        }));
        return logged.Task.GetAwaiter().GetResult();
    }

    /// <summary>
    /// Announces the run to the workers, and calls <paramref name="noted"/> when the run is ready for rounds.
    /// </summary>
    internal void Announce(ClusterRound noted) => inbox.Add(new HostEvent(() =>
    {
        round = noted;
        Handle(new ManagerEvent.Announce());
    }));

    internal void Execute(IRound next, ClusterRound noted) => inbox.Add(new HostEvent(() =>
    {
        round = noted;
        noted.Open();
        Handle(new ManagerEvent.Execute(new TimedRound(next, options.Traffic)));
        noted.Routed();
        progress.Begin(core.Snapshot());
    }));

    internal void Cancel(Problem reason) => inbox.Add(new HostEvent(() => Handle(new ManagerEvent.Close(reason))));

    /// <summary>The current state; from any thread.</summary>
    public ExecutorSnapshot Snapshot() => progress.Latest;

    /// <summary>Committed items in all rounds, as far as known; from any thread. It only rises.</summary>
    public long Gained => progress.Gained;

    public void Dispose()
    {
        inbox.Add(new HostEvent(() => stopping = true));
        thread.Join();
        log?.Dispose();
        foreach (var peer in peers.Values)
        {
            peer.Channel.End("the manager ends");
        }
    }

    private ManagerOptions IdleOptions() =>
        new() { Run = NoRun, StoreAddresses = options.StoreAddresses, System = options.System };

    private T Ask<T>(Func<T> question)
    {
        var answer = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        inbox.Add(new HostEvent(() =>
        {
            try
            {
                answer.SetResult(question());
            }
            catch (Exception exception) when (exception is not OutOfMemoryException)
            {
                answer.SetException(exception);
            }
        }));
        return answer.Task.GetAwaiter().GetResult();
    }

    private void Run()
    {
        while (!stopping)
        {
            // Timers are compared with the time before the inbox was emptied, so messages that arrived before a timer's
            // end are handled first.
            var sleep = timers.UntilNext(MaxSleep);
            var moment = Stopwatch.GetTimestamp();
            stalls.Note(moment, sleep);
            HandleAll(inbox.TakeAll(sleep));

            try
            {
                while (timers.TryTake(moment, out var timer))
                {
                    OnTimer(timer, moment);
                }

                log?.Write();
                peers.Values.ToList().ForEach(peer => peer.Channel.Flush());
            }
            catch (Exception exception) when (exception is not OutOfMemoryException)
            {
                Recover(NoConnection, exception);
            }
        }
    }

    /// <summary>A broken invariant ends its run, not the process.</summary>
    private void TryHandle(HostEvent hostEvent)
    {
        try
        {
            hostEvent.Act();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            Recover(hostEvent.Connection, exception);
        }
    }

    /// <summary>
    /// Replaces a core after an exception by a new one. The new core does not know the round, accepts no messages of
    /// it, and fails the run. The log ends too, so that no manager resumes the run.
    /// </summary>
    /// <param name="connection">The connection whose message caused the exception; it is ended.</param>
    private void Recover(long connection, Exception broken)
    {
        var reason = $"an invariant is broken: {broken.GetType().Name}: {broken.Message}";
        try
        {
            if (log is { HasBegun: true })
            {
                log.Append(log.Next, new LogRecord.RunClosed(reason));
            }

            var before = members;
            if (peers.TryGetValue(connection, out var peer))
            {
                End(connection, peer, reason);
            }

            AdoptMembers(new ManagerCore(run ?? IdleOptions(), ManagerState.Empty));
            members = core.Members;
            foreach (var lost in before.Where(member => !members.Contains(member)))
            {
                Apply(new ManagerEffect.Lost(lost, reason));
            }

            if (run is not null)
            {
                Handle(new ManagerEvent.Close(reason));
            }
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            Abandon($"{reason}; {exception.GetType().Name}: {exception.Message}");
        }
    }

    /// <summary>Creating a new core failed: drops all members and fails the round.</summary>
    private void Abandon(string reason)
    {
        foreach (var peer in peers.Values)
        {
            peer.Channel.End(reason);
        }

        peers.Clear();
        timers.Clear();
        members = [];
        core = new ManagerCore(run ?? IdleOptions(), ManagerState.Empty);
        round?.On(new ManagerEffect.RunFailed(reason, StoreLostData: false));
        round?.On(new ManagerEffect.RoundMeasured(-1, [], default));
    }

    /// <summary>
    /// After a stall of the loop, heartbeats may not be in the inbox yet. It waits one more interval.
    /// </summary>
    private void OnTimer(ManagerTimer timer, long moment)
    {
        if (timer.Kind == TimerKind.Deadline && stalls.WasLately(moment))
        {
            timers.Set(timer, options.System.HeartbeatInterval);
        }
        else
        {
            Handle(new ManagerEvent.TimerFired(timer));
        }
    }

    /// <summary>
    /// Keeps only the newest of a worker's queued heartbeats: the core counts each heartbeat as an interval in which
    /// the worker could have answered.
    /// </summary>
    private void HandleAll(IReadOnlyList<HostEvent> all)
    {
        newestHeartbeats.Clear();
        foreach (var received in all)
        {
            Interlocked.Add(ref waitingBytes, received.Message is { } message ? -RoomOf(message) : 0);
            if (received.IsHeartbeat)
            {
                newestHeartbeats[received.Connection] = received;
            }
        }

        foreach (var hostEvent in all)
        {
            if (!hostEvent.IsHeartbeat || ReferenceEquals(newestHeartbeats[hostEvent.Connection], hostEvent))
            {
                TryHandle(hostEvent);
            }
        }
    }

    /// <summary>Handles a message, unless its connection has ended.</summary>
    private void OnMessage(long number, Message message)
    {
        if (!peers.TryGetValue(number, out var peer))
        {
            return;
        }

        peer.LastReceivedAt = Stopwatch.GetTimestamp();
        if (peer.Refuse(message) is { } refused)
        {
            End(number, peer, refused);
            LeaveOut(number, refused);
            return;
        }

        Handle(new ManagerEvent.Received(number, message));
        if (message is Message.Heartbeat or Message.Sample)
        {
            Publish();
        }
    }

    private void LeaveOut(long number, string reason)
    {
        Handle(new ManagerEvent.Disconnected(number, reason));
        Publish();
    }

    /// <summary>Passes an event of a log to the core, unless the run has ended.</summary>
    private void Note(LogFile file, ManagerEvent happened) => inbox.Add(new HostEvent(() =>
    {
        if (ReferenceEquals(file, log))
        {
            Handle(happened);
        }
    }));

    private void End(long number, Peer peer, string reason)
    {
        peers.Remove(number);
        peer.Channel.End(reason);
    }

    /// <summary>The approximate bytes of a waiting message.</summary>
    private static long RoomOf(Message message) => 500 + message switch
    {
        Message.Done done => 8L * done.Attempts.Count,
        Message.Heartbeat heartbeat => (24L * heartbeat.Actors.Count) + (32L * heartbeat.Running.Count),
        Message.RoundResult result => 40_000 + (2000L * result.Stats.Faults.Count),
        _ => 0,
    };

    private void NotifyOfMembers()
    {
        lock (membersGate)
        {
            Monitor.PulseAll(membersGate);
        }
    }

    private void Publish() => progress.Tell(core.Snapshot());

    /// <summary>Passes the members to a new core.</summary>
    private void AdoptMembers(ManagerCore next)
    {
        timers.Clear();
        core = next;
        adoptingMembers = true;
        foreach (var (number, peer) in peers)
        {
            if (peer.Hello is not null)
            {
                Handle(new ManagerEvent.Received(number, peer.Hello));
            }
        }

        adoptingMembers = false;
    }

    private void Handle(ManagerEvent hostEvent)
    {
        foreach (var effect in core.Handle(hostEvent))
        {
            Apply(effect);
        }
    }

    private void Apply(ManagerEffect effect)
    {
        if (effect is ManagerEffect.RoundMeasured)
        {
            // The thread that waits for the round reads the committed count next.
            Publish();
        }

        round?.On(effect);
        switch (effect)
        {
            case ManagerEffect.Send(var connection, var message):
                if (peers.TryGetValue(connection, out var peer))
                {
                    if (message is Message.Welcome)
                    {
                        peer.Channel.Admit();
                    }

                    peer.Channel.Send(message);
                }

                break;
            case ManagerEffect.Disconnect(var connection):
                if (peers.TryGetValue(connection, out var ended))
                {
                    ended.Channel.End("the manager considers this worker dead");
                }

                break;
            case ManagerEffect.SeedingLogged(var version):
                seeding?.TrySetResult(version);
                break;
            case ManagerEffect.RunFailed(var reason, _):
                seeding?.TrySetException(new IOException($"{reason}"));
                break;
            case ManagerEffect.Append(var position, var record):
                log?.Append(position, record);
                break;
            case ManagerEffect.SetTimer(var timer, var after):
                timers.Set(timer, after);
                break;
            case ManagerEffect.CancelTimer(var timer):
                timers.Cancel(timer);
                break;
            case ManagerEffect.Joined:
            case ManagerEffect.Lost:
                members = core.Members;
                NotifyOfMembers();
                break;
            default:
                break;
        }

        if (!adoptingMembers)
        {
            watch.OnEffect(effect);
        }
    }

    /// <summary>A connection and its worker.</summary>
    private sealed class Peer(IMessageChannel channel)
    {
        public IMessageChannel Channel { get; } = channel;

        /// <summary>The first Hello; null before it.</summary>
        public Message.Hello? Hello { get; private set; }

        public long LastReceivedAt { get; set; } = Stopwatch.GetTimestamp();

        /// <summary>Checks a message: a connection represents one worker, which identifies itself first.</summary>
        /// <returns>Why the connection must end; null for a valid message.</returns>
        public string? Refuse(Message message)
        {
            Hello ??= message as Message.Hello;
            return message switch
            {
                _ when Hello is null => "a worker must say hello first",
                Message.Hello hello when hello.Worker != Hello.Worker => "a connection is for one worker",
                _ when message.Sender != Hello.Worker.Incarnation => "the message is of another worker or a manager",
                _ => null,
            };
        }
    }

    /// <summary>An event for the host's thread.</summary>
    /// <param name="Connection">The connection of a message; −1 for other events.</param>
    private sealed record HostEvent(Action Act, long Connection = NoConnection, Message? Message = null)
    {
        public bool IsHeartbeat => Message is Message.Heartbeat;
    }
}

/// <summary>Receives the events of a manager, on the threads of host and log: it must be quick.</summary>
public interface IClusterListener
{
    void OnEffect(ManagerEffect effect);

    /// <summary>One sync of the log made <paramref name="records"/> records durable.</summary>
    void Synced(int records, TimeSpan time);
}

/// <summary>Settings of a manager's host.</summary>
/// <param name="System">Heartbeat interval and acceptable pause.</param>
/// <param name="StoreAddresses">The addresses of the store or of its proxies: workers must name one of them.</param>
public sealed record ManagerHostOptions(ActorSystemOptions System, IReadOnlyList<string> StoreAddresses)
{
    public FrameTraffic Traffic { get; init; } = new();
}
