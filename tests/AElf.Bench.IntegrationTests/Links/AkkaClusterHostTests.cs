using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Hosts;

namespace AElf.Bench.IntegrationTests.Links;

/// <summary>A manager and two workers on Akka, each a node of its own in this process, over loopback.</summary>
public sealed class AkkaClusterHostTests : ActorHostContract
{
    protected override IRoundExecutor Open(IPumpFactory pumps, ActorOptions actors) =>
        new SmallCluster(pumps, actors, StoreLimits, TestNode.Settings, ClusterWire.OnAkka);
}

/// <summary>The same, with the actor in a worker found by Akka's ring, which fills mailboxes unevenly.</summary>
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
