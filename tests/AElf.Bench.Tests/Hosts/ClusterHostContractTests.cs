using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Harness.Scenarios;
using AElf.Bench.TestKit.Counters;
using AElf.Bench.TestKit.Hosts;
using AElf.Bench.Tests.Cluster.Hosting;

namespace AElf.Bench.Tests.Hosts;

/// <summary>A manager and two workers, each with its own event loop, over channels in memory.</summary>
public sealed class ClusterHostContractTests : ActorHostContract
{
    protected override IRoundExecutor Open(IPumpFactory pumps, ActorOptions actors) => new SmallCluster(pumps, actors);

    private sealed class SmallCluster : IRoundExecutor, IClusterListener
    {
        private const string Store = "memory:1";
        private static readonly ActorSystemOptions Timing = new()
        {
            Seeds = [new Endpoint("127.0.0.1", 1)],
            HeartbeatInterval = TimeSpan.FromMilliseconds(50),
            AcceptableHeartbeatPause = TimeSpan.FromSeconds(20),
        };

        private readonly TemporaryFolder folder = new();
        private readonly ManagerHost manager;
        private readonly List<WorkerHost> workers = [];
        private readonly ClusterExecutor executor;

        public SmallCluster(IPumpFactory pumps, ActorOptions actors)
        {
            manager = new ManagerHost(new ManagerHostOptions(Timing, [Store]), this);
            for (var number = 0; number < 2; number++)
            {
                workers.Add(new WorkerHost(
                    new WorkerHostOptions
                    {
                        Worker = new ClusterMember(
                            $"worker{number}", 0, actors.Actors / 2, actors.Lanes, "server", Store),
                        Store = StoreLimits,
                        System = Timing,
                    },
                    _ => pumps,
                    (_, _) => Task.FromResult<IMessageChannel>(Connect()),
                    _ => { }));
            }

            Assert.True(
                manager.WaitForMembers(2, TimeSpan.FromSeconds(30), CancellationToken.None),
                "two workers have not joined");
            var options = new ManagerOptions
            {
                Run = CounterWorkload.TestRun,
                StoreAddresses = [Store],
                Workload = "counters",
                System = Timing,
                Scheduling = new SchedulerOptions { Actors = actors, Seed = 1, MaxIdleObservations = 200 },
            };
            executor = new ClusterExecutor(
                manager, options, TimeSpan.FromMilliseconds(100), LogFile.Open(folder.File("grants.log")));
        }

        public RoundOutcome Execute(IRound round, CancellationToken cancellation) =>
            executor.Execute(round, cancellation);

        public ExecutorSnapshot Snapshot() => executor.Snapshot();

        public void Dispose()
        {
            executor.Dispose();
            workers.ForEach(worker => worker.Dispose());
            manager.Dispose();
            folder.Dispose();
        }

        public void OnEffect(ManagerEffect effect)
        {
            // Nobody watches.
        }

        public void Synced(int records, TimeSpan time)
        {
            // Nobody watches.
        }

        private MemoryChannel Connect()
        {
            var (here, there) = MemoryChannel.Pair();
            _ = manager.ServeAsync(there, CancellationToken.None);
            return here;
        }
    }
}
