using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// One process of a manager: a core for each run and one between runs, the log of the run, and the effects that a host
/// executes.
/// </summary>
internal sealed class SimulatedManager
{
    /// <summary>The store address that all processes report.</summary>
    public static readonly string[] StoreAddresses = ["simulated:1"];

    /// <summary>Heartbeats of every simulated cluster.</summary>
    public static readonly ActorSystemOptions System = new()
    {
        HeartbeatInterval = TimeSpan.FromMilliseconds(20),
        AcceptableHeartbeatPause = TimeSpan.FromMilliseconds(70),
    };

    private static readonly ManagerOptions Idle = new() { Run = "", StoreAddresses = StoreAddresses, System = System };

    private readonly VirtualTime time;
    private readonly SeededRandom random;
    private readonly ProtocolGuards guards;
    private readonly bool keepsTails;
    private readonly Action<ManagerEffect> outside;
    private readonly int maxSync;
    private readonly List<byte> written = [];
    private readonly Dictionary<ManagerTimer, long> timers = [];
    private readonly SortedDictionary<long, Message.Hello> peers = [];
    private readonly HashSet<long> endedLinks = [];
    private readonly List<ManagerEvent> inbox = [];
    private readonly List<Action> waiting = [];
    private ManagerCore core;
    private SimulatedRun? run;
    private long lastPosition;
    private long timerNumber;
    private long pausedUntil;
    private bool syncing;

    /// <summary>Starts a manager without an open run.</summary>
    /// <param name="mutation">The removed guard.</param>
    /// <param name="random">Draws the duration of a sync.</param>
    /// <param name="outside">Receives the effects that concern other processes.</param>
    public SimulatedManager(
        ProtocolGuards guards,
        ClusterMutation mutation,
        VirtualTime time,
        SeededRandom random,
        Action<ManagerEffect> outside)
    {
        this.guards = guards;
        this.time = time;
        this.random = random;
        this.outside = outside;
        keepsTails = mutation == ClusterMutation.LogTail;
        maxSync = 2 << random.Next(5);
        core = new ManagerCore(Idle, ManagerState.Empty);
    }

    public bool Alive { get; private set; } = true;

    private bool IsPaused => time.Now < pausedUntil;

    /// <summary>Opens a run; its core starts with the current members.</summary>
    /// <returns>The state in its log.</returns>
    public ManagerState Open(SimulatedRun opened)
    {
        run = opened;
        var log = run.Log;
        var contents = ManagerLog.Read(log.ToArray());
        if (!keepsTails)
        {
            log.RemoveRange((int)contents.ValidLength, log.Count - (int)contents.ValidLength);
        }

        var state = LogReplay.Run(contents.Records, run.Options.Run, run.Options.Configuration);
        lastPosition = state.Records - 1;
        Adopt(new ManagerCore(run.Options, state, guards));
        return state;
    }

    /// <summary>Closes the run and keeps the members.</summary>
    public void Close()
    {
        Handle(new ManagerEvent.Close(Failure: null));
        run!.Log.AddRange(written);
        written.Clear();
        run = null;
        Adopt(new ManagerCore(Idle, ManagerState.Empty));
    }

    /// <summary>Delivers an event to the process; later if it is paused.</summary>
    public void Handle(ManagerEvent happened)
    {
        if (!Alive)
        {
            return;
        }

        if (IsPaused)
        {
            inbox.Add(happened);
            return;
        }

        switch (happened)
        {
            case ManagerEvent.Received(var link, Message.Hello hello) when !endedLinks.Contains(link):
                peers[link] = hello;
                break;
            case ManagerEvent.Disconnected(var link, _):
                peers.Remove(link);
                endedLinks.Add(link);
                break;
            default:
                break;
        }

        HandleInCore(happened);
    }

    /// <summary>The process executes an action; later if it is paused, never if it is dead.</summary>
    public void WhenRunning(Action action)
    {
        if (Alive && IsPaused)
        {
            waiting.Add(action);
        }
        else if (Alive)
        {
            action();
        }
    }

    /// <summary>Stops the process for a while, like SIGSTOP.</summary>
    public void Pause(long milliseconds)
    {
        pausedUntil = Math.Max(pausedUntil, time.Now + milliseconds);
        time.In(pausedUntil - time.Now, Continue);
    }

    /// <summary>
    /// Kills the process, like SIGKILL or a power cut: a part of the unsynced bytes is on disk, cut at any byte.
    /// </summary>
    /// <returns>Whether the log ends in the middle of a record.</returns>
    public bool Kill()
    {
        Alive = false;
        if (run is null)
        {
            return false;
        }

        run.Log.AddRange(written.GetRange(0, random.Next(written.Count + 1)));
        return ManagerLog.Read(run.Log.ToArray()).ValidLength < run.Log.Count;
    }

    /// <summary>
    /// In the order of a host: messages as they arrived, only the newest heartbeat of a worker, and then timers.
    /// </summary>
    private void Continue()
    {
        if (!Alive || IsPaused)
        {
            return;
        }

        var newest = new Dictionary<long, ManagerEvent>();
        foreach (var each in inbox)
        {
            if (each is ManagerEvent.Received(var link, Message.Heartbeat))
            {
                newest[link] = each;
            }
        }

        ManagerEvent[] came =
        [
            .. inbox.Where(each => each is not ManagerEvent.Received(var link, Message.Heartbeat)
                || ReferenceEquals(newest[link], each)),
        ];
        inbox.Clear();
        Array.ForEach(came, Handle);
        Action[] late = [.. waiting];
        waiting.Clear();
        Array.ForEach(late, WhenRunning);
    }

    private void Adopt(ManagerCore next)
    {
        timers.Clear();
        core = next;
        foreach (var (link, hello) in peers.ToArray())
        {
            HandleInCore(new ManagerEvent.Received(link, hello));
        }
    }

    private void HandleInCore(ManagerEvent happened)
    {
        foreach (var effect in core.Handle(happened).ToArray())
        {
            Apply(effect);
        }
    }

    private void Apply(ManagerEffect effect)
    {
        switch (effect)
        {
            case ManagerEffect.Append(var position, var record):
                written.AddRange(ManagerLog.Encode(record));
                lastPosition = position;
                Sync(run!);
                break;
            case ManagerEffect.SetTimer(var timer, var after):
                var number = ++timerNumber;
                timers[timer] = number;
                time.In((long)after.TotalMilliseconds, () => Fire(timer, number));
                break;
            case ManagerEffect.CancelTimer(var timer):
                timers.Remove(timer);
                break;
            default:
                break;
        }

        outside(effect);
    }

    private void Sync(SimulatedRun of)
    {
        if (syncing)
        {
            return;
        }

        syncing = true;
        time.In(random.Next(maxSync), () => WhenRunning(() =>
        {
            syncing = false;
            if (ReferenceEquals(run, of))
            {
                run.Log.AddRange(written);
                written.Clear();
                Handle(new ManagerEvent.Synced(lastPosition));
            }
            else if (run is not null && written.Count > 0)
            {
                Sync(run);
            }
        }));
    }

    private void Fire(ManagerTimer timer, long number) => WhenRunning(() =>
    {
        if (timers.TryGetValue(timer, out var current) && current == number)
        {
            timers.Remove(timer);
            Handle(new ManagerEvent.TimerFired(timer));
        }
    });
}
