namespace AElf.Bench.Core.Options;

/// <summary>How the actor for a job is chosen.</summary>
public enum RoutingStrategy
{
    /// <summary>No routing: an idle actor takes the next job, longest first.</summary>
    Pull,

    /// <summary>The actors in turn. The rotation continues over the rounds.</summary>
    RoundRobin,

    /// <summary>The workers in turn, and inside each worker its actors in turn.</summary>
    RoundRobinGroup,

    /// <summary>A random actor, drawn from the run's seed.</summary>
    Random,

    /// <summary>The actor with the fewest jobs waiting.</summary>
    SmallestMailbox,

    /// <summary>The same actor for the same units in every round, by a hash ring.</summary>
    ConsistentHash,

    /// <summary>The actor with the least work still to do.</summary>
    LeastOutstandingWork,
}

/// <summary>The number of actors, and the routing of jobs to them.</summary>
public sealed record ActorOptions
{
    /// <summary>The maximum of <see cref="Lanes"/>.</summary>
    public const int MaxLanes = 4096;

    /// <summary>A value of <see cref="Dispatchers"/>: one for each actor.</summary>
    public const int PerActor = int.MaxValue;

    /// <summary>Actors in this process, each with one mailbox.</summary>
    public int Actors { get; init; } = 4;

    /// <summary>Jobs in flight inside one actor; 1 is the classic actor that waits for each answer.</summary>
    public int Lanes { get; init; } = 128;

    /// <summary>
    /// The maximum of dispatchers: threads with one connection each that serve the actors. If it is 0,
    /// <c>DispatcherRule</c> chooses.
    /// </summary>
    public int Dispatchers { get; init; }

    public RoutingStrategy Routing { get; init; } = RoutingStrategy.Pull;

    /// <summary>The maximum of jobs in a round; 0 means actors × lanes.</summary>
    public int ConcurrencyLevel { get; init; }

    /// <summary><see cref="ConcurrencyLevel"/>, or actors × lanes when that is 0.</summary>
    public int MaxJobs => ConcurrencyLevel > 0 ? ConcurrencyLevel : Actors * Lanes;

    /// <summary>The maximum of jobs that wait in one mailbox.</summary>
    public int MailboxCapacity { get; init; } = 1_000_000;

    /// <summary>Points of each actor on the ring of <see cref="RoutingStrategy.ConsistentHash"/>.</summary>
    public int VirtualNodes { get; init; } = 64;

    /// <summary>Attempts at a unit before the run fails.</summary>
    public int MaxAttempts { get; init; } = 10;

    /// <summary>Refuses an open loop with fewer lanes than units, because units would wait for each other.</summary>
    /// <param name="units">The number of units.</param>
    /// <param name="one">The noun of a unit, such as <c>group</c>.</param>
    /// <param name="many">The plural of the noun.</param>
    /// <param name="otherwise">Another remedy, such as <c>fewer groups</c>.</param>
    /// <exception cref="FormatException">There are fewer lanes than units.</exception>
    public void EnsureLaneForEach(int units, string one, string many, string otherwise)
    {
        if (units > Actors * (long)Lanes)
        {
            throw new FormatException(
                $"--rate needs a lane for each {one}, so that they do not wait for each other: {units} {many}, but "
                    + $"{Actors} actors × {Lanes} lanes; use --lanes {(units + Actors - 1) / Actors}, more --actors, "
                    + $"or {otherwise}");
        }
    }

    /// <summary>Lanes per actor if the jobs are shared evenly, from 1 to <see cref="Lanes"/>.</summary>
    public int EvenShareOf(int jobs) => Math.Clamp((jobs + Actors - 1) / Actors, 1, Lanes);
}
