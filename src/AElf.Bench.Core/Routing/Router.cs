using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Core.Routing;

/// <summary>An actor as a router sees it.</summary>
/// <param name="Worker">The number of the actor's worker.</param>
/// <param name="OpenGrants">Unfinished grants in its mailbox and its lanes.</param>
/// <param name="OpenWeight">The sum of their weights.</param>
public readonly record struct Routee(int Worker, int OpenGrants, long OpenWeight);

/// <summary>The state of a strategy.</summary>
/// <param name="Turn">Jobs routed so far.</param>
/// <param name="Seed">The seed of random choices.</param>
public readonly record struct RouterState(long Turn, ulong Seed);

/// <summary>
/// The routing strategies: pure functions from a job's anchor and the actors' state to an actor.
/// <see cref="RoutingStrategy.Pull"/> uses none.
/// </summary>
public static class Router
{
    /// <summary>The index of the actor for the job.</summary>
    /// <param name="strategy">Any but <see cref="RoutingStrategy.Pull"/>.</param>
    /// <param name="anchor">
    /// An item that the job always uses. Routing by the anchor sends equal jobs to the same actor in every round.
    /// </param>
    /// <param name="routees">The actors; at least one.</param>
    /// <param name="ring">The ring of <see cref="RoutingStrategy.ConsistentHash"/>; unused by others.</param>
    /// <param name="state">Advances by one turn with each call.</param>
    public static int Select(
        RoutingStrategy strategy, int anchor, ReadOnlySpan<Routee> routees, HashRing ring, ref RouterState state)
    {
        var turn = state.Turn;
        state = state with { Turn = turn + 1 };
        return strategy switch
        {
            RoutingStrategy.RoundRobin => (int)(turn % routees.Length),
            RoutingStrategy.RoundRobinGroup => WorkerAfterWorker(turn, routees),
            RoutingStrategy.Random => new SeededRandom(state.Seed + (ulong)turn).Next(routees.Length),
            RoutingStrategy.SmallestMailbox => Least(routees, static routee => routee.OpenGrants),
            RoutingStrategy.LeastOutstandingWork => Least(routees, static routee => routee.OpenWeight),
            RoutingStrategy.ConsistentHash => ring.Find(anchor),
            _ => throw new ArgumentOutOfRangeException(nameof(strategy), strategy, "an actor pulls its jobs itself"),
        };
    }

    private static int WorkerAfterWorker(long turn, ReadOnlySpan<Routee> routees)
    {
        var workers = 0;
        foreach (var routee in routees)
        {
            workers = Math.Max(workers, routee.Worker + 1);
        }

        var worker = (int)(turn % workers);
        var actors = 0;
        foreach (var routee in routees)
        {
            actors += routee.Worker == worker ? 1 : 0;
        }

        // The turn of a worker without actors goes to an actor of any worker.
        return actors == 0 ? (int)(turn % routees.Length) : ActorOf(worker, (int)(turn / workers % actors), routees);
    }

    private static int ActorOf(int worker, int place, ReadOnlySpan<Routee> routees)
    {
        for (var i = 0; i < routees.Length; i++)
        {
            if (routees[i].Worker == worker && place-- == 0)
            {
                return i;
            }
        }

        throw new ArgumentOutOfRangeException(nameof(place));
    }

    private static int Least(ReadOnlySpan<Routee> routees, Func<Routee, long> load)
    {
        var least = 0;
        for (var i = 1; i < routees.Length; i++)
        {
            if (load(routees[i]) < load(routees[least]))
            {
                least = i;
            }
        }

        return least;
    }
}
