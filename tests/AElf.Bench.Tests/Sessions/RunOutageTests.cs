using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.Tests.Health;
using AElf.Concurrency.Manager;

namespace AElf.Bench.Tests.Sessions;

/// <summary>What a run waits for, by the events of its manager.</summary>
public sealed class RunOutageTests
{
    private static readonly ClusterMember Ann = new("ann", 1, 2, 2, "somewhere", "memory");
    private static readonly ManagerEffect NoWorker =
        new ManagerEffect.SetTimer(new ManagerTimer(TimerKind.NoWorkers, 0), TimeSpan.FromSeconds(60));

    private readonly ManualClock clock = new();
    private readonly EventLog events;
    private readonly ClusterRun run;

    public RunOutageTests()
    {
        events = new EventLog(TextWriter.Null) { Outage = new RunOutage(TimeSpan.FromSeconds(10), clock) };
        run = new ClusterRun("0a1b2c3d", events, clock);
        events.RunBegan(run.Id, resumed: false);
    }

    [Fact]
    public void Run_LastWorkerLost_WaitsUntilAWorkerJoins()
    {
        events.OnEffect(new ManagerEffect.Lost(Ann, "its process was killed"));
        Assert.Null(ReasonAt(100));
        events.OnEffect(NoWorker);

        Prose.AssertNames(ReasonAt(100)!, "a worker until", "(60 s)", "worker ann", "its process was killed", "start");

        events.OnEffect(new ManagerEffect.CancelTimer(new ManagerTimer(TimerKind.NoWorkers, 0)));
        Assert.Null(ReasonAt(100));
        Assert.Contains(events.Events, each => each.Text.Contains("no longer waits", StringComparison.Ordinal));
    }

    [Fact]
    public void Run_SeveralWorkersLost_NamesTheLastAndItsReason()
    {
        events.OnEffect(new ManagerEffect.Lost(Ann with { Name = "bob", Incarnation = 2 }, "its host is gone"));
        events.OnEffect(new ManagerEffect.Lost(Ann, "its process was killed"));
        events.OnEffect(NoWorker);

        Prose.AssertNames(ReasonAt(100)!, "2 workers", "worker ann", "its process was killed");
    }

    [Fact]
    public void Run_LastWorkerLostWithTheStore_AdvisesToStartBoth()
    {
        Fail("the connection was lost", fatal: false, item: null);
        events.OnEffect(NoWorker);

        Assert.Contains("store and the worker", ReasonAt(0), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false, null, ProblemKind.Unnamed, true)]
    [InlineData(false, "account 7", ProblemKind.RefusedForNow, true)]
    [InlineData(false, "account 7", ProblemKind.Unnamed, false)]
    [InlineData(true, null, ProblemKind.Unnamed, false)]
    public void Run_AttemptFails_WaitsForTheStoreIfItCanReturn(
        bool fatal, string? item, ProblemKind kind, bool waits)
    {
        Assert.Null(ReasonAt(100));
        Fail(new Problem(kind, "127.0.0.1:6379 closed the connection"), fatal, item);
        Assert.Null(ReasonAt(100));
        clock.Advance(TimeSpan.FromSeconds(2));

        var reason = ReasonAt(100);

        Assert.Equal(waits, reason is not null);
        if (waits)
        {
            Prose.AssertNames(
                reason!, "the store until", "(10 s)", "worker ann", "127.0.0.1:6379", "start", "without its data");
        }
    }

    [Fact]
    public void Run_CommitsAfterAFailure_DoesNotWait()
    {
        Assert.Null(ReasonAt(100));
        Fail("the connection was lost", fatal: false, item: null);

        // Commits before the failure, reported after it.
        Assert.Null(ReasonAt(110));
        clock.Advance(TimeSpan.FromSeconds(2));
        Assert.NotNull(ReasonAt(99));

        Assert.Null(ReasonAt(111));
        Assert.Null(ReasonAt(111));
    }

    [Fact]
    public void Run_FailedOrNew_DoesNotWait()
    {
        events.OnEffect(NoWorker);
        Assert.NotNull(ReasonAt(0));
        events.OnEffect(new ManagerEffect.RunFailed("no worker for 60 s", StoreLostData: false));
        Assert.Null(ReasonAt(0));

        events.OnEffect(NoWorker);
        Assert.NotNull(ReasonAt(0));
        events.RunBegan("0a1b2c3e", resumed: false);
        Assert.Null(ReasonAt(0));
    }

    private void Fail(Problem reason, bool fatal, string? item) => events.OnEffect(
        new ManagerEffect.AttemptFailed(
            "worker ann", new AttemptFailure(1, 0, AttemptStep.Read, item, reason, fatal)));

    private string? ReasonAt(long committed)
    {
        run.SetProgress(new ProgressSnapshot(RunPhase.Measure, 1, 2, committed, 0, 0));
        return (run.State as RunState.Waiting)?.Reason;
    }
}
