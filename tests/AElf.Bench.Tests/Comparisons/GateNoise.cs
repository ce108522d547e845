using AElf.Bench.Core.Generation;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Tests.Statistics;

namespace AElf.Bench.Tests.Comparisons;

/// <summary>The noise of simulated runs: a value that is added to the logarithm of a run's TPS.</summary>
internal static class GateNoise
{
    // In a drift: the share of the previous run's or pair's noise.
    private const double Autocorrelation = 0.5;

    // The loss of a start in the slow mode: the modes of a process differ by 1.5 ×.
    private static readonly double SlowMode = Math.Log(1.5);

    // Logarithms of candidate ÷ baseline, less their median, for one build on two cores shared with a dozen other
    // processes: 200,000 transfers in memory, rounds of 100 ms.
    private static readonly double[] Measured =
        [0.288, 0.142, -0.034, 0.091, -0.123, 0.063, -0.047, 0.052, -0.099, 0, -0.27];

    /// <summary>Noise that is equal on both sides in any order of runs; the gate keeps its promise in it.</summary>
    public static IReadOnlyList<string> Alike { get; } =
    [
        "1 %", "5 %", "10 %", "20 %", "outliers", "two speeds", "measured", "skewed", "drift of runs", "waves",
        "slow start 10 %", "slow start 30 %", "slow start 50 %",
    ];

    /// <summary>Noise of one side alone with an unchanged median; no order of the runs removes it.</summary>
    public static IReadOnlyList<string> OneSided { get; } = ["drift of a side", "stalls of a side", "skew of a side"];

    /// <summary>An endless sequence of pairs: ln(candidate ÷ baseline).</summary>
    /// <param name="kind">The name of the noise.</param>
    /// <param name="seed">The seed of all draws.</param>
    /// <param name="change">The share by which the candidate is slower.</param>
    /// <param name="inBlocks">Whether pairs come in twos and the second has the reverse order. Today the order of each
    /// pair is drawn.</param>
    public static IEnumerable<double> Pairs(
        string kind, int seed, double change, bool inBlocks = false)
    {
        var random = new SeededRandom((ulong)seed);
        var noise = Runs(kind, random).GetEnumerator();
        var own = Candidate(kind, random).GetEnumerator();
        for (var pair = 0; ; pair++)
        {
            var isFirst = inBlocks
                ? ComparisonSchedule.IsBaselineFirst(seed, pair / 2) == (pair % 2 == 0)
                : ComparisonSchedule.IsBaselineFirst(seed, pair);
            var (first, second) = (Next(noise), Next(noise));
            var (baseline, candidate) = isFirst ? (first, second) : (second, first);
            yield return Math.Log(1 - change) + candidate + Next(own) - baseline;
        }
    }

    private static double Next(IEnumerator<double> values)
    {
        values.MoveNext();
        return values.Current;
    }

    private static IEnumerable<double> Runs(string kind, SeededRandom random)
    {
        var drift = PairedRatioTests.Normal(random);
        for (var run = 0; ; run++)
        {
            var normal = PairedRatioTests.Normal(random);
            drift = Drifted(drift, normal);
            yield return kind switch
            {
                "1 %" => 0.01 * normal,
                "5 %" or "drift of a side" or "stalls of a side" => 0.05 * normal,
                "10 %" => 0.1 * normal,
                "20 %" => 0.2 * normal,
                "outliers" => (0.03 * normal) - (random.Next(10) == 0 ? 0.5 * PairedRatioTests.Uniform(random) : 0),
                "two speeds" => (0.03 * normal) - (random.Next(3) == 0 ? 0.3 : 0),
                "measured" => run % 2 == 0 ? Measured[random.Next(Measured.Length)] : 0,
                "skewed" => 0.05 * Math.Log(PairedRatioTests.Uniform(random) + double.Epsilon),
                "drift of runs" => 0.05 * drift,
                "slow start 10 %" => SlowStart(random, normal, percent: 10),
                "slow start 30 %" => SlowStart(random, normal, percent: 30),
                "slow start 50 %" => SlowStart(random, normal, percent: 50),
                "waves" => (0.02 * normal) + (0.3 * Math.Sin(run / 9.0)),
                "skew of a side" => 0.01 * normal,
                _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "no such noise"),
            };
        }
    }

    private static double SlowStart(SeededRandom random, double normal, int percent) =>
        (0.02 * normal) - (random.Next(100) < percent ? SlowMode : 0);

    // The candidate's additional noise; its median is 0.
    private static IEnumerable<double> Candidate(string kind, SeededRandom random)
    {
        var drift = PairedRatioTests.Normal(random);
        while (true)
        {
            drift = Drifted(drift, PairedRatioTests.Normal(random));
            yield return kind switch
            {
                "drift of a side" => 0.05 * drift,
                "stalls of a side" => random.Next(10) == 0 ? -0.5 * PairedRatioTests.Uniform(random) : 0,
                "skew of a side" => 0.05 * (Math.Log(1 - PairedRatioTests.Uniform(random)) + Math.Log(2)),
                _ => 0,
            };
        }
    }

    // Keeps the variance.
    private static double Drifted(double before, double normal) =>
        (Autocorrelation * before) + (Math.Sqrt(1 - (Autocorrelation * Autocorrelation)) * normal);
}
