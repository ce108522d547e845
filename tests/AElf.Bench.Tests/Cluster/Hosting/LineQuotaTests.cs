using AElf.Bench.Akka.Secrets;
using AElf.Bench.Tests.Health;

namespace AElf.Bench.Tests.Cluster.Hosting;

public sealed class LineQuotaTests
{
    private readonly ManualClock clock = new();

    [Fact]
    public void Quota_ExceededMinute_ReportsTheNumberOfDroppedLines()
    {
        var quota = new LineQuota(3, clock);

        Assert.Equal([true, true, true, false, false], Take(quota, 5));
        clock.Advance(TimeSpan.FromSeconds(59));
        Assert.Equal([false], Take(quota, 1));
        clock.Advance(TimeSpan.FromSeconds(1));
        Assert.True(quota.TryTake(out var leftOut));
        Assert.Equal(3, leftOut);
        Assert.True(quota.TryTake(out leftOut));
        Assert.Equal(0, leftOut);
    }

    [Fact]
    public void Quota_MinuteWithRoom_ReportsNoDroppedLines()
    {
        var quota = new LineQuota(3, clock);
        Take(quota, 3);
        clock.Advance(TimeSpan.FromMinutes(2));

        Assert.True(quota.TryTake(out var leftOut));
        Assert.Equal(0, leftOut);
    }

    private static bool[] Take(LineQuota quota, int count) =>
        [.. Enumerable.Range(0, count).Select(_ => quota.TryTake(out var unused))];
}
