namespace AElf.Bench.Harness.Statistics;

/// <summary>The ratio of two values measured in pairs: the difference of their logarithms, with its interval.</summary>
/// <param name="smallest">The smallest change to detect, as a share, above 0 and below 1.</param>
public sealed class PairedRatio(double smallest)
{
    // A fifth is a gross change.
    private static readonly double Gross = -Math.Log(1 - 0.2);

    /// <summary>ln(second ÷ first) of each pair, in order.</summary>
    public PairedDifference Logs { get; } = new(-Math.Log(1 - smallest), Gross);

    public int Count => Logs.Count;

    /// <summary>The Hodges–Lehmann estimate; null without a pair.</summary>
    public double? Estimate => Logs.Estimate is { } log ? Math.Exp(log) : null;

    /// <summary>Standard deviation of a pair's logarithm, from its median deviation; null below four pairs.</summary>
    public double? Noise => Logs.Noise;

    /// <summary>Lower end of the interval; 0 if unbounded.</summary>
    public double Low => Math.Exp(Logs.Low);

    /// <summary>Upper end of the interval; infinity if unbounded.</summary>
    public double High => Math.Exp(Logs.High);

    /// <summary>Adds a pair of values above 0.</summary>
    public void Add(double first, double second)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(first);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(second);
        Logs.Add(Math.Log(second / first));
    }
}
