using System.Text.Json.Serialization;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// The bound of the load itself. If s of a block's n transfers must be executed one after the other, the block takes at
/// least s × the latency of one transfer. So TPS ≤ n ÷ (s × latency), for any number of actors.
/// </summary>
/// <param name="Steps">s: transfers of the largest group; 1 in batch mode, where a group is one step.</param>
/// <param name="Tps">
/// The bound at the mean latency of the run. The mean latency grows with the operations in flight.
/// </param>
/// <param name="Share">
/// The run's median TPS ÷ <paramref name="Tps"/>: near 1 if the s transfers were in flight all the time, above 1 if
/// their latency was below the mean.
/// </param>
/// <param name="MaxTps">
/// The bound at the shortest latency of the run. Other numbers of actors or lanes cannot exceed it, unless the latency
/// of a transfer falls.
/// </param>
/// <param name="MaxShare">The run's median TPS ÷ <paramref name="MaxTps"/>: near 1 if the load is the limit.</param>
public sealed record CriticalPathReport(int Steps, double Tps, double Share, double MaxTps, double MaxShare)
{
    /// <summary>The item that each of these steps needs, such as <c>account 7</c>; null for none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Item { get; init; }

    /// <summary>
    /// The reached share of the bound: at the shortest latency, or at the mean latency if more than half of the block
    /// is executed sequentially, because then few other operations lengthen it.
    /// </summary>
    internal double Reached(long blockWeight) => 2L * Steps > blockWeight ? Share : MaxShare;

    /// <summary>Null if a value for the bound is unknown.</summary>
    /// <param name="steps">Sequential steps of a block.</param>
    /// <param name="blockWeight">Items that a block commits.</param>
    /// <param name="latency">Latency of a step, in µs.</param>
    /// <param name="tps">The run's median TPS.</param>
    /// <param name="item">The item that each of the steps needs; null for none.</param>
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
