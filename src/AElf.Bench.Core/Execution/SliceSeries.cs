namespace AElf.Bench.Core.Execution;

/// <summary>
/// The slices of all rounds, in bounded number: beyond <see cref="MaxSlices"/>, adjacent slices are merged into slices
/// of twice the length. A short remainder at the end of a round joins the previous slice, because a rate over a very
/// short time is unreliable.
/// </summary>
/// <param name="length">The initial length of a slice.</param>
public sealed class SliceSeries(TimeSpan length)
{
    /// <summary>The maximum of slices, unless two slices for each round are more.</summary>
    public const int MaxSlices = 4096;

    private List<(int Round, Slice Slice)> slices = [];
    private int rounds;

    /// <summary>The minimum length of a slice, unless it is the only slice of its round.</summary>
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
    /// <param name="round">The round of the slice. Slices of different rounds are never merged.</param>
    public void Add(int round, Slice slice)
    {
        rounds += slices is [.., var last] && last.Round == round ? 0 : 1;
        Append(slices, round, slice);
        while (slices.Count > Math.Max(MaxSlices, 2 * rounds))
        {
            Merge(2 * Length);
        }
    }

    /// <summary>Merges adjacent slices until all have a minimum length.</summary>
    /// <param name="atLeast">The minimum length; no effect up to <see cref="Length"/>.</param>
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
