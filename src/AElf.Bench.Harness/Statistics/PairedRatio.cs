using MathNet.Numerics.Statistics;
using Pragmastat;

namespace AElf.Bench.Harness.Statistics;

/// <summary>
/// The ratio of two things that were measured in pairs, with an interval that holds however often it is looked at.
/// <para>
/// Each pair gives d = ln(second ÷ first). If the true ratio is r, d − ln r is as likely above 0 as below, by as much,
/// whatever the noise is: which of a pair is measured first is drawn. So a bet at even odds on its sign, with a stake b
/// that only the size of the deviation and earlier pairs decide, cannot win in the mean, and the wealth Π(1 ± b)
/// exceeds 1 ÷ α with a chance of α at most, at any time (Ville's inequality; Ramdas, Ruf, Larsson, Koolen, Admissible
/// anytime-valid sequential inference must rely on nonnegative martingales, 2020, arXiv:2009.03167, section 5, on
/// symmetry). A ratio is outside the interval once bets against it, that the true one is higher or that it is lower,
/// have won so much.
/// </para>
/// <para>
/// Two such bets share the money, and what both have together cannot win in the mean either. The one on signs looks for
/// small changes: its stake is that of the likelihood ratio of normal noise at the step to be found, tanh(step ÷ s² ·
/// min(|x|, 1.5 s)), censored (Huber, A robust version of the probability ratio test, 1965), since runs have outliers,
/// and at most 0.9, so that no pair ruins the bet. s is the spread of the earlier pairs. The one on sizes looks for
/// gross ones: a pair wins or loses in proportion to its deviation, cut at a fifth, which needs no spread (Waudby-Smith
/// and Ramdas, Estimating means of bounded random variables by betting, JRSS B 86, 2024). It has two thirds, so that
/// six pairs, each a fifth slower or more, suffice, and seven in any noise; five never can: they fall alike by chance
/// in 1 of 32 cases.
/// </para>
/// </summary>
/// <param name="smallest">The smallest change that has to be found, as a share, above 0 and below 1.</param>
public sealed class PairedRatio(double smallest)
{
    /// <summary>The chance that the ratio is below the interval, and the chance that it is above.</summary>
    public const double Error = 0.025;

    private const double MaxStake = 0.9;
    private const double Censoring = 1.5;
    private const int AssumedPairs = 3;
    private const double Precision = 1e-5;
    private const double Enough = 1 / Error;

    // The most a pair wins or loses for the bet on sizes, as a share of its money, and the deviation at which it does.
    private const double SizeStake = 0.95;
    private static readonly double MaxSize = -Math.Log(1 - 0.2);

    private readonly double step = -Math.Log(1 - smallest);
    private readonly List<(double Log, double Scale)> pairs = [];

    /// <summary>The share of the money bet on sizes.</summary>
    internal double OnSizes { get; init; } = 2.0 / 3;

    public int Count => pairs.Count;

    /// <summary>ln(second ÷ first) of each pair, in order.</summary>
    public IReadOnlyList<double> Logs => [.. pairs.Select(pair => pair.Log)];

    /// <summary>
    /// The ratio that half of all means of two pairs exceed (Hodges and Lehmann, Estimates of location based on rank
    /// tests, 1963); null without a pair.
    /// </summary>
    public double? Estimate => pairs.Count == 0
        ? null
        : Math.Exp(Toolkit.Center(new Sample([.. Logs])).NominalValue);

    /// <summary>Standard deviation of a pair's logarithm, from its median deviation; null below four pairs.</summary>
    public double? Noise => pairs.Count < 4 ? null : Deviation();

    /// <summary>Lower end of the interval; 0 while there is none.</summary>
    public double Low => Bound(above: true);

    /// <summary>Upper end of the interval; infinite while there is none.</summary>
    public double High => Bound(above: false);

    /// <summary>Adds a pair of values above 0.</summary>
    public void Add(double first, double second)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(first);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(second);
        var scale = pairs.Count < 4
            ? 2 * step
            : ((AssumedPairs * 2 * step) + (pairs.Count * Deviation())) / (AssumedPairs + pairs.Count);
        pairs.Add((Math.Log(second / first), scale));
    }

    /// <summary>
    /// Whether the pairs from index <paramref name="from"/> on show that the true ratio is below another.
    /// </summary>
    public bool IsBelow(double ratio, int from = 0) => Wealth(Math.Log(ratio), above: false, from) >= Enough;

    /// <summary>
    /// Whether the pairs from index <paramref name="from"/> on show that the true ratio is above another.
    /// </summary>
    public bool IsAbove(double ratio, int from = 0) => Wealth(Math.Log(ratio), above: true, from) >= Enough;

    private double Wealth(double centre, bool above, int from) => Bet(centre, above, from).Peak;

    /// <summary>The money of both bets against a ratio, now and at its peak, beginning with 1.</summary>
    /// <param name="centre">ln of the ratio.</param>
    /// <param name="above">Whether the bet is that the true ratio is above it; otherwise, below.</param>
    /// <param name="from">Index of the first pair that is bet on.</param>
    internal (double Now, double Peak) Bet(double centre, bool above, int from)
    {
        var (signs, sizes, peak) = (1 - OnSizes, OnSizes, 1.0);
        for (var at = from; at < pairs.Count; at++)
        {
            var (log, scale) = pairs[at];
            var deviation = above ? log - centre : centre - log;
            var size = Math.Min(Math.Abs(deviation), Censoring * scale);
            var stake = Math.Min(MaxStake, Math.Tanh(step / (scale * scale) * size));
            signs *= 1 + (deviation >= 0 ? stake : -stake);
            sizes *= 1 + (SizeStake * Math.Clamp(deviation / MaxSize, -1, 1));
            peak = Math.Max(peak, signs + sizes);
        }

        return (signs + sizes, peak);
    }

    // The wealth of a bet on more falls with the ratio it is against, so the ratios it wins against all lie below one
    // bound.
    private double Bound(bool above)
    {
        var none = above ? 0 : double.PositiveInfinity;
        if (pairs.Count == 0)
        {
            return none;
        }

        var (low, high) = (pairs.Min(pair => pair.Log) - 1, pairs.Max(pair => pair.Log) + 1);
        var (won, open) = above ? (low, high) : (high, low);
        if (Wealth(won, above, from: 0) < Enough)
        {
            return none;
        }

        while (Math.Abs(won - open) > Precision)
        {
            var middle = (won + open) / 2;
            (won, open) = Wealth(middle, above, from: 0) >= Enough ? (middle, open) : (won, middle);
        }

        return Math.Exp(won);
    }

    private double Deviation()
    {
        var logs = Logs;
        var median = logs.Median();

        // 1.4826 makes it the standard deviation of a normal distribution.
        return 1.4826 * logs.Select(log => Math.Abs(log - median)).Median();
    }
}
