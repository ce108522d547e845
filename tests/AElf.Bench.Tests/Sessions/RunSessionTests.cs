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
    public void A_run_that_nobody_asks_for_is_alone()
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
    public void A_run_that_is_followed_is_not_alone_until_its_last_follower_has_been_gone_for_so_long()
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
