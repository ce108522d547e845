using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Hosts;

namespace AElf.Bench.IntegrationTests.Links;

/// <summary>A manager and two workers on Akka, three nodes in this process over loopback.</summary>
public sealed class AkkaClusterHostTests : ActorHostContract
{
    protected override IRoundExecutor Open(IPumpFactory pumps, ActorOptions actors) =>
        new SmallCluster(pumps, actors, StoreLimits, TestNode.Settings, ClusterWire.OnAkka);
}

/// <summary>Such a cluster with Akka's consistent-hash router in the workers. It fills mailboxes unevenly.</summary>
public sealed class AkkaRouterClusterHostTests : ActorHostContract
{
    protected override IRoundExecutor Open(IPumpFactory pumps, ActorOptions actors) => new SmallCluster(
        pumps,
        actors,
        StoreLimits,
        () => TestNode.Settings() with { Router = RouterOwner.Akka },
        ClusterWire.OnAkka,
        RoutingStrategy.ConsistentHash);
}
