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

    /// <summary>The progress of the attempt inside its unit; rises with every step.</summary>
    public abstract long Position { get; }

    /// <summary>Replies the lane waits for.</summary>
    public int Pending { get; set; }

    /// <summary>The round's schedule; null in a closed loop.</summary>
    public RoundArrivals? Arrivals { get; set; }

    /// <summary>The intended start of the current item, in ticks of the pump's clock.</summary>
    public long Due { get; internal set; }

    /// <summary>Whether the lane waits for <see cref="Due"/>, and not for a reply.</summary>
    public bool WaitsForTime { get; internal set; }

    /// <summary>The first failure of the attempt, or the first fatal one; null without a failure.</summary>
    public AttemptFailure? Failure { get; internal set; }

    /// <summary>
    /// Times of the attempt, recorded when it is done. If it fails, a later attempt repeats its items.
    /// </summary>
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

    /// <summary>Keeps the first failure of the attempt. A fatal failure replaces one that is not fatal.</summary>
    /// <param name="item">The item of the unit, such as <c>account 7</c>; null if the connection failed.</param>
    /// <param name="reason">What happened.</param>
    /// <param name="fatal">Whether another attempt cannot succeed.</param>
    public void Fail(string? item, Problem reason, bool fatal)
    {
        if (Failure is null || (fatal && !Failure.Fatal))
        {
            Failure = new AttemptFailure(Unit, Grant.Epoch, Step, item, reason, fatal);
        }
    }
}

/// <summary>Start and end of items of an attempt, in ticks of the pump's clock.</summary>
/// <param name="Due">Their intended start; 0 in a closed loop.</param>
/// <param name="StartedAt">When their first operation was queued.</param>
/// <param name="EndedAt">When their last write was acknowledged.</param>
/// <param name="Count">The number of items with these times.</param>
/// <param name="Kind">The workload's number of their kind, from 0.</param>
public readonly record struct ItemTime(long Due, long StartedAt, long EndedAt, int Count, int Kind = 0);
