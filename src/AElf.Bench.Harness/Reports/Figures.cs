using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>A figure of a run: its names, how it is read off a report, and how it is written.</summary>
/// <param name="Name">Name for programs, such as in a threshold.</param>
/// <param name="Heading">Name for readers.</param>
/// <param name="Read">Reads the figure; null when a run has none.</param>
/// <param name="Format">Writes the figure for readers, a time with its unit.</param>
internal sealed record Figure(
    string Name, string Heading, Func<RunReport, double?> Read, Func<double?, string> Format)
{
    /// <summary>Heading of its column of CSV, with the unit of the report's field.</summary>
    public string Column { get; init; } = Name;

    public double? Of(RunReport run) => Read(run) is { } value && double.IsFinite(value) ? value : null;

    public string TextOf(RunReport run) => Format(Of(run));
}

/// <summary>The figures that tables, files and thresholds name: a new figure is a line here.</summary>
internal static class Figures
{
    public static readonly Figure Tps = new("tps", "TPS", run => run.Tps?.Median, Whole);
    public static readonly Figure P50 = Latency("p50", latency => latency.P50);
    public static readonly Figure P99 = Latency("p99", latency => latency.P99);
    public static readonly Figure CpuUs = new(
        "cpuUsPerTransfer", "CPU each", run => run.Resources.CpuUsPerTransfer, Time);
    public static readonly Figure AllocatedBytes = new(
        "allocatedBytesPerTransfer", "allocated B", run => run.Resources.AllocatedBytesPerTransfer, Number);
    public static readonly Figure OfBareStore = new("ceiling", "of bare store", run => run.BareStore?.Ratio, Percent);
    public static readonly Figure Busiest = new("imbalance", "busiest", run => run.Imbalance, Number);
    public static readonly Figure Idle = new("idleShare", "idle", run => run.IdleShare, Percent);
    public static readonly Figure GroupingMs = new(
        "groupingMs", "grouping", run => run.GroupingMs?.Median, TimeOfMs);
    public static readonly Figure MemoryMb = new(
        "memoryMb", "memory MiB", run => run.Resources.WorkingSetMb, Whole);

    public static readonly Figure StoreCpuUs = new("storeCpuUsPerTransfer", "store CPU each", OfStoreCpu, Time);
    public static readonly Figure StoreMemoryMb = new(
        "storeMemoryMb",
        "store memory MiB",
        run => run.Store.Shards is [] ? null : run.Store.Shards.Sum(shard => shard.MemoryMb ?? double.NaN),
        Number);

    public static IReadOnlyList<Figure> All { get; } =
    [
        Tps, P50, Latency("p90", latency => latency.P90), P99, Latency("p99.9", latency => latency.P999),
        Latency("max", latency => latency.Max), CpuUs, AllocatedBytes,
        new("operationsPerSecond", "store ops/s", run => run.OperationsPerSecond?.Median, Whole),
        new("retried", "retried", run => run.Counts?.Retried, Whole),
        new("faults", "faults", run => run.Faults.Sum(fault => fault.Count), Whole),
        OfBareStore, Busiest, Idle, GroupingMs, MemoryMb, StoreCpuUs, StoreMemoryMb,
    ];

    /// <summary>The figures a sweep keeps of a run beside TPS, the one a narrow screen needs most first.</summary>
    public static IReadOnlyList<Figure> OfSweeps { get; } = [P99, CpuUs, GroupingMs, MemoryMb];

    /// <summary>Null for an unknown name.</summary>
    public static Figure? Named(string name) =>
        All.FirstOrDefault(figure => string.Equals(figure.Name, name, StringComparison.Ordinal));

    // A server tells its share of a core over the windows of all rounds.
    private static double? OfStoreCpu(RunReport run) =>
        run is not { Counts.Committed: > 0 and var committed, Store.Shards: not [] } ? null
            : run.Store.Shards.Sum(shard => shard.CpuShare ?? double.NaN)
                * run.Rounds.Sum(round => round.ExecuteMs) * 1e3 / committed;

    private static Figure Latency(string name, Func<LatencyReport, double> of) => new(
        name, name, run => run.UserLatencyUs() is { } latency ? of(latency) : null, Time)
    {
        Column = $"{name}Us",
    };
}
