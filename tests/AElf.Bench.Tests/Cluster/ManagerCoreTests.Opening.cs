using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Tests.Cluster;

/// <summary>Workers open the run before its first round.</summary>
public sealed partial class ManagerCoreTests
{
    private static readonly ManagerTimer OpenedLate = new(TimerKind.Opening, 0);

    [Fact]
    public void Execute_FirstRound_WaitsForAllWorkersToOpenTheRun()
    {
        Receive(1, EventText.Hello(Ann));
        Receive(2, EventText.Hello(EventText.Bob));

        Prose.AssertItems(Announce(), "log 0: run", "1← run run1", "2← run run1");
        Assert.Equal(string.Empty, Heartbeat(1));
        Assert.Equal(string.Empty, BobSays(1, string.Empty));
        Assert.Equal("ready", BobSays(2, "run1"));
        Prose.AssertItems(Execute(), "log 1: round 0", "log 2: job 0 to 11", "log 3: job 1 to 21");
        Assert.Equal("ready", Announce());
    }

    [Fact]
    public void OpenRun_WorkerFails_WaitsUntilItIsLost()
    {
        Receive(1, EventText.Hello(Ann));
        Receive(2, EventText.Hello(EventText.Bob));
        Announce();
        Heartbeat(1);

        Prose.AssertItems(
            Apply(new ManagerEvent.Disconnected(2, "no store")), "2×", "lost bob", "log 1: fault worker", "ready");
    }

    [Fact]
    public void OpenRun_WorkerIsSilent_WaitsUntilTheTimeOut()
    {
        Receive(1, EventText.Hello(Ann));
        var limit = Assert.Single(
            core.Handle(new ManagerEvent.Announce()).OfType<ManagerEffect.SetTimer>(),
            set => set.Timer == OpenedLate);

        Assert.Equal(Options().ResultWait, limit.After);
        Assert.Equal("ready", Fire(OpenedLate));
        Assert.Equal(string.Empty, Heartbeat(1));
    }

    [Fact]
    public void OpenRun_WithoutWorkers_IsReadyAtOnceAndItsRoundWaits()
    {
        Prose.AssertItems(Announce(), "log 0: run", "ready");
        Assert.Equal("log 1: round 0", Execute());
    }

    [Fact]
    public void Close_WhileWorkersOpenTheRun_FailsIt()
    {
        Receive(1, EventText.Hello(Ann));
        Announce();

        Prose.AssertItems(
            Apply(new ManagerEvent.Close("enough")), "log 1: closed enough", "FAILED enough", "1← close enough",
            "1← result of -1?");
        Assert.DoesNotContain("ready", Heartbeat(1), StringComparison.Ordinal);
        Assert.DoesNotContain("ready", Fire(OpenedLate), StringComparison.Ordinal);
    }

    [Fact]
    public void Hello_WhileOthersOpenTheRun_IsAwaitedToo()
    {
        Receive(1, EventText.Hello(Ann));
        Announce();

        Prose.AssertItems(Receive(2, EventText.Hello(EventText.Bob)), "2← welcome to ann bob", "2← run run1");
        Assert.Equal(string.Empty, Heartbeat(1));
        Assert.Equal("ready", BobSays(1, "run1"));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void OpenRun_NamesWhetherTheRunIsAControl(bool isControl)
    {
        core = new ManagerCore(Options() with { IsControl = isControl }, ManagerState.Empty);
        Receive(1, EventText.Hello(Ann));

        var sent = core.Handle(new ManagerEvent.Announce()).OfType<ManagerEffect.Send>();

        Assert.Equal(isControl, Assert.IsType<Message.OpenRun>(Assert.Single(sent).Message).IsControl);
    }

    private string Announce() => Apply(new ManagerEvent.Announce());

    private string BobSays(long number, string run) => Receive(
        2, Beat(number) with { Incarnation = EventText.Bob.Incarnation, Run = run });
}
