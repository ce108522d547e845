using System.Diagnostics;
using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Routing;

namespace AElf.Bench.Concurrency.Local;

/// <summary>Takes grants to mailboxes as the routing strategy says, and remembers what each actor has still to do.</summary>
internal sealed class Dispatcher(LocalOptions options, Actor[] actors, Mailbox? shared)
{
    private readonly HashRing ring = new(actors.Length, options.Actors.VirtualNodes);
    private readonly Routee[] routees = new Routee[actors.Length];
    private readonly long[] outstanding = new long[actors.Length];
    private RouterState state = new(0, options.Seed);

    /// <summary>Posts a grant; false when the mailbox it belongs in is full.</summary>
    public bool TryPost(ActorRound round, Grant grant)
    {
        var order = new Order(round, grant, Stopwatch.GetTimestamp());
        if (shared is not null)
        {
            return shared.TryPost(order);
        }

        var plan = round.Plan;
        var group = grant.Job < 0 ? grant.Group : plan.Jobs[grant.Job][0];
        var transfers = grant.Job < 0 ? plan.Groups.SizeOf(group) : plan.Jobs.WeightOf(grant.Job);
        var anchor = plan.Block.Transfers[plan.Groups[group][0]].To;
        var chosen = Router.Select(options.Actors.Routing, new RoutedJob(anchor, transfers), SnapshotRoutees(), ring, ref state);
        if (!actors[chosen].TryPost(order))
        {
            return false;
        }

        outstanding[chosen] += transfers;
        return true;
    }

    /// <summary>An actor is through with a group, one way or the other.</summary>
    public void Release(int actor, int transfers) => outstanding[actor] -= transfers;

    /// <summary>A new round starts with nothing outstanding.</summary>
    public void Reset() => Array.Clear(outstanding);

    private ReadOnlySpan<Routee> SnapshotRoutees()
    {
        var needsDepth = options.Actors.Routing == RoutingStrategy.SmallestMailbox;
        for (var i = 0; i < actors.Length; i++)
        {
            routees[i] = new Routee(0, needsDepth ? actors[i].Depth : 0, outstanding[i]);
        }

        return routees;
    }
}
