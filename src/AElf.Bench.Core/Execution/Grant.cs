namespace AElf.Bench.Core.Execution;

/// <summary>Grant to work: a whole job for the first time, or one group again under an epoch of its own.</summary>
/// <param name="Job">The job; −1 when a single group is granted again.</param>
/// <param name="Group">The group granted again; −1 for a job.</param>
/// <param name="Epoch">0 for first attempts, which write in place; otherwise the key version this attempt alone may write.</param>
public readonly record struct Grant(int Job, int Group, int Epoch)
{
    /// <summary>Grants a job for the first time.</summary>
    public static Grant Initial(int job) => new(job, -1, 0);

    /// <summary>Grants a group again.</summary>
    public static Grant Retry(int group, int epoch) => new(-1, group, epoch);
}

/// <summary>Where in an attempt something happened.</summary>
public enum AttemptStep
{
    /// <summary>Reading the accepted versions to copy them.</summary>
    CopyRead,

    /// <summary>Writing the copies.</summary>
    CopyWrite,

    /// <summary>Reading a transfer's accounts, or the group's in batch mode.</summary>
    Read,

    /// <summary>Applying transfers to what was read.</summary>
    Apply,

    /// <summary>Writing a transfer's accounts, or the group's in batch mode.</summary>
    Write,
}

/// <summary>How far a lane has come with its grant.</summary>
/// <param name="Grant">The grant.</param>
/// <param name="Position">A <see cref="LanePosition"/>: rises with every step taken; unchanged from one look to the next means no progress.</param>
public readonly record struct LaneProgress(Grant Grant, long Position);

/// <summary>Where in a grant a lane is; as a number it rises with every step.</summary>
/// <param name="GroupCursor">Groups of the job that are behind it.</param>
/// <param name="Position">Accounts copied and transfers applied in the group it is at.</param>
/// <param name="Step">What it waits for.</param>
public readonly record struct LanePosition(int GroupCursor, int Position, AttemptStep Step)
{
    private const int StepBits = 3;
    private const int PositionBits = 37;

    /// <summary>The mark as a number.</summary>
    public long ToInt64() => ((long)GroupCursor << (StepBits + PositionBits)) + ((long)Position << StepBits) + (long)Step;

    /// <summary>The mark a number stands for.</summary>
    public static LanePosition From(long position) =>
        new((int)(position >> (StepBits + PositionBits)), (int)((position >> StepBits) & ((1L << PositionBits) - 1)), (AttemptStep)(position & ((1 << StepBits) - 1)));
}

/// <summary>Why an attempt ended without being done.</summary>
/// <param name="Group">The group.</param>
/// <param name="Epoch">The attempt's epoch.</param>
/// <param name="Step">Where it ended.</param>
/// <param name="Account">The account of the first bad reply; −1 when the whole connection was lost.</param>
/// <param name="Reason">What happened.</param>
/// <param name="Fatal">Whether another attempt could not help: the store lost or spoilt an account.</param>
public sealed record AttemptFailure(int Group, int Epoch, AttemptStep Step, int Account, string Reason, bool Fatal)
{
    /// <summary>What happened and where, in words.</summary>
    public override string ToString() => $"group {Group}, epoch {Epoch}{(Account < 0 ? string.Empty : $", account {Account}")}, step {Step}: {Reason}";
}

/// <summary>Hears how attempts end. Called by the pump on the actor's thread.</summary>
public interface IAttemptListener
{
    /// <summary>Every write of the attempt was acknowledged.</summary>
    void Done(int group, int epoch);

    /// <summary>The attempt is over; some of its writes may be in doubt.</summary>
    void Failed(AttemptFailure failure);

    /// <summary>The lane of a grant is free: nothing of the grant is in flight or will be started any more.</summary>
    void Ended(Grant grant)
    {
        // Only a host that must know when a stale grant is out of the way needs it.
    }
}
