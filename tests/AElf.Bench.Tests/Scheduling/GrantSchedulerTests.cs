using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Tests.Scheduling;

/// <summary>
/// A scheduler's events and effects. Ann is worker 1, bob is worker 2; the round sets the weights of units 0, 1, 2 …
/// </summary>
public sealed class GrantSchedulerTests
{
    private const long Ann = 1;
    private const long Bob = 2;

    private GrantScheduler scheduler = new(Options(), lastEpoch: 0);

    private static SchedulerOptions Options(
        RoutingStrategy routing = RoutingStrategy.Pull,
        int maxAttempts = 3,
        int mailbox = 100,
        int lanes = 2,
        int workersToStart = 1) => new()
        {
            Actors = new ActorOptions
            {
                Routing = routing,
                MaxAttempts = maxAttempts,
                MailboxCapacity = mailbox,
                Lanes = lanes,
                VirtualNodes = 8,
            },
            Seed = 5,
            WorkersToStart = workersToStart,
            MaxIdleObservations = 3,
        };

    private static SmallRound Round(params int[] weights) => new(0, weights, maxJobs: 100);

    private static string Describe(Grant grant) =>
        grant.Job >= 0 ? $"job {grant.Job}" : $"unit {grant.Unit}@{grant.Epoch}";

    private static string Describe(OpenGrant open) =>
        $"{Describe(open.Grant)} to {open.Worker.Name}{(open.Actor < 0 ? string.Empty : $"/{open.Actor}")}";

    private static string Describe(SchedulerEffect effect) => effect switch
    {
        SchedulerEffect.Assign(var open) => Describe(open),
        SchedulerEffect.Resend(var open) => $"again {Describe(open)}",
        SchedulerEffect.Abort(var open) => $"end {Describe(open)}",
        SchedulerEffect.Pause(var unit, var after) => $"pause {unit} for {after.TotalMilliseconds} ms",
        SchedulerEffect.AttemptFailed(var by, var failure) => $"{failure.Unit}@{failure.Epoch} failed at {by}",
        SchedulerEffect.RoundDone(var number) => $"round {number} done",
        SchedulerEffect.Failed(var reason, var lost) => $"FAILED{(lost ? ", data lost" : string.Empty)}: {reason}",
        _ => throw new ArgumentOutOfRangeException(nameof(effect)),
    };

    private static (int Unit, long Epoch, string Worker, int Actor, AttemptStep? Step) Where(IdleGrant idle) =>
        (idle.Unit, idle.Grant.Epoch, idle.Worker, idle.Actor, idle.Step);

    /// <summary>The effects so far; grants are sent at once.</summary>
    private string Effects(bool sent = true)
    {
        var effects = scheduler.TakeEffects().ToArray();
        if (sent)
        {
            foreach (var open in effects.OfType<SchedulerEffect.Assign>())
            {
                open.Grant.MarkSent();
            }
        }

        return string.Join(" | ", effects.Select(Describe));
    }

    private SchedulerWorker Join(long id = Ann, int actors = 1, int credits = 100) =>
        scheduler.AddWorker(id, id == Ann ? "ann" : "bob", actors, credits);

    private string Open(SmallRound round, RoundHistory? history = null)
    {
        scheduler.Open(round, history);
        return Effects();
    }

    private string Done(int unit, int epoch, long worker = Ann, long round = 0)
    {
        var accepted = scheduler.OnDone(worker, round, new Attempt(unit, epoch));
        var effects = Effects();
        var counts = accepted is { } attempt ? $"{attempt.Unit}@{attempt.Epoch} counts" : "nothing";
        return effects.Length == 0 ? counts : $"{counts} | {effects}";
    }

    private string Fail(int unit, int epoch, bool fatal = false, long worker = Ann, long round = 0)
    {
        scheduler.OnFailed(
            worker, round, new AttemptFailure(unit, epoch, AttemptStep.Read, "item 7", "it is gone", fatal), "ann");
        return Effects();
    }

    private string PauseOver(int unit)
    {
        scheduler.OnPauseOver(unit);
        return Effects();
    }

    private string Observe(SchedulerWorker worker, params GrantProgress[] running)
    {
        scheduler.OnProgress(worker, running);
        return Effects();
    }

    private string Remove(SchedulerWorker worker)
    {
        scheduler.RemoveWorker(worker, "it was killed");
        return Effects();
    }

    [Fact]
    public void Pull_ManyJobs_GrantsHeaviestFirstAndEvenlyToActors()
    {
        Join(Ann, actors: 2);
        Join(Bob, actors: 1);

        Prose.AssertItems(
            Open(Round(1, 2, 3, 4, 5, 6)), "job 0 to ann", "job 1 to bob", "job 2 to ann", "job 3 to ann",
            "job 4 to bob", "job 5 to ann");
    }

    [Fact]
    public void Done_FreesACreditForTheNextGrant()
    {
        Join(Ann, credits: 2);
        Join(Bob, credits: 1);

        Prose.AssertItems(Open(Round(5, 4, 3, 2, 1)), "job 0 to ann", "job 1 to bob", "job 2 to ann");
        Assert.True(scheduler.HasUnassigned);
        Prose.AssertItems(Done(1, 0, Bob), "1@0 counts", "job 3 to bob");
        Prose.AssertItems(Done(0, 0), "0@0 counts", "job 4 to ann");
        Assert.False(scheduler.HasUnassigned);
    }

    [Fact]
    public void Credits_Lowered_StopGrantsUntilBelow()
    {
        var ann = Join(credits: 2);
        Open(Round(4, 3, 2, 1));
        ann.Credits = 1;

        Assert.Equal("0@0 counts", Done(0, 0));
        Prose.AssertItems(Done(1, 0), "1@0 counts", "job 2 to ann");
    }

    [Fact]
    public void Grant_TooFewWorkers_GrantsNothing()
    {
        scheduler = new GrantScheduler(Options(workersToStart: 2), lastEpoch: 0);
        Join();
        Assert.Equal(string.Empty, Open(Round(1)));

        var bob = Join(Bob);
        Assert.Equal("job 0 to ann", Effects());
        Remove(bob);
        Prose.AssertItems(Done(0, 0), "0@0 counts", "round 0 done");
        Assert.Equal("job 0 to ann", Open(new SmallRound(1, [1], 1)));
    }

    [Fact]
    public void Round_LastUnitDone_IsDone()
    {
        Join();
        Open(Round(2, 1));

        Assert.Equal("1@0 counts", Done(1, 0));
        Assert.Equal((1, 1), (scheduler.UnitsDone, scheduler.UnitsLeft));
        Prose.AssertItems(Done(0, 0), "0@0 counts", "round 0 done");
        Assert.Null(scheduler.Round);
        Assert.Equal("nothing", Done(0, 0));
    }

    [Fact]
    public void Round_NoUnits_IsDoneAtOnce()
    {
        Assert.Equal("round 0 done", Open(Round()));
        Assert.Null(scheduler.Round);
    }

    [Fact]
    public void Open_AnotherRoundRuns_IsRefused()
    {
        Open(Round(1));

        var thrown = Assert.Throws<InvalidOperationException>(() => scheduler.Open(new SmallRound(1, [1], 1), null));
        Prose.AssertNames(thrown.Message, "round 1", "round 0");
    }

    [Fact]
    public void Done_LatestEpochOfTheGrantedWorker_CountsOnce()
    {
        Join();
        Join(Bob);
        Open(Round(1));
        Fail(0, 0);
        PauseOver(0);

        Assert.Equal("nothing", Done(0, 0));
        Assert.Equal("nothing", Done(0, 1, Bob));
        Assert.Equal("nothing", Done(0, 1, Ann, round: 1));
        Assert.Equal("nothing", Done(7, 1));
        Assert.Equal("nothing", Done(-1, 1));
        Prose.AssertItems(Done(0, 1), "0@1 counts", "round 0 done");
        Assert.Equal("nothing", Done(0, 1));
    }

    [Fact]
    public void Done_GrantNotSent_DoesNotCount()
    {
        Join();
        scheduler.Open(Round(1), null);
        Assert.Equal("job 0 to ann", Effects(sent: false));

        Assert.Equal("nothing", Done(0, 0));
        Assert.Equal(string.Empty, Fail(0, 0));
    }

    [Fact]
    public void Failed_Unit_IsGrantedAgainWithANewEpochAfterADoublingPause()
    {
        scheduler = new GrantScheduler(Options(maxAttempts: 4), lastEpoch: 41);
        Join();
        Open(Round(1, 1));

        Prose.AssertItems(Fail(0, 0), "0@0 failed at ann", "pause 0 for 20 ms");
        Assert.Equal("unit 0@42 to ann", PauseOver(0));
        Prose.AssertItems(Fail(1, 0), "1@0 failed at ann", "pause 1 for 20 ms");
        Assert.Equal("unit 1@43 to ann", PauseOver(1));
        Prose.AssertItems(Fail(0, 42), "0@42 failed at ann", "pause 0 for 40 ms");
        Assert.Equal("unit 0@44 to ann", PauseOver(0));
        Assert.Equal(44, scheduler.LastEpoch);
        Prose.AssertItems(Fail(0, 44), "0@44 failed at ann", "pause 0 for 80 ms");
    }

    [Fact]
    public void Failure_LatestEpoch_CountsAndPausesOnce()
    {
        Join();
        Open(Round(1));
        Fail(0, 0);

        Assert.Equal(string.Empty, Fail(0, 0));
        PauseOver(0);
        Assert.Equal(string.Empty, PauseOver(0));
        Assert.Equal(string.Empty, Fail(0, 0));
        Assert.Equal(string.Empty, Fail(0, 1, worker: Bob));
    }

    [Fact]
    public void Epochs_SeveralRounds_Continue()
    {
        Join();
        var round = Round(1, 1);
        Open(round);
        Fail(1, 0);
        PauseOver(1);
        Done(0, 0);
        Done(1, 1);

        Assert.Equal([0, 1], round.Versions);
        Open(new SmallRound(1, [1, 1], 2, round.Versions));
        Fail(0, 0, round: 1);
        Assert.Equal("unit 0@2 to ann", PauseOver(0));
        Done(0, 2, round: 1);
        Prose.AssertItems(Done(1, 0, round: 1), "1@0 counts", "round 1 done");
        Assert.Equal([2, 1], round.Versions);
    }

    [Fact]
    public void WorkerLost_UnitsNotDone_AreGrantedAgain()
    {
        var ann = Join();
        Open(new SmallRound(0, [1, 1, 1, 1], maxJobs: 1));
        Join(Bob);
        Done(1, 0);
        Fail(2, 0);

        Prose.AssertItems(Remove(ann), "unit 0@1 to bob", "unit 3@2 to bob");
        Assert.Equal("unit 2@3 to bob", PauseOver(2));
        Assert.Equal("nothing", Done(0, 0));
        Assert.False(ann.IsMember);
    }

    [Fact]
    public void Join_AfterAllWorkersLeft_GetsAllUnits()
    {
        var ann = Join();
        Open(Round(2, 1));

        Assert.Equal(string.Empty, Remove(ann));
        Join(Bob);
        Prose.AssertItems(Effects(), "unit 0@1 to bob", "unit 1@2 to bob");
    }

    [Fact]
    public void Failure_LastAttemptOfAUnit_FailsTheRound()
    {
        Join();
        Open(Round(1, 1));
        Fail(0, 0);
        PauseOver(0);
        Fail(0, 1);
        PauseOver(0);

        Prose.AssertNames(Fail(0, 2), "0@2 failed at ann | FAILED", "unit 0", "3 times", "epoch 2", "item 7", "Read");
        Assert.Null(scheduler.Round);
        Assert.Equal("nothing", Done(1, 0));
    }

    [Fact]
    public void WorkerLost_LastAttemptOfAUnit_FailsTheRound()
    {
        scheduler = new GrantScheduler(Options(maxAttempts: 1), lastEpoch: 0);
        var ann = Join();
        Open(new SmallRound(0, [1, 1], maxJobs: 1));

        Prose.AssertNames(Remove(ann), "FAILED: unit 0", "1 times", "epoch 0", "worker ann");
    }

    [Fact]
    public void Failure_Fatal_FailsTheRoundAsLostData()
    {
        Join();
        Open(Round(1));

        Prose.AssertNames(
            Fail(0, 0, fatal: true), "0@0 failed at ann", "FAILED, data lost: unit 0", "epoch 0", "item 7", "Read");
    }

    [Fact]
    public void Round_Abandoned_GrantsAndCountsNothing()
    {
        var ann = Join();
        Open(Round(1, 1));
        Fail(0, 0);
        scheduler.Close();

        Assert.Equal("nothing", Done(1, 0));
        Assert.Equal(string.Empty, PauseOver(0));
        Assert.Equal(string.Empty, Fail(1, 0));
        Assert.Equal(string.Empty, Observe(ann));
        Assert.Empty(scheduler.IdleGrants());
        Assert.Empty(ann.Grants);
        Assert.False(scheduler.HasUnassigned);
        Assert.Equal(string.Empty, Remove(ann));
        Join(Bob);
        Assert.Equal(string.Empty, Effects());
    }

    [Fact]
    public void Mailbox_Full_BlocksTheRotation()
    {
        scheduler = new GrantScheduler(Options(RoutingStrategy.RoundRobin, mailbox: 1, lanes: 1), lastEpoch: 0);
        Join(Ann);
        Join(Bob);

        Prose.AssertItems(
            Open(Round(6, 5, 4, 3, 2, 1)), "job 0 to ann/0", "job 1 to bob/0", "job 2 to ann/0", "job 3 to bob/0");
        Assert.Equal("1@0 counts", Done(1, 0, Bob));
        Prose.AssertItems(Done(0, 0), "0@0 counts", "job 4 to ann/0", "job 5 to bob/0");
    }

    [Fact]
    public void Mailbox_JobOfSeveralUnits_IsFreedByTheLastUnit()
    {
        scheduler = new GrantScheduler(Options(RoutingStrategy.SmallestMailbox, mailbox: 0, lanes: 1), lastEpoch: 0);
        Join();
        Open(new SmallRound(0, [1, 1, 1, 1], maxJobs: 2));

        Assert.Equal("0@0 counts", Done(0, 0));
        Prose.AssertItems(Fail(2, 0), "2@0 failed at ann", "pause 2 for 20 ms", "job 1 to ann/0");
    }

    [Fact]
    public void LeastOutstandingWork_CountsTheWeightOfOpenGrants()
    {
        scheduler = new GrantScheduler(Options(RoutingStrategy.LeastOutstandingWork), lastEpoch: 0);
        Join(Ann, actors: 2);

        Prose.AssertItems(
            Open(Round(9, 3, 3, 3)), "job 0 to ann/0", "job 1 to ann/1", "job 2 to ann/1", "job 3 to ann/1");
        Assert.Equal("0@0 counts", Done(0, 0));
        Fail(1, 0);
        Assert.Equal("unit 1@1 to ann/0", PauseOver(1));
    }

    [Fact]
    public void ConsistentHash_UnitRepeated_GoesToTheSameActor()
    {
        scheduler = new GrantScheduler(Options(RoutingStrategy.ConsistentHash), lastEpoch: 0);
        var ann = Join(Ann, actors: 2);
        var bob = Join(Bob, actors: 3);
        int[] weights = [8, 7, 6, 5, 4, 3, 2, 1];
        var first = Open(Round(weights));
        OpenGrant[] grants = [.. ann.Grants, .. bob.Grants];
        Array.ForEach(grants, open => scheduler.OnDone(open.Worker.Id, 0, new Attempt(open.Grant.Job, 0)));
        Assert.Equal("round 0 done", Effects());

        Assert.Equal(first, Open(new SmallRound(1, weights, maxJobs: 100)));
        var heaviest = Array.Find(grants, open => open.Grant.Job == 0)!;
        Fail(0, 0, worker: heaviest.Worker.Id, round: 1);
        Assert.Equal($"unit 0@1 to {heaviest.Worker.Name}/{heaviest.Actor}", PauseOver(0));
    }

    [Fact]
    public void WorkerLost_ActorsOfOthers_KeepTheirWork()
    {
        scheduler = new GrantScheduler(Options(RoutingStrategy.SmallestMailbox), lastEpoch: 0);
        var ann = Join(Ann, actors: 2);
        Join(Bob);
        Prose.AssertItems(
            Open(Round(4, 3, 2, 1)), "job 0 to ann/0", "job 1 to ann/1", "job 2 to bob/0", "job 3 to ann/0");

        Prose.AssertItems(Remove(ann), "unit 0@1 to bob/0", "unit 1@2 to bob/0", "unit 3@3 to bob/0");
        scheduler.AddWorker(3, "cat", actors: 1, credits: 100);
        Fail(2, 0, worker: Bob);
        Assert.Equal("unit 2@4 to cat/0", PauseOver(2));
    }

    [Fact]
    public void Observation_GrantUnknownTwice_IsSentAgain()
    {
        var ann = Join();
        Open(Round(2, 1));
        var first = new GrantProgress(Grant.Initial(0), 0, 1);

        Assert.Equal(string.Empty, Observe(ann, first));
        Assert.Equal("again job 1 to ann", Observe(ann, first with { Position = 2 }));
        Assert.Equal(string.Empty, Observe(ann, first with { Position = 3 }));
        Assert.Equal("again job 1 to ann", Observe(ann, first with { Position = 4 }));
    }

    [Fact]
    public void Grant_NotSent_IsNotMissed()
    {
        var ann = Join();
        scheduler.Open(Round(1), null);
        Effects(sent: false);
        for (var observation = 0; observation < 10; observation++)
        {
            Assert.Equal(string.Empty, Observe(ann));
        }
    }

    [Fact]
    public void Observation_NoProgress_EndsTheGrantAndGrantsAgain()
    {
        var ann = Join(credits: 1);
        Open(Round(1));
        Join(Bob);
        var stuck = new GrantProgress(Grant.Initial(0), 0, 5);
        for (var observation = 0; observation < 4; observation++)
        {
            Assert.Equal(string.Empty, Observe(ann, stuck));
        }

        Prose.AssertItems(Observe(ann, stuck), "end job 0 to ann", "unit 0@1 to ann");
        Assert.Equal("nothing", Done(0, 0));
    }

    [Fact]
    public void Observation_NoProgressBeforeAWaitingGrant_EndsIt()
    {
        scheduler = new GrantScheduler(Options(maxAttempts: 2), lastEpoch: 0);
        var ann = Join();
        Open(Round(2, 1));
        var moving = new GrantProgress(Grant.Initial(0), 0, 0);
        var waits = new GrantProgress(Grant.Initial(1), -1, -1);
        for (var observation = 0; observation < 20; observation++)
        {
            Assert.Equal(string.Empty, Observe(ann, moving with { Position = observation }, waits));
        }

        for (var observation = 0; observation < 3; observation++)
        {
            Assert.Equal(string.Empty, Observe(ann, moving with { Position = 19 }, waits));
        }

        Prose.AssertItems(
            Observe(ann, moving with { Position = 19 }, waits), "end job 0 to ann", "end job 1 to ann",
            "unit 0@1 to ann", "unit 1@2 to ann");
    }

    [Fact]
    public void Observation_SeveralWithoutProgress_FirstMayFailTheRound()
    {
        scheduler = new GrantScheduler(Options(maxAttempts: 1), lastEpoch: 0);
        var ann = Join();
        Open(new SmallRound(0, [1, 1, 1, 1], maxJobs: 2));
        Assert.Equal(string.Empty, Observe(ann));
        Prose.AssertItems(Observe(ann), "again job 0 to ann", "again job 1 to ann");
        Assert.Equal(string.Empty, Observe(ann));

        Prose.AssertNames(
            Observe(ann), "again job 0 to ann | ", "again job 1 to ann | ", "end job 0 to ann | FAILED", "unit 0",
            "1 times", "ann", "4 observations");
        Assert.Empty(ann.Grants);
    }

    [Fact]
    public void StuckGrants_Several_AreListedLongestIdleFirst()
    {
        var ann = Join();
        var bob = Join(Bob);
        Open(Round(3, 2, 1));
        var position = new LanePosition(0, 4, AttemptStep.Write).ToInt64();
        Observe(bob, new GrantProgress(Grant.Initial(1), 0, position));
        Observe(bob, new GrantProgress(Grant.Initial(1), 0, position));
        Observe(ann, new GrantProgress(Grant.Initial(0), -1, -1), new GrantProgress(Grant.Initial(2), 0, 1));
        Observe(bob, new GrantProgress(Grant.Initial(1), 0, position));

        Assert.Equal(
            (1, 0L, "bob", 0, AttemptStep.Write), Where(Assert.Single(scheduler.IdleGrants(), idle => idle.Idle > 1)));
        Observe(ann, new GrantProgress(Grant.Initial(0), -1, -1), new GrantProgress(Grant.Initial(2), 0, 1));
        Assert.Equal(
            ["job 1 2", "job 0 1", "job 2 1"],
            scheduler.IdleGrants().Select(idle => $"{Describe(idle.Grant)} {idle.Idle}"));
        Assert.Equal((0, 0L, "ann", -1, null), Where(scheduler.IdleGrants()[1]));
    }

    [Fact]
    public void Restart_OpenGrantsAndNewUnits_AreGrantedUnderNewEpochs()
    {
        scheduler = new GrantScheduler(Options(), lastEpoch: 9);
        Join();
        var history = new RoundHistory
        {
            GrantedJobs = { 0, 1 },
            Done = { [1] = 7 },
            Retries = { Grant.Retry(1, 7), Grant.Retry(0, 9) },
        };
        var round = Round(4, 3, 2, 1);

        Prose.AssertItems(Open(round, history), "unit 0@10 to ann", "job 2 to ann", "job 3 to ann");
        Assert.Equal([0, 7, 0, 0], round.Versions);
        Assert.Equal((1, 3), (scheduler.UnitsDone, scheduler.UnitsLeft));
        Assert.Equal("nothing", Done(1, 7));
        Assert.Equal("nothing", Done(0, 9));
        Prose.AssertNames(Fail(0, 10), "0@10 failed at ann | FAILED", "unit 0", "3 times");
    }

    [Fact]
    public void Restart_AllUnitsDone_IsDoneAtOnce()
    {
        var round = Round(1, 1);

        Assert.Equal(
            "round 0 done", Open(round, new RoundHistory { GrantedJobs = { 0, 1 }, Done = { [0] = 0, [1] = 3 } }));
        Assert.Equal([0, 3], round.Versions);
    }

    [Fact]
    public void Restart_GrantedTooOften_Fails()
    {
        Join();
        var history = new RoundHistory { GrantedJobs = { 0 }, Retries = { Grant.Retry(0, 1), Grant.Retry(0, 2) } };

        Prose.AssertNames(Open(Round(1, 1), history), "FAILED: unit 0", "3 times", "restarted");
    }
}
