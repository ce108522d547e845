using AElf.Bench.Akka;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Harness.Scenarios;
using AElf.Bench.TestKit.Counters;

namespace AElf.Bench.AkkaTests;

/// <summary>A manager and two workers on Akka, each a node of its own in this process, over loopback.</summary>
internal sealed class AkkaCluster : IRoundExecutor, IClusterListener
{
    private const string Store = "memory:1";

    private readonly TemporaryFolder folder = new();
    private readonly List<IActorEngine> engines = [];
    private readonly List<WorkerHost> workers = [];
    private readonly ManagerHost manager;
    private readonly ClusterExecutor executor;

    public AkkaCluster(
        IPumpFactory pumps, ActorOptions actors, StoreOptions limits, RoutingStrategy? akkaRouter = null)
    {
        var address = AddressOf();
        manager = new ManagerHost(new ManagerHostOptions(address, [Store]), this);
        Open(address).Listen(
            new ConnectionOptions(address.MaximumFrameBytes, Secret: null, Tls: false, AuthorityFile: null),
            TimeSpan.FromSeconds(30),
            channel => manager.ServeAsync(channel, CancellationToken.None),
            _ => Task.CompletedTask);
        for (var number = 0; number < 2; number++)
        {
            var hosts = AddressOf() with
            {
                Seeds = [address.Address],
                Router = akkaRouter is null ? RouterOwner.Scheduler : RouterOwner.Akka,
            };
            var engine = Open(hosts);
            workers.Add(new WorkerHost(
                engine.On(new WorkerHostOptions
                {
                    Worker = new ClusterMember($"worker{number}", 0, actors.Actors / 2, actors.Lanes, "server", Store),
                    Store = limits,
                    System = hosts,
                    Routing = akkaRouter ?? RoutingStrategy.Pull,
                }),
                _ => pumps,
                engine.JoinAsync,
                _ => { }));
        }

        Assert.True(
            manager.WaitForMembers(2, TimeSpan.FromSeconds(60), CancellationToken.None), "two workers have not joined");
        var options = new ManagerOptions
        {
            Run = CounterWorkload.TestRun,
            StoreAddresses = [Store],
            Workload = "counters",
            System = address,
            Scheduling = new SchedulerOptions { Actors = actors, Seed = 1, MaxIdleObservations = 200 },
        };
        executor = new ClusterExecutor(
            manager, options, TimeSpan.FromMilliseconds(100), LogFile.Open(folder.File("grants.log")));
    }

    public RoundOutcome Execute(IRound round, CancellationToken cancellation) => executor.Execute(round, cancellation);

    public ExecutorSnapshot Snapshot() => executor.Snapshot();

    public void Dispose()
    {
        executor.Dispose();
        workers.ForEach(worker => worker.Dispose());
        manager.Dispose();
        engines.ForEach(engine => engine.DisposeAsync().AsTask().GetAwaiter().GetResult());
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

    /// <summary>The settings of a node on a port of its own.</summary>
    public static ActorSystemOptions AddressOf() => new()
    {
        Engine = Engine.Akka,
        Address = new Endpoint("127.0.0.1", LoopbackPort.Reserve()),
        HeartbeatInterval = TimeSpan.FromMilliseconds(50),
        AcceptableHeartbeatPause = TimeSpan.FromSeconds(3),
        HoconFile = Path.Combine(AppContext.BaseDirectory, "config", "manager.hocon"),
    };

    private IActorEngine Open(ActorSystemOptions hosts)
    {
        var engine = AkkaBuild.Open(hosts);
        engines.Add(engine);
        return engine;
    }
}
