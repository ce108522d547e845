using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>The processes of a simulated cluster with their network and store.</summary>
internal sealed class ClusterWorld
{
    private readonly LatencyHistogram latency;
    private readonly ProtocolGuards guards;
    private readonly VirtualClock clock;
    private readonly SimulatedWorker?[] workers;
    private readonly (int Actors, int Lanes)[] sizes;
    private readonly long[] incarnations;
    private readonly Queue<SimulatedRun> submitted = [];
    private readonly List<SimulatedRun> taken = [];
    private readonly bool isLossy;
    private ISimulatedDriver? driver;
    private SimulatedRun? current;
    private long links;

    public ClusterWorld(
        SeededRandom random,
        bool isLossy,
        ClusterMutation mutation,
        LatencyHistogram latency,
        ClusterFaults met,
        DrawLoad draw)
    {
        Random = random;
        Mutation = mutation;
        Met = met;
        this.isLossy = isLossy;
        this.latency = latency;
        guards = GuardsWithout(mutation);
        clock = new VirtualClock(Time);
        Store = new SimulatedStore(random, shards: 1 + random.Next(3), met.Store);
        Network = new SimulatedNetwork(Time, random, met);
        workers = new SimulatedWorker?[1 + random.Next(4)];
        incarnations = new long[workers.Length];
        sizes = [.. workers.Select(_ => (1 + random.Next(2), 1 + random.Next(3)))];

        // Most worlds play one run, so that more seeds are played. The second of two runs mostly has the id of the
        // first.
        var runs = random.Next(4) == 0 ? 2 : 1;
        for (var number = 0; number < runs; number++)
        {
            var space = number > 0 && random.Next(4) == 0 ? 1 : 0;
            submitted.Enqueue(new SimulatedRun(random, number, space, workers.Length, mutation, draw));
        }
    }

    public SeededRandom Random { get; }

    public ClusterMutation Mutation { get; }

    public ClusterFaults Met { get; }

    public VirtualTime Time { get; } = new();

    public SimulatedStore Store { get; }

    public SimulatedNetwork Network { get; }

    public SimulatedManager? Manager { get; private set; }

    /// <summary>The workers by node; null for a dead worker.</summary>
    public IReadOnlyList<SimulatedWorker?> Workers => workers;

    /// <summary>The runs that were started; the last one may be under way.</summary>
    public IReadOnlyList<SimulatedRun> Runs => taken;

    /// <summary>How the world ended; null before.</summary>
    public ClusterEnding? Ending { get; private set; }

    /// <summary>Why it failed or hung; null if it did not.</summary>
    public string? Failure { get; private set; }

    /// <summary>The first broken invariant; null if there was none.</summary>
    public string? Broken { get; private set; }

    public void Start()
    {
        TakeNext();
        StartManager();
        for (var node = 0; node < workers.Length; node++)
        {
            StartWorker(node);
        }
    }

    public void Break(string what) => Broken ??= what;

    public void Fail(string reason) => EndAs(ClusterEnding.Failed, reason);

    public void EndAs(ClusterEnding ending, string? reason = null)
    {
        Failure ??= reason;
        Ending ??= ending;
    }

    /// <summary>The store of a manager's process, which may be killed in the middle of an exchange.</summary>
    public SimulatedAccounts ConnectManager(SimulatedRun run) => new(() =>
    {
        var connection = Connect(run.Space, Mutation == ClusterMutation.EpochKeys);
        return Random.Next(24) == 0 && Network.IsWild
            ? new KilledConnection(connection, Random.Next(3))
            : connection;
    });

    /// <summary>A manager starts or resumes a run.</summary>
    public void Begin(SimulatedManager manager, SimulatedRun run)
    {
        var lifecycle = new SimulatedLifecycle(this, manager, run);
        driver = lifecycle;
        try
        {
            lifecycle.Begin();
        }
        catch (LogException exception)
        {
            Fail(exception.Message);
        }
    }

    /// <summary>Continues after the end of a run, when its keys are removed.</summary>
    public void OnEnded(SimulatedRun run)
    {
        if (run.Control is not { } control)
        {
            OnControlled();
            return;
        }

        var manager = Manager!;
        Time.In(Random.Next(30), () => manager.WhenRunning(() =>
        {
            var controlling = new SimulatedControl(this, manager, control);
            driver = controlling;
            controlling.Begin();
        }));
    }

    /// <summary>Continues after the end of a run and of its control.</summary>
    public void OnControlled()
    {
        if (submitted.Count == 0)
        {
            EndAs(ClusterEnding.Passed);
            return;
        }

        var manager = Manager!;
        Met.RunsFollowed++;
        TakeNext();
        Time.In(Random.Next(30), () => manager.WhenRunning(() => Begin(manager, current!)));
    }

    public void KillManager()
    {
        if (Manager is not { Alive: true } killed)
        {
            return;
        }

        Met.ManagerKills++;
        Met.TornTails += killed.Kill() ? 1 : 0;
        foreach (var worker in workers)
        {
            Cut(worker?.Link, managerNotices: false, workerNotices: true);
        }

        Time.In(1 + Random.Next(60), StartManager);
    }

    public void KillWorker(int node, bool replay)
    {
        if (workers[node] is not { } worker)
        {
            return;
        }

        Met.WorkerKills++;
        worker.Kill();
        Cut(worker.Link, managerNotices: Random.Next(3) != 0, workerNotices: false);
        workers[node] = null;
        Time.In(1 + Random.Next(Random.Next(2) == 0 ? 8 : 120), () =>
        {
            StartWorker(node);
            if (replay)
            {
                Replay(node);
            }
        });
    }

    /// <summary>Delivers recent messages to a worker once more.</summary>
    public void Replay(int node) => Network.Replay(node, message => Arrive(node, message));

    public void Cut(SimulatedLink? link, bool managerNotices, bool workerNotices)
    {
        if (link is null || link.Broken)
        {
            return;
        }

        link.Broken = true;
        if (managerNotices)
        {
            Time.In(Random.Next(10), () => Manager?.Handle(
                new ManagerEvent.Disconnected(link.Number, "its connection was lost")));
        }

        if (workerNotices)
        {
            // A paused process notices this only when it continues; otherwise a connection could end after the start of
            // the next one.
            Time.In(Random.Next(Random.Next(4) == 0 ? 100 : 10), () => link.Worker.WhenRunning(() =>
            {
                if (ReferenceEquals(link.Worker.Link, link))
                {
                    link.Worker.Link = null;
                    link.Worker.Handle(new WorkerEvent.Disconnected());
                    Time.In(1 + Random.Next(10), () => Dial(link.Worker));
                }
            }));
        }
    }

    private static ProtocolGuards GuardsWithout(ClusterMutation mutation) => new()
    {
        StaleDone = mutation != ClusterMutation.StaleDone,
        Incarnation = mutation != ClusterMutation.Incarnation,
        Dedupe = mutation != ClusterMutation.Dedupe,
        LogBeforeSend = mutation != ClusterMutation.LogBeforeSend,
        NewEpochs = mutation != ClusterMutation.RetryInPlace,
    };

    private IAccountConnection Connect(int space, bool isMutated)
    {
        var connection = Store.Connect(space);
        return isMutated ? new MutatedConnection(connection, Mutation) : connection;
    }

    private IPump OpenPump(Message.OpenRun opened, int lanes)
    {
        if (opened.IsControl && Mutation != ClusterMutation.Controls)
        {
            return new NullPumps().Open(lanes, latency);
        }

        var run = taken.Find(each => string.Equals(each.Options.Run, opened.Run, StringComparison.Ordinal)
            || string.Equals(each.Control?.Options.Run, opened.Run, StringComparison.Ordinal))!;
        var isMutated = Mutation is ClusterMutation.SequenceCheck or ClusterMutation.EpochKeys;
        var accounts = new SimulatedAccounts(() => Connect(run.Space, isMutated));
        while (true)
        {
            try
            {
                var pump = run.Load.OpenPump(lanes, accounts, latency, clock);
                run.Pumps.Add(pump);
                return pump;
            }
            catch (StoreException)
            {
                // The number of faults is limited, so the store is reachable again after a few attempts.
            }
        }
    }

    private void TakeNext()
    {
        current = submitted.Dequeue();
        taken.Add(current);
        Store.Arm(
            faults: Random.Next(6), losses: isLossy ? 1 + Random.Next(2) : 0, chance: 8 << Random.Next(5));
    }

    private void StartManager()
    {
        if (Ending is not null)
        {
            return;
        }

        if (Mutation == ClusterMutation.Log)
        {
            current!.Log.Clear();
        }

        Manager = new SimulatedManager(guards, Mutation, Time, Random, Receive);
        if (current!.HasEnded)
        {
            // A control is not resumed.
            Met.ControlsKilled++;
            OnControlled();
            return;
        }

        Begin(Manager, current);
    }

    private void StartWorker(int node)
    {
        var (actors, lanes) = sizes[node];
        var started = new SimulatedWorker(
            node,
            new WorkerOptions
            {
                Worker = new ClusterMember(
                    $"worker{node}",
                    ((node + 1) * 1000) + ++incarnations[node],
                    actors,
                    lanes,
                    "server",
                    SimulatedManager.StoreAddresses[0]),
                HeartbeatInterval = SimulatedManager.System.HeartbeatInterval,
                MaxWithoutManager = TimeSpan.MaxValue,
            },
            guards,
            Time,
            Random,
            OpenPump,
            SendToManager);
        workers[node] = started;
        Dial(started);
    }

    private void Dial(SimulatedWorker worker)
    {
        if (!worker.Alive)
        {
            return;
        }

        if (Manager is not { Alive: true } || Network.FailsToConnect())
        {
            Time.In(10, () => Dial(worker));
            return;
        }

        worker.WhenRunning(() =>
        {
            worker.Link = new SimulatedLink(++links, worker);
            worker.Handle(new WorkerEvent.Connected());
        });
    }

    private void SendToManager(SimulatedWorker worker, Message message)
    {
        if (worker.Link is { } link)
        {
            Send(link, link.Up, message, () => Manager?.Handle(new ManagerEvent.Received(link.Number, message)));
        }
    }

    private void SendToWorker(long number, Message message)
    {
        foreach (var worker in workers)
        {
            if (worker?.Link is { } link && link.Number == number)
            {
                Network.Remember(worker.Node, message);
                Send(link, link.Down, message, () => Arrive(worker.Node, message));
            }
        }
    }

    /// <summary>A peer that sends more than its queue takes loses the connection.</summary>
    private void Send(SimulatedLink link, SimulatedWire wire, Message message, Action arrive)
    {
        if (!Network.Send(link, wire, message, arrive))
        {
            Met.Overflows++;
            Cut(link, managerNotices: true, workerNotices: true);
        }
    }

    // The receiver is the worker that has this node when the message arrives.
    private void Arrive(int node, Message message) => workers[node]?.Handle(new WorkerEvent.Received(message));

    private void Receive(ManagerEffect effect)
    {
        switch (effect)
        {
            case ManagerEffect.Send(var connection, var message):
                SendToWorker(connection, message);
                break;
            case ManagerEffect.Disconnect(var connection):
                Cut(
                    Array.Find(workers, worker => worker?.Link?.Number == connection)?.Link,
                    managerNotices: false, workerNotices: true);
                break;
            case ManagerEffect.Lost:
                Met.WorkersLost++;
                break;
            default:
                driver?.On(effect);
                break;
        }
    }
}
