using AElf.Bench.Core.Generation;
using AElf.Bench.Harness.Statistics;
using MathNet.Numerics.Statistics;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>Estimates the number of pairs that an inconclusive comparison would need.</summary>
internal static class GateForecast
{
    public const int MaxPairs = 400;

    // An odd number has a middle value.
    private const int Trials = 25;

    /// <summary>
    /// The median length of 25 continuations, including the measured pairs. The pairs of a continuation are drawn from
    /// the measured ones (bootstrap). Null above <see cref="MaxPairs"/>, and without a pair. With few pairs it is a
    /// rough guess.
    /// </summary>
    /// <param name="made">The measured pairs.</param>
    /// <param name="seed">Seed of the draws.</param>
    public static int? PairsNeeded(PairedDifference made, int seed)
    {
        if (made.Count == 0)
        {
            return null;
        }

        var random = new SeededRandom((ulong)seed);
        var needed = Enumerable.Range(0, Trials).Select(_ => (double)PairsOf(made, random)).Median();
        return needed > MaxPairs ? null : (int)needed;
    }

    private static int PairsOf(PairedDifference made, SeededRandom random)
    {
        var gate = new RegressionGate(made.Empty());
        while (gate.Outcome is GateOutcome.Open && gate.Pairs.Count <= MaxPairs)
        {
            var next = gate.Pairs.Count < made.Count ? gate.Pairs.Count : random.Next(made.Count);
            gate.Add(made.Values[next]);
        }

        return gate.Pairs.Count;
    }
}
