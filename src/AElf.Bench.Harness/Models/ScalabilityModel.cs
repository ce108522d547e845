using MathNet.Numerics.LinearRegression;

namespace AElf.Bench.Harness.Models;

/// <summary>
/// The Universal Scalability Law: throughput(n) = λ·n ÷ (1 + σ·(n − 1) + κ·n·(n − 1)). Gunther, Guerrilla Capacity
/// Planning (Springer, 2007), chapter 4; with κ = 0 it is Amdahl's law.
/// </summary>
/// <param name="Single">λ: throughput at n = 1, per second.</param>
/// <param name="Contention">σ: the share of the work that is executed sequentially.</param>
/// <param name="Coherency">κ: the cost of coordination between each two of the n.</param>
public readonly record struct ScalabilityModel(double Single, double Contention, double Coherency)
{
    /// <summary>The n with the highest throughput; null if it always rises.</summary>
    public double? Optimum =>
        Coherency > 0 ? Math.Max(1, Math.Sqrt(Math.Max(0, 1 - Contention) / Coherency)) : null;

    /// <summary>The whole n with the highest throughput; null if it always rises.</summary>
    public double? WholeOptimum => Optimum is { } peak
        ? new[] { Math.Floor(peak), Math.Ceiling(peak) }.MaxBy(At)
        : null;

    /// <summary>The throughput of <paramref name="n"/>, per second.</summary>
    public double At(double n) => Single * n / (1 + (Contention * (n - 1)) + (Coherency * n * (n - 1)));

    /// <summary>
    /// Fits the law to measured throughputs by least squares of the relative error: n ÷ throughput is linear in (n − 1)
    /// and n·(n − 1). All coefficients are at least 0.
    /// </summary>
    /// <param name="points">Measured points, with at least as many different n as coefficients.</param>
    /// <param name="isAmdahl">Whether κ is fixed at 0.</param>
    public static ScalabilityModel Fit(IReadOnlyList<ScalePoint> points, bool isAmdahl = false)
    {
        // Tries all combinations of the coefficients. If the best fit has a coefficient below 0, the best valid fit has
        // 0 for a coefficient.
        int[][] terms = isAmdahl ? [[0, 1], [0]] : [[0, 1, 2], [0, 1], [0, 2], [0]];
        var best = terms.Select(each => Solve(points, each)).Where(each => each.Terms.All(term => term >= 0))
            .MinBy(each => each.Error).Terms;
        return new ScalabilityModel(1 / best[0], best[1] / best[0], best[2] / best[0]);
    }

    private static (double[] Terms, double Error) Solve(IReadOnlyList<ScalePoint> points, int[] used)
    {
        var rows = points.Select(point => Array.ConvertAll(used, term => Regressor(point, term))).ToArray();
        var solved = used.Length == 1
            ? [rows.Sum(row => row[0]) / rows.Sum(row => row[0] * row[0])]
            : MultipleRegression.QR(rows, [.. rows.Select(_ => 1.0)], intercept: false);
        var terms = new double[3];
        foreach (var (at, term) in used.Index())
        {
            terms[term] = solved[at];
        }

        return (terms, rows.Sum(row => Math.Pow(row.Zip(solved, (x, y) => x * y).Sum() - 1, 2)));
    }

    // Over n ÷ throughput, so that errors are relative.
    private static double Regressor(ScalePoint point, int term) => point.PerSecond / point.N * term switch
    {
        0 => 1,
        1 => point.N - 1,
        _ => point.N * (point.N - 1),
    };
}

/// <summary>A throughput measured at n.</summary>
/// <param name="N">Size of the scaled resource, from 1.</param>
/// <param name="PerSecond">Throughput, above 0.</param>
public readonly record struct ScalePoint(double N, double PerSecond);

/// <summary>A 95 % interval.</summary>
/// <param name="Low">Lower end.</param>
/// <param name="High">Upper end; infinite without a bound.</param>
public readonly record struct ModelInterval(double Low, double High);
