using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Local;
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
        var engine = new MemoryEngine();
        return new SmallCluster(pumps, actors, StoreLimits, () => Timing, _ => engine);
    }

    /// <summary>What is built in, but for the channels between manager and workers.</summary>
    private sealed class MemoryEngine : IActorEngine
    {
        private Func<IMessageChannel, Task> serve = _ => Task.CompletedTask;

        public LocalOptions On(LocalOptions options) => options;

        public WorkerHostOptions On(WorkerHostOptions options) => options;

        public Task<IMessageChannel> JoinAsync(Endpoint manager, CancellationToken cancellation)
        {
            var (here, there) = MemoryChannel.Pair();
            _ = serve(there);
            return Task.FromResult<IMessageChannel>(here);
        }

        public Task Listen(
            ConnectionOptions connection, TimeSpan strangerDeadline, Func<IMessageChannel, Task> workers)
        {
            serve = workers;
            return new TaskCompletionSource().Task;
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
