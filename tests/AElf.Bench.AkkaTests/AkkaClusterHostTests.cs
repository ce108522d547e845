using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Hosts;

namespace AElf.Bench.AkkaTests;

/// <summary>A manager and two workers over Akka.</summary>
public sealed class AkkaClusterHostTests : ActorHostContract
{
    protected override IRoundExecutor Open(IPumpFactory pumps, ActorOptions actors) =>
        new AkkaCluster(pumps, actors, StoreLimits);
}

/// <summary>The same, with the actor in a worker found by Akka's ring, which fills mailboxes unevenly.</summary>
public sealed class AkkaRouterClusterHostTests : ActorHostContract
{
    protected override IRoundExecutor Open(IPumpFactory pumps, ActorOptions actors) =>
        new AkkaCluster(pumps, actors, StoreLimits, RoutingStrategy.ConsistentHash);
}
