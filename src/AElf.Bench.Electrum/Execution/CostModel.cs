using System.Globalization;
using AElf.Bench.Electrum.Indexing.Engines;

namespace AElf.Bench.Electrum.Execution;

/// <summary>
/// Computes the time of a pass from its counted disk reads and node calls, in place of their times on this machine.
/// Reads and calls are sequential, as for a single client.
/// </summary>
/// <param name="Disk">The disk of index and node; null counts no time for reads.</param>
/// <param name="NodeLatency">The time of a call of the node, without its bytes.</param>
/// <param name="NodeBandwidth">Megabytes per second from the node; null for unlimited.</param>
public sealed record CostModel(DiskModel? Disk, TimeSpan NodeLatency, decimal? NodeBandwidth)
{
    public static CostModel Nothing { get; } = new(null, TimeSpan.Zero, null);

    public bool IsGiven => this != Nothing;

    /// <summary>Disk reads of the index and of its node.</summary>
    public static long ReadsOf(IndexCosts costs) => costs.Lookups + costs.Scans + costs.NodeReads;

    public static long NodeCallsOf(IndexCosts costs) => costs.Blocks + costs.NodeTransactions;

    /// <summary>The modelled time of the disk.</summary>
    public TimeSpan DiskTime(IndexCosts costs) => Disk is null
        ? TimeSpan.Zero
        : (ReadsOf(costs) * Disk.Read) + Disk.TimeOf(costs.BlockBytes);

    /// <summary>The modelled time of the node, without its disk.</summary>
    public TimeSpan NodeTime(IndexCosts costs) => (NodeCallsOf(costs) * NodeLatency)
        + (NodeBandwidth is { } rate ? DiskModel.TimeOf(costs.NodeBytes, rate) : TimeSpan.Zero);
}

/// <summary>A disk: the time of a read and of a synced write without their bytes, and megabytes per second.</summary>
public sealed record DiskModel(TimeSpan Read, TimeSpan Write, decimal Bandwidth)
{
    // Below this, the time of a large chain exceeds the range of a TimeSpan.
    private const decimal MinBandwidth = 0.001m;

    // From data sheets: a spinning disk, an SSD on SATA or USB, and an SSD on PCIe.
    private static readonly (string Name, DiskModel Disk)[] Known =
        [("hdd", Of(10_000, 10_000, 150)), ("ssd", Of(150, 100, 500)), ("nvme", Of(80, 20, 3_000))];

    public static string Names { get; } = string.Join(", ", Known.Select(known => known.Name));

    /// <summary>Reads a known name, or <c>READ_US,WRITE_US,MB/s</c>; null for other texts.</summary>
    public static DiskModel? Parse(string text)
    {
        decimal?[] numbers = [.. text.Split(',').Select(part =>
            decimal.TryParse(part, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            && number <= 10_000_000
                ? number
                : (decimal?)null)];
        return numbers is [{ } read, { } write, { } bandwidth and >= MinBandwidth]
            ? Of(read, write, bandwidth)
            : Known.FirstOrDefault(known => known.Name.Equals(text, StringComparison.OrdinalIgnoreCase)).Disk;
    }

    public TimeSpan TimeOf(long bytes) => TimeOf(bytes, Bandwidth);

    public static TimeSpan TimeOf(long bytes, decimal megabytesPerSecond) =>
        TimeSpan.FromMicroseconds((double)(bytes / megabytesPerSecond));

    public override string ToString() => Known.FirstOrDefault(known => known.Disk == this).Name
        ?? FormattableString.Invariant($"{Read.TotalMicroseconds},{Write.TotalMicroseconds},{Bandwidth}");

    private static DiskModel Of(decimal read, decimal write, decimal bandwidth) => new(
        TimeSpan.FromMicroseconds((double)read), TimeSpan.FromMicroseconds((double)write), bandwidth);
}
