namespace AElf.Bench.Core.Options;

/// <summary>How jobs find their actor.</summary>
public enum RoutingStrategy
{
    /// <summary>No routing: an idle actor takes the next job, longest first.</summary>
    Pull,

    /// <summary>Actor after actor; the rotation continues over the rounds.</summary>
    RoundRobin,

    /// <summary>Worker after worker, and inside a worker actor after actor.</summary>
    RoundRobinGroup,

    /// <summary>Any actor, drawn from the run's seed.</summary>
    Random,

    /// <summary>The actor with the fewest jobs waiting.</summary>
    SmallestMailbox,

    /// <summary>The same actor for the same units in every round, by a hash ring.</summary>
    ConsistentHash,

    /// <summary>The actor with the least work still to do.</summary>
    LeastOutstandingWork,
}

/// <summary>How many actors work and how work reaches them.</summary>
public sealed record ActorOptions
{
    /// <summary>A value of <see cref="Dispatchers"/>: one for each actor.</summary>
    public const int PerActor = int.MaxValue;

    /// <summary>Actors in this process, each with one mailbox.</summary>
    public int Actors { get; init; } = 4;

    /// <summary>Jobs in flight inside one actor; 1 is the classic actor that waits for each answer.</summary>
    public int Lanes { get; init; } = 128;

    /// <summary>
    /// Threads with a connection each that serve the actors, at most; 0 stands for as many as pay
    /// (<c>DispatcherRule</c>).
    /// </summary>
    public int Dispatchers { get; init; }

    public RoutingStrategy Routing { get; init; } = RoutingStrategy.Pull;

    /// <summary>Most jobs the units of a round are merged into; 0 stands for actors × lanes.</summary>
    public int ConcurrencyLevel { get; init; }

    /// <summary><see cref="ConcurrencyLevel"/>, or actors × lanes when that is 0.</summary>
    public int MaxJobs => ConcurrencyLevel > 0 ? ConcurrencyLevel : Actors * Lanes;

    /// <summary>Most jobs waiting in one mailbox.</summary>
    public int MailboxCapacity { get; init; } = 1_000_000;

    /// <summary>Points each actor has on the ring of <see cref="RoutingStrategy.ConsistentHash"/>.</summary>
    public int VirtualNodes { get; init; } = 64;

    /// <summary>Attempts a unit is granted before the run is failed.</summary>
    public int MaxAttempts { get; init; } = 10;

    /// <summary>Refuses a schedule over units of which some would wait for others.</summary>
    /// <param name="units">How many units there are.</param>
    /// <param name="one">A unit, as <c>group</c>.</param>
    /// <param name="many">Several of them.</param>
    /// <param name="otherwise">What else would help, as <c>fewer groups</c>.</param>
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

    /// <summary>Lanes per actor for an even share of this number of jobs: at least one, at most all.</summary>
    public int EvenShareOf(int jobs) => Math.Clamp((jobs + Actors - 1) / Actors, 1, Lanes);
}
