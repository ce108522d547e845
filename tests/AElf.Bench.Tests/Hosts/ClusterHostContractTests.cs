using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Hosts;
using AElf.Bench.Tests.Cluster.Hosting;

namespace AElf.Bench.Tests.Hosts;

/// <summary>A manager and two workers over channels in memory.</summary>
public sealed class ClusterHostContractTests : ActorHostContract
{
    private static readonly ActorSystemOptions Timing = new()
    {
        HeartbeatInterval = TimeSpan.FromMilliseconds(50),
        AcceptableHeartbeatPause = TimeSpan.FromSeconds(20),
    };

    protected override IRoundExecutor Open(IPumpFactory pumps, ActorOptions actors)
    {
        Func<IMessageChannel, Task> serve = _ => Task.CompletedTask;
        var wire = new ClusterWire(workers => serve = workers, Join, options => options, () => ValueTask.CompletedTask);
        return new SmallCluster(pumps, actors, StoreLimits, () => Timing, _ => wire);

        Task<IMessageChannel> Join(Endpoint manager, CancellationToken cancellation)
        {
            var (here, there) = MemoryChannel.Pair();
            _ = serve(there);
            return Task.FromResult<IMessageChannel>(here);
        }
    }
}
