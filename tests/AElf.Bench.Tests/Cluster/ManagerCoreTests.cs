using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Tests.Cluster;

/// <summary>The manager at each crash point, as what happens and what it wants done. Connection 1 is ann's, 2 is bob's.</summary>
public sealed class ManagerCoreTests
{
    private static readonly ClusterMember Ann = EventText.Ann with { Lanes = 4 };

    private readonly List<LogRecord> log = [];
    private ManagerCore core;
    private RoundPlan plan = EventText.Plan();

    public ManagerCoreTests() => core = new ManagerCore(Options(), ManagerState.Empty);

    private static ManagerOptions Options(RoutingStrategy routing = RoutingStrategy.Pull, int maxAttempts = 3) => new()
    {
        Run = "run1",
        Configuration = "small",
        StoreAddresses = [EventText.Store],
        Actors = new ActorOptions { Routing = routing, MaxAttempts = maxAttempts },
        MaxIdleHeartbeats = 3,
    };

    private string Apply(ManagerEvent happened)
    {
        var effects = core.Handle(happened);
        log.AddRange(effects.OfType<ManagerEffect.Append>().Select(append => append.Record));
        return EventText.Describe(effects);
    }

    private string Receive(long connection, Message message) => Apply(new ManagerEvent.Received(connection, message));

    private string Execute() => Apply(new ManagerEvent.Execute(plan));

    private string Sync() => Apply(new ManagerEvent.Synced(log.Count - 1));

    private string Done(ClusterMember worker, long number, params Attempt[] attempts) =>
        Receive(ReferenceEquals(worker, Ann) ? 1 : 2, new Message.Done(worker.Incarnation, number, "run1", plan.BlockNumber, attempts));

    private string Failed(ClusterMember worker, int group, int epoch, bool fatal = false) => Receive(
        ReferenceEquals(worker, Ann) ? 1 : 2,
        new Message.Failed(
            worker.Incarnation,
            9,
            "run1",
            plan.BlockNumber,
            new AttemptFailure(group, epoch, AttemptStep.Write, 3, "the store answered -OOM", fatal)));

    private string Heartbeat(long number, params AttemptProgress[] running) =>
        Receive(1, new Message.Heartbeat(Ann.Incarnation, number, 2, 0, [new ActorHealth(0, 0, TimeSpan.Zero)], running));

    private TimeSpan DeadlineAfter(ManagerEvent happened) =>
        core.Handle(happened).OfType<ManagerEffect.SetTimer>().Last(set => set.Timer == new ManagerTimer(TimerKind.Deadline, Ann.Incarnation)).After;

    private static ManagerEvent.Received Heartbeating(long number, long block) =>
        new ManagerEvent.Received(1, new Message.Heartbeat(Ann.Incarnation, number, 2, block, [], []));

    private string Restart(int recordsKept)
    {
        log.RemoveRange(recordsKept, log.Count - recordsKept);
        core = new ManagerCore(Options(), LogReplay.Run(log, "run1", "small"));
        plan = EventText.Plan();
        return Execute();
    }

    private void AnnWorksAlone()
    {
        Receive(1, EventText.Hello(Ann));
        Execute();
        Sync();
    }

    [Fact]
    public void A_run_without_faults_goes_from_hello_to_block_done()
    {
        Assert.Equal("1← welcome to ann", Receive(1, EventText.Hello(Ann)));
        Assert.Equal("log 0: run | log 1: block 0 | 1← run run1 | 1← block 0 [0..4] | log 2: granted job 0 to 11 | log 3: granted job 1 to 11", Execute());
        Assert.Equal("1← grant job 0 | 1← grant job 1", Sync());
        Assert.Equal("log 4: done 0@0 1@0", Done(Ann, 1, new Attempt(0, 0), new Attempt(1, 0)));
        Assert.Equal("log 5: done 2@0", Done(Ann, 2, new Attempt(2, 0)));
        Assert.Equal("1← heard 1 | 1← heard 2 | block 0 done", Sync());
        plan = EventText.Plan(1) with { Block = plan.Block, Versions = plan.Versions };
        Assert.Equal("log 6: block 1 | 1← block 1 [0..0] | log 7: granted job 0 to 11 | log 8: granted job 1 to 11", Execute());
    }

    [Fact]
    public void A_grant_is_sent_when_it_is_durable_and_not_before()
    {
        Receive(1, EventText.Hello(Ann));
        Execute();

        Assert.Equal(string.Empty, Apply(new ManagerEvent.Synced(1)));
        Assert.Equal("1← grant job 0", Apply(new ManagerEvent.Synced(2)));
        Assert.Equal("1← grant job 1", Apply(new ManagerEvent.Synced(3)));
    }

    [Fact]
    public void Two_workers_that_pull_get_an_equal_share()
    {
        Receive(1, EventText.Hello(Ann));
        Receive(2, EventText.Hello(EventText.Bob));
        Execute();

        Assert.Equal("1← grant job 0 | 2← grant job 1", Sync());
    }

    [Fact]
    public void Who_groups_a_block_may_be_silent_for_longer_until_it_says_that_it_has_it()
    {
        var pause = Options().System.AcceptableHeartbeatPause;
        Receive(1, EventText.Hello(Ann));

        Assert.True(DeadlineAfter(new ManagerEvent.Execute(plan)) > pause);
        Assert.True(DeadlineAfter(Heartbeating(1, block: -1)) > pause);
        Assert.Equal(pause, DeadlineAfter(Heartbeating(2, block: 0)));
        Assert.Equal(pause, DeadlineAfter(Heartbeating(3, block: 0)));
    }

    [Fact]
    public void The_groups_of_a_lost_worker_are_granted_again_each_under_its_own_epoch()
    {
        Receive(1, EventText.Hello(Ann));
        Receive(2, EventText.Hello(EventText.Bob));
        Execute();
        Sync();
        Done(EventText.Bob, 1, new Attempt(1, 0));

        Assert.Equal("2× | lost bob | log 5: granted group 2@1 to 11", Apply(new ManagerEvent.Disconnected(2, "its connection was lost")));
        Assert.Equal("2← heard 1 | 1← grant group 2@1", Sync());
        Assert.Equal("log 6: done 2@1", Done(Ann, 1, new Attempt(2, 1)));
        Assert.Equal([0, 0, 0, 0, 0, 1, 1], plan.Versions);
    }

    [Fact]
    public void Silence_past_the_deadline_loses_a_worker()
    {
        AnnWorksAlone();

        Assert.Equal("1× | lost ann", Apply(new ManagerEvent.TimerFired(new ManagerTimer(TimerKind.Deadline, Ann.Incarnation))));
        Assert.Equal("1← rejected NotMember", Heartbeat(1));
        Assert.StartsWith(
            "3← welcome to ann | 3← run run1 | 3← block 0 [0..4] | log 4: granted group 0@1 to 11",
            Receive(3, EventText.Hello(Ann)),
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_done_of_an_older_epoch_another_incarnation_or_a_second_time_changes_nothing()
    {
        AnnWorksAlone();
        Failed(Ann, 1, 0);
        Assert.Equal("log 4: granted group 1@1 to 11", Apply(new ManagerEvent.TimerFired(new ManagerTimer(TimerKind.Pause, 1))));
        Sync();

        Assert.Equal("1← heard 1", Done(Ann, 1, new Attempt(1, 0)));
        Assert.Equal("2← heard 1", Done(EventText.Bob, 1, new Attempt(1, 1)));
        Assert.Equal("log 5: done 1@1", Done(Ann, 2, new Attempt(1, 1)));
        Sync();
        Assert.Equal("1← heard 2", Done(Ann, 2, new Attempt(1, 1)));
        Assert.Equal("1← heard 3", Done(Ann, 3, new Attempt(99, 0)));
        Assert.Equal("1← heard 4", Receive(1, new Message.Done(Ann.Incarnation, 4, "run0", 0, [new Attempt(0, 0)])));
    }

    [Fact]
    public void A_group_that_fails_too_often_fails_the_run_with_group_epoch_account_and_step()
    {
        AnnWorksAlone();
        for (var epoch = 0; epoch < 2; epoch++)
        {
            Assert.Equal("1← heard 9", Failed(Ann, 1, epoch));
            Apply(new ManagerEvent.TimerFired(new ManagerTimer(TimerKind.Pause, 1)));
            Sync();
        }

        const string Reason = "group 1 failed 3 times, the last time so: group 1, epoch 2, account 3, step Write: the store answered -OOM, met by worker ann";
        Assert.Equal($"log 6: closed {Reason} | FAILED {Reason} | 1← close {Reason} | 1← heard 9", Failed(Ann, 1, 2));
    }

    [Fact]
    public void A_fatal_failure_fails_the_run_at_once()
    {
        AnnWorksAlone();

        Assert.Contains("FAILED group 1, epoch 0, account 3, step Write", Failed(Ann, 1, 0, fatal: true), StringComparison.Ordinal);
    }

    [Fact]
    public void A_grant_the_worker_does_not_know_is_sent_again_and_ended_when_it_makes_no_progress()
    {
        AnnWorksAlone();
        var first = new AttemptProgress(Grant.Initial(0), 0, 5);

        Assert.Equal(string.Empty, Heartbeat(1, first));
        Assert.Equal("1← grant job 1", Heartbeat(2, first with { Position = 6 }));
        Assert.Equal(string.Empty, Heartbeat(2, first with { Position = 9 }));
        Assert.Equal(string.Empty, Heartbeat(3, first with { Position = 6 }, new AttemptProgress(Grant.Initial(1), 0, 0)));
        Assert.Equal(string.Empty, Heartbeat(4, first with { Position = 6 }, new AttemptProgress(Grant.Initial(1), 0, 1)));
        Assert.Equal(string.Empty, Heartbeat(5, first with { Position = 6 }, new AttemptProgress(Grant.Initial(1), 0, 2)));
        Assert.Equal("1← abort job 0 | log 4: granted group 0@1 to 11", Heartbeat(6, first with { Position = 6 }, new AttemptProgress(Grant.Initial(1), 0, 3)));
    }

    [Fact]
    public void A_grant_that_waits_is_not_ended_while_others_of_its_worker_move()
    {
        AnnWorksAlone();
        for (var number = 1; number < 20; number++)
        {
            Assert.Equal(string.Empty, Heartbeat(number, new AttemptProgress(Grant.Initial(0), 0, number), new AttemptProgress(Grant.Initial(1), -1, -1)));
        }
    }

    [Fact]
    public void A_block_the_worker_does_not_have_is_sent_again()
    {
        AnnWorksAlone();
        var without = new Message.Heartbeat(Ann.Incarnation, 1, 2, -1, [], []);

        Receive(1, without);
        Assert.StartsWith("1← run run1 | 1← block 0 [0..4]", Receive(1, without with { Number = 2 }), StringComparison.Ordinal);
    }

    // Crash points of the manager: (records on disk) → what the new one does when ann says hello.
    [Theory]
    [InlineData(0, "log 0: run | log 1: block 0", "log 2: granted job 0 to 11 | log 3: granted job 1 to 11")]
    [InlineData(1, "log 1: block 0", "log 2: granted job 0 to 11 | log 3: granted job 1 to 11")]
    [InlineData(2, "", "log 2: granted job 0 to 11 | log 3: granted job 1 to 11")]
    [InlineData(3, "", "log 3: granted group 0@1 to 11 | log 4: granted job 1 to 11")]
    [InlineData(4, "", "log 4: granted group 0@1 to 11 | log 5: granted group 1@2 to 11 | log 6: granted group 2@3 to 11")]
    [InlineData(5, "", "log 5: granted group 0@1 to 11 | log 6: granted group 2@2 to 11")]
    [InlineData(6, "", "log 6: granted group 0@1 to 11")]
    [InlineData(7, "block 0 done", "")]
    public void A_manager_started_anew_grants_under_new_epochs_what_may_be_under_way(int recordsOnDisk, string onExecute, string onHello)
    {
        AnnWorksAlone();
        Done(Ann, 1, new Attempt(1, 0));
        Done(Ann, 2, new Attempt(2, 0));
        Done(Ann, 3, new Attempt(0, 0));

        Assert.Equal(onExecute, Restart(recordsOnDisk));
        Assert.EndsWith(onHello, Receive(1, EventText.Hello(Ann)), StringComparison.Ordinal);
    }

    [Fact]
    public void A_manager_started_anew_hears_a_done_of_before_and_does_not_count_it()
    {
        AnnWorksAlone();
        Restart(4);
        Receive(1, EventText.Hello(Ann));
        Sync();

        Assert.Equal("1← heard 1", Done(Ann, 1, new Attempt(0, 0)));
        Assert.Equal("log 7: done 0@1", Done(Ann, 2, new Attempt(0, 1)));
    }

    [Fact]
    public void Versions_of_blocks_done_before_the_restart_come_back_from_the_log()
    {
        AnnWorksAlone();
        Failed(Ann, 1, 0);
        Apply(new ManagerEvent.TimerFired(new ManagerTimer(TimerKind.Pause, 1)));
        Sync();
        Done(Ann, 1, new Attempt(0, 0), new Attempt(1, 1), new Attempt(2, 0));

        Assert.Equal("block 0 done", Restart(log.Count));
        Assert.Equal([0, 0, 0, 1, 1, 0, 0], plan.Versions);
        plan = EventText.Plan(1) with { Versions = plan.Versions };
        Execute();
        Receive(1, EventText.Hello(Ann));
        Assert.Equal("1← grant job 0 | 1← grant job 1 over 3@1 4@1", Sync());
    }

    [Fact]
    public void A_run_that_ends_before_its_first_block_leaves_its_log_to_whoever_tries_again()
    {
        AnnWorksAlone();
        core = new ManagerCore(Options(), LogReplay.Run(log, "run1", "small"));
        Receive(1, EventText.Hello(Ann));

        Assert.Equal("1← close ", Apply(new ManagerEvent.Close(Failure: null)));
    }

    [Fact]
    public void A_log_of_another_block_fails_the_run()
    {
        AnnWorksAlone();
        log[1] = new LogRecord.BlockOpened(EventText.Manifest() with { Checksum = 1 });

        Assert.Contains("FAILED the log has block 0 as", Restart(2), StringComparison.Ordinal);
    }

    [Fact]
    public void Who_does_not_fit_is_rejected_with_the_reason()
    {
        Assert.Equal("1← rejected Version", Receive(1, EventText.Hello(Ann) with { Version = 2 }));
        Assert.Equal("1← rejected Configuration", Receive(1, EventText.Hello(Ann with { Store = "elsewhere:1" })));
        Assert.Equal("1← rejected Configuration", Receive(1, EventText.Hello(Ann with { Actors = 0 })));
        Assert.Equal("1← rejected Configuration", Receive(1, EventText.Hello(Ann with { Lanes = int.MaxValue })));
        Assert.Equal("1← rejected Configuration", Receive(1, EventText.Hello(Ann with { Name = string.Empty })));
        Assert.Equal("1← welcome to ann", Receive(1, EventText.Hello(Ann)));
        Assert.Equal("1← welcome to ann", Receive(1, EventText.Hello(Ann)));
        Assert.Equal("2← rejected Duplicate", Receive(2, EventText.Hello(Ann with { Incarnation = 12 })));
        Assert.Equal("1× | lost ann | 3← welcome to ann", Receive(3, EventText.Hello(Ann)));
        Assert.Equal(string.Empty, Receive(1, EventText.Hello(Ann)));
    }

    [Fact]
    public void A_block_without_workers_fails_in_bounded_time()
    {
        Execute();

        Assert.Contains("FAILED no worker for 60 s", Apply(new ManagerEvent.TimerFired(new ManagerTimer(TimerKind.NoWorkers, 0))), StringComparison.Ordinal);
    }

    [Fact]
    public void A_strategy_that_pushes_names_the_actor()
    {
        core = new ManagerCore(Options(RoutingStrategy.RoundRobin), ManagerState.Empty);
        Receive(1, EventText.Hello(Ann with { Actors = 2 }));
        Execute();

        var grants = core.Handle(new ManagerEvent.Synced(3)).OfType<ManagerEffect.Send>().Select(send => send.Message).OfType<Message.Assign>();
        Assert.Equal([0, 1], grants.Select(grant => grant.Actor));
    }
}
