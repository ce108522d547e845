using MathNet.Numerics.Statistics;

namespace AElf.Bench.Harness.Models;

/// <summary>The law fitted to measured points, with intervals and errors that show its reliability.</summary>
/// <param name="Model">The fitted law.</param>
/// <param name="Contention">95 % interval of σ.</param>
/// <param name="Coherency">95 % interval of κ.</param>
/// <param name="Optimum">
/// 95 % interval of the n with the highest throughput; without an upper bound if the throughput may always rise.
/// </param>
/// <param name="Error">Mean relative error at each n, if the fit omits this n.</param>
/// <param name="AmdahlError">The same for Amdahl's law.</param>
/// <param name="MaxN">Largest n measured.</param>
public sealed record ScalabilityFit(
    ScalabilityModel Model,
    ModelInterval Contention,
    ModelInterval Coherency,
    ModelInterval Optimum,
    double? Error,
    double? AmdahlError,
    double MaxN)
{
    /// <summary>Minimum number of different n, so that the law with its three coefficients can be tested.</summary>
    public const int MinPoints = 4;

    /// <summary>Extrapolation limit: multiple of the largest measured n.</summary>
    public const double MaxExtrapolation = 2;

    private const int Draws = 500;

    private IReadOnlyList<ScalabilityModel> drawn = [];

    public ScalabilityModel Amdahl { get; private init; }

    /// <summary>Whether the optimum is extrapolated far beyond the measured range.</summary>
    public bool IsOptimumGuessed => Model.Optimum is not { } optimum || optimum > MaxExtrapolation * MaxN;

    /// <summary>The interval of the law's throughput at n, per second.</summary>
    public ModelInterval At(double n) => IntervalOf(drawn.Select(model => model.At(n)));

    /// <summary>
    /// Fits the points. Intervals come from the bootstrap of relative residuals (Efron and Tibshirani, An Introduction
    /// to the Bootstrap, 1993, section 9.4), as percentiles of 500 draws.
    /// </summary>
    /// <param name="points">Measured points; several points may have the same n.</param>
    /// <param name="seed">Seed of the draws.</param>
    /// <returns>Null for fewer than <see cref="MinPoints"/> different n.</returns>
    public static ScalabilityFit? From(IReadOnlyList<ScalePoint> points, int seed)
    {
        double[] measured = [.. points.Select(point => point.N).Distinct()];
        if (measured.Length < MinPoints)
        {
            return null;
        }

        var model = ScalabilityModel.Fit(points);
        double[] residuals = [.. points.Select(point => point.PerSecond / model.At(point.N))];
        var random = new Random(seed);
        var models = Enumerable.Range(0, Draws)
            .Select(_ => ScalabilityModel.Fit([.. points.Select(point =>
                point with { PerSecond = model.At(point.N) * residuals[random.Next(residuals.Length)] })]))
            .ToArray();
        return new ScalabilityFit(
            model,
            IntervalOf(models.Select(each => each.Contention)),
            IntervalOf(models.Select(each => each.Coherency)),
            IntervalOf(models.Select(each => each.Optimum ?? double.PositiveInfinity)),
            LeftOutError(points, measured, isAmdahl: false),
            LeftOutError(points, measured, isAmdahl: true),
            measured.Max())
        {
            Amdahl = ScalabilityModel.Fit(points, isAmdahl: true),
            drawn = models,
        };
    }

    private static ModelInterval IntervalOf(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return new ModelInterval(sorted[(int)(0.025 * sorted.Length)], sorted[(int)(0.975 * sorted.Length)]);
    }

    private static double? LeftOutError(IReadOnlyList<ScalePoint> points, double[] measured, bool isAmdahl) => measured
        .Select(left =>
        {
            var model = ScalabilityModel.Fit([.. points.Where(point => point.N != left)], isAmdahl);
            return points.Where(point => point.N == left)
                .Average(point => Math.Abs((model.At(left) / point.PerSecond) - 1));
        })
        .Mean();
}
