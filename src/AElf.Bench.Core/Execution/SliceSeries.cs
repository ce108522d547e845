namespace AElf.Bench.Core.Execution;

/// <summary>
/// The slices of rounds, bounded in number: beyond <see cref="MaxSlices"/>, neighbours are merged into slices of twice
/// the length. A short rest at the end of a round joins the slice before it, because a rate over a moment means
/// nothing.
/// </summary>
/// <param name="length">The length of a slice, to begin with.</param>
public sealed class SliceSeries(TimeSpan length)
{
    /// <summary>Most slices, or two for each round where that is more.</summary>
    public const int MaxSlices = 4096;

    private List<(int Round, Slice Slice)> slices = [];
    private int rounds;

    /// <summary>The least length of a slice that is not the only one of its round.</summary>
    public TimeSpan Length { get; private set; } = length;

    /// <summary>In the order they were added.</summary>
    public IReadOnlyList<(int Round, Slice Slice)> Slices
    {
        get
        {
            var whole = new List<(int Round, Slice Slice)>(slices.Count);
            foreach (var (round, slice) in slices)
            {
                if (slice.Length < Length && whole is [.., var last] && last.Round == round)
                {
                    whole[^1] = (round, last.Slice + slice);
                }
                else
                {
                    whole.Add((round, slice));
                }
            }

            return whole;
        }
    }

    /// <summary>Adds the next slice.</summary>
    /// <param name="round">Its round: slices of two rounds are never merged.</param>
    public void Add(int round, Slice slice)
    {
        rounds += slices is [.., var last] && last.Round == round ? 0 : 1;
        Append(slices, round, slice);
        while (slices.Count > Math.Max(MaxSlices, 2 * rounds))
        {
            Merge(2 * Length);
        }
    }

    /// <summary>Merges neighbours until all have at least a length.</summary>
    /// <param name="atLeast">The length; nothing happens when slices are that long.</param>
    public void Merge(TimeSpan atLeast)
    {
        if (atLeast <= Length)
        {
            return;
        }

        Length = atLeast;
        var merged = new List<(int Round, Slice Slice)>();
        foreach (var (round, slice) in slices)
        {
            Append(merged, round, slice);
        }

        slices = merged;
    }

    private void Append(List<(int Round, Slice Slice)> to, int round, Slice slice)
    {
        if (to is [.., var last] && last.Round == round && last.Slice.Length < Length)
        {
            to[^1] = (round, last.Slice + slice);
        }
        else
        {
            to.Add((round, slice));
        }
    }
}
