using System.Threading.Channels;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.TestKit.Counters;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.Tests.Concurrency.Local;

namespace AElf.Bench.Tests.Cluster.Hosting;

public sealed class WorkerHostTests
{
    private static readonly Endpoint North = new("127.0.0.1", 4053);
    private static readonly Endpoint South = new("127.0.0.1", 4054);

    // A time-out that expires at once on every machine; the test does not depend on its duration.
    private static readonly TimeSpan Soon = TimeSpan.FromMilliseconds(100);

    private readonly ScriptedManager manager = new();

    [Fact]
    public async Task Join_Worker_ReportsItsIncarnation()
    {
        using var rig = new Rig(manager);
        using var other = new Rig(manager);

        var side = await manager.AcceptAsync();
        await side.WelcomeAsync();

        Assert.NotEqual(rig.Host.Worker.Incarnation, other.Host.Worker.Incarnation);
        var welcomed = side.Worker.Incarnation == rig.Host.Worker.Incarnation ? rig : other;
        var joined = await welcomed.EventsAsync<WorkerLifecycleEvent.Joined>();
        Assert.Equal(North, joined.Manager);
        Assert.Equal([side.Worker], joined.Welcome.Members);
        Assert.True(welcomed.Host.Snapshot() is { Joined: true, Run: null, Actors.Count: 3 });
        Assert.Equal(3, (await side.ReceiveAsync<Message.Heartbeat>()).Actors.Count);
    }

    [Fact]
    public async Task Rounds_OfARun_UseTheSameActorsAndMatchTheCountsOfTheStore()
    {
        using var rig = new Rig(manager, counters: 37, increments: 27, maxJobs: 30);
        var (side, run) = await rig.OpenRunAsync();
        await rig.EventsAsync<WorkerLifecycleEvent.RunOpened>();
        for (var round = 0; round < 3; round++)
        {
            var before = rig.Served;
            await run.PlayAsync(side, round);
            var result = await side.ResultAsync("run1", round);

            Assert.Equal(("run1", side.Worker.Incarnation), (result.Run, result.Incarnation));
            var stats = result.Stats;
            Assert.Equal((rig.Weight, rig.Weight), (stats.Committed, stats.Latency.Count));
            Assert.Equal(rig.Served - before, stats.Operations);
            Assert.Equal(default, stats.FaultOperations);
            Assert.Empty(stats.Faults);
            Assert.True(
                stats is { AllocatedBytes: >= 0 } && stats.Cpu > TimeSpan.Zero && stats.Idle > TimeSpan.Zero,
                $"{stats}");
        }

        Assert.Equal(["run1"], rig.Opened);
        Assert.Equal(3, rig.Store.OpenConnections);
        Assert.Empty(rig.WrongAfter(rounds: 3));
        await side.ReceiveAsync<Message.Sample>(sample => sample is { Run: "run1", Committed: 0 });
        Assert.Equal(3 * rig.Weight, rig.Host.Snapshot().Actors.Sum(actor => actor.Committed));
    }

    [Fact]
    public async Task Control_AfterARun_ReportsEveryUnitOnceWithoutStoreOperations()
    {
        using var rig = new Rig(manager, counters: 37, increments: 27, maxJobs: 30);
        var (side, run) = await rig.OpenRunAsync();
        await run.PlayAsync(side, 0);
        await side.ResultAsync("run1", 0);
        side.Send(new Message.CloseRun("run1", null));
        await rig.EventsAsync<WorkerLifecycleEvent.RunClosed>();
        var before = rig.Served;
        var control = rig.Run("run1.control");

        control.Open(side, isControl: true);
        await control.PlayAsync(side, 0);
        var result = await side.ResultAsync("run1.control", 0);

        Assert.Equal(default, result.Stats.Operations);
        Assert.Equal(before, rig.Served);
        Assert.Equal(["run1"], rig.Opened);
        Assert.Empty(rig.WrongAfter(rounds: 1));
    }

    [Fact]
    public async Task OpenRun_ActorsConnected_TellsTheManagerAtOnceAndNotBefore()
    {
        using var rig = new Rig(manager);
        rig.Store.MaxRefusals = int.MaxValue;
        var side = await manager.WelcomeAsync();
        rig.Run("run1").Open(side);
        await Wait.UntilAsync(() => rig.Host.Snapshot().Run is "run1", "the worker to know the run");
        var before = await side.ReceiveAsync<Message.Heartbeat>();
        var next = await side.ReceiveAsync<Message.Heartbeat>(beat => beat.Number > before.Number + 1);
        Assert.Equal(string.Empty, next.Run);

        rig.Store.MaxRefusals = 0;

        await rig.EventsAsync<WorkerLifecycleEvent.RunOpened>();
        await side.ReceiveAsync<Message.Heartbeat>(beat => beat.Run is "run1");
    }

    [Fact]
    public async Task Connections_Cut_AreReportedAndRetriesAreAppliedOnce()
    {
        using var rig = new Rig(manager, new GatedStore { CutEvery = 17 }, counters: 60, increments: 33, maxJobs: 24);
        var (side, run) = await rig.OpenRunAsync();
        var before = rig.Served;
        rig.Store.MaxCuts = 4;

        await run.PlayAsync(side, 0);
        var stats = (await side.ResultAsync("run1", 0)).Stats;

        Assert.True(run.Reassigned > 0);
        Assert.Equal(4, rig.Store.Cuts);
        Assert.Equal(4, stats.Faults.Sum(error => error.Count));
        Assert.All(stats.Faults, error => Assert.Equal("closed", error.Kind));
        Assert.Equal(rig.Weight, stats.Committed);
        Assert.True(stats.FaultOperations.Commands > 0 && stats.Operations.Commands >= (rig.Served - before).Commands);
        rig.Store.MaxCuts = 0;
        Assert.Empty(rig.WrongAfter(rounds: 1));
    }

    [Fact]
    public async Task Abort_AllLanesBusy_EndsTheGrantEarly()
    {
        using var rig = new Rig(manager, actors: 1, lanes: 1, counters: 2, increments: 200);
        var (side, run) = await rig.OpenRunAsync();
        rig.Store.Close();
        run.Grant(side, 0, Grant.Initial(0));
        run.Grant(side, 0, Grant.Initial(1));
        await rig.Store.ExchangeWaits;
        var busy = await side.ReceiveAsync<Message.Heartbeat>(heartbeat => heartbeat.Running.Count == 2);
        Assert.Equal([0, -1], busy.Running.OrderBy(progress => progress.Grant.Job).Select(progress => progress.Actor));
        Assert.True(rig.Host.Snapshot().Actors is [{ Waiting: 1 }]);

        side.Send(new Message.Abort(side.Worker.Incarnation, "run1", 0, Grant.Initial(1)));
        side.Send(new Message.Abort(side.Worker.Incarnation, "run1", 0, Grant.Initial(0)));
        await side.ReceiveAsync<Message.Heartbeat>(heartbeat => heartbeat is { Running.Count: 0, Credits: 0 });
        rig.Store.Open();

        Assert.Equal("the manager ended it", (await side.ReceiveAsync<Message.Failed>()).Failure.Reason);
        await side.ReceiveAsync<Message.Heartbeat>(heartbeat => heartbeat is { Running.Count: 0, Credits: 1 });
        Assert.True(rig.Host.Snapshot().Actors is [{ Waiting: 0 }]);
    }

    [Fact]
    public async Task Heartbeat_StuckJob_HasItsLastPosition()
    {
        using var rig = new Rig(manager, actors: 1, lanes: 1, counters: 1, increments: 100);
        var (side, run) = await rig.OpenRunAsync();
        await rig.HoldFirstGrantAsync(side, run);

        var seen = -1L;
        for (var step = 0; step < 4; step++)
        {
            // After the second heartbeat the host has asked the actor to report at its next turn.
            await side.ReceiveAsync<Message.Heartbeat>(Shows(seen));
            await side.ReceiveAsync<Message.Heartbeat>(Shows(seen));
            rig.Store.LetPass();
            var moved = await side.ReceiveAsync<Message.Heartbeat>(
                heartbeat => heartbeat.Running is [var progress] && progress.Position > seen);
            seen = moved.Running[0].Position;
        }

        Assert.Equal(new LanePosition(0, 2, AttemptStep.Read), LanePosition.From(seen));
        rig.Store.Open();
        await side.ReceiveAsync<Message.Heartbeat>(heartbeat => heartbeat.Running.Count == 0);

        static Predicate<Message.Heartbeat> Shows(long position) =>
            heartbeat => heartbeat.Running is [var progress] && progress.Position == position;
    }

    [Fact]
    public async Task RoundResult_OperationsInFlight_WaitsAndIsRepeatedOnRequest()
    {
        using var rig = new Rig(manager, counters: 1, increments: 100);
        var (side, run) = await rig.OpenRunAsync();
        await rig.HoldFirstGrantAsync(side, run);

        side.Send(new Message.RequestResult("run1", 0));
        side.Send(new Message.RequestResult("never", 0));
        var nothing = await side.ReceiveAsync<Message.RoundResult>();
        Assert.Equal(("never", 0), (nothing.Run, nothing.Stats.Committed));
        side.Send(new Message.Abort(side.Worker.Incarnation, "run1", 0, Grant.Initial(0)));
        rig.Store.Open();
        var result = await side.ReceiveAsync<Message.RoundResult>();
        Assert.Equal("run1", result.Run);
        Assert.True(result.Stats.Operations.Commands > 0);

        Assert.Equal(result, await side.ResultAsync("run1", 0));
        Assert.Equal(default, (await side.ResultAsync("run1", 1)).Stats.Operations);
    }

    [Fact]
    public async Task Reconnect_SameIncarnation_KeepsTheRunsConnections()
    {
        using var rig = new Rig(manager, counters: 20, increments: 50);
        var (side, run) = await rig.OpenRunAsync();
        await run.PlayAsync(side, 0);
        side.End("the manager was killed");
        Assert.Equal("the manager was killed", (await rig.EventsAsync<WorkerLifecycleEvent.Lost>()).Reason);

        var again = await manager.WelcomeAsync();
        Assert.Equal(side.Worker, again.Worker);
        run.Open(again);
        await run.PlayAsync(again, 1);

        Assert.Equal(["run1"], rig.Opened);
        Assert.Equal(3, rig.Store.OpenConnections);
        Assert.Equal(2 * rig.Weight, (await again.ResultAsync("run1", 1)).Stats.Committed);
        Assert.Empty(rig.WrongAfter(rounds: 2));
    }

    [Fact]
    public async Task Heartbeat_ManagerForgotTheWorker_SaysHelloAgain()
    {
        using var rig = new Rig(manager);
        var side = await manager.WelcomeAsync();
        await rig.EventsAsync<WorkerLifecycleEvent.Joined>();

        side.Send(new Message.Rejected(side.Worker.Incarnation, Refusal.NotMember, "no heartbeat for 3 s"));

        Assert.EndsWith(" 3 s", (await rig.EventsAsync<WorkerLifecycleEvent.Lost>()).Reason, StringComparison.Ordinal);
        await side.WelcomeAsync();
        await rig.EventsAsync<WorkerLifecycleEvent.Joined>();
    }

    [Fact]
    public async Task OpenRun_AfterAnotherRun_ClosesItsConnections()
    {
        using var rig = new Rig(manager, counters: 20, increments: 25);
        var (side, first) = await rig.OpenRunAsync();
        await first.PlayAsync(side, 0);

        // Both runs have the same keys, so the second starts from the values of the first.
        first.Close(side, "it was given up");
        Assert.Equal(
            new WorkerLifecycleEvent.RunClosed("run1", "it was given up"),
            await rig.EventsAsync<WorkerLifecycleEvent.RunClosed>());
        Assert.Equal(0, rig.Store.OpenConnections);
        Assert.Equal(rig.Weight, (await side.ResultAsync("run1", -1)).Stats.Committed);
        var second = rig.Run("run2");
        second.Open(side);
        await second.PlayAsync(side, 1);

        Assert.Equal(["run1", "run2"], rig.Opened);
        Assert.Equal(3, rig.Store.OpenConnections);
        Assert.Equal(rig.Weight, (await side.ResultAsync("run2", 1)).Stats.Committed);
        Assert.Equal(2 * rig.Weight, rig.Host.Snapshot().Actors.Sum(actor => actor.Committed));
        Assert.Empty(rig.WrongAfter(rounds: 2));
    }

    [Fact]
    public async Task Run_ReplacedInTheMiddle_LeavesNoGrant()
    {
        using var rig = new Rig(manager, counters: 20, increments: 25);
        var (side, first) = await rig.OpenRunAsync();
        rig.Store.Close();
        first.GrantAll(side, 0);

        await rig.Store.ExchangeWaits;
        rig.Run("run2").Open(side);
        rig.Store.Open();

        await rig.EventsAsync<WorkerLifecycleEvent.RunClosed>();
        await side.ReceiveAsync<Message.Heartbeat>(heartbeat => heartbeat is { Running.Count: 0, Credits: 24 });
    }

    [Fact]
    public async Task Grant_AfterTheEndOfItsRun_IsDropped()
    {
        using var rig = new Rig(manager, counters: 4, increments: 25);
        var (side, run) = await rig.OpenRunAsync();
        run.Close(side);
        await rig.EventsAsync<WorkerLifecycleEvent.RunClosed>();
        var before = rig.Served;

        run.Grant(side, 0, Grant.Initial(0));

        await side.ReceiveAsync<Message.Heartbeat>();
        await side.ReceiveAsync<Message.Heartbeat>(heartbeat => heartbeat is { Running.Count: 0, Credits: 24 });
        Assert.Equal(before, rig.Served);
    }

    [Fact]
    public async Task OpenStore_Fails_EndsTheWorkerAndTellsTheManager()
    {
        using var rig = new Rig(
            manager, new GatedStore { MaxConnections = 2 }, counters: 2, increments: 5, reconnect: Soon);
        var side = await manager.WelcomeAsync();

        rig.Run("run1").Open(side);

        const string Reason = "the store of run run1 cannot be opened: no more connections";
        Assert.Equal(Reason, (await rig.EventsAsync<WorkerLifecycleEvent.Stopped>()).Reason);
        Assert.Equal(Reason, await rig.Host.Stopped);
        Assert.Equal(Reason, await side.EndedAsync());
        rig.Host.Dispose();
        Assert.Equal(0, rig.Store.OpenConnections);
    }

    [Fact]
    public async Task OpenStore_StoreIsAway_IsRetriedAsAfterALoss()
    {
        using var rig = new Rig(manager, actors: 2, counters: 4, increments: 25);
        rig.Store.MaxRefusals = 3;
        var side = await manager.WelcomeAsync();
        var run = rig.Run("run1");

        run.Open(side);

        await rig.EventsAsync<WorkerLifecycleEvent.RunOpened>();
        await run.PlayAsync(side, 0);
        Assert.Equal(2, rig.Store.OpenConnections);
    }

    [Fact]
    public async Task StoreLost_DoesNotReturn_EndsTheWorkerAndTellsTheManager()
    {
        using var rig = new Rig(manager, counters: 20, increments: 50, reconnect: Soon);
        var (side, run) = await rig.OpenRunAsync();
        await run.PlayAsync(side, 0);

        rig.Store.Die();
        run.Grant(side, 1, Grant.Initial(0));

        var reason = (await rig.EventsAsync<WorkerLifecycleEvent.Stopped>()).Reason;
        Assert.Matches(@"^actor\s[0-2].*0\.1\ss", reason);
        Assert.Equal(reason, await side.EndedAsync());
        rig.Host.Dispose();
        Assert.Equal(0, rig.Store.OpenConnections);
    }

    [Fact]
    public async Task Managers_AreTriedInTurn_AndErrorsAreReportedOnce()
    {
        manager.Refusals = 3;
        using var rig = new Rig(manager, seeds: [North, South]);

        await manager.WelcomeAsync();

        Assert.Equal([North, South, North, South], manager.Dialled);
        Assert.Equal(North, (await rig.EventsAsync<WorkerLifecycleEvent.Unreachable>()).Manager);
        Prose.AssertNames(
            (await rig.EventsAsync<WorkerLifecycleEvent.Unreachable>()).Reason, $"{South}", "no listener");
        Assert.Equal(South, (await rig.EventsAsync<WorkerLifecycleEvent.Joined>()).Manager);
    }

    [Theory]
    [InlineData(1, false)]
    [InlineData(2, true)]
    public async Task Refused_ByAllManagers_EndsTheWorker(int refusals, bool isEnd)
    {
        var refusing = new ScriptedManager
        {
            Refusals = refusals,
            Refusal = HandshakeProblems.SecretMissing,
        };
        using var rig = new Rig(refusing, seeds: [North, South]);

        if (isEnd)
        {
            var reason = await rig.Host.Stopped.WaitAsync(Rig.Deadline, ThisTest.Cancelled);
            Assert.Equal(ProblemKind.SecretMissing, Printed.KindIn(reason));
        }
        else
        {
            await refusing.WelcomeAsync();
            Assert.False(rig.Host.Stopped.IsCompleted);
        }
    }

    [Fact]
    public async Task NoManager_WorkerGivesUp_ReportsWhatItTried()
    {
        manager.Refusals = int.MaxValue;
        using var rig = new Rig(manager, maxWithoutManager: 3 * ScriptedManager.ManagerSide.Interval);

        var reason = await rig.Host.Stopped.WaitAsync(Rig.Deadline, ThisTest.Cancelled);

        const string Tries = "no manager admitted this worker in 4 attempts, 0.02 s apart";
        Prose.AssertNames(reason, Tries, $"{North}", "no listener");
    }

    [Fact]
    public async Task Refused_ByConfiguration_EndsTheWorker()
    {
        using var rig = new Rig(manager);
        var side = await manager.AcceptAsync();
        var hello = await side.ReceiveAsync<Message.Hello>();

        side.Send(new Message.Rejected(hello.Worker.Incarnation, Refusal.Duplicate, "ann is a member already"));
        Assert.Equal(Refusal.Duplicate, (await rig.EventsAsync<WorkerLifecycleEvent.Refused>()).Rejected.Refusal);
        side.Send(
            new Message.Rejected(hello.Worker.Incarnation, Refusal.Configuration, "not this store"));

        Assert.Equal("not this store", await rig.Host.Stopped.WaitAsync(Rig.Deadline, ThisTest.Cancelled));
    }

    [Fact]
    public async Task Dispose_DuringARound_ClosesConnectionsAndTellsTheManager()
    {
        using var rig = new Rig(manager, new GatedStore { Timeout = Soon }, counters: 20, increments: 50);
        var (side, run) = await rig.OpenRunAsync();
        rig.Store.Close();
        run.GrantAll(side, 0);

        await rig.Store.ExchangeWaits;
        rig.Host.Dispose();

        Assert.Equal("the worker leaves", await side.EndedAsync());
        Assert.Equal(0, rig.Store.OpenConnections);
        Assert.False(rig.Host.Stopped.IsCompleted);
    }

    [Fact]
    public void Worker_WithoutAManager_IsRefused()
    {
        var thrown = Assert.Throws<ArgumentException>(() => new Rig(manager, seeds: []));

        Assert.Contains("at least one manager", thrown.Message, StringComparison.Ordinal);
    }

    /// <summary>A seeded store that several runs share, and a host whose events are read in order.</summary>
    private sealed class Rig : IDisposable
    {
        public static readonly TimeSpan Deadline = Wait.Deadline;

        private readonly Channel<WorkerLifecycleEvent> events = Channel.CreateUnbounded<WorkerLifecycleEvent>();
        private readonly CounterWorkload counters;
        private readonly ScriptedManager manager;

        public Rig(
            ScriptedManager manager,
            GatedStore? store = null,
            int counters = 10,
            int increments = 10,
            int maxJobs = 100,
            int actors = 3,
            int lanes = 8,
            IReadOnlyList<Endpoint>? seeds = null,
            TimeSpan? maxWithoutManager = null,
            TimeSpan? reconnect = null)
        {
            this.manager = manager;
            Store = store ?? new GatedStore();
            this.counters = CounterWorkload.Seeded(Store, counters, increments, maxJobs);
            var options = new WorkerHostOptions
            {
                Worker = new ClusterMember("ann", 0, actors, lanes, "north", "127.0.0.1:6379"),
                Store = new StoreOptions
                {
                    Timeout = Deadline,
                    ReconnectDeadline = reconnect ?? Deadline,
                },
                System = new ActorSystemOptions
                {
                    Seeds = seeds ?? [North],
                    HeartbeatInterval = ScriptedManager.ManagerSide.Interval,
                },
                Slice = TimeSpan.FromMilliseconds(10),
                MaxWithoutManager = maxWithoutManager ?? Deadline,
            };
            Host = new WorkerHost(
                options, run => OpenPumps(run.Run), manager.ConnectAsync, each => events.Writer.TryWrite(each));
        }

        public GatedStore Store { get; }

        public WorkerHost Host { get; }

        public List<string> Opened { get; } = [];

        /// <summary>The weight of one round.</summary>
        public long Weight => counters.BlockWeight;

        public OperationCounts Served => Store.ReadCounters()[0].Operations;

        /// <summary>Makes a run that increments the counters.</summary>
        public ScriptedRun Run(string name) => new(name, counters);

        /// <summary>The manager's side of an admitted worker, and a run that is open there.</summary>
        public async Task<(ScriptedManager.ManagerSide Side, ScriptedRun Run)> OpenRunAsync()
        {
            var side = await manager.WelcomeAsync();
            var run = Run("run1");
            run.Open(side);
            return (side, run);
        }

        /// <summary>Grants job 0 and waits until it waits for the closed store.</summary>
        public async Task HoldFirstGrantAsync(ScriptedManager.ManagerSide side, ScriptedRun run)
        {
            Store.Close();
            run.Grant(side, 0, Grant.Initial(0));
            await Store.ExchangeWaits;
        }

        public IReadOnlyList<AuditDifference> WrongAfter(int rounds) => counters.Audit(rounds).First;

        /// <summary>The next event of a type; skips all others.</summary>
        public async Task<T> EventsAsync<T>()
            where T : WorkerLifecycleEvent
        {
            while (true)
            {
                if (await events.Reader.ReadAsync().AsTask().WaitAsync(Deadline) is T found)
                {
                    return found;
                }
            }
        }

        public void Dispose()
        {
            Host.Dispose();
            Store.Dispose();
        }

        private CounterPumps OpenPumps(string run)
        {
            Opened.Add(run);
            return new CounterPumps(Store, CounterWorkload.TestRun, TimeProvider.System);
        }
    }
}
