using AElf.Bench.Tests.Health;
using AElf.Concurrency.Manager;

namespace AElf.Bench.Tests.Sessions;

public sealed class RunSessionTests
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly ManualClock clock = new();
    private readonly RunSession session;

    public RunSessionTests()
    {
        session = new RunSession(ManagerRig.Submission("0a1b2c3d"), isResumed: false, clock);
        clock.Advance(Minute);
    }

    [Fact]
    public void Session_WithoutFollowers_IsAlone()
    {
        Assert.False(session.IsAlone(Minute));
        clock.Advance(Minute);
        Assert.False(session.IsAlone(Minute), "a minute is not yet over");
        session.Touched();
        clock.Advance(Minute);
        Assert.False(session.IsAlone(Minute), "asked a minute ago");
        clock.Advance(TimeSpan.FromTicks(1));
        Assert.True(session.IsAlone(Minute));
    }

    [Fact]
    public void Session_LastFollowerGone_IsAloneAfterTheTime()
    {
        Assert.True(session.TryFollow() && session.TryFollow());
        session.Leave();
        clock.Advance(2 * Minute);
        Assert.False(session.IsAlone(Minute));

        session.Leave();
        clock.Advance(2 * Minute);
        Assert.True(session.IsAlone(Minute));
    }
}
