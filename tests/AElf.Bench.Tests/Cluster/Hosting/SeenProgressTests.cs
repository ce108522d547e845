using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Execution;

namespace AElf.Bench.Tests.Cluster.Hosting;

public sealed class SeenProgressTests
{
    private readonly SeenProgress seen = new();

    [Fact]
    public void Progress_LostWorker_IsSubtractedOnce()
    {
        seen.Begin(Committed(0));
        seen.Tell(Committed(700));
        seen.Tell(Committed(500));
        Assert.Equal((500, 700), (seen.Latest.Committed, seen.Gained));

        seen.Tell(Committed(650));
        seen.Tell(Committed(1000));
        Assert.Equal(1000, seen.Gained);
    }

    [Fact]
    public void Progress_SeveralRounds_AddsUp()
    {
        seen.Begin(Committed(0));
        seen.Tell(Committed(1000));
        seen.Begin(Committed(400));
        seen.Tell(Committed(1000));

        Assert.Equal(1600, seen.Gained);
    }

    private static ExecutorSnapshot Committed(long transfers) => new(transfers, 3, TimeSpan.FromSeconds(1));
}
