namespace AElf.Bench.Harness.Reports;

/// <summary>
/// The ceiling: the rate of the store alone, with the same keys and values, at the same depth, in the same minute.
/// </summary>
/// <param name="Tps">Transfers per second of a client without transfer logic: 1 ÷ (2 ÷ GET + 2 ÷ SET).</param>
/// <param name="Ratio">The run's median TPS ÷ <paramref name="Tps"/>.</param>
/// <param name="GetPerSecond">Bare GET per second.</param>
/// <param name="SetPerSecond">Bare SET per second.</param>
/// <param name="Depth">Operations in flight.</param>
/// <param name="RedisBenchmark">
/// The figures of <c>redis-benchmark</c>; null if it is not installed or cannot be used.
/// </param>
public sealed record BareStoreReport(
    double Tps,
    double? Ratio,
    double GetPerSecond,
    double SetPerSecond,
    int Depth,
    RedisBenchmarkReport? RedisBenchmark)
{
    /// <summary>
    /// One shard behind the proxies, measured directly; null without proxies, without a named shard, or if not
    /// requested.
    /// </summary>
    public BareShardReport? BareShard { get; init; }

    /// <summary>The store alone at its best depth; null if not measured.</summary>
    public DeepBareStoreReport? Deep { get; init; }
}

/// <summary>The store alone with its best number of operations in flight.</summary>
/// <param name="Tps">Transfers per second, computed as for <see cref="BareStoreReport"/>.</param>
/// <param name="Depth">Operations in flight, on one connection.</param>
public sealed record DeepBareStoreReport(double Tps, int Depth, double GetPerSecond, double SetPerSecond);

/// <summary>A shard behind proxies, measured directly.</summary>
/// <param name="Endpoint">Address of the shard.</param>
/// <param name="Tps">Transfers per second, computed as for <see cref="BareStoreReport"/>.</param>
/// <param name="Ratio">TPS of the store alone through the proxies ÷ <paramref name="Tps"/>.</param>
public sealed record BareShardReport(
    string Endpoint, double Tps, double Ratio, double GetPerSecond, double SetPerSecond);

/// <summary>The figures of <c>redis-benchmark -t get,set -P 64 -c 50</c>.</summary>
/// <param name="Tps">Transfers per second: 1 ÷ (2 ÷ GET + 2 ÷ SET).</param>
/// <param name="Ratio">The run's median TPS ÷ <paramref name="Tps"/>.</param>
/// <param name="Command">The executed command.</param>
public sealed record RedisBenchmarkReport(
    double Tps, double? Ratio, double GetPerSecond, double SetPerSecond, string Command);
