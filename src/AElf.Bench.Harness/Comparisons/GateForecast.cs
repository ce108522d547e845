using AElf.Bench.Core.Generation;
using AElf.Bench.Harness.Statistics;
using MathNet.Numerics.Statistics;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>Estimates how many pairs an inconclusive comparison would have needed.</summary>
internal static class GateForecast
{
    public const int MaxPairs = 400;

    // An odd number has a middle one.
    private const int Trials = 25;

    /// <summary>
    /// The median of 25 continuations whose pairs are drawn from the measured ones (the bootstrap), those included;
    /// null when it is above <see cref="MaxPairs"/>, and without a pair. A rough guess where pairs are few.
    /// </summary>
    /// <param name="made">The measured pairs.</param>
    /// <param name="threshold">The slow-down to be found, as a share.</param>
    /// <param name="seed">Seed of the draws.</param>
    public static int? PairsNeeded(PairedRatio made, double threshold, int seed)
    {
        var logs = made.Logs;
        if (logs.Count == 0)
        {
            return null;
        }

        var random = new SeededRandom((ulong)seed);
        var needed = Enumerable.Range(0, Trials).Select(_ => (double)PairsOf(logs, threshold, random)).Median();
        return needed > MaxPairs ? null : (int)needed;
    }

    private static int PairsOf(IReadOnlyList<double> logs, double threshold, SeededRandom random)
    {
        var gate = new RegressionGate(threshold);
        while (gate.Outcome is GateOutcome.Open && gate.Tps.Count <= MaxPairs)
        {
            var next = gate.Tps.Count < logs.Count ? gate.Tps.Count : random.Next(logs.Count);
            gate.Add(1, Math.Exp(logs[next]));
        }

        return gate.Tps.Count;
    }
}
