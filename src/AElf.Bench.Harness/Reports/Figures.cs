using AElf.Bench.Core.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>A figure of a run: what it is called, how it is read off a report, and how it is written.</summary>
/// <param name="Name">Its name for programs, such as that of a threshold.</param>
/// <param name="Heading">Its name for readers, with its unit.</param>
/// <param name="Read">Reads it; null when a run has none.</param>
/// <param name="Format">Writes it without its unit.</param>
public sealed record Figure(
    string Name, string Heading, Func<RunReport, double?> Read, Func<double?, string> Format)
{
    /// <summary>Its unit behind a value that stands alone; empty when the name says it.</summary>
    public string Unit { get; init; } = "";

    /// <summary>Its name above a column of CSV.</summary>
    public string Column => Unit.Length > 0 ? $"{Name}Us" : Name;

    /// <summary>The figure of a run; null when it has none.</summary>
    public double? Of(RunReport run) => Read(run) is { } value && double.IsFinite(value) ? value : null;

    /// <summary>The figure of a run, for readers.</summary>
    public string TextOf(RunReport run) => Format(Of(run));
}

/// <summary>The figures of a run that tables, files and thresholds name: a new one is a line here.</summary>
public static class Figures
{
    /// <summary>Committed and audited per second, the median of the rounds.</summary>
    public static readonly Figure Tps = new("tps", "TPS", run => run.Tps?.Median, Whole);

    /// <summary>Half of the transfers took a user no longer, µs.</summary>
    public static readonly Figure P50 = Latency("p50", latency => latency.P50);

    /// <summary>99 % took a user no longer, µs.</summary>
    public static readonly Figure P99 = Latency("p99", latency => latency.P99);

    /// <summary>CPU microseconds per committed transfer.</summary>
    public static readonly Figure CpuUs = new(
        "cpuUsPerTransfer", "CPU µs", run => run.Resources.CpuUsPerTransfer, Number);

    /// <summary>Managed bytes allocated per committed transfer.</summary>
    public static readonly Figure AllocatedBytes = new(
        "allocatedBytesPerTransfer", "allocated B", run => run.Resources.AllocatedBytesPerTransfer, Number);

    /// <summary>What the run reached of what the bare store does, 0 to 1.</summary>
    public static readonly Figure OfBareStore = new("ceiling", "of bare store", run => run.Ceiling?.Ratio, Percent);

    /// <summary>Transfers of the busiest actor or worker ÷ the mean.</summary>
    public static readonly Figure Busiest = new("imbalance", "busiest", run => run.Imbalance, Number);

    /// <summary>Share of the time in which actors had nothing in flight.</summary>
    public static readonly Figure Idle = new("idleShare", "idle", run => run.IdleShare, Percent);

    /// <summary>Median time to group the block of a round, ms.</summary>
    public static readonly Figure GroupingMs = new(
        "groupingMs", "grouping ms", run => run.GroupingMs?.Median, Number);

    /// <summary>Peak working set of the process that made the run, MiB.</summary>
    public static readonly Figure MemoryMb = new(
        "memoryMb", "memory MiB", run => run.Resources.WorkingSetMb, Whole);

    /// <summary>Every one.</summary>
    public static IReadOnlyList<Figure> All { get; } =
    [
        Tps, P50, Latency("p90", latency => latency.P90), P99, Latency("p99.9", latency => latency.P999),
        Latency("max", latency => latency.Max), CpuUs, AllocatedBytes,
        new("retried", "retried", run => run.Counts?.Retried, Whole),
        new("faults", "faults", run => run.Faults.Sum(fault => fault.Count), Whole),
        OfBareStore, Busiest, Idle, GroupingMs, MemoryMb,
    ];

    /// <summary>Those that a sweep keeps of a run beside TPS, the one that a narrow screen needs most first.</summary>
    public static IReadOnlyList<Figure> OfSweeps { get; } = [P99, CpuUs, GroupingMs, MemoryMb];

    /// <summary>The figure of a name; null when there is none.</summary>
    public static Figure? Named(string name) =>
        All.FirstOrDefault(figure => string.Equals(figure.Name, name, StringComparison.Ordinal));

    private static Figure Latency(string name, Func<LatencyReport, double> of) => new(
        name, $"{name} µs", run => run.UserLatencyUs() is { } latency ? of(latency) : null, Number) { Unit = " µs" };
}
