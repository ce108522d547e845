using System.Text;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Tests.Cluster;

/// <summary>The worker ann at each crash point, as events and effects. It has one actor with two lanes.</summary>
public sealed class WorkerCoreTests
{
    private static readonly Message.OpenRun Run = new("run1", "small", [], 2);

    private readonly WorkerCore core = new(
        new WorkerOptions { Worker = EventText.Ann, MaxWithoutManager = TimeSpan.FromSeconds(3) });
    private WorkerEffect.Start? started;

    private static Message.Assign Granted(Grant grant, long incarnation = 11, long round = 0, string work = "") => new(
        incarnation,
        "run1",
        round,
        -1,
        grant,
        EventText.Round().UnitsOf(grant),
        new WorkPart(0, work.Length, Encoding.ASCII.GetBytes(work)));

    private static Message.Assign PartOf(Message.Assign whole, int offset, int length) => whole with
    {
        Units = offset == 0 ? whole.Units : [],
        Work = new WorkPart(offset, whole.Work.Length, whole.Work.Bytes.Slice(offset, length)),
    };

    private string Apply(WorkerEvent happened)
    {
        var effects = core.Handle(happened);
        started = effects.OfType<WorkerEffect.Start>().LastOrDefault() ?? started;
        return EventText.Describe(effects);
    }

    private string Receive(Message message) => Apply(new WorkerEvent.Received(message));

    private string Heartbeat(params LaneProgress[] running) =>
        Apply(new WorkerEvent.HeartbeatDue([new ActorProgress(0, running)]));

    private string Done(int unit, int epoch, string run = "run1", long round = 0) =>
        Apply(new WorkerEvent.Done(run, round, [new Attempt(unit, epoch)]));

    private string Failed(int unit, int epoch, long round = 0) => Apply(new WorkerEvent.Failed(
        "run1",
        round,
        new AttemptFailure(unit, epoch, AttemptStep.Write, Item: null, "the connection was lost", Fatal: false)));

    private string Ended(Grant grant, string run = "run1", long round = 0) =>
        Apply(new WorkerEvent.Ended(run, 0, round, grant));

    private string ResultTaken(long round, long committed) => Apply(new WorkerEvent.ResultTaken(
        "run1", round, new RoundStats { Committed = committed, Latency = new LatencyHistogram() }));

    private static RoundStats Stats(int count)
    {
        var latency = new LatencyHistogram();
        latency.Record(1000, count);
        return new RoundStats { Committed = 7, Latency = latency };
    }

    /// <summary>The result that is sent after this number of latencies and seven transfers.</summary>
    private RoundStats Timed(long round, int count) =>
        core.Handle(new WorkerEvent.ResultTaken("run1", round, Stats(count)))
            .OfType<WorkerEffect.Send>().Select(send => send.Message).OfType<Message.RoundResult>().Single().Stats;

    private void Join()
    {
        Apply(new WorkerEvent.Connected());
        Receive(new Message.Welcome(11, [EventText.Ann], TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(3)));
        Receive(Run);
        Apply(new WorkerEvent.Opened("run1"));
    }

    [Fact]
    public void Run_WithoutFaults_GoesFromHelloToClose()
    {
        Assert.Equal("→ hello ann", Apply(new WorkerEvent.Connected()));
        Assert.Equal(
            string.Empty,
            Receive(new Message.Welcome(11, [EventText.Ann], TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(3))));
        Assert.Equal("store of run1", Receive(Run));
        Assert.Equal(string.Empty, Receive(Run));
        Apply(new WorkerEvent.Opened("run1"));
        Assert.Equal("start job 1 on 0", Receive(Granted(Grant.Initial(1))));
        Prose.AssertItems(
            Heartbeat(new LaneProgress(0, Grant.Initial(1), 7)), "→ heartbeat 1", "credits 2", "run run1",
            "holds job 1:7");
        Assert.Equal("→ sample of run1: 1", Apply(new WorkerEvent.SampleDue("run1", 1)));
        Assert.Equal("→ done 1: 1@0", Done(1, 0));
        Assert.Equal("→ done 2: 2@0", Done(2, 0));
        Assert.Equal(string.Empty, Ended(Grant.Initial(1)));
        Receive(new Message.Acknowledged(11, 1));
        Receive(new Message.Acknowledged(11, 2));
        Prose.AssertItems(Heartbeat(), "→ heartbeat 2", "credits 2", "run run1", "holds ");
        Assert.Equal("take result of 0", Receive(new Message.RequestResult("run1", 0)));
        Assert.Equal("→ result of 0: 2", ResultTaken(0, 2));
        Assert.Equal("run closed ", Receive(new Message.CloseRun("run1", null)));
        Prose.AssertItems(Heartbeat(), "→ heartbeat 3", "credits 2", "run ", "holds ");
    }

    [Fact]
    public void Heartbeat_ActorsConnected_NamesTheRunAndNotBefore()
    {
        Join();
        Receive(Run with { Run = "run2" });

        Prose.AssertItems(Heartbeat(), "→ heartbeat 1", "credits 2", "run ", "holds ");
        Apply(new WorkerEvent.Opened("run1"));
        Prose.AssertItems(Heartbeat(), "→ heartbeat 2", "credits 2", "run ", "holds ");
        Apply(new WorkerEvent.Opened("run2"));
        Prose.AssertItems(Heartbeat(), "→ heartbeat 3", "credits 2", "run run2", "holds ");
    }

    [Fact]
    public void Grant_Repeated_IsExecutedOnce()
    {
        Join();

        Assert.Equal("start job 0 on 0", Receive(Granted(Grant.Initial(0))));
        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(0))));
        Done(0, 0);
        Ended(Grant.Initial(0));
        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(0))));
    }

    [Fact]
    public void Grant_InParts_StartsWithTheLastPartInAnyOrder()
    {
        Join();
        var whole = Granted(Grant.Initial(1), work: "1@4 2@5");

        Assert.Equal(string.Empty, Receive(PartOf(whole, 4, 3)));
        Assert.Equal(string.Empty, Receive(PartOf(whole, 0, 2)));
        Assert.Equal(string.Empty, Receive(PartOf(whole, 4, 3)));
        Assert.Equal("start job 1 on 0", Receive(PartOf(whole, 2, 2)));
        Assert.Equal("1@4 2@5", Encoding.ASCII.GetString(started!.Work.Encoded.Span));
        Assert.Equal([1, 2], started.Work.Units.ToArray());
        Assert.Equal(string.Empty, Receive(PartOf(whole, 0, 2)));
        var beat = core.Handle(new WorkerEvent.HeartbeatDue([new ActorProgress(0, [])]))
            .OfType<WorkerEffect.Send>()
            .Select(sent => sent.Message)
            .OfType<Message.Heartbeat>();
        Assert.Equal(3, Assert.Single(beat).Received);
    }

    [Fact]
    public void Grant_OtherIncarnationOrOlderRound_IsNotExecuted()
    {
        Join();
        Assert.Equal("start job 1 on 0", Receive(Granted(Grant.Initial(1), round: 1)));

        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(0), incarnation: 10, round: 1)));
        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(0), round: 0)));
    }

    [Fact]
    public void Grant_BeforeItsRun_IsForgottenSoThatItCanComeAgain()
    {
        Apply(new WorkerEvent.Connected());

        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(0))));
        Receive(Run);
        Assert.Equal("start job 0 on 0", Receive(Granted(Grant.Initial(0))));
    }

    [Fact]
    public void Grant_Start_ReceivesItsWork()
    {
        Join();
        Receive(Granted(Grant.Retry(0, 4), round: 3, work: "0@2"));

        Assert.Equal((0, 3, Grant.Retry(0, 4)), (started!.Actor, started.Round, started.Grant));
        Assert.Equal("0@2", Encoding.ASCII.GetString(started.Work.Encoded.Span));
    }

    [Fact]
    public void Unit_NewerAttempt_StartsAfterTheOlderOneEnded()
    {
        Join();
        Receive(Granted(Grant.Initial(0)));

        Assert.Equal("end job 0 on 0", Receive(Granted(Grant.Retry(0, 3))));
        Prose.AssertItems(Heartbeat(), "→ heartbeat 1", "credits 1", "run run1", "holds unit 0@3:-1");
        Prose.AssertItems(Failed(0, 0), "→ failed 1: 0@0", "start unit 0@3 on 0");
        Assert.Equal(string.Empty, Ended(Grant.Initial(0)));
    }

    [Fact]
    public void Retry_OfAUnit_LeavesTheRestOfItsJob()
    {
        Join();
        Receive(Granted(Grant.Initial(1)));
        Failed(1, 0);

        Assert.Equal("start unit 1@1 on 0", Receive(Granted(Grant.Retry(1, 1))));
    }

    [Fact]
    public void Grants_WithoutALane_WaitInOrder()
    {
        Join();
        Receive(Granted(Grant.Retry(0, 1)));
        Receive(Granted(Grant.Retry(1, 2)));

        Assert.Equal(string.Empty, Receive(Granted(Grant.Retry(2, 3))));
        Assert.Equal([new ActorLoad(2, 1, TimeSpan.Zero)], core.Loads());
        Heartbeat();
        Assert.Equal([new ActorLoad(2, 1, TimeSpan.FromSeconds(1))], core.Loads());
        Done(1, 2);
        Assert.Equal("start unit 2@3 on 0", Ended(Grant.Retry(1, 2)));
        Assert.Equal([new ActorLoad(2, 0, TimeSpan.Zero)], core.Loads());
    }

    [Fact]
    public void Report_NotAcknowledged_IsSentAgain()
    {
        Join();
        Receive(Granted(Grant.Initial(0)));
        Done(0, 0);
        Ended(Grant.Initial(0));

        Assert.DoesNotContain("done", Heartbeat(), StringComparison.Ordinal);
        Assert.Contains("→ done 1: 0@0", Heartbeat(), StringComparison.Ordinal);
        Receive(new Message.Acknowledged(11, 1));
        Heartbeat();
        Assert.DoesNotContain("done", Heartbeat(), StringComparison.Ordinal);
    }

    [Fact]
    public void Disconnected_Manager_EndsAllGrantsAndKeepsReports()
    {
        Join();
        Receive(Granted(Grant.Initial(0)));
        Receive(Granted(Grant.Initial(1)));
        Done(1, 0);

        Prose.AssertItems(Apply(new WorkerEvent.Disconnected()), "end job 0 on 0", "end job 1 on 0");
        Assert.Equal(string.Empty, Failed(0, 0));
        Assert.Equal(string.Empty, Apply(new WorkerEvent.SampleDue("run1", 1)));
        Assert.Equal("→ hello ann", Apply(new WorkerEvent.Connected()));
        Assert.Equal("→ hello ann", Heartbeat());

        // A worker sends only hello to a manager that has not admitted it.
        Assert.Equal("→ hello ann", Heartbeat());
    }

    [Fact]
    public void NotAMember_SaysHelloAgain()
    {
        Join();

        Assert.Equal("→ hello ann", Receive(new Message.Rejected(11, Refusal.NotMember, "gone")));
        Assert.Equal(string.Empty, Receive(new Message.Rejected(11, Refusal.NotMember, "gone")));
    }

    [Fact]
    public void NewRound_OldAttemptsRun_EndsThemAndUsesFreeLanes()
    {
        Join();
        Receive(Granted(Grant.Initial(0)));

        Prose.AssertItems(Receive(Granted(Grant.Initial(0), round: 1)), "end job 0 on 0", "start job 0 on 0");
        Assert.Equal(1, started!.Round);
        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(1), round: 1)));
        var (old, current) = (new LaneProgress(0, Grant.Initial(0), 9), new LaneProgress(1, Grant.Initial(0), 5));
        Prose.AssertItems(
            Heartbeat(current, old), "→ heartbeat 1", "credits 1", "run run1", "holds job 1:-1 job 0:5");
        Assert.Equal("→ failed 1: 0@0", Failed(0, 0));
        Assert.Equal("start job 1 on 0", Ended(Grant.Initial(0)));
        Prose.AssertItems(Heartbeat(), "→ heartbeat 2", "credits 2", "run run1", "holds job 0:-1 job 1:-1");
    }

    [Fact]
    public void NewRun_AttemptsOfTheOldRun_KeepTheirLanesUntilTheyEnd()
    {
        Join();
        Receive(Granted(Grant.Initial(0)));
        Receive(Granted(Grant.Initial(1)));

        Prose.AssertItems(Receive(Run with { Run = "run2" }), "end job 0 on 0", "end job 1 on 0", "store of run2");
        Apply(new WorkerEvent.Opened("run2"));
        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(0))));
        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(0)) with { Run = "run2" }));
        var sent = core.Handle(new WorkerEvent.Done("run1", 0, [new Attempt(0, 0)]))
            .OfType<WorkerEffect.Send>()
            .Select(send => send.Message)
            .OfType<Message.Done>();
        Assert.Equal("run1", Assert.Single(sent).Run);
        Receive(new Message.Acknowledged(11, 1));
        Assert.Equal("start job 0 on 0", Ended(Grant.Initial(0)));
        Prose.AssertItems(Heartbeat(), "→ heartbeat 1", "credits 1", "run run2", "holds job 0:-1");
        Assert.Equal(string.Empty, Ended(Grant.Initial(1)));
        Assert.Equal("→ done 2: 0@0", Done(0, 0, "run2"));
        Assert.Equal(string.Empty, Ended(Grant.Initial(0), "run2"));
        Prose.AssertItems(Heartbeat(), "→ heartbeat 2", "credits 2", "run run2", "holds ");
    }

    [Fact]
    public void Abort_EndsRunningJobsAndDropsWaitingJobs()
    {
        Join();
        Receive(Granted(Grant.Initial(0)));
        Receive(Granted(Grant.Initial(1)));
        Receive(Granted(Grant.Retry(2, 4)));

        Assert.Equal("end job 0 on 0", Receive(new Message.Abort(11, "run1", 0, Grant.Initial(0))));
        Assert.Equal(string.Empty, Receive(new Message.Abort(11, "run1", 0, Grant.Initial(0))));
        Assert.Equal(string.Empty, Receive(new Message.Abort(10, "run1", 0, Grant.Initial(1))));
        Assert.Equal(string.Empty, Receive(new Message.Abort(11, "run1", 1, Grant.Initial(1))));
        Assert.Equal(string.Empty, Receive(new Message.Abort(11, "run1", 0, Grant.Retry(2, 4))));
        Failed(0, 0);
        Assert.Equal(string.Empty, Ended(Grant.Initial(0)));
    }

    [Fact]
    public void RequestResult_Repeated_IsAnsweredFromTheFirstAndAnewForAnotherRound()
    {
        Join();
        Receive(new Message.RequestResult("run1", 0));
        ResultTaken(0, 5);

        Assert.Equal("→ result of 0: 5", Receive(new Message.RequestResult("run1", 0)));
        Assert.Equal("take result of 1", Receive(new Message.RequestResult("run1", 1)));
        Assert.Equal("→ result of 0: 0", Receive(new Message.RequestResult("run2", 0)));
        Assert.Equal("→ result of 1: 3", ResultTaken(1, 3));
    }

    [Fact]
    public void RequestResult_EndsTheRoundsGrants()
    {
        Join();
        Receive(Granted(Grant.Initial(0)));

        Prose.AssertItems(Receive(new Message.RequestResult("run1", 0)), "end job 0 on 0", "take result of 0");
        Failed(0, 0);
        Ended(Grant.Initial(0));
        Assert.Equal("→ result of 0: 5", ResultTaken(0, 5));
        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(1))));
        Assert.Equal("start job 1 on 0", Receive(Granted(Grant.Initial(1), round: 1)));
    }

    [Fact]
    public void RequestResult_EarlierRound_TakesNothingFromTheCurrentOne()
    {
        Join();
        Receive(Granted(Grant.Initial(0), round: 1));

        Assert.Equal("→ result of 0: 0", Receive(new Message.RequestResult("run1", 0)));
        Done(0, 0, round: 1);
        Ended(Grant.Initial(0), round: 1);
        Assert.Equal("take result of 1", Receive(new Message.RequestResult("run1", 1)));
        Assert.Equal("→ result of 0: 0", Receive(new Message.RequestResult("run1", 0)));
        Assert.Equal("→ result of 1: 2", ResultTaken(1, 2));
    }

    [Fact]
    public void ResultTaken_AfterTheNextRoundBegan_IsReportedWithIt()
    {
        Join();
        Receive(Granted(Grant.Initial(0)));
        Receive(new Message.RequestResult("run1", 0));
        Receive(Granted(Grant.Initial(1), round: 1));

        Assert.Equal(string.Empty, ResultTaken(0, 5));
        Assert.Equal("→ result of 0: 0", Receive(new Message.RequestResult("run1", 0)));
        Receive(new Message.RequestResult("run1", 1));
        Assert.Equal("→ result of 1: 8", ResultTaken(1, 3));
    }

    [Theory]
    [InlineData("nothing", 1)]
    [InlineData("another round", 0)]
    [InlineData("the connection was lost", 0)]
    [InlineData("the manager lost it", 0)]
    [InlineData("the run was replaced", 0)]
    [InlineData("the connection was lost with nothing done", 1)]
    public void Result_LatenciesOfAbortedAttempts_AreLeftOut(string happened, int timed)
    {
        Join();
        if (!happened.EndsWith("nothing done", StringComparison.Ordinal))
        {
            Receive(Granted(Grant.Initial(0)));
        }

        switch (happened)
        {
            case "another round":
                Receive(Granted(Grant.Initial(1), round: 1));
                break;
            case "the manager lost it":
                Receive(new Message.Rejected(11, Refusal.NotMember, "silent"));
                Join();
                break;
            case "the run was replaced":
                Receive(Run with { Run = "over" });
                Receive(Run);
                break;
            case not "nothing":
                Apply(new WorkerEvent.Disconnected());
                Join();
                break;
        }

        var round = happened is "another round" ? 1 : 0;
        Receive(new Message.RequestResult("run1", round));
        var result = Timed(round, count: 1);
        Assert.Equal((7, timed), (result.Committed, result.Latency.Count));

        // Later jobs are timed again.
        Receive(Granted(Grant.Initial(1), round: 2));
        Receive(new Message.RequestResult("run1", 2));
        Assert.Equal(1, Timed(2, count: 1).Latency.Count);
    }

    [Fact]
    public void Result_CarriedIntoALaterRound_HasNoLatencies()
    {
        Join();
        Receive(Granted(Grant.Initial(0)));
        Receive(new Message.RequestResult("run1", 0));
        Receive(Granted(Grant.Initial(1), round: 1));
        Apply(new WorkerEvent.ResultTaken("run1", 0, Stats(count: 3)));
        Receive(new Message.RequestResult("run1", 1));

        var result = Timed(1, count: 1);

        Assert.Equal((14, 1), (result.Committed, result.Latency.Count));
    }

    [Fact]
    public void RequestResult_TwoAtOnce_AnswersTheLater()
    {
        Join();
        Receive(new Message.RequestResult("run1", 0));
        Receive(new Message.RequestResult("run1", 1));

        Assert.Equal(string.Empty, ResultTaken(0, 5));
        Assert.Equal("→ result of 1: 5", ResultTaken(1, 0));
        Assert.Equal("→ result of 1: 5", Receive(new Message.RequestResult("run1", 1)));
    }

    [Fact]
    public void RequestResult_OfAnotherRun_IsAnswered()
    {
        Join();
        Receive(new Message.RequestResult("run1", 3));
        ResultTaken(3, 5);
        Receive(new Message.CloseRun("run1", null));
        Receive(Run with { Run = "run2" });

        Assert.Equal("start job 0 on 0", Receive(Granted(Grant.Initial(0)) with { Run = "run2" }));
        Prose.AssertItems(Receive(new Message.RequestResult("run2", 0)), "end job 0 on 0", "take result of 0");
    }

    [Fact]
    public void OpenRun_ReplacedRun_ExecutesAGrantOnce()
    {
        Join();
        Receive(Granted(Grant.Initial(0)));
        Receive(Run with { Run = "over" });

        Assert.Equal("store of run1", Receive(Run));
        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(0))));
        Ended(Grant.Initial(0));
        Assert.Equal("start job 1 on 0", Receive(Granted(Grant.Initial(1))));
    }

    [Fact]
    public void OpenRun_ReplacedRun_ReportsDoneOnce()
    {
        Join();
        Receive(new Message.RequestResult("run1", 0));
        Receive(Run with { Run = "over" });

        Assert.Equal(string.Empty, ResultTaken(0, 5));
        Assert.Equal(string.Empty, Receive(new Message.RequestResult("run1", 1)));
        Receive(Run);
        Receive(new Message.RequestResult("run1", 1));
        Assert.Equal("→ result of 1: 8", ResultTaken(1, 3));
        Receive(Run with { Run = "over" });
        Receive(Run);
        Assert.Equal("→ result of 1: 8", Receive(new Message.RequestResult("run1", 1)));
    }

    [Theory]
    [InlineData(Refusal.Version)]
    [InlineData(Refusal.Configuration)]
    public void Rejected_Stops(Refusal refusal)
    {
        Apply(new WorkerEvent.Connected());

        Assert.Equal("STOP no", Receive(new Message.Rejected(11, refusal, "no")));
        Assert.Equal(string.Empty, Receive(Run));
    }

    [Fact]
    public void Connect_NoManager_StopsInBoundedTime()
    {
        Apply(new WorkerEvent.Connected());
        Heartbeat();
        Heartbeat();
        Heartbeat();

        Assert.StartsWith("STOP ", Heartbeat(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0, 0, 1)]
    [InlineData(0, 0, -2)]
    [InlineData(0, 4, -1)]
    public void Grant_Invalid_Stops(int job, int epoch, int actor)
    {
        Join();
        var grant = Granted(Grant.Initial(job)) with { Grant = new Grant(job, -1, epoch), Actor = actor };

        Assert.StartsWith("STOP a grant of", Receive(grant), StringComparison.Ordinal);
    }
}
