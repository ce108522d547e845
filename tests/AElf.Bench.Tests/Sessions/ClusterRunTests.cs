using AElf.Bench.Tests.Health;
using AElf.Concurrency.Manager;

namespace AElf.Bench.Tests.Sessions;

public sealed class ClusterRunTests
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly ManualClock clock = new();
    private readonly ClusterRun run;

    public ClusterRunTests()
    {
        run = new ClusterRun("0a1b2c3d", new EventLog(TextWriter.Null), clock);
        clock.Advance(Minute);
    }

    [Fact]
    public void Run_WithoutFollowers_IsAlone()
    {
        Assert.False(run.IsAlone(Minute));
        clock.Advance(Minute);
        Assert.False(run.IsAlone(Minute), "the minute is not over");
        run.Touched();
        clock.Advance(Minute);
        Assert.False(run.IsAlone(Minute), "asked a minute ago");
        clock.Advance(TimeSpan.FromTicks(1));
        Assert.True(run.IsAlone(Minute));
    }

    [Fact]
    public void Run_LastFollowerGone_IsAloneAfterTheTime()
    {
        Assert.True(run.TryFollow() && run.TryFollow());
        run.Leave();
        clock.Advance(2 * Minute);
        Assert.False(run.IsAlone(Minute));

        run.Leave();
        clock.Advance(2 * Minute);
        Assert.True(run.IsAlone(Minute));
    }
}
