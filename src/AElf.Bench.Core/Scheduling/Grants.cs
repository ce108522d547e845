using AElf.Bench.Core.Options;

namespace AElf.Bench.Core.Scheduling;

/// <summary>Permission to execute a whole job for the first time, or one unit again under a new epoch.</summary>
/// <param name="Job">The job; −1 when a single unit is granted again.</param>
/// <param name="Unit">The unit granted again; −1 for a job.</param>
/// <param name="Epoch">
/// 0 for first attempts, which write in place; otherwise the key version that only this attempt may write.
/// </param>
public readonly record struct Grant(int Job, int Unit, int Epoch)
{
    /// <summary>Grants a job for the first time.</summary>
    public static Grant Initial(int job) => new(job, -1, 0);

    /// <summary>Grants a unit again.</summary>
    public static Grant Retry(int unit, int epoch) => new(-1, unit, epoch);
}

/// <summary>One attempt at a unit.</summary>
/// <param name="Epoch">The attempt's epoch.</param>
public readonly record struct Attempt(int Unit, int Epoch);

/// <summary>The steps of an attempt, in order. A first attempt writes in place, without copies.</summary>
public enum AttemptStep
{
    /// <summary>Reading the accepted versions to copy them.</summary>
    CopyRead,

    /// <summary>Writing the copies.</summary>
    CopyWrite,

    /// <summary>Reading the state to change.</summary>
    Read,

    /// <summary>Applying the change to the read state.</summary>
    Apply,

    /// <summary>Writing the changed state.</summary>
    Write,
}

/// <summary>The progress of a lane with its grant.</summary>
/// <param name="Round">
/// The number of the grant's round. A void grant may outlive its round, and the next round may have an equal grant.
/// </param>
/// <param name="Position">
/// A <see cref="LanePosition"/> as a number: rises with every step; unchanged from one observation to the next means no
/// progress. Or <see cref="LanePosition.WaitsForTime"/>.
/// </param>
public readonly record struct LaneProgress(long Round, Grant Grant, long Position);

/// <summary>The position of a lane in its grant. As a number it rises with every step.</summary>
/// <param name="UnitCursor">Units of the job that the lane has finished.</param>
/// <param name="Position">Steps done in the current unit.</param>
/// <param name="Step">The step that the lane waits for.</param>
public readonly record struct LanePosition(int UnitCursor, long Position, AttemptStep Step)
{
    /// <summary>
    /// The number while a lane of an open loop waits until its next item is due: it makes no progress and is not stuck.
    /// </summary>
    public const long WaitsForTime = -2;

    private const int StepBits = 3;
    private const int PositionBits = 37;

    /// <summary>The position as a number.</summary>
    public long ToInt64() =>
        ((long)UnitCursor << (StepBits + PositionBits)) + (Position << StepBits) + (long)Step;

    /// <summary>The inverse of <see cref="ToInt64"/>.</summary>
    public static LanePosition From(long number) => new(
        (int)(number >> (StepBits + PositionBits)),
        (number >> StepBits) & ((1L << PositionBits) - 1),
        (AttemptStep)(number & ((1 << StepBits) - 1)));
}

/// <summary>Why an attempt failed.</summary>
/// <param name="Epoch">The attempt's epoch.</param>
/// <param name="Step">Where it ended.</param>
/// <param name="Item">The item of the first bad reply, such as <c>account 7</c>; null for a lost connection.</param>
/// <param name="Reason">What happened.</param>
/// <param name="Fatal">Whether a retry cannot help, because the store lost or damaged data.</param>
public sealed record AttemptFailure(int Unit, int Epoch, AttemptStep Step, string? Item, Problem Reason, bool Fatal)
{
    /// <summary>Whether the store refused temporarily, so that a later attempt may succeed.</summary>
    public bool IsTemporary => Reason.Kind is ProblemKind.RefusedForNow;

    /// <summary>What happened and where.</summary>
    public Problem Problem =>
        Reason.After($"unit {Unit}, epoch {Epoch}{(Item is null ? string.Empty : $", {Item}")}, step {Step}: ");
}
