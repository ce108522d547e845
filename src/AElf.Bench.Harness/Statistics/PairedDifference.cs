using MathNet.Numerics.Statistics;
using Pragmastat;

namespace AElf.Bench.Harness.Statistics;

/// <summary>
/// The difference of two values that are measured in pairs, with an interval that is valid at any number of looks.
/// <para>
/// Suppose that the true difference is c. The order inside each pair is random. So the difference d of a pair is above
/// c as probably as below, by the same distance, for any noise. A bet at even odds on the sign of d − c has a stake b
/// that depends only on |d − c| and on earlier pairs. Such a bet has no expected gain, so its wealth Π(1 ± b) exceeds 1
/// ÷ α with a probability of at most α, at any time (Ville's inequality; Ramdas, Ruf, Larsson, Koolen, Admissible
/// anytime-valid sequential inference must rely on nonnegative martingales, 2020, arXiv:2009.03167, section 5, on
/// symmetry). The interval excludes a difference if the bet that the true difference is higher, or the bet that it is
/// lower, has reached the wealth 1 ÷ α.
/// </para>
/// <para>
/// Two such bets share the money, so their total has no expected gain either. The bet on signs finds small changes. Its
/// stake is that of the likelihood ratio of normal noise at the step to detect, tanh(step ÷ s² · min(|d − c|, 1.5 s)),
/// where s is the spread of earlier pairs. It is censored at 1.5 s (Huber, A robust version of the probability ratio
/// test, 1965), because runs have outliers. It is at most 0.9, so that no pair ruins the bet. The bet on sizes finds
/// gross changes: a pair wins or loses in proportion to its deviation, up to the gross change. It needs no spread
/// (Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, JRSS B 86, 2024). It has two
/// thirds of the money. Then six pairs suffice if each has a gross change or more, and seven with any noise. Five pairs
/// never suffice: by chance, 1 of 32 cases has the same sign in all five.
/// </para>
/// </summary>
/// <param name="step">The smallest change to detect, above 0.</param>
/// <param name="gross">The change at which a pair wins or loses the maximum of the bet on sizes, above 0.</param>
public sealed class PairedDifference(double step, double gross)
{
    /// <summary>The probability that the difference is below the interval, and the same for above.</summary>
    public const double Error = 0.025;

    private const double MaxStake = 0.9;
    private const double Censoring = 1.5;
    private const int AssumedPairs = 3;
    private const double Precision = 1e-5;
    private const double Enough = 1 / Error;

    // Maximum win or loss of a pair for the bet on sizes, as a share of its money.
    private const double SizeStake = 0.95;

    private readonly List<double> values = [];
    private readonly List<double> scales = [];

    /// <summary>The share of the money bet on sizes.</summary>
    internal double OnSizes { get; init; } = 2.0 / 3;

    /// <summary>The smallest change to detect.</summary>
    public double Step => step;

    public int Count => values.Count;

    /// <summary>The difference of each pair, in order.</summary>
    public IReadOnlyList<double> Values => values;

    /// <summary>
    /// The difference that half of all means of two pairs exceed (Hodges and Lehmann, Estimates of location based on
    /// rank tests, 1963); null without a pair.
    /// </summary>
    public double? Estimate => values.Count == 0 ? null : Toolkit.Center(new Sample([.. values])).NominalValue;

    /// <summary>Standard deviation of a pair's difference, from its median deviation; null below four pairs.</summary>
    public double? Noise => values.Count < 4 ? null : Deviation();

    /// <summary>Lower end of the interval; negative infinity if unbounded.</summary>
    public double Low => Bound(above: true);

    /// <summary>Upper end of the interval; infinity if unbounded.</summary>
    public double High => Bound(above: false);

    /// <summary>An empty series with the same parameters.</summary>
    internal PairedDifference Empty() => new(step, gross) { OnSizes = OnSizes };

    /// <summary>Adds a pair's difference.</summary>
    public void Add(double difference)
    {
        if (!double.IsFinite(difference))
        {
            throw new ArgumentOutOfRangeException(nameof(difference), difference, "a difference is finite");
        }

        scales.Add(values.Count < 4
            ? 2 * step
            : ((AssumedPairs * 2 * step) + (values.Count * Deviation())) / (AssumedPairs + values.Count));
        values.Add(difference);
    }

    /// <summary>
    /// Whether the pairs from index <paramref name="from"/> on show that the true difference is below another.
    /// </summary>
    public bool IsBelow(double centre, int from = 0) => Bet(centre, above: false, from).Peak >= Enough;

    /// <summary>
    /// Whether the pairs from index <paramref name="from"/> on show that the true difference is above another.
    /// </summary>
    public bool IsAbove(double centre, int from = 0) => Bet(centre, above: true, from).Peak >= Enough;

    /// <summary>The money of both bets against a difference, now and at its peak, beginning with 1.</summary>
    /// <param name="centre">The difference to bet against.</param>
    /// <param name="above">Whether the bet is that the true difference is above it; otherwise, below.</param>
    /// <param name="from">Index of the first pair of the bet.</param>
    internal (double Now, double Peak) Bet(double centre, bool above, int from)
    {
        var (signs, sizes, peak) = (1 - OnSizes, OnSizes, 1.0);
        for (var at = from; at < values.Count; at++)
        {
            var scale = scales[at];
            var deviation = above ? values[at] - centre : centre - values[at];
            var size = Math.Min(Math.Abs(deviation), Censoring * scale);
            var stake = Math.Min(MaxStake, Math.Tanh(step / (scale * scale) * size));
            signs *= 1 + (deviation >= 0 ? stake : -stake);
            sizes *= 1 + (SizeStake * Math.Clamp(deviation / gross, -1, 1));
            peak = Math.Max(peak, signs + sizes);
        }

        return (signs + sizes, peak);
    }

    // The wealth of a bet on "higher" falls with the difference that it bets against. So all differences that it wins
    // against lie below one bound.
    private double Bound(bool above)
    {
        var none = above ? double.NegativeInfinity : double.PositiveInfinity;
        if (values.Count == 0)
        {
            return none;
        }

        var (low, high) = (values.Min() - 1, values.Max() + 1);
        var (won, open) = above ? (low, high) : (high, low);
        if (Bet(won, above, from: 0).Peak < Enough)
        {
            return none;
        }

        while (Math.Abs(won - open) > Precision)
        {
            var middle = (won + open) / 2;
            (won, open) = Bet(middle, above, from: 0).Peak >= Enough ? (middle, open) : (won, middle);
        }

        return won;
    }

    private double Deviation()
    {
        var median = values.Median();

        // The factor 1.4826 gives the standard deviation of a normal distribution.
        return 1.4826 * values.Select(value => Math.Abs(value - median)).Median();
    }
}
