using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Tests.Scheduling;

namespace AElf.Bench.Tests.Cluster;

/// <summary>
/// The manager at each crash point, as events and effects. Connection 1 is ann's, connection 2 bob's.
/// </summary>
public sealed partial class ManagerCoreTests
{
    private static readonly ClusterMember Ann = EventText.Ann with { Lanes = 4 };
    private static readonly ManagerTimer NoAnswers = new(TimerKind.Results, 0);

    private readonly List<LogRecord> log = [];
    private ManagerCore core;
    private SmallRound round = EventText.Round();

    public ManagerCoreTests() => core = new ManagerCore(Options(), ManagerState.Empty);

    private static ManagerOptions Options(RoutingStrategy routing = RoutingStrategy.Pull, int maxAttempts = 3) => new()
    {
        Run = "run1",
        Configuration = "small",
        StoreAddresses = [EventText.Store],
        Scheduling = new SchedulerOptions
        {
            Actors = new ActorOptions { Routing = routing, MaxAttempts = maxAttempts },
            MaxIdleObservations = 3,
        },
    };

    private string Apply(ManagerEvent happened)
    {
        var effects = core.Handle(happened);
        log.AddRange(effects.OfType<ManagerEffect.Append>().Select(append => append.Record));
        return EventText.Describe(effects);
    }

    private IEnumerable<ManagerEffect.SetTimer> Timers(ManagerEvent happened) =>
        core.Handle(happened).OfType<ManagerEffect.SetTimer>();

    private string Receive(long connection, Message message) => Apply(new ManagerEvent.Received(connection, message));

    private string Fire(ManagerTimer timer) => Apply(new ManagerEvent.TimerFired(timer));

    private string Execute() => Apply(new ManagerEvent.Execute(round));

    private string Sync() => Apply(new ManagerEvent.Synced(log.Count - 1));

    private static long ConnectionOf(ClusterMember worker) => ReferenceEquals(worker, Ann) ? 1 : 2;

    private string Done(ClusterMember worker, long number, params Attempt[] attempts) =>
        Receive(ConnectionOf(worker), new Message.Done(worker.Incarnation, number, "run1", round.Number, attempts));

    private string Failed(ClusterMember worker, int unit, int epoch, bool fatal = false) => Receive(
        ConnectionOf(worker),
        new Message.Failed(
            worker.Incarnation,
            9,
            "run1",
            round.Number,
            new AttemptFailure(unit, epoch, AttemptStep.Write, "account 3", "the store answered -OOM", fatal)));

    private string Result(ClusterMember worker, long of, long committed) => Receive(
        ConnectionOf(worker),
        new Message.RoundResult(
            worker.Incarnation,
            "run1",
            of,
            new RoundStats { Committed = committed, Latency = new LatencyHistogram() }));

    private string Heartbeat(long number, params GrantProgress[] running) =>
        Receive(1, Beat(number) with { Running = running });

    private static Message.Heartbeat Beat(long number) =>
        new(Ann.Incarnation, number, 2, "run1", [new ActorHealth(0, 0, TimeSpan.Zero)], []);

    private string Restart(int recordsKept)
    {
        log.RemoveRange(recordsKept, log.Count - recordsKept);
        core = new ManagerCore(Options(), LogReplay.Run(log, "run1", "small"));
        round = EventText.Round();
        return Execute();
    }

    private void AnnWorksAlone()
    {
        Receive(1, EventText.Hello(Ann));
        Execute();
        Sync();
    }

    private void AnnAndBobWork()
    {
        Receive(1, EventText.Hello(Ann));
        Receive(2, EventText.Hello(EventText.Bob));
        Execute();
        Sync();
    }

    /// <summary>Job 0 is ann's and job 1 bob's; the manager asks both for their results.</summary>
    private void AnnAndBobAreAsked()
    {
        AnnAndBobWork();
        Done(Ann, 1, new Attempt(0, 0));
        Done(EventText.Bob, 1, new Attempt(1, 0), new Attempt(2, 0));
        Prose.AssertItems(Sync(), "1← ack 1", "2← ack 1", "round 0 done", "1← result of 0?", "2← result of 0?");
    }

    [Fact]
    public void Run_WithoutFaults_GoesFromHelloToRoundMeasured()
    {
        Assert.Equal("1← welcome to ann", Receive(1, EventText.Hello(Ann)));
        Prose.AssertItems(
            Execute(), "log 0: run", "log 1: round 0", "1← run run1", "log 2: job 0 to 11", "log 3: job 1 to 11");
        Prose.AssertItems(Sync(), "1← grant job 0", "1← grant job 1");
        Assert.Equal("log 4: done 0@0 1@0", Done(Ann, 1, new Attempt(0, 0), new Attempt(1, 0)));
        Assert.Equal("log 5: done 2@0", Done(Ann, 2, new Attempt(2, 0)));
        Prose.AssertItems(Sync(), "1← ack 1", "1← ack 2", "round 0 done", "1← result of 0?");
        Assert.Equal("measured 0 [ann 4]", Result(Ann, of: 0, committed: 4));
        round = EventText.Round(1, round.Versions);
        Prose.AssertItems(Execute(), "log 6: round 1", "log 7: job 0 to 11", "log 8: job 1 to 11");
        Prose.AssertItems(Sync(), "1← grant job 0", "1← grant job 1");
    }

    [Fact]
    public void Grant_IsSentOnlyWhenItIsDurable()
    {
        Receive(1, EventText.Hello(Ann));
        Execute();

        Assert.Equal(string.Empty, Apply(new ManagerEvent.Synced(1)));
        Assert.Equal("1← grant job 0", Apply(new ManagerEvent.Synced(2)));
        Assert.Equal("1← grant job 1", Apply(new ManagerEvent.Synced(3)));
    }

    [Fact]
    public void Grant_WorkerLostBeforeItIsDurable_IsNeverSent()
    {
        Receive(1, EventText.Hello(Ann));
        Execute();
        Apply(new ManagerEvent.Disconnected(1, "its connection was lost"));

        Assert.Equal(string.Empty, Sync());
    }

    [Fact]
    public void Done_OfAGrantThatWasNotSent_DoesNotCount()
    {
        Receive(1, EventText.Hello(Ann));
        Execute();

        Assert.Equal(string.Empty, Done(Ann, 1, new Attempt(0, 0)));
        Assert.DoesNotContain(log, record => record is LogRecord.Done);
    }

    [Fact]
    public void Work_TooLongForOneMessage_IsSentInParts()
    {
        core = new ManagerCore(Options() with { MaxWorkBytes = 4 }, ManagerState.Empty);
        round = EventText.Round(0, [0, 1, 2]);
        Receive(1, EventText.Hello(Ann));
        Execute();

        var parts = core.Handle(new ManagerEvent.Synced(3)).OfType<ManagerEffect.Send>().ToList();

        Prose.AssertItems(
            EventText.Describe(parts), "1← grant job 0", "1← grant job 1 [0..4/7]", "1← grant job 1 [4..7/7]");
        Assert.Equal([[0], [1, 2], []], parts.Select(part => ((Message.Assign)part.Message).Units));
    }

    [Fact]
    public void Pull_TwoWorkers_GetEqualShares()
    {
        Receive(1, EventText.Hello(Ann));
        Receive(2, EventText.Hello(EventText.Bob));
        Execute();

        Prose.AssertItems(Sync(), "1← grant job 0", "2← grant job 1");
    }

    [Fact]
    public void Member_OutsideTheRun_GetsNoGrantAndCostsNothingWhenLost()
    {
        var alone = new RunMembers(new HashSet<string>(StringComparer.Ordinal) { "ann" }, MaxActors: 1);
        core = new ManagerCore(Options() with { Members = alone }, ManagerState.Empty);
        Receive(1, EventText.Hello(Ann with { Actors = 3 }));
        Assert.Equal("2← welcome to ann bob", Receive(2, EventText.Hello(EventText.Bob)));

        Prose.AssertItems(
            Execute(), "log 0: run", "log 1: round 0", "1← run run1", "log 2: job 0 to 11", "log 3: job 1 to 11");
        Prose.AssertItems(Sync(), "1← grant job 0", "1← grant job 1");
        Message.Heartbeat heartbeat = new(EventText.Bob.Incarnation, 1, 2, "", [], []);
        Assert.Equal(string.Empty, Receive(2, heartbeat));
        Assert.Equal("2← close ", Receive(2, heartbeat with { Number = 2, Run = "run1" }));
        Prose.AssertItems(Apply(new ManagerEvent.Disconnected(2, "its connection was lost")), "2×", "lost bob");
        Done(Ann, 1, new Attempt(0, 0), new Attempt(1, 0), new Attempt(2, 0));
        Prose.AssertItems(Sync(), "1← ack 1", "round 0 done", "1← result of 0?");
        Assert.Equal("measured 0 [ann 4]", Result(Ann, of: 0, committed: 4));
    }

    [Fact]
    public void WorkerLost_ItsUnits_AreGrantedAgainUnderNewEpochs()
    {
        AnnAndBobWork();
        Done(EventText.Bob, 1, new Attempt(1, 0));

        Prose.AssertItems(
            Apply(new ManagerEvent.Disconnected(2, "its connection was lost")), "2×", "lost bob",
            "log 5: fault worker", "log 6: unit 2@1 to 11");
        Prose.AssertItems(Sync(), "2← ack 1", "1← grant unit 2@1");
        Assert.Equal("log 7: done 2@1", Done(Ann, 1, new Attempt(2, 1)));
        Assert.Equal([0, 0, 1], round.Versions);
    }

    [Fact]
    public void Deadline_SilentWorker_IsLost()
    {
        AnnWorksAlone();

        Prose.AssertItems(
            Fire(new ManagerTimer(TimerKind.Deadline, Ann.Incarnation)), "1×", "lost ann", "log 4: fault worker");
        Assert.Equal("1← rejected NotMember", Heartbeat(1));
        Prose.AssertItems(
            Receive(3, EventText.Hello(Ann)).Split(" | log 6")[0],
            "3← welcome to ann",
            "3← run run1",
            "log 5: unit 0@1 to 11");
    }

    [Fact]
    public void Message_OnANewConnectionWithoutHello_AsksForOne()
    {
        AnnWorksAlone();

        Assert.Equal("3← rejected NotMember", Receive(3, Beat(1)));
        Assert.StartsWith("1× | lost ann", Receive(3, EventText.Hello(Ann)), StringComparison.Ordinal);
        Assert.Equal(string.Empty, Receive(1, Beat(2)));
        Assert.Equal(string.Empty, Receive(3, Beat(3)));
    }

    [Fact]
    public void Done_OldEpochOtherIncarnationOrRepeated_ChangesNothing()
    {
        AnnWorksAlone();
        Failed(Ann, 1, 0);
        Assert.Equal("log 5: unit 1@1 to 11", Fire(new ManagerTimer(TimerKind.Pause, 1)));
        Sync();

        Assert.Equal("1← ack 1", Done(Ann, 1, new Attempt(1, 0)));
        Assert.Equal("2← ack 1", Done(EventText.Bob, 1, new Attempt(1, 1)));
        Assert.Equal("log 6: done 1@1", Done(Ann, 2, new Attempt(1, 1)));
        Sync();
        Assert.Equal("1← ack 2", Done(Ann, 2, new Attempt(1, 1)));
        Assert.Equal("1← ack 3", Done(Ann, 3, new Attempt(99, 0)));
        Assert.Equal("1← ack 4", Receive(1, new Message.Done(Ann.Incarnation, 4, "run0", 0, [new Attempt(0, 0)])));
        Assert.Equal("1← ack 5", Receive(1, new Message.Done(Ann.Incarnation, 5, "run1", 7, [new Attempt(0, 0)])));
    }

    [Fact]
    public void Unit_FailsTooOften_FailsTheRunWithUnitEpochItemAndStep()
    {
        AnnWorksAlone();
        for (var epoch = 0; epoch < 2; epoch++)
        {
            Assert.StartsWith(
                $"log {4 + (2 * epoch)}: fault refused", Failed(Ann, 1, epoch), StringComparison.Ordinal);
            Fire(new ManagerTimer(TimerKind.Pause, 1));
            Sync();
        }

        const string Reason = "unit 1 failed 3 times, the last time with: "
            + "unit 1, epoch 2, account 3, step Write: the store answered -OOM, reported by worker ann";
        Prose.AssertItems(
            Failed(Ann, 1, 2), "log 8: fault refused", $"log 9: closed {Reason}", $"FAILED {Reason}",
            $"1← close {Reason}", "1← result of -1?", "1← ack 9");
    }

    [Fact]
    public void Failure_Fatal_FailsTheRunAtOnce()
    {
        AnnWorksAlone();

        Prose.AssertNames(Failed(Ann, 1, 0, fatal: true), "FAILED unit 1, epoch 0,", "account 3", "Write");
    }

    [Fact]
    public void RunFailed_LaterReports_AreAcknowledgedOnly()
    {
        AnnWorksAlone();
        Failed(Ann, 1, 0, fatal: true);
        Sync();
        Result(Ann, of: -1, committed: 2);

        Assert.Equal("1← ack 1", Done(Ann, 1, new Attempt(0, 0)));
        Assert.StartsWith("1← close unit 1, epoch 0", Heartbeat(1), StringComparison.Ordinal);
        round = EventText.Round(1, round.Versions);
        Prose.AssertNames(Execute(), "FAILED unit 1, epoch 0,", "account 3");
    }

    [Fact]
    public void Heartbeat_WithoutTheGrant_ResendsItAndEndsItWithoutProgress()
    {
        AnnWorksAlone();
        var first = new GrantProgress(Grant.Initial(0), 0, 6);

        Assert.Equal(string.Empty, Heartbeat(1, first with { Position = 5 }));
        Assert.Equal("1← grant job 1", Heartbeat(2, first));
        Assert.Equal(string.Empty, Heartbeat(2, first with { Position = 9 }));
        for (var position = 0; position < 3; position++)
        {
            Assert.Equal(
                string.Empty, Heartbeat(3 + position, first, new GrantProgress(Grant.Initial(1), 0, position)));
        }

        Prose.AssertItems(
            Heartbeat(6, first, new GrantProgress(Grant.Initial(1), 0, 3)), "1← abort job 0", "log 4: unit 0@1 to 11");
    }

    [Fact]
    public void Heartbeat_MessagesInFlight_NeitherResendsNorEndsGrants()
    {
        AnnWorksAlone();
        for (var number = 1; number < 20; number++)
        {
            Assert.Equal(string.Empty, Receive(1, Beat(number) with { Received = number }));
        }

        Assert.Equal(string.Empty, Receive(1, Beat(20) with { Received = 19 }));
        Prose.AssertItems(Receive(1, Beat(21) with { Received = 19 }), "1← grant job 0", "1← grant job 1");
    }

    [Fact]
    public void Heartbeat_WaitingGrantWhileOthersProgress_IsNotEnded()
    {
        AnnWorksAlone();
        for (var number = 1; number < 20; number++)
        {
            Assert.Equal(
                string.Empty,
                Heartbeat(
                    number,
                    new GrantProgress(Grant.Initial(0), 0, number),
                    new GrantProgress(Grant.Initial(1), -1, -1)));
        }
    }

    [Fact]
    public void Heartbeat_OfAnotherRun_AnnouncesTheRunAgain()
    {
        AnnWorksAlone();

        Assert.Equal(string.Empty, Receive(1, Beat(1) with { Run = string.Empty }));
        Prose.AssertItems(Receive(1, Beat(2) with { Run = "run0" }), "1← run run1", "1← grant job 0", "1← grant job 1");
    }

    // Crash points of the manager: records on disk and the new manager's effects when ann says hello.
    [Fact]
    public void Hello_WorkerDoesNotFit_IsRejectedWithTheReason()
    {
        Assert.Equal(
            "1← rejected Version", Receive(1, EventText.Hello(Ann) with { Version = Message.ProtocolVersion + 1 }));
        Assert.EndsWith(
            nameof(Refusal.Configuration), Receive(1, EventText.Hello(Ann with { Store = "elsewhere:1" })));
        Assert.EndsWith(nameof(Refusal.Configuration), Receive(1, EventText.Hello(Ann with { Actors = 0 })));
        Assert.EndsWith(
            nameof(Refusal.Configuration), Receive(1, EventText.Hello(Ann with { Lanes = int.MaxValue })));
        Assert.Equal("1← welcome to ann", Receive(1, EventText.Hello(Ann)));
        Assert.Equal("1← welcome to ann", Receive(1, EventText.Hello(Ann)));
        Assert.Equal("2← rejected Duplicate", Receive(2, EventText.Hello(Ann with { Incarnation = 12 })));
        Prose.AssertItems(Receive(3, EventText.Hello(Ann)), "1×", "lost ann", "3← welcome to ann");
        Assert.Equal(string.Empty, Receive(1, EventText.Hello(Ann)));
    }

    [Fact]
    public void Message_OnlyManagersSend_Disconnects() =>
        Assert.Equal("1×", Receive(1, new Message.CloseRun("run1", null)));

    [Fact]
    public void Round_WithoutWorkers_FailsInBoundedTime()
    {
        Execute();

        Prose.AssertNames(
            Fire(new ManagerTimer(TimerKind.NoWorkers, 0)), "FAILED no worker", "60 s", "3 units of round 0");
    }

    [Fact]
    public void Execute_DuringAnotherRound_IsRefused()
    {
        AnnWorksAlone();
        round = EventText.Round(1);

        Assert.Throws<InvalidOperationException>(Execute);
    }

    [Fact]
    public void Routing_StrategyThatPushes_NamesTheActor()
    {
        core = new ManagerCore(Options(RoutingStrategy.RoundRobin), ManagerState.Empty);
        Receive(1, EventText.Hello(Ann with { Actors = 2 }));
        Execute();

        var sent = core.Handle(new ManagerEvent.Synced(3)).OfType<ManagerEffect.Send>();
        var grants = sent.Select(send => send.Message).OfType<Message.Assign>();
        Assert.Equal([0, 1], grants.Select(grant => grant.Actor));
    }

    [Fact]
    public void Round_AllAnswered_IsMeasured()
    {
        AnnAndBobAreAsked();

        Assert.Equal(string.Empty, Result(EventText.Bob, of: 0, committed: 2));
        Assert.Equal(string.Empty, Result(EventText.Bob, of: 0, committed: 2));
        Assert.Equal("measured 0 [bob 2 ann 2]", Result(Ann, of: 0, committed: 2));
        Assert.Equal(string.Empty, Result(Ann, of: 0, committed: 2));
    }

    [Fact]
    public void Heartbeat_ResultMissing_AsksAgain()
    {
        AnnAndBobAreAsked();

        Assert.Equal("1← result of 0?", Heartbeat(1));
        Result(Ann, of: 0, committed: 2);
        Assert.Equal(string.Empty, Heartbeat(2));
    }

    [Fact]
    public void WorkerLost_ResultMissing_BoundsItsOperationsByItsGrants()
    {
        AnnAndBobAreAsked();
        Result(Ann, of: 0, committed: 2);

        Prose.AssertItems(
            Apply(new ManagerEvent.Disconnected(2, "it was killed")),
            "2×",
            "lost bob",
            "log 6: fault worker",
            "measured 0 [ann 2]",
            "unreported 4");
    }

    [Fact]
    public void ResultTimer_Fires_MeasuresWithoutTheMissing()
    {
        AnnAndBobAreAsked();
        Result(Ann, of: 0, committed: 2);

        Prose.AssertItems(Fire(NoAnswers), "measured 0 [ann 2]", "unreported 4");
        Assert.Equal(string.Empty, Result(EventText.Bob, of: 0, committed: 2));
        Assert.Equal(string.Empty, Fire(NoAnswers));
    }

    [Fact]
    public void Result_OfAnotherRoundOrRun_IsIgnored()
    {
        AnnAndBobAreAsked();
        Result(EventText.Bob, of: 0, committed: 2);

        Assert.Equal(string.Empty, Result(Ann, of: 7, committed: 2));
        var ofAnotherRun =
            new Message.RoundResult(Ann.Incarnation, "run0", 0, new RoundStats { Latency = new LatencyHistogram() });
        Assert.Equal(string.Empty, Receive(1, ofAnotherRun));
        Assert.Equal("measured 0 [bob 2 ann 2]", Result(Ann, of: 0, committed: 2));
    }

    [Fact]
    public void View_Round_ShowsAcceptedAndReportedProgress()
    {
        AnnAndBobWork();

        Receive(1, new Message.Sample(Ann.Incarnation, "run1", 1));
        Receive(2, new Message.Sample(EventText.Bob.Incarnation, "run1", 1));
        Assert.Equal(2, core.Snapshot().Committed);
        Done(Ann, 1, new Attempt(0, 0));
        Assert.Equal(3, core.Snapshot().Committed);
        Receive(1, new Message.Sample(Ann.Incarnation, "run0", 99));
        Receive(7, new Message.Sample(99, "run1", 99));
        Assert.Equal(3, core.Snapshot().Committed);
        Apply(new ManagerEvent.Disconnected(2, "it was killed"));
        Assert.Equal(2, core.Snapshot().Committed);
    }

    [Theory]
    [InlineData(1, 2)]
    [InlineData(2, 1)]
    public void WorkerLost_LastOne_StartsTheTimerOfARoundWithoutWorkers(long first, long second)
    {
        AnnAndBobWork();

        Assert.DoesNotContain(Timers(new ManagerEvent.Disconnected(first, "gone")), IsNoWorkers);
        Assert.Contains(Timers(new ManagerEvent.Disconnected(second, "gone")), IsNoWorkers);
        var joined = core.Handle(new ManagerEvent.Received(3, EventText.Hello(Ann)));
        Assert.Contains(joined, effect => effect is ManagerEffect.CancelTimer { Timer.Kind: TimerKind.NoWorkers });

        static bool IsNoWorkers(ManagerEffect.SetTimer timer) => timer.Timer.Kind == TimerKind.NoWorkers;
    }

    [Fact]
    public void WorkerLost_BetweenRounds_StartsNoTimer()
    {
        AnnWorksAlone();
        Done(Ann, 1, new Attempt(0, 0), new Attempt(1, 0), new Attempt(2, 0));
        Sync();

        Assert.DoesNotContain(
            Timers(new ManagerEvent.Disconnected(1, "gone")), timer => timer.Timer.Kind == TimerKind.NoWorkers);
    }

    [Fact]
    public void WorkerLost_ItsSample_NoLongerCounts()
    {
        AnnAndBobWork();
        Receive(2, new Message.Sample(EventText.Bob.Incarnation, "run1", 2));
        Assert.Equal(2, core.Snapshot().Committed);

        Apply(new ManagerEvent.Disconnected(2, "it was killed"));

        Assert.Equal(0, core.Snapshot().Committed);
        Assert.Equal(["ann"], core.View().Members.Select(member => member.Worker.Name));
    }

    [Fact]
    public void View_ShowsMembersMailboxesAndIdleGrants()
    {
        AnnAndBobWork();
        ActorHealth[] health = [new ActorHealth(3, 5, TimeSpan.FromSeconds(2))];
        Receive(1, Beat(1) with { Actors = health, Running = [new GrantProgress(Grant.Initial(0), 0, -1)] });
        Done(EventText.Bob, 1, new Attempt(1, 0));

        var view = core.View();

        Assert.Equal(("run1", 0, 4, 3, 1), (view.Run, view.Round, view.Weight, view.Units, view.UnitsDone));
        Assert.Equal(
            [("ann", 1, 2), ("bob", 1, 2)],
            view.Members.Select(member => (member.Worker.Name, member.Grants, member.Credits)));
        var idle = Assert.Single(view.Idle);
        Assert.Equal((0, "ann", 0, null), (idle.Unit, idle.Worker, idle.Actor, idle.Step));
        Assert.Equal(new ExecutorSnapshot(1, 5, TimeSpan.FromSeconds(2)), core.Snapshot());
    }
}
