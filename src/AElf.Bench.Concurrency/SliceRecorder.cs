using AElf.Bench.Core.Execution;

namespace AElf.Bench.Concurrency;

/// <summary>Cuts a round into slices of equal length, each with what was committed in it.</summary>
/// <param name="length">The length of a slice.</param>
internal sealed class SliceRecorder(TimeSpan length)
{
    private readonly List<Slice> slices = [];
    private TimeSpan start;
    private long committed;

    /// <summary>The slices so far.</summary>
    public IReadOnlyList<Slice> Slices => slices;

    /// <summary>When the slice under way began, since the round's window opened.</summary>
    public TimeSpan Start => start;

    /// <summary>When the slice under way is over, since the round's window opened.</summary>
    public TimeSpan Due => start + length;

    /// <summary>Ends the slice under way.</summary>
    /// <param name="now">Since the round's window opened.</param>
    /// <param name="total">Transfers committed in the round.</param>
    /// <param name="seen">The mailboxes.</param>
    /// <returns>Transfers committed in the slice.</returns>
    public long Cut(TimeSpan now, long total, in ExecutorSnapshot seen)
    {
        // A failed attempt takes its transfers back: they were shown once, and are not shown again until more than that
        // is committed.
        var gained = Math.Max(0, total - committed);
        slices.Add(new Slice(start, now - start, gained, seen.DeepestMailbox, seen.OldestMessage));
        start = now;
        committed += gained;
        return gained;
    }
}
