namespace AElf.Bench.Harness.Reports;

/// <summary>What the bare store does with the same keys and values at the same depth in the same minute.</summary>
/// <param name="Tps">
/// Transfers per second a client without any transfer logic would reach: 1 ÷ (2 ÷ GET + 2 ÷ SET).
/// </param>
/// <param name="Ratio">The run's median TPS ÷ <paramref name="Tps"/>.</param>
/// <param name="GetPerSecond">Bare GET per second.</param>
/// <param name="SetPerSecond">Bare SET per second.</param>
/// <param name="Depth">Operations in flight.</param>
/// <param name="RedisBenchmark">
/// The same from <c>redis-benchmark</c>; null where it is not installed or cannot be used.
/// </param>
public sealed record CeilingReport(
    double Tps,
    double? Ratio,
    double GetPerSecond,
    double SetPerSecond,
    int Depth,
    RedisBenchmarkReport? RedisBenchmark)
{
    /// <summary>
    /// One shard behind the proxies, reached without them; null where there are none, no shard is named, or nobody
    /// asked.
    /// </summary>
    public BareShardReport? BareShard { get; init; }

    /// <summary>The same with as much in flight as serves the store best; null where it was not measured.</summary>
    public DeepCeilingReport? Deep { get; init; }
}

/// <summary>What the bare store does with as much in flight as serves it best.</summary>
/// <param name="Tps">Transfers per second, as of the ceiling.</param>
/// <param name="Depth">Operations in flight, on one connection.</param>
/// <param name="GetPerSecond">GET per second.</param>
/// <param name="SetPerSecond">SET per second.</param>
public sealed record DeepCeilingReport(double Tps, int Depth, double GetPerSecond, double SetPerSecond);

/// <summary>What a shard behind proxies does when it is reached without them.</summary>
/// <param name="Endpoint">The shard.</param>
/// <param name="Tps">Transfers per second, as of the ceiling.</param>
/// <param name="Ratio">What goes through the proxies, bare, ÷ <paramref name="Tps"/>.</param>
/// <param name="GetPerSecond">GET per second.</param>
/// <param name="SetPerSecond">SET per second.</param>
public sealed record BareShardReport(
    string Endpoint, double Tps, double Ratio, double GetPerSecond, double SetPerSecond);

/// <summary>The figures of <c>redis-benchmark -t get,set -P 64 -c 50</c>.</summary>
/// <param name="Tps">Transfers per second: 1 ÷ (2 ÷ GET + 2 ÷ SET).</param>
/// <param name="Ratio">The run's median TPS ÷ <paramref name="Tps"/>.</param>
/// <param name="GetPerSecond">GET per second.</param>
/// <param name="SetPerSecond">SET per second.</param>
/// <param name="Command">The command as it was run.</param>
public sealed record RedisBenchmarkReport(
    double Tps, double? Ratio, double GetPerSecond, double SetPerSecond, string Command);
