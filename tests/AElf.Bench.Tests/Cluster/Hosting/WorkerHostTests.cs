using System.Threading.Channels;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.Tests.Concurrency.Local;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.Tests.Cluster.Hosting;

public sealed class WorkerHostTests
{
    private static readonly Endpoint North = new("127.0.0.1", 4053);
    private static readonly Endpoint South = new("127.0.0.1", 4054);

    private readonly ScriptedManager manager = new();

    [Fact]
    public async Task A_worker_joins_under_an_incarnation_of_its_own_and_says_so()
    {
        var block = EvenGroups.Generate(transfers: 10, groups: 2, seed: 1);
        using var rig = new Rig(manager, block);
        using var other = new Rig(manager, block);

        var side = await manager.AcceptAsync();
        await side.WelcomeAsync();

        Assert.NotEqual(rig.Host.Worker.Incarnation, other.Host.Worker.Incarnation);
        var welcomed = side.Worker.Incarnation == rig.Host.Worker.Incarnation ? rig : other;
        var joined = await welcomed.EventsAsync<WorkerLifecycleEvent.Joined>();
        Assert.Equal(North, joined.Manager);
        Assert.Equal([side.Worker], joined.Welcome.Members);
        Assert.True(welcomed.Host.Snapshot() is { Joined: true, Run: null, Actors.Count: 3 } seen && seen.Manager == North);
        Assert.Equal(3, (await side.ReceiveAsync<Message.Heartbeat>()).Actors.Count);
    }

    [Theory]
    [InlineData(TransferMode.Strict)]
    [InlineData(TransferMode.Multi)]
    [InlineData(TransferMode.Batch)]
    public async Task The_blocks_of_a_run_are_executed_by_the_same_actors_and_the_figures_are_what_the_store_counted(TransferMode mode)
    {
        var block = EvenGroups.Generate(transfers: 1000, groups: 37, seed: 6);
        using var rig = new Rig(manager, block);
        var side = await manager.WelcomeAsync();
        var run = new ScriptedRound("run1", block, maxJobs: 30);
        run.Open(side, mode);
        await rig.EventsAsync<WorkerLifecycleEvent.RunOpened>();
        for (var round = 0; round < 3; round++)
        {
            var before = rig.Served;
            await run.PlayAsync(side, round);
            var stats = await side.StatsAsync("run1", round);

            Assert.Equal(("run1", block.Count, block.Count), (stats.Run, stats.Committed, stats.Latency.Count));
            Assert.Equal(rig.Served - before, stats.Operations);
            Assert.Equal(default, stats.FaultOperations);
            Assert.Empty(stats.Faults);
            Assert.True(stats is { AllocatedBytes: >= 0 } && stats.Cpu > TimeSpan.Zero && stats.Idle > TimeSpan.Zero, $"{stats}");
        }

        Assert.Equal(["run1"], rig.Opened);
        Assert.Equal(3, rig.Store.OpenConnections);
        Assert.True(run.Compare(rig.Store, rounds: 3) is { Wrong: 0, Conserved: true });
        await side.NextAsync<Frame.Sample>(sample => sample.Committed == 0);
        Assert.Equal(3 * block.Count, rig.Host.Snapshot().Actors.Sum(actor => actor.Committed));
    }

    [Fact]
    public async Task Cut_connections_are_reported_and_what_is_granted_again_ends_as_the_sequential_replay()
    {
        var block = EvenGroups.Generate(transfers: 2000, groups: 60, seed: 3);
        using var rig = new Rig(manager, block, new GatedStore(block.AccountCount) { CutEvery = 17 });
        var side = await manager.WelcomeAsync();
        var run = new ScriptedRound("run1", block, maxJobs: 24);
        run.Open(side);
        var before = rig.Served;
        rig.Store.MaxCuts = 4;

        await run.PlayAsync(side, 0);
        var stats = await side.StatsAsync("run1", 0);

        Assert.True(run.Reassigned > 0);
        Assert.Equal(4, rig.Store.Cuts);
        Assert.Equal(4, stats.Faults.Sum(error => error.Count));
        Assert.All(stats.Faults, error => Assert.Equal("closed", error.Kind));
        Assert.Equal(block.Count, stats.Committed);
        Assert.True(stats.FaultOperations.Commands > 0 && stats.Operations.Commands >= (rig.Served - before).Commands);
        rig.Store.MaxCuts = 0;
        Assert.True(run.Compare(rig.Store, rounds: 1) is { Wrong: 0, Conserved: true });
    }

    [Fact]
    public async Task A_grant_is_ended_early_although_all_lanes_are_busy()
    {
        var block = EvenGroups.Generate(transfers: 400, groups: 2, seed: 1);
        using var rig = new Rig(manager, block, new GatedStore(block.AccountCount) { Timeout = Rig.Deadline }, actors: 1, lanes: 1);
        var side = await manager.WelcomeAsync();
        var run = new ScriptedRound("run1", block, maxJobs: 2);
        run.Open(side);
        run.SendBlock(side, 0);
        rig.Store.Close();
        run.Grant(side, 0, Grant.Initial(0));
        run.Grant(side, 0, Grant.Initial(1));
        await rig.Store.SomebodyWaits;
        var busy = await side.ReceiveAsync<Message.Heartbeat>(heartbeat => heartbeat.Running.Count == 2);
        Assert.Equal([0, -1], busy.Running.OrderBy(progress => progress.Work.Job).Select(progress => progress.Actor));
        Assert.True(rig.Host.Snapshot().Actors is [{ InFlight: 1, MailboxDepth: 1 }]);

        side.Send(new Message.Abort(side.Worker.Incarnation, "run1", 0, Grant.Initial(1)));
        side.Send(new Message.Abort(side.Worker.Incarnation, "run1", 0, Grant.Initial(0)));
        await side.ReceiveAsync<Message.Heartbeat>(heartbeat => heartbeat is { Running.Count: 0, Credits: 0 });
        rig.Store.Open();

        Assert.Equal("the manager ended it", (await side.ReceiveAsync<Message.Failed>()).Failure.Reason);
        await side.ReceiveAsync<Message.Heartbeat>(heartbeat => heartbeat is { Running.Count: 0, Credits: 1 });
        Assert.True(rig.Host.Snapshot().Actors is [{ InFlight: 0, MailboxDepth: 0 }]);
    }

    [Fact]
    public async Task Heartbeats_show_how_far_a_job_is_and_one_that_is_stuck_where_it_was_last_seen()
    {
        var block = EvenGroups.Generate(transfers: 100, groups: 1, seed: 1);
        using var rig = new Rig(manager, block, new GatedStore(block.AccountCount) { Timeout = Rig.Deadline }, actors: 1, lanes: 1);
        var side = await manager.WelcomeAsync();
        var run = new ScriptedRound("run1", block, maxJobs: 1);
        run.Open(side);
        run.SendBlock(side, 0);
        rig.Store.Close();
        run.Grant(side, 0, Grant.Initial(0));
        await rig.Store.SomebodyWaits;

        var seen = -1L;
        for (var step = 0; step < 4; step++)
        {
            // After the second of them the actor has been asked to look at its next turn.
            await side.ReceiveAsync<Message.Heartbeat>(Shows(seen));
            await side.ReceiveAsync<Message.Heartbeat>(Shows(seen));
            rig.Store.LetPass();
            var moved = await side.ReceiveAsync<Message.Heartbeat>(heartbeat => heartbeat.Running is [var progress] && progress.Position > seen);
            seen = moved.Running[0].Position;
        }

        Assert.Equal(new LanePosition(0, 2, AttemptStep.Read), LanePosition.From(seen));
        rig.Store.Open();
        await side.ReceiveAsync<Message.Heartbeat>(heartbeat => heartbeat.Running.Count == 0);

        static Predicate<Message.Heartbeat> Shows(long position) => heartbeat => heartbeat.Running is [var progress] && progress.Position == position;
    }

    [Fact]
    public async Task Figures_wait_until_nothing_is_in_flight_and_are_told_again_when_asked_again()
    {
        var block = EvenGroups.Generate(transfers: 100, groups: 1, seed: 1);
        using var rig = new Rig(manager, block, new GatedStore(block.AccountCount) { Timeout = Rig.Deadline });
        var side = await manager.WelcomeAsync();
        var run = new ScriptedRound("run1", block, maxJobs: 1);
        run.Open(side);
        run.SendBlock(side, 0);
        rig.Store.Close();
        run.Grant(side, 0, Grant.Initial(0));
        await rig.Store.SomebodyWaits;

        side.Send(new Frame.RequestStats("run1", 0));
        side.Send(new Frame.RequestStats("never", 0));
        var nothing = await side.NextAsync<Frame.RoundStats>();
        Assert.Equal(("never", 0), (nothing.Run, nothing.Committed));
        side.Send(new Message.Abort(side.Worker.Incarnation, "run1", 0, Grant.Initial(0)));
        rig.Store.Open();
        var stats = await side.NextAsync<Frame.RoundStats>();
        Assert.Equal("run1", stats.Run);
        Assert.True(stats.Operations.Commands > 0);

        Assert.Equal(stats, await side.StatsAsync("run1", 0));
        Assert.Equal(default, (await side.StatsAsync("run1", 1)).Operations);
    }

    [Fact]
    public async Task A_lost_manager_is_dialled_again_by_the_same_incarnation_and_the_run_goes_on_over_the_same_connections()
    {
        var block = EvenGroups.Generate(transfers: 1000, groups: 20, seed: 2);
        using var rig = new Rig(manager, block);
        var side = await manager.WelcomeAsync();
        var run = new ScriptedRound("run1", block, maxJobs: 20);
        run.Open(side);
        await run.PlayAsync(side, 0);
        side.End("the manager was killed");
        Assert.Equal("the manager was killed", (await rig.EventsAsync<WorkerLifecycleEvent.Lost>()).Reason);

        var again = await manager.WelcomeAsync();
        Assert.Equal(side.Worker, again.Worker);
        run.Open(again);
        await run.PlayAsync(again, 1);

        Assert.Equal(["run1"], rig.Opened);
        Assert.Equal(3, rig.Store.OpenConnections);
        Assert.Equal(2 * block.Count, (await again.StatsAsync("run1", 1)).Committed);
        Assert.True(run.Compare(rig.Store, rounds: 2) is { Wrong: 0 });
    }

    [Fact]
    public async Task A_manager_that_has_forgotten_the_worker_is_told_hello_again()
    {
        using var rig = new Rig(manager, EvenGroups.Generate(transfers: 10, groups: 2, seed: 1));
        var side = await manager.WelcomeAsync();
        await rig.EventsAsync<WorkerLifecycleEvent.Joined>();

        side.Send(new Message.Rejected(side.Worker.Incarnation, Refusal.NotMember, "nothing was heard of it for 3 s"));

        Assert.Equal("nothing was heard of it for 3 s", (await rig.EventsAsync<WorkerLifecycleEvent.Lost>()).Reason);
        await side.WelcomeAsync();
        await rig.EventsAsync<WorkerLifecycleEvent.Joined>();
    }

    [Fact]
    public async Task The_connections_of_a_run_are_closed_when_the_next_is_opened()
    {
        var block = EvenGroups.Generate(transfers: 500, groups: 20, seed: 2);
        using var rig = new Rig(manager, block);
        var side = await manager.WelcomeAsync();
        var first = new ScriptedRound("run1", block, maxJobs: 20);
        first.Open(side);
        await first.PlayAsync(side, 0);

        // The keys are the same here, so that the second run goes on where the first ended.
        first.Close(side, "it was given up");
        Assert.Equal(new WorkerLifecycleEvent.RunClosed("run1", "it was given up"), await rig.EventsAsync<WorkerLifecycleEvent.RunClosed>());
        Assert.Equal(0, rig.Store.OpenConnections);
        Assert.Equal(block.Count, (await side.StatsAsync("run1", -1)).Committed);
        var second = new ScriptedRound("run2", block, maxJobs: 10);
        second.Open(side);
        await second.PlayAsync(side, 1);

        Assert.Equal(["run1", "run2"], rig.Opened);
        Assert.Equal(3, rig.Store.OpenConnections);
        Assert.Equal(block.Count, (await side.StatsAsync("run2", 1)).Committed);
        Assert.Equal(2 * block.Count, rig.Host.Snapshot().Actors.Sum(actor => actor.Committed));
        Assert.True(second.Compare(rig.Store, rounds: 2) is { Wrong: 0 });
    }

    [Fact]
    public async Task A_run_that_is_replaced_in_the_middle_leaves_no_grant_behind()
    {
        var block = EvenGroups.Generate(transfers: 500, groups: 20, seed: 2);
        using var rig = new Rig(manager, block);
        var side = await manager.WelcomeAsync();
        var first = new ScriptedRound("run1", block, maxJobs: 20);
        first.Open(side);
        first.SendBlock(side, 0);
        rig.Store.Close();
        for (var job = 0; job < first.Jobs; job++)
        {
            first.Grant(side, 0, Grant.Initial(job));
        }

        await rig.Store.SomebodyWaits;
        new ScriptedRound("run2", block, maxJobs: 10).Open(side);
        rig.Store.Open();

        await rig.EventsAsync<WorkerLifecycleEvent.RunClosed>();
        await side.ReceiveAsync<Message.Heartbeat>(heartbeat => heartbeat is { Running.Count: 0, Credits: 24 });
    }

    [Fact]
    public async Task A_grant_behind_the_end_of_its_run_is_not_held()
    {
        var block = EvenGroups.Generate(transfers: 100, groups: 4, seed: 2);
        using var rig = new Rig(manager, block);
        var side = await manager.WelcomeAsync();
        var run = new ScriptedRound("run1", block, maxJobs: 4);
        run.Open(side);
        run.SendBlock(side, 0);
        run.Close(side);
        await rig.EventsAsync<WorkerLifecycleEvent.RunClosed>();
        var before = rig.Served;

        run.Grant(side, 0, Grant.Initial(0));

        await side.ReceiveAsync<Message.Heartbeat>();
        await side.ReceiveAsync<Message.Heartbeat>(heartbeat => heartbeat is { Running.Count: 0, Credits: 24 });
        Assert.Equal(before, rig.Served);
    }

    [Fact]
    public async Task A_store_that_cannot_be_opened_ends_the_worker_and_the_manager_hears_why()
    {
        var block = EvenGroups.Generate(transfers: 10, groups: 2, seed: 1);
        using var rig = new Rig(manager, block, new GatedStore(block.AccountCount) { MaxConnections = 2 });
        var side = await manager.WelcomeAsync();

        new ScriptedRound("run1", block, maxJobs: 2).Open(side);

        const string Reason = "the store of run run1 cannot be opened: no more connections";
        Assert.Equal(Reason, (await rig.EventsAsync<WorkerLifecycleEvent.Stopped>()).Reason);
        Assert.Equal(Reason, await rig.Host.Stopped);
        Assert.Equal(Reason, await side.EndedAsync());
        rig.Host.Dispose();
        Assert.Equal(0, rig.Store.OpenConnections);
    }

    [Fact]
    public async Task A_store_that_is_away_when_a_run_opens_is_waited_for_as_one_that_is_lost_later()
    {
        var block = EvenGroups.Generate(transfers: 100, groups: 4, seed: 2);
        using var rig = new Rig(manager, block, actors: 2, reconnect: Rig.Deadline);
        rig.Store.MaxRefusals = 3;
        var side = await manager.WelcomeAsync();
        var run = new ScriptedRound("run1", block, maxJobs: 4);

        run.Open(side);

        await rig.EventsAsync<WorkerLifecycleEvent.RunOpened>();
        await run.PlayAsync(side, 0);
        Assert.Equal(2, rig.Store.OpenConnections);
    }

    [Fact]
    public async Task A_store_that_dies_and_does_not_come_back_ends_the_worker_and_the_manager_hears_why()
    {
        var block = EvenGroups.Generate(transfers: 1000, groups: 20, seed: 2);
        using var rig = new Rig(manager, block);
        var side = await manager.WelcomeAsync();
        var run = new ScriptedRound("run1", block, maxJobs: 20);
        run.Open(side);
        await run.PlayAsync(side, 0);

        rig.Store.Die();
        run.SendBlock(side, 1);
        run.Grant(side, 1, Grant.Initial(0));

        var reason = (await rig.EventsAsync<WorkerLifecycleEvent.Stopped>()).Reason;
        Assert.Matches("^actor [0-2] gave up: the store did not come back within 0.1 s: nobody listens; it was lost because the store ended$", reason);
        Assert.Equal(reason, await side.EndedAsync());
        rig.Host.Dispose();
        Assert.Equal(0, rig.Store.OpenConnections);
    }

    [Fact]
    public async Task Managers_are_tried_in_turn_and_trouble_is_told_once()
    {
        manager.Refusals = 3;
        using var rig = new Rig(manager, EvenGroups.Generate(transfers: 10, groups: 2, seed: 1), seeds: [North, South]);

        await manager.WelcomeAsync();

        Assert.Equal([North, South, North, South], manager.Dialled);
        Assert.Equal(North, (await rig.EventsAsync<WorkerLifecycleEvent.Unreachable>()).Manager);
        Assert.Equal($"{South} cannot be reached: nobody listens", (await rig.EventsAsync<WorkerLifecycleEvent.Unreachable>()).Reason);
        Assert.Equal(South, (await rig.EventsAsync<WorkerLifecycleEvent.Joined>()).Manager);
    }

    [Fact]
    public async Task Over_a_WebSocket_all_is_as_in_memory_and_the_manager_reads_why_the_worker_leaves()
    {
        var block = EvenGroups.Generate(transfers: 1000, groups: 37, seed: 6);
        var sockets = new ScriptedManager { OverSockets = true };
        using var rig = new Rig(sockets, block, new GatedStore(block.AccountCount) { CutEvery = 17, MaxCuts = 2 });
        var side = await sockets.WelcomeAsync();
        var run = new ScriptedRound("run1", block, maxJobs: 30);
        run.Open(side);
        await run.PlayAsync(side, 0);
        side.End("the manager restarts");
        await side.EndedAsync();
        var again = await sockets.WelcomeAsync();
        run.Open(again);
        await run.PlayAsync(again, 1);

        var stats = await again.StatsAsync("run1", 1);
        Assert.Equal((2 * block.Count, 2), (stats.Committed, stats.Faults.Sum(error => error.Count)));
        Assert.Equal("ended by the peer: the manager restarts", (await rig.EventsAsync<WorkerLifecycleEvent.Lost>()).Reason);
        Assert.True(run.Compare(rig.Store, rounds: 2) is { Wrong: 0, Conserved: true });
        var ended = again.EndedAsync();
        rig.Host.Dispose();
        Assert.Equal("ended by the peer: the worker leaves", await ended);
    }

    [Fact]
    public async Task A_worker_without_a_manager_gives_up_and_says_what_it_met()
    {
        manager.Refusals = int.MaxValue;
        using var rig = new Rig(manager, EvenGroups.Generate(transfers: 10, groups: 2, seed: 1), maxHeartbeatsAlone: 3);

        var reason = await rig.Host.Stopped.WaitAsync(Rig.Deadline);

        const string Tries = "no manager took this worker as a member over 4 tries, 0.02 s apart";
        Assert.Equal($"{Tries}; the last trouble was: {North} cannot be reached: nobody listens", reason);
    }

    [Fact]
    public async Task A_manager_that_does_not_want_the_worker_ends_it()
    {
        using var rig = new Rig(manager, EvenGroups.Generate(transfers: 10, groups: 2, seed: 1));
        var side = await manager.AcceptAsync();
        var hello = await side.ReceiveAsync<Message.Hello>();

        side.Send(new Message.Rejected(hello.Worker.Incarnation, Refusal.Duplicate, "ann is a member already"));
        Assert.Equal(Refusal.Duplicate, (await rig.EventsAsync<WorkerLifecycleEvent.Refused>()).Rejected.Refusal);
        side.Send(new Message.Rejected(hello.Worker.Incarnation, Refusal.Configuration, "this cluster talks to 127.0.0.1:1"));

        Assert.Equal("this cluster talks to 127.0.0.1:1", await rig.Host.Stopped.WaitAsync(Rig.Deadline));
    }

    [Fact]
    public async Task Disposing_in_the_middle_of_a_block_leaves_no_connection_and_tells_the_manager()
    {
        var block = EvenGroups.Generate(transfers: 1000, groups: 20, seed: 2);
        using var rig = new Rig(manager, block);
        var side = await manager.WelcomeAsync();
        var run = new ScriptedRound("run1", block, maxJobs: 20);
        run.Open(side);
        run.SendBlock(side, 0);
        rig.Store.Close();
        for (var job = 0; job < run.Jobs; job++)
        {
            run.Grant(side, 0, Grant.Initial(job));
        }

        await rig.Store.SomebodyWaits;
        rig.Host.Dispose();

        Assert.Equal("the worker leaves", await side.EndedAsync());
        Assert.Equal(0, rig.Store.OpenConnections);
        Assert.False(rig.Host.Stopped.IsCompleted);
    }

    [Fact]
    public void A_worker_that_was_given_no_manager_is_refused()
    {
        var thrown = Assert.Throws<ArgumentException>(() => new Rig(manager, EvenGroups.Generate(transfers: 10, groups: 2, seed: 1), seeds: []));

        Assert.Contains("at least one manager", thrown.Message, StringComparison.Ordinal);
    }

    /// <summary>A seeded store that runs share, and a host whose news are heard in order.</summary>
    private sealed class Rig : IDisposable
    {
        public static readonly TimeSpan Deadline = Wait.DefaultDeadline;

        private readonly Channel<WorkerLifecycleEvent> events = Channel.CreateUnbounded<WorkerLifecycleEvent>();

        public Rig(
            ScriptedManager manager,
            Block block,
            GatedStore? store = null,
            int actors = 3,
            int lanes = 8,
            IReadOnlyList<Endpoint>? seeds = null,
            int maxHeartbeatsAlone = 1000,
            TimeSpan? reconnect = null)
        {
            Store = store ?? new GatedStore(block.AccountCount);
            using (var connection = Store.Connect())
            {
                AccountTable.Seed(connection, block);
            }

            var options = new WorkerHostOptions
            {
                Worker = new ClusterMember("ann", 0, actors, lanes, "north", "127.0.0.1:6379"),
                Store = new StoreOptions { Timeout = TimeSpan.FromSeconds(1), ReconnectDeadline = reconnect ?? TimeSpan.FromMilliseconds(100) },
                System = new ActorSystemOptions { Seeds = seeds ?? [North], HeartbeatInterval = ScriptedManager.ManagerSide.Interval },
                Slice = TimeSpan.FromMilliseconds(10),
                MaxHeartbeatsAlone = maxHeartbeatsAlone,
            };
            Host = new WorkerHost(options, run => OpenStore(run.Run), manager.ConnectAsync, each => events.Writer.TryWrite(each));
        }

        public GatedStore Store { get; }

        public WorkerHost Host { get; }

        public List<string> Opened { get; } = [];

        public OperationCounts Served => Store.ReadCounters()[0].Operations;

        /// <summary>The next news of a kind; others are passed over.</summary>
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

        private GatedStore OpenStore(string run)
        {
            Opened.Add(run);
            return Store;
        }
    }
}
