using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Runs;

/// <summary>The strategies' names as options and reports spell them: Akka's, where it has one.</summary>
public static class RoutingNames
{
    /// <summary>The name of a strategy.</summary>
    public static string Of(RoutingStrategy strategy) => strategy switch
    {
        RoutingStrategy.Pull => "pull",
        RoutingStrategy.RoundRobin => "round-robin",
        RoutingStrategy.RoundRobinGroup => "round-robin-group",
        RoutingStrategy.Random => "random",
        RoutingStrategy.SmallestMailbox => "smallest-mailbox",
        RoutingStrategy.ConsistentHash => "consistent-hash",
        RoutingStrategy.LeastOutstandingWork => "least-outstanding-work",
        _ => throw new ArgumentOutOfRangeException(nameof(strategy), strategy, "no such strategy"),
    };
}
