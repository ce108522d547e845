using MathNet.Numerics.Statistics;
using Perfolizer.Mathematics.Cpd;
using Perfolizer.Mathematics.SignificanceTesting.Base;
using Perfolizer.Mathematics.SignificanceTesting.MannWhitney;
using Pragmastat;
using Threshold = Perfolizer.Metrology.Threshold;

namespace AElf.Bench.Harness.History;

/// <summary>A change of the level in a series of figures.</summary>
/// <param name="At">Index of the first figure of the new level.</param>
/// <param name="Ratio">Median of the new level ÷ median of the level before.</param>
/// <param name="Chance">
/// The probability of such a difference if both levels are equal (Mann–Whitney, both sides).
/// </param>
public sealed record ChangePoint(int At, double Ratio, double Chance)
{
    /// <summary>Minimum number of figures of a level.</summary>
    public const int MinLevel = 5;

    // The place of a change is chosen because it looks like one: at a probability of 0.01, every tenth series has one
    // by chance.
    private const double MaxChance = 0.001;

    // Smaller changes are not reported.
    private const double MinChange = 0.02;

    /// <summary>
    /// Finds changes of the level by ED-PELT of Perfolizer (Haynes, Fearnhead, Eckley, A computationally efficient
    /// nonparametric approach for changepoint detection, 2017). ED-PELT has no error rate. So only changes remain whose
    /// levels the Mann–Whitney test distinguishes, and that differ by at least 2 %.
    /// </summary>
    /// <param name="values">Figures above 0, in order of time.</param>
    public static IReadOnlyList<ChangePoint> Find(IReadOnlyList<double> values)
    {
        if (values.Count < 2 * MinLevel)
        {
            return [];
        }

        var found = new List<ChangePoint>();
        var from = 0;
        double[] all = [.. values];
        int[] ends = [.. EdPeltChangePointDetector.Instance.GetChangePointIndexes(all, MinLevel).Select(at => at + 1)];
        foreach (var (index, at) in ends.Index())
        {
            var end = index + 1 < ends.Length ? ends[index + 1] : all.Length;
            var (before, now) = (all[from..at], all[at..end]);
            var change = new ChangePoint(at, now.Median() / before.Median(), ChanceOf(before, now));
            if (change.Chance <= MaxChance && Math.Abs(change.Ratio - 1) >= MinChange)
            {
                found.Add(change);
                from = at;
            }
        }

        return found;
    }

    private static double ChanceOf(double[] before, double[] now) => MannWhitneyTest.Instance.Perform(
        new Sample(before), new Sample(now), AlternativeHypothesis.TwoSides, Threshold.Zero).PValue;
}
