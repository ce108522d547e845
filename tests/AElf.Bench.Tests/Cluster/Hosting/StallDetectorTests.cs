using System.Diagnostics;
using AElf.Bench.Concurrency.Cluster.Hosting;

namespace AElf.Bench.Tests.Cluster.Hosting;

/// <summary>Iterations of a loop at given milliseconds, with an interval of 100 ms.</summary>
public sealed class StallDetectorTests
{
    private readonly StallDetector loop = new(TimeSpan.FromMilliseconds(100));

    private static long At(int milliseconds) => milliseconds * Stopwatch.Frequency / 1000;

    private void Turn(int at, int sleep) => loop.Note(At(at), TimeSpan.FromMilliseconds(sleep));

    [Fact]
    public void Stall_LoopInTime_IsNotDelayed()
    {
        Turn(0, 50);
        Turn(50, 1000);
        Turn(1050, 0);
        Turn(1150, 0);

        Assert.False(loop.WasLately(At(1150)));
    }

    [Fact]
    public void Stall_LoopSleptTooLong_IsReportedForOneMoreInterval()
    {
        Turn(0, 50);
        Turn(151, 1000);

        Assert.True(loop.WasLately(At(151)));
        Turn(250, 0);
        Assert.True(loop.WasLately(At(250)));
        Turn(251, 0);
        Assert.False(loop.WasLately(At(251)));
    }

    [Fact]
    public void Stall_LoopWorkedTooLong_IsReported()
    {
        Turn(0, 0);
        Turn(5000, 0);

        Assert.True(loop.WasLately(At(5099)));
        Assert.False(loop.WasLately(At(5100)));
    }
}
