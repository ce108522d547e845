using AElf.Bench.Core.Execution;

namespace AElf.Bench.Concurrency;

/// <summary>Cuts a round into slices of equal length, and counts the commits of each.</summary>
/// <param name="length">The length of a slice; it grows in a long round.</param>
internal sealed class SliceRecorder(TimeSpan length)
{
    private readonly SliceSeries series = new(length);
    private TimeSpan start;
    private long committed;

    public IReadOnlyList<Slice> Slices => [.. series.Slices.Select(each => each.Slice)];

    /// <summary>The current length of a slice.</summary>
    public TimeSpan Length => series.Length;

    /// <summary>Start of the current slice, since the round's window opened.</summary>
    public TimeSpan Start => start;

    /// <summary>End of the current slice, since the round's window opened.</summary>
    public TimeSpan Due => start + series.Length;

    /// <summary>Ends the current slice.</summary>
    /// <param name="now">Time since the start of the round's window.</param>
    /// <param name="total">Items committed in the round.</param>
    /// <returns>Items committed in the slice.</returns>
    public long Cut(TimeSpan now, long total, in ExecutorSnapshot seen)
    {
        // A failed attempt subtracts its items from the total. They were counted once, and are not counted again before
        // the total exceeds its old maximum.
        var gained = Math.Max(0, total - committed);
        series.Add(round: 0, new Slice(start, now - start, gained, seen.DeepestMailbox, seen.OldestMessage));
        start = now;
        committed += gained;
        return gained;
    }
}
