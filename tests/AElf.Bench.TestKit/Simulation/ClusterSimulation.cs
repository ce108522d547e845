using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>How a simulated run of a cluster ended.</summary>
public enum ClusterEnding
{
    /// <summary>All blocks done and the comparison passed.</summary>
    Passed,

    /// <summary>The run says that it failed.</summary>
    Failed,

    /// <summary>It did not end in bounded virtual time.</summary>
    Hung,
}

/// <summary>A simulated run of a cluster.</summary>
/// <param name="Ending">What the run says of itself.</param>
/// <param name="Right">
/// Whether every account is what a model apart from the product says, after all late writes have come.
/// </param>
/// <param name="Broken">An invariant found broken on the way; null when none was.</param>
/// <param name="Story">Settings and reasons.</param>
public sealed record ClusterOutcome(ClusterEnding Ending, bool Right, string? Broken, string Story);

/// <summary>
/// A whole cluster on one thread and in virtual time: a manager with a log, workers with real lane pumps, a network and
/// a store that fail, and processes that are killed, paused and started again. Everything is drawn from one seed.
/// </summary>
public sealed class ClusterSimulation
{
    private const int Rounds = 2;
    private const int MaxEvents = 60_000;
    private const long MaxVirtualMilliseconds = 60_000;
    private const string Run = "simulated";

    private readonly VirtualTime time = new();
    private readonly SeededRandom random;
    private readonly ClusterMutation mutation;
    private readonly ProtocolGuards guards;
    private readonly LatencyHistogram latency;
    private readonly ClusterFaults met;
    private readonly bool lossy;
    private readonly SimulatedStore store;
    private readonly SimulatedNetwork network;
    private readonly Block block;
    private readonly TransferGroups groups;
    private readonly Jobs jobs;
    private readonly ManagerOptions options;
    private readonly TransferMode mode;
    private readonly WorkEncoder encoder;
    private readonly VirtualClock clock;
    private readonly SimulatedWorker?[] workers;
    private readonly (int Actors, int Lanes)[] sizes;
    private readonly long[] incarnations;
    private readonly List<byte> log = [];
    private readonly List<IPump> pumps = [];
    private SimulatedManager? manager;
    private OperationCounts reported;
    private OperationCounts bound;
    private long lastBegun;
    private int[] versions = [];
    private long roundAt;
    private long links;
    private ClusterEnding? ending;
    private string? failure;
    private string? broken;

    /// <summary>Sets the world up.</summary>
    /// <param name="seed">Decides everything.</param>
    /// <param name="lossy">Whether the store loses acknowledged writes.</param>
    /// <param name="mutation">The guard taken away.</param>
    /// <param name="latency">Recorded into; worth nothing, but dear to make anew for each seed.</param>
    /// <param name="met">Counts what went wrong.</param>
    public ClusterSimulation(
        ulong seed, bool lossy, ClusterMutation mutation, LatencyHistogram latency, ClusterFaults met)
    {
        random = new SeededRandom(seed);
        clock = new VirtualClock(time);
        this.lossy = lossy;
        this.mutation = mutation;
        (this.latency, this.met) = (latency, met);
        guards = GuardsWithout(mutation);
        store = new SimulatedStore(random, shards: 1 + random.Next(3), met.Store);
        network = new SimulatedNetwork(time, random, met);
        block = RandomBlocks.Draw(random, maxTransfers: 12, maxAccounts: 12, Rounds);
        encoder = new WorkEncoder(block);
        groups = Grouper.Group(block);
        jobs = JobMerger.Merge(groups.Sizes(), 1 + random.Next(6));
        workers = new SimulatedWorker?[1 + random.Next(4)];
        incarnations = new long[workers.Length];
        sizes = [.. workers.Select(_ => (1 + random.Next(2), 1 + random.Next(3)))];

        mode = (TransferMode)random.Next(3);
        options = new ManagerOptions
        {
            Run = Run,
            Configuration = "two rounds",
            StoreAddresses = ["simulated:1"],
            System = new ActorSystemOptions
            {
                HeartbeatInterval = TimeSpan.FromMilliseconds(20),
                AcceptableHeartbeatPause = TimeSpan.FromMilliseconds(70),
            },
            Scheduling = new SchedulerOptions
            {
                Actors = new ActorOptions
                {
                    Routing = (RoutingStrategy)random.Next(7),
                    VirtualNodes = 4,
                    MaxAttempts = 100,
                },
                Seed = seed,
                WorkersToStart = random.Next(workers.Length + 1),
                MaxIdleObservations = 4,
            },
            ResultWait = TimeSpan.FromMilliseconds(300),
            MaxWorkBytes = 4 << random.Next(6),
        };
    }

    /// <summary>Plays the run to its end.</summary>
    public ClusterOutcome Play()
    {
        using (var connection = Connect())
        {
            AccountTable.Seed(connection, block, version: 0);
        }

        store.Arm(faults: random.Next(6), losses: lossy ? 1 + random.Next(2) : 0, chance: 8 << random.Next(5));
        StartManager();
        for (var node = 0; node < workers.Length; node++)
        {
            StartWorker(node);
        }

        ScheduleFaults();
        while (ending is null)
        {
            if (time.Happened > MaxEvents || time.Now > MaxVirtualMilliseconds || !time.Step())
            {
                ending = ClusterEnding.Hung;
                failure ??= $"not at its end after {time.Happened} events and {time.Now} virtual ms";
            }

            if (Array.Find(workers, worker => worker?.Stopped is not null) is { } stopped)
            {
                Break($"worker {stopped.Node} stopped: {stopped.Stopped}");
                ending ??= ClusterEnding.Failed;
            }
        }

        return End();
    }

    private static ProtocolGuards GuardsWithout(ClusterMutation mutation) => new()
    {
        StaleDone = mutation != ClusterMutation.StaleDone,
        Incarnation = mutation != ClusterMutation.Incarnation,
        Dedupe = mutation != ClusterMutation.Dedupe,
        LogBeforeSend = mutation != ClusterMutation.LogBeforeSend,
        NewEpochs = mutation != ClusterMutation.RetryInPlace,
    };

    private IAccountConnection Connect()
    {
        var connection = store.Connect();
        return mutation is ClusterMutation.SequenceCheck or ClusterMutation.EpochKeys
            ? new MutatedConnection(connection, mutation)
            : connection;
    }

    private TransferPump OpenPump(int lanes, IAttemptListener listener)
    {
        var pump = new TransferPump(lanes, new SimulatedAccounts(Connect), mode, listener, latency, clock);
        pumps.Add(pump);
        return pump;
    }

    private void StartManager()
    {
        if (ending is not null)
        {
            return;
        }

        if (mutation == ClusterMutation.Log)
        {
            log.Clear();
        }

        manager = new SimulatedManager(options, guards, log, time, random, Receive);
        versions = new int[block.AccountCount];
        roundAt = 0;

        // What the last manager heard died with it.
        reported = bound = default;
        Execute(manager);
    }

    private void Execute(SimulatedManager started)
    {
        if (ReferenceEquals(started, manager) && ending is null)
        {
            lastBegun = Math.Max(lastBegun, roundAt);
            started.Handle(new ManagerEvent.Execute(
                new TransferRound(block, groups, jobs, roundAt, versions, mode, encoder)));
        }
    }

    private void StartWorker(int node)
    {
        var (actors, lanes) = sizes[node];
        var worker = new ClusterMember(
            $"worker{node}", ((node + 1) * 1000) + ++incarnations[node], actors, lanes, "server", "simulated:1");
        var started = new SimulatedWorker(
            node,
            new WorkerOptions
            {
                Worker = worker,
                HeartbeatInterval = TimeSpan.FromMilliseconds(20),
                MaxHeartbeatsAlone = 100_000,
            },
            guards,
            time,
            random,
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

        if (manager is not { Alive: true })
        {
            time.In(10, () => Dial(worker));
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
            network.Send(link, () => manager?.Handle(new ManagerEvent.Received(link.Number, message)));
        }
    }

    private void SendToWorker(long number, Message message)
    {
        foreach (var worker in workers)
        {
            if (worker?.Link is { } link && link.Number == number)
            {
                network.Remember(worker.Node, message);
                network.Send(link, () => Arrive(worker.Node, message));
            }
        }
    }

    // A message is for whoever goes by the worker's name when it comes.
    private void Arrive(int node, Message message) => workers[node]?.Handle(new WorkerEvent.Received(message));

    private void Cut(SimulatedLink? link, bool managerNotices, bool workerNotices)
    {
        if (link is null || link.Broken)
        {
            return;
        }

        link.Broken = true;
        if (managerNotices)
        {
            time.In(random.Next(10), () => manager?.Handle(
                new ManagerEvent.Disconnected(link.Number, "its connection was lost")));
        }

        if (workerNotices)
        {
            // A paused process notices when it goes on; else a connection could end behind the start of the next.
            time.In(random.Next(random.Next(4) == 0 ? 100 : 10), () => link.Worker.WhenRunning(() =>
            {
                if (ReferenceEquals(link.Worker.Link, link))
                {
                    link.Worker.Link = null;
                    link.Worker.Handle(new WorkerEvent.Disconnected());
                    time.In(1 + random.Next(10), () => Dial(link.Worker));
                }
            }));
        }
    }

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
            case ManagerEffect.Append(_, LogRecord.Done done):
                CheckQuiet(done);
                break;
            case ManagerEffect.Reassigned:
                met.Reassignments++;
                break;
            case ManagerEffect.Lost:
                met.WorkersLost++;
                break;
            case ManagerEffect.RoundMeasured(var number, var results, var unreported) when number >= 0:
                reported += results.Aggregate(default(OperationCounts), (sum, worker) => sum + worker.Stats.Operations);
                bound += unreported;
                met.RoundsReported += unreported == default(OperationCounts) ? 1 : 0;
                met.RoundsBounded += unreported == default(OperationCounts) ? 0 : 1;
                CheckResults();
                ResumeAfter(number);
                break;
            case ManagerEffect.RunFailed(var reason, _):
                failure = reason;
                ending = ClusterEnding.Failed;
                break;
            default:
                break;
        }
    }

    private void ResumeAfter(long number)
    {
        var current = manager!;
        if (number != roundAt)
        {
            Break($"round {number} is measured while round {roundAt} is executed");
        }

        roundAt++;
        if (roundAt < Rounds)
        {
            time.In(random.Next(3), () => Execute(current));
        }
        else
        {
            Finish();
        }
    }

    private void Finish()
    {
        store.Arm(faults: 0, losses: 0, chance: 1);
        if (mutation == ClusterMutation.FinalComparison || Compare())
        {
            ending = ClusterEnding.Passed;
            return;
        }

        failure = "the final comparison found a difference";
        ending = ClusterEnding.Failed;
    }

    // Mutated replies are for the actors only; a mutated store has one key for each account.
    private int[] ReadVersions() => mutation == ClusterMutation.EpochKeys ? new int[versions.Length] : versions;

    private bool Compare()
    {
        using var connection = store.Connect();
        var result = FinalComparison.Compare(
            block, SequentialReplay.Run(block, Rounds), AccountTable.Read(connection, ReadVersions()), versions);
        return result is { Wrong: 0, Conserved: true };
    }

    // I4: the version of an accepted Done is quiet.
    private void CheckQuiet(LogRecord.Done done)
    {
        foreach (var (group, epoch) in done.Attempts)
        {
            foreach (var index in groups[group])
            {
                var transfer = block.Transfers[index];
                CheckQuiet(new AccountKey(transfer.From, epoch > 0 ? epoch : versions[transfer.From]));
                CheckQuiet(new AccountKey(transfer.To, epoch > 0 ? epoch : versions[transfer.To]));
            }
        }
    }

    private void CheckQuiet(AccountKey key)
    {
        if (!store.IsQuiet(key))
        {
            Break($"a write to account {key.Account} at version {key.Version} is under way although its group is done");
        }
    }

    private ClusterOutcome End()
    {
        // Whoever still works on a dead attempt may do its worst before the accounts are looked at.
        for (var steps = 0; steps < 200 && time.Step(); steps++)
        {
        }

        foreach (var worker in workers)
        {
            worker?.Kill();
        }

        store.Drain();
        if (ending == ClusterEnding.Passed && mutation != ClusterMutation.Log)
        {
            CheckLog();
        }

        var story = $"{mode}, {options.Scheduling.Actors.Routing}, {workers.Length} workers, "
            + $"{jobs.Count} jobs, {block.Count} transfers in {groups.Count} groups × {Rounds} rounds, "
            + $"{time.Happened} events in {time.Now} ms: {failure ?? "all done"}";
        var right = AccountModel.Fits(store, block, Rounds, ReadVersions());
        return new ClusterOutcome(ending!.Value, right, broken, story);
    }

    // Each transfer is in exactly one accepted Done: the replay refuses a second one.
    private void CheckLog()
    {
        manager?.Kill();
        var records = ManagerLog.Read(log.ToArray()).Records;
        var state = LogReplay.Run(records, options.Run, options.Configuration);
        for (var number = 0; number < Rounds; number++)
        {
            if (state.Rounds[number].History.Done.Count != groups.Count)
            {
                Break($"{state.Rounds[number].History.Done.Count} groups of round {number} are done in the log, "
                    + $"not {groups.Count}");
            }
        }
    }

    /// <summary>
    /// No operation is reported twice, however often results are sent and asked for; and what the manager heard of
    /// together with its bound of what it did not covers all that was asked of the store, by whomever and when ever.
    /// </summary>
    private void CheckResults()
    {
        var asked = pumps.Aggregate(default(OperationCounts), (sum, pump) => sum + pump.Operations);
        if (!Covers(asked, reported))
        {
            Break($"{reported} were reported, and only {asked} were asked of the store");
        }

        // A manager that was started anew comes to the rounds of the last one in their order.
        if (roundAt == lastBegun && !Covers(reported + bound, asked))
        {
            Break($"{asked} were asked of the store; {reported} are reported, and at most {bound} are not");
        }
    }

    private static bool Covers(OperationCounts most, OperationCounts counts) =>
        counts.Get <= most.Get && counts.Set <= most.Set
        && counts.MultiGet <= most.MultiGet && counts.MultiSet <= most.MultiSet
        && counts.KeysRead <= most.KeysRead && counts.KeysWritten <= most.KeysWritten;

    private void Break(string what) => broken ??= what;

    private void ScheduleFaults()
    {
        var window = random.Next(3) switch { 0 => 40, 1 => 120, _ => 400 };
        for (var count = random.Next(7); count > 0; count--)
        {
            time.In(random.Next(window), Strike);
        }

        time.In(window + 200, network.CalmDown);
    }

    private void Strike()
    {
        if (ending is not null)
        {
            return;
        }

        var node = random.Next(workers.Length);
        switch (random.Next(8))
        {
            case 0 or 1:
                KillWorker(node, replay: random.Next(2) == 0);
                break;
            case 2:
                met.Pauses++;
                workers[node]?.Pause(random.Next(40));
                break;
            case 3:
                met.Pauses++;
                workers[node]?.Pause(70 + random.Next(200));
                break;
            case 4:
                met.Cuts++;
                Cut(workers[node]?.Link, managerNotices: random.Next(3) != 0, workerNotices: true);
                break;
            case 5 or 6:
                KillManager();
                break;
            default:
                network.Replay(node, message => Arrive(node, message));
                break;
        }
    }

    private void KillWorker(int node, bool replay)
    {
        if (workers[node] is not { } worker)
        {
            return;
        }

        met.WorkerKills++;
        worker.Kill();
        Cut(worker.Link, managerNotices: random.Next(3) != 0, workerNotices: false);
        workers[node] = null;
        time.In(1 + random.Next(random.Next(2) == 0 ? 8 : 120), () =>
        {
            StartWorker(node);
            if (replay)
            {
                network.Replay(node, message => Arrive(node, message));
            }
        });
    }

    private void KillManager()
    {
        if (manager is not { Alive: true } current)
        {
            return;
        }

        met.ManagerKills++;
        met.TornTails += current.Kill() ? 1 : 0;
        foreach (var worker in workers)
        {
            Cut(worker?.Link, managerNotices: false, workerNotices: true);
        }

        time.In(1 + random.Next(60), StartManager);
    }
}
