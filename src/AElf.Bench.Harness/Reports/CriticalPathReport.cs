using System.Text.Json.Serialization;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// The bound that a load sets by itself: a block of n transfers, s of which must go one after the other, cannot be
/// committed in less than s × the latency of one, so that TPS ≤ n ÷ (s × latency), however many actors there are.
/// </summary>
/// <param name="Steps">s: transfers of the largest group; 1 in batch mode, where a group is one step.</param>
/// <param name="Tps">The bound at the mean latency of the run, which grows with the operations in flight.</param>
/// <param name="Share">
/// The run's median TPS ÷ <paramref name="Tps"/>: near 1 when those s were under way all the time, above 1 when their
/// latency was below the mean.
/// </param>
/// <param name="MaxTps">
/// The bound at the shortest latency of the run: no change of actors or lanes can exceed it while a transfer takes no
/// less.
/// </param>
/// <param name="MaxShare">The run's median TPS ÷ <paramref name="MaxTps"/>: near 1 when the load is the limit.</param>
public sealed record CriticalPathReport(int Steps, double Tps, double Share, double MaxTps, double MaxShare)
{
    /// <summary>What each of these steps needs, such as <c>account 7</c>; null for none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Item { get; init; }

    /// <summary>
    /// How much of the bound the run reached: at the shortest latency, or at the mean where more than half of the block
    /// goes one after the other, since then little else is in flight that could lengthen it.
    /// </summary>
    internal double Reached(long blockWeight) => 2L * Steps > blockWeight ? Share : MaxShare;

    /// <summary>Null when something the bound is derived from is not known.</summary>
    /// <param name="steps">Steps of a block that go one after the other.</param>
    /// <param name="blockWeight">Things that a block commits.</param>
    /// <param name="latency">Latency of a step, in µs.</param>
    /// <param name="tps">The run's median TPS.</param>
    /// <param name="item">What each of the steps needs; null for none.</param>
    public static CriticalPathReport? From(
        int? steps, long blockWeight, LatencyReport? latency, double? tps, string? item = null)
    {
        if (steps is not (> 0 and var all) || latency is not { Min: > 0 } || tps is not { } reached)
        {
            return null;
        }

        var mean = blockWeight / (all * latency.Mean / 1e6);
        var max = blockWeight / (all * latency.Min / 1e6);
        return new(all, mean, reached / mean, max, reached / max) { Item = item };
    }
}
