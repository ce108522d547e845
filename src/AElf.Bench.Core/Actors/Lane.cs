using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Core.Actors;

/// <summary>A job in flight: which of its units a pump is at, and what for.</summary>
public abstract class Lane
{
    /// <summary>The lane's place in its pump.</summary>
    public int Number { get; internal set; }

    /// <summary>Whose job it is.</summary>
    public JobOwner Owner { get; internal set; } = null!;

    /// <summary>What the lane works on.</summary>
    public Grant Grant { get; internal set; }

    /// <summary>The round of the grant.</summary>
    public long RoundNumber { get; internal set; }

    /// <summary>The unit's place in the job.</summary>
    public int UnitCursor { get; internal set; }

    /// <summary>The unit being attempted.</summary>
    public int Unit { get; set; }

    /// <summary>What the lane waits for.</summary>
    public AttemptStep Step { get; set; }

    /// <summary>How far the attempt is inside its unit; rises with every step.</summary>
    public abstract long Position { get; }

    /// <summary>Replies the lane waits for.</summary>
    public int Pending { get; set; }

    /// <summary>The round's schedule; null in a closed loop.</summary>
    public RoundArrivals? Arrivals { get; set; }

    /// <summary>The intended start of what it is at, in ticks of the pump's clock.</summary>
    public long Due { get; internal set; }

    /// <summary>Whether it waits for that time, and for nothing else.</summary>
    public bool WaitsForTime { get; internal set; }

    /// <summary>The first thing that went wrong in the attempt; null while all is well.</summary>
    public AttemptFailure? Failure { get; internal set; }

    /// <summary>Whether the attempt works on the accepted keys themselves, and not on copies of its own.</summary>
    public bool InPlace => Grant.Epoch == 0;
}
