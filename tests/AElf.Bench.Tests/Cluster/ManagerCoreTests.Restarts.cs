using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Tests.Cluster;

/// <summary>The log of a restarted manager, and the log that a manager leaves when it gives a run up.</summary>
public sealed partial class ManagerCoreTests
{
    [Theory]
    [InlineData(0, "log 0: run | log 1: round 0", "log 2: job 0 to 11 | log 3: job 1 to 11")]
    [InlineData(1, "log 1: round 0", "log 2: job 0 to 11 | log 3: job 1 to 11")]
    [InlineData(2, "", "log 2: job 0 to 11 | log 3: job 1 to 11")]
    [InlineData(3, "", "log 3: unit 0@1 to 11 | log 4: job 1 to 11")]
    [InlineData(4, "", "log 4: unit 0@1 to 11 | log 5: unit 1@2 to 11 | log 6: unit 2@3 to 11")]
    [InlineData(5, "", "log 5: unit 0@1 to 11 | log 6: unit 2@2 to 11")]
    [InlineData(6, "", "log 6: unit 0@1 to 11")]
    [InlineData(7, "round 0 done | measured 0 [] | unreported 8", "1← run run1")]
    public void Restart_OpenGrants_AreGrantedUnderNewEpochs(
        int recordsOnDisk, string onExecute, string onHello)
    {
        AnnWorksAlone();
        Done(Ann, 1, new Attempt(1, 0));
        Done(Ann, 2, new Attempt(2, 0));
        Done(Ann, 3, new Attempt(0, 0));

        Assert.Equal(onExecute, Restart(recordsOnDisk));
        Assert.EndsWith(onHello, Receive(1, EventText.Hello(Ann)), StringComparison.Ordinal);
    }

    [Fact]
    public void Restart_DoneOfAnOldEpoch_DoesNotCount()
    {
        AnnWorksAlone();
        Restart(4);
        Receive(1, EventText.Hello(Ann));
        Sync();

        Assert.Equal("1← ack 1", Done(Ann, 1, new Attempt(0, 0)));
        Assert.Equal("log 7: done 0@1", Done(Ann, 2, new Attempt(0, 1)));
    }

    [Fact]
    public void Restart_UnitGrantedTooOftenBefore_FailsTheRun()
    {
        AnnWorksAlone();
        for (var epoch = 0; epoch < 2; epoch++)
        {
            Failed(Ann, 1, epoch);
            Fire(new ManagerTimer(TimerKind.Pause, 1));
            Sync();
        }

        Prose.AssertNames(Restart(log.Count), "FAILED unit 1", "3 times", "restarted");
    }

    [Theory]
    [InlineData(1, false)]
    [InlineData(2, true)]
    public void Restart_AttemptsBefore_CountTowardsTheLimitOfThree(int attemptsBefore, bool isLast)
    {
        AnnWorksAlone();
        for (var epoch = 0; epoch < attemptsBefore - 1; epoch++)
        {
            Failed(Ann, 1, epoch);
            Fire(new ManagerTimer(TimerKind.Pause, 1));
            Sync();
        }

        Restart(log.Count);
        Receive(1, EventText.Hello(Ann));
        Sync();
        var granted = log.OfType<LogRecord.Granted>().Last(record => record.Grant.Unit == 1).Grant;

        Assert.Equal(
            isLast, Failed(Ann, 1, granted.Epoch).Contains("FAILED unit 1", StringComparison.Ordinal));
    }

    [Fact]
    public void Restart_CompletedRounds_HaveTheirVersionsFromTheLog()
    {
        AnnWorksAlone();
        Failed(Ann, 1, 0);
        Fire(new ManagerTimer(TimerKind.Pause, 1));
        Sync();
        Done(Ann, 1, new Attempt(0, 0), new Attempt(1, 1), new Attempt(2, 0));

        Assert.StartsWith("round 0 done | measured", Restart(log.Count), StringComparison.Ordinal);
        Assert.Equal([0, 1, 0], round.Versions);
        round = EventText.Round(1, round.Versions);
        Execute();
        Receive(1, EventText.Hello(Ann));
        Prose.AssertItems(Sync(), "1← grant job 0", "1← grant job 1 over 1@1");
    }

    [Fact]
    public void Seeding_AfterARestart_UsesANewVersion()
    {
        Prose.AssertItems(Apply(new ManagerEvent.BeginSeeding()), "log 0: run", "log 1: seeding 1");
        Assert.Equal("seed 1", Sync());
        core = new ManagerCore(Options(), LogReplay.Run(log, "run1", "small"));
        Assert.Equal("log 2: seeding 2", Apply(new ManagerEvent.BeginSeeding()));
        core = new ManagerCore(Options(), LogReplay.Run(log, "run1", "small"));
        AnnWorksAlone();
        Failed(Ann, 1, 0);

        Assert.Equal([1, 2], LogReplay.Run(log, "run1", "small").SeedVersions);
        Assert.EndsWith(
            "unit 1@3 to 11", Fire(new ManagerTimer(TimerKind.Pause, 1)), StringComparison.Ordinal);
    }

    [Fact]
    public void Faults_OfARun_AreInItsLog()
    {
        AnnWorksAlone();
        Failed(Ann, 1, epoch: 0);
        Fire(new ManagerTimer(TimerKind.Pause, 1));
        Sync();
        Failed(Ann, 1, epoch: 1);
        Fire(new ManagerTimer(TimerKind.Deadline, Ann.Incarnation));

        var faults = LogReplay.Run(log, "run1", "small").Faults;

        Assert.Equal(
            [("refused", 2), ("worker", 1)], faults.Select(each => (each.Key.Kind, each.Value)).Order());
    }

    [Fact]
    public void Failed_AttemptOfAnEndedGrant_EndsNeitherUnitNorRun()
    {
        AnnWorksAlone();
        Failed(Ann, 1, epoch: 0);
        Fire(new ManagerTimer(TimerKind.Pause, 1));
        Assert.Contains("grant unit 1@1", Sync(), StringComparison.Ordinal);

        Assert.Equal("1← ack 9", Failed(Ann, 1, epoch: 0));
        Assert.Equal("1← ack 9", Failed(Ann, 1, epoch: 0, fatal: true));
        Assert.Equal("log 6: done 1@1", Done(Ann, 1, new Attempt(1, 1)));
    }

    [Fact]
    public void Heartbeat_OlderThanTheLast_IsIgnored()
    {
        AnnWorksAlone();
        GrantProgress[] both = [new(Grant.Initial(0), 0, 1), new(Grant.Initial(1), 0, 1)];
        Heartbeat(5, both);

        // A grant is sent again when two heartbeats do not list it.
        Assert.Equal(string.Empty, Heartbeat(3));
        Assert.Equal(string.Empty, Heartbeat(4));
        Assert.Equal(string.Empty, Heartbeat(6));
        Prose.AssertItems(Heartbeat(7), "1← grant job 0", "1← grant job 1");
    }

    [Fact]
    public void Close_BeforeSeeding_SeedsNothing()
    {
        Apply(new ManagerEvent.Close("the disk is full"));

        Assert.Equal("FAILED the disk is full", Apply(new ManagerEvent.BeginSeeding()));
    }

    [Fact]
    public void RunEnds_BeforeItsFirstRound_CanBeTriedAgain()
    {
        AnnWorksAlone();
        core = new ManagerCore(Options(), LogReplay.Run(log, "run1", "small"));
        Receive(1, EventText.Hello(Ann));

        Assert.Equal(string.Empty, Apply(new ManagerEvent.Close(Failure: null)));
    }

    [Fact]
    public void Runs_WithOneId_HaveDifferentNamesAndEpochs()
    {
        var first = new RunName(new RunId(0xBADCAFE), 7);
        var second = first with { Submission = 8 };

        Assert.Equal("0badcafe.0000000000000007", first.ToString());
        Assert.Equal("0badcafe", RunName.IdIn(second.ToString()));
        Assert.Equal((7 << 12, 8 << 12), (first.EpochsBefore, second.EpochsBefore));
        core = new ManagerCore(Options() with { EpochsBefore = second.EpochsBefore }, ManagerState.Empty);
        Apply(new ManagerEvent.BeginSeeding());
        Assert.Equal("seed 32769", Sync());
    }

    [Fact]
    public void Close_BeforeItsFirstRound_WritesAReadableLog()
    {
        Prose.AssertItems(Apply(new ManagerEvent.Close("enough")), "FAILED enough", "measured -1 []");
        Prose.AssertItems(Execute(), "FAILED enough", "measured -1 []");

        Assert.Empty(log);
    }

    [Fact]
    public void Close_ClosedInTheLog_IsNotClosedAgain()
    {
        AnnWorksAlone();
        Apply(new ManagerEvent.Close("enough"));
        core = new ManagerCore(Options(), LogReplay.Run(log, "run1", "small"));
        Apply(new ManagerEvent.Close("again"));

        Assert.Equal("enough", LogReplay.Run(log, "run1", "small").Failure);
    }

    [Fact]
    public void Restart_OpenGrants_CountAsUnreported()
    {
        AnnWorksAlone();
        Done(Ann, 1, new Attempt(0, 0), new Attempt(1, 0), new Attempt(2, 0));
        var recordsKept = log.Count;
        Sync();
        Result(Ann, of: 0, committed: 4);

        Prose.AssertItems(Restart(recordsKept), "round 0 done", "measured 0 []", "unreported 8");
    }

    [Fact]
    public void Restart_WorkerFromBefore_ReportsForBoth()
    {
        AnnWorksAlone();
        Done(Ann, 1, new Attempt(0, 0), new Attempt(1, 0));
        Restart(log.Count);
        Receive(1, EventText.Hello(Ann));
        Sync();
        Done(Ann, 2, new Attempt(2, 1));
        Sync();

        Assert.Equal("measured 0 [ann 4]", Result(Ann, of: 0, committed: 4));
    }

    [Fact]
    public void Close_IsLoggedMeasuredAndFinal()
    {
        AnnWorksAlone();

        Prose.AssertItems(
            Apply(new ManagerEvent.Close("enough")), "log 4: closed enough", "FAILED enough", "1← close enough",
            "1← result of -1?");
        Assert.Equal("measured -1 [ann 3]", Result(Ann, of: -1, committed: 3));
        Assert.Equal(string.Empty, Apply(new ManagerEvent.Close(Failure: null)));
        Prose.AssertItems(Restart(log.Count), "FAILED enough", "measured -1 []");
    }

    [Fact]
    public void Restart_LogOfAnotherRound_FailsTheRun()
    {
        AnnWorksAlone();
        log[1] = new LogRecord.RoundOpened(round.Manifest with { Checksum = 1 });

        Prose.AssertNames(Restart(2), "FAILED", "round 0");
    }
}
