using MathNet.Numerics.Distributions;

namespace AElf.Bench.Harness.Models;

/// <summary>
/// A law y = a · x^p, fitted by least squares of logarithms, so that relative errors have the same weight at all sizes.
/// </summary>
public sealed class PowerLaw
{
    private readonly (double X, double Y)[] logs;
    private readonly double meanX;
    private readonly double meanY;
    private readonly double spreadX;

    /// <summary>Fits points of at least three different, positive x, and positive y.</summary>
    public PowerLaw(IReadOnlyList<(double X, double Y)> points)
    {
        logs = [.. points.Select(point => (Math.Log(point.X), Math.Log(point.Y)))];
        (meanX, meanY) = (logs.Average(point => point.X), logs.Average(point => point.Y));
        spreadX = logs.Sum(point => Math.Pow(point.X - meanX, 2));
        Exponent = logs.Sum(point => (point.X - meanX) * (point.Y - meanY)) / spreadX;
    }

    /// <summary>p.</summary>
    public double Exponent { get; }

    public double At(double x) => Math.Exp(LogAt(Math.Log(x)));

    /// <summary>The 95 % interval of one more measurement at x (prediction interval of the regression).</summary>
    public (double Low, double High) IntervalAt(double x)
    {
        var (log, freedom) = (Math.Log(x), logs.Length - 2);
        var variance = logs.Sum(point => Math.Pow(point.Y - LogAt(point.X), 2)) / freedom;
        var half = StudentT.InvCDF(location: 0, scale: 1, freedom, p: 0.975)
            * Math.Sqrt(variance * (1 + (1.0 / logs.Length) + (Math.Pow(log - meanX, 2) / spreadX)));
        return (Math.Exp(LogAt(log) - half), Math.Exp(LogAt(log) + half));
    }

    private double LogAt(double log) => meanY + (Exponent * (log - meanX));
}
