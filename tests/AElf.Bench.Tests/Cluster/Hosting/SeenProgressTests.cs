using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Execution;

namespace AElf.Bench.Tests.Cluster.Hosting;

public sealed class SeenProgressTests
{
    private readonly SeenProgress seen = new();

    [Fact]
    public void What_a_lost_worker_takes_back_is_counted_once()
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
    public void Rounds_add_up_and_what_a_log_has_of_one_was_gained_by_another()
    {
        seen.Begin(Committed(0));
        seen.Tell(Committed(1000));
        seen.Begin(Committed(400));
        seen.Tell(Committed(1000));

        Assert.Equal(1600, seen.Gained);
    }

    private static ExecutorSnapshot Committed(long transfers) => new(transfers, 3, TimeSpan.FromSeconds(1));
}
