using AElf.Bench.Core.Execution;

namespace AElf.Bench.Concurrency;

/// <summary>Cuts a round into slices of equal length, with the commits of each.</summary>
/// <param name="length">The length of a slice; that of a round that lasts long gets longer.</param>
internal sealed class SliceRecorder(TimeSpan length)
{
    private readonly SliceSeries series = new(length);
    private TimeSpan start;
    private long committed;

    public IReadOnlyList<Slice> Slices => [.. series.Slices.Select(each => each.Slice)];

    /// <summary>The length of a slice now, which grows in a long round.</summary>
    public TimeSpan Length => series.Length;

    /// <summary>Start of the current slice, since the round's window opened.</summary>
    public TimeSpan Start => start;

    /// <summary>End of the current slice, since the round's window opened.</summary>
    public TimeSpan Due => start + series.Length;

    /// <summary>Ends the current slice.</summary>
    /// <param name="now">Since the round's window opened.</param>
    /// <param name="total">Transfers committed in the round.</param>
    /// <returns>Transfers committed in the slice.</returns>
    public long Cut(TimeSpan now, long total, in ExecutorSnapshot seen)
    {
        // A failed attempt takes its transfers back: they were shown once, and are not shown again until more than that
        // is committed.
        var gained = Math.Max(0, total - committed);
        series.Add(round: 0, new Slice(start, now - start, gained, seen.DeepestMailbox, seen.OldestMessage));
        start = now;
        committed += gained;
        return gained;
    }
}
