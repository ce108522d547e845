using AElf.Bench.Core.Generation;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>The slow-down that a machine can detect, from comparing a build with itself.</summary>
/// <param name="Pairs">Pairs measured.</param>
/// <param name="Seconds">Duration of all runs together.</param>
/// <param name="Detectable">
/// The smallest slow-down that 9 of 10 comparisons with the same number of pairs detect, as a share of the TPS; null if
/// no slow-down up to a half is detected, or for too few pairs.
/// </param>
public sealed record MachineNoise(int Pairs, double Seconds, double? Detectable)
{
    // The share of comparisons that find the slow-down.
    private const double Power = 0.9;

    private const int Trials = 200;

    private static readonly double[] Changes =
        [0.005, 0.01, 0.015, 0.02, 0.025, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5];

    /// <summary>
    /// Searches the smallest detectable slow-down. Pairs are resampled from the measured ones (bootstrap), with random
    /// sign because both sides are equal, and shifted by the slow-down.
    /// </summary>
    /// <param name="same">A comparison with the same build on both sides.</param>
    /// <param name="seed">Seed of the draws.</param>
    public static MachineNoise From(ComparisonResult same, int seed) =>
        new MachineNoise(same.Tps.Count, same.Seconds, Find(same.Tps, seed));

    /// <summary>Null below four pairs, and if no slow-down up to a half is detected.</summary>
    internal static double? Find(PairedRatio same, int seed)
    {
        if (same.Noise is null)
        {
            return null;
        }

        // The share of comparisons that find a change rises with the change.
        var logs = same.Logs.Values;
        var (low, high) = (0, Changes.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = IsFound(logs, Changes[middle], seed) ? (low, middle) : (middle + 1, high);
        }

        return low == Changes.Length ? null : Changes[low];
    }

    private static bool IsFound(IReadOnlyList<double> logs, double change, int seed)
    {
        var random = new SeededRandom((ulong)seed);
        var found = 0;
        for (var trial = 0; trial < Trials; trial++)
        {
            var gate = new RegressionGate(new PairedRatio(change).Logs);
            for (var pair = 0; pair < logs.Count && gate.Outcome is GateOutcome.Open; pair++)
            {
                var drawn = logs[random.Next(logs.Count)];
                gate.Add(Math.Log(1 - change) + (random.Next(2) == 0 ? drawn : -drawn));
            }

            found += gate.Outcome is GateOutcome.Regression ? 1 : 0;
        }

        return found >= Power * Trials;
    }
}
