using System.Runtime.CompilerServices;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Core.Actors;

/// <summary>A job in flight in a pump: the unit it has reached, and the step of the attempt at that unit.</summary>
public abstract class Lane
{
    /// <summary>Index among the lanes of its pump.</summary>
    public int Number { get; internal set; }

    public JobOwner Owner { get; internal set; } = null!;
    public Grant Grant { get; internal set; }
    public long RoundNumber { get; internal set; }

    /// <summary>Index of the unit within the job.</summary>
    public int UnitCursor { get; internal set; }

    public int Unit { get; set; }
    public AttemptStep Step { get; set; }

    /// <summary>How far the attempt is inside its unit; rises with every step.</summary>
    public abstract long Position { get; }

    /// <summary>Replies the lane waits for.</summary>
    public int Pending { get; set; }

    /// <summary>The round's schedule; null in a closed loop.</summary>
    public RoundArrivals? Arrivals { get; set; }

    /// <summary>The intended start of its current item, in ticks of the pump's clock.</summary>
    public long Due { get; internal set; }

    /// <summary>Whether it waits for <see cref="Due"/> and for no reply.</summary>
    public bool WaitsForTime { get; internal set; }

    /// <summary>The first thing that went wrong in the attempt; null while all is well.</summary>
    public AttemptFailure? Failure { get; internal set; }

    /// <summary>Times of the attempt that count once it is done: another attempt may do the same items again.</summary>
    internal List<ItemTime> Held { get; } = [];

    /// <summary>Whether the attempt writes the accepted keys directly, without copies.</summary>
    public bool InPlace
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Grant.Epoch == 0;
    }

    /// <summary>Adds to the commits of its owner; a negative count subtracts.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Commit(int count) => Owner.Commit(count);

    /// <summary>Remembers what went wrong in the attempt; a fatal reason outranks one that came first.</summary>
    /// <param name="item">
    /// What of the unit it concerns, such as <c>account 7</c>; null for the whole connection.
    /// </param>
    /// <param name="reason">What happened.</param>
    /// <param name="fatal">Whether another attempt could not help.</param>
    public void Fail(string? item, Problem reason, bool fatal)
    {
        if (Failure is null || (fatal && !Failure.Fatal))
        {
            Failure = new AttemptFailure(Unit, Grant.Epoch, Step, item, reason, fatal);
        }
    }
}
