using AElf.Bench.Core.Options;
using AElf.Bench.Core.Routing;

namespace AElf.Bench.Tests.Routing;

public sealed class RouterTests
{
    private const int AnyAnchor = 17;
    private static readonly HashRing Ring = new(actors: 4, virtualNodes: 64);

    [Fact]
    public void RoundRobin_NextRound_ContinuesAfterTheLastActor()
    {
        var state = new RouterState(0, 0);

        Assert.Equal([0, 1, 2, 3, 0], Select(RoutingStrategy.RoundRobin, 5, new Routee[4], ref state));
        Assert.Equal([1, 2, 3, 0, 1], Select(RoutingStrategy.RoundRobin, 5, new Routee[4], ref state));
    }

    [Fact]
    public void RoundRobin_BeyondTheRangeOfInt_Continues()
    {
        var state = new RouterState((long)int.MaxValue * 1000, 0);

        Assert.All(
            Select(RoutingStrategy.RoundRobin, 8, new Routee[3], ref state), actor => Assert.InRange(actor, 0, 2));
    }

    // The worker of each actor, and then the actors of the jobs.
    [Theory]
    [InlineData("0 0 1 1", "0 2 1 3 0 2 1 3")]
    [InlineData("0 1 0 1", "0 1 2 3 0 1 2 3")]
    [InlineData("0 0 0 1", "0 3 1 3 2 3 0 3")]
    [InlineData("0 0 0", "0 1 2 0 1 2 0 1")]
    [InlineData("0 2", "0 1 1 0 0 1 0 1")]
    public void RoundRobinGroup_Jobs_GoWorkerAfterWorkerAndActorAfterActor(string workers, string chosen)
    {
        Routee[] routees = [.. workers.Split(' ').Select(worker => new Routee(worker[0] - '0', 0, 0))];
        var state = new RouterState(0, 0);

        Assert.Equal(chosen, string.Join(' ', Select(RoutingStrategy.RoundRobinGroup, 8, routees, ref state)));
    }

    [Fact]
    public void Random_EqualSeeds_DrawEquallyAndReachEveryActorAboutAsOften()
    {
        var first = new RouterState(0, 5);
        var again = new RouterState(0, 5);
        var other = new RouterState(0, 6_000_000);

        var drawn = Select(RoutingStrategy.Random, 4000, new Routee[4], ref first);

        Assert.Equal(drawn, Select(RoutingStrategy.Random, 4000, new Routee[4], ref again));
        Assert.NotEqual(drawn, Select(RoutingStrategy.Random, 4000, new Routee[4], ref other));
        Assert.All(Enumerable.Range(0, 4), actor => Assert.InRange(drawn.Count(chosen => chosen == actor), 850, 1150));
    }

    [Theory]
    [InlineData("3 1 2", 1)]
    [InlineData("2 2 2", 0)]
    [InlineData("5 0 0", 1)]
    public void SmallestMailbox_EqualMailboxes_IsTheFirst(string open, int chosen)
    {
        // The outstanding work is in the opposite order and must not matter.
        Routee[] routees = [.. open.Split(' ').Select(jobs => new Routee(0, jobs[0] - '0', 10 - (jobs[0] - '0')))];
        var state = new RouterState(0, 0);

        Assert.Equal([chosen], Select(RoutingStrategy.SmallestMailbox, 1, routees, ref state));
    }

    [Theory]
    [InlineData("3 1 2", 1)]
    [InlineData("2 2 2", 0)]
    [InlineData("5 0 0", 1)]
    public void LeastOutstandingWork_EqualWork_IsTheFirst(string outstanding, int chosen)
    {
        Routee[] routees =
            [.. outstanding.Split(' ').Select(weight => new Routee(0, 10 - (weight[0] - '0'), weight[0] - '0'))];
        var state = new RouterState(0, 0);

        Assert.Equal([chosen], Select(RoutingStrategy.LeastOutstandingWork, 1, routees, ref state));
    }

    [Fact]
    public void ConsistentHash_AnchorInAnyHistory_GoesToItsActor()
    {
        var early = new RouterState(0, 1);
        var late = new RouterState(999, 2);
        var routees = new Routee[4];
        for (var anchor = 0; anchor < 500; anchor++)
        {
            Assert.Equal(
                Ring.Find(anchor), Router.Select(RoutingStrategy.ConsistentHash, anchor, routees, Ring, ref early));
            Assert.Equal(
                Ring.Find(anchor), Router.Select(RoutingStrategy.ConsistentHash, anchor, routees, Ring, ref late));
        }
    }

    [Fact]
    public void Pull_Select_IsRefused()
    {
        var state = new RouterState(0, 0);

        Assert.Throws<ArgumentOutOfRangeException>(() => Select(RoutingStrategy.Pull, 1, new Routee[2], ref state));
    }

    private static List<int> Select(RoutingStrategy strategy, int jobs, Routee[] routees, ref RouterState state)
    {
        List<int> chosen = [];
        for (var job = 0; job < jobs; job++)
        {
            chosen.Add(Router.Select(strategy, AnyAnchor, routees, Ring, ref state));
        }

        return chosen;
    }
}
