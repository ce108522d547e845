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
