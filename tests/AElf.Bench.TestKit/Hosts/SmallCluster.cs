using AElf.Bench.Akka;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Counters;
using Xunit;

namespace AElf.Bench.TestKit.Hosts;

/// <summary>The transport of one process: it carries messages, and gives actors their mailboxes.</summary>
/// <param name="Listen">Accepts workers as their manager.</param>
/// <param name="Join">Joins a manager.</param>
/// <param name="On">Creates the worker's host of actors.</param>
/// <param name="Close">Closes the transport.</param>
public sealed record ClusterWire(
    Action<Func<IMessageChannel, Task>> Listen,
    Func<Endpoint, CancellationToken, Task<IMessageChannel>> Join,
    Func<WorkerHostOptions, WorkerHostOptions> On,
    Func<ValueTask> Close)
{
    /// <summary>Akka.NET.</summary>
    public static ClusterWire OnAkka(ActorSystemOptions hosts)
    {
        var cluster = new AkkaCluster(hosts);
        return new ClusterWire(
            serve => _ = cluster.Listen(new ConnectionOptions(hosts), Wait.Deadline, serve),
            cluster.JoinAsync,
            cluster.On,
            cluster.DisposeAsync);
    }
}

/// <summary>A manager and two workers in this process, each with its own event loop.</summary>
public sealed class SmallCluster : IRoundExecutor, IClusterListener
{
    private const string Store = "memory:1";

    private readonly TemporaryFolder folder = new();
    private readonly List<ClusterWire> wires = [];
    private readonly List<WorkerHost> workers = [];
    private readonly Func<ActorSystemOptions, ClusterWire> open;
    private readonly ManagerHost manager;
    private readonly ClusterExecutor executor;

    /// <summary>Starts the cluster and waits until its workers have joined.</summary>
    /// <param name="pumps">Opens the actors' pumps.</param>
    /// <param name="actors">The actors of both workers.</param>
    /// <param name="limits">The store's time limits.</param>
    /// <param name="hosts">The settings of a process; a new value for each process.</param>
    /// <param name="open">Opens the transport of a process.</param>
    /// <param name="routing">How Akka chooses the actor in a worker, if Akka routes.</param>
    public SmallCluster(
        IPumpFactory pumps,
        ActorOptions actors,
        StoreOptions limits,
        Func<ActorSystemOptions> hosts,
        Func<ActorSystemOptions, ClusterWire> open,
        RoutingStrategy routing = RoutingStrategy.Pull)
    {
        var own = hosts();
        manager = new ManagerHost(new ManagerHostOptions(own, [Store]), this);
        this.open = open;
        Open(own).Listen(channel => manager.ServeAsync(channel, CancellationToken.None));
        for (var number = 0; number < 2; number++)
        {
            var member = new ClusterMember($"worker{number}", 0, actors.Actors / 2, actors.Lanes, "server", Store);
            Join(member, limits, hosts() with { Seeds = [own.Address] }, pumps, routing);
        }

        Assert.True(manager.WaitForMembers(2, Wait.Deadline, CancellationToken.None));
        var options = new ManagerOptions
        {
            Run = CounterWorkload.TestRun,
            StoreAddresses = [Store],
            Workload = "counters",
            System = own,
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
        wires.ForEach(wire => wire.Close().AsTask().GetAwaiter().GetResult());
        folder.Dispose();
    }

    public void OnEffect(ManagerEffect effect)
    {
        // The tests do not use this event.
    }

    public void Synced(int records, TimeSpan time)
    {
        // The tests do not use this event.
    }

    private void Join(
        ClusterMember member,
        StoreOptions limits,
        ActorSystemOptions system,
        IPumpFactory pumps,
        RoutingStrategy routing)
    {
        var wire = Open(system);
        var options = new WorkerHostOptions { Worker = member, Store = limits, System = system, Routing = routing };
        workers.Add(new WorkerHost(wire.On(options), _ => pumps, wire.Join, _ => { }));
    }

    private ClusterWire Open(ActorSystemOptions system)
    {
        var wire = open(system);
        wires.Add(wire);
        return wire;
    }
}
