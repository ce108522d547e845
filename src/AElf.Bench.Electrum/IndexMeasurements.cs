using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Electrum.Execution;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Electrum;

/// <summary>The costs of an index: to build, to keep, and to query.</summary>
internal sealed class IndexMeasurements
{
    private const double Megabyte = 1_000_000;

    /// <summary>Time to build, without the node's time; null if another process built it.</summary>
    public TimeSpan? Build { get; set; }

    /// <summary>CPU time of this process to build.</summary>
    public TimeSpan BuildCpu { get; set; }

    /// <summary>Bytes of the index.</summary>
    public long Size { get; set; }

    /// <summary>Bytes of rows that its engine wrote during the build.</summary>
    public long Written { get; set; }

    /// <summary>Number of commits during the build.</summary>
    public long Commits { get; set; }

    /// <summary>Bytes by table and flat file; empty if only the sum is known.</summary>
    public IReadOnlyList<KeyValuePair<string, long>> Tables { get; set; } = [];

    /// <summary>
    /// Bytes written to a disk during the build; null in memory, and if the system does not report them.
    /// </summary>
    public long? DiskBytes { get; set; }

    /// <summary>Bytes of managed memory of index and engine after all requests.</summary>
    public long? Held { get; set; }

    /// <summary>Time of the audit's pass, on one thread.</summary>
    public TimeSpan Pass { get; set; }

    /// <summary>
    /// The times of cold passes, the shortest first: all requests to an engine without cached answers, on one thread
    /// with compiled code. Empty before these passes.
    /// </summary>
    public IReadOnlyList<TimeSpan> ColdPasses { get; set; } = [];

    /// <summary>The costs of the last cold pass; null before it.</summary>
    public IndexCosts? ColdCosts { get; set; }

    /// <summary>
    /// Bytes that the last cold pass read from a disk; null in memory, and if the system does not report them.
    /// </summary>
    public long? ColdRead { get; set; }

    /// <summary>The costs of the audit's pass over all requests; null before the audit.</summary>
    public IndexCosts? Costs { get; set; }

    /// <summary>Reads of the store in the audit's pass; 0 in this process.</summary>
    public long Reads { get; set; }

    /// <summary>Mean reads of the store per request, for measuring the store alone.</summary>
    public double ReadsPerRequest { get; set; } = 1;

    /// <summary>The figures of the JSON record, each with its name.</summary>
    public IEnumerable<Fact> Facts(CostModel model, int requests)
    {
        yield return new("indexBuildMs", Build?.TotalMilliseconds);
        yield return new("indexBuildCpuMs", Build is null ? default(double?) : BuildCpu.TotalMilliseconds);
        yield return new("indexBytes", Size);
        yield return new("indexBytesWritten", Build is null ? default(double?) : Written);
        yield return new("indexDiskBytes", DiskBytes);
        yield return new("heldBytes", Held);
        yield return new("coldMs", Cold?.TotalMilliseconds);
        yield return new("coldMinMs", Cold is null ? default(double?) : ColdPasses[0].TotalMilliseconds);
        yield return new("coldMaxMs", Cold is null ? default(double?) : ColdPasses[^1].TotalMilliseconds);
        yield return new("coldDiskBytes", ColdRead);
        if (Costs is { } costs)
        {
            yield return new("lookupsPerRequest", Per(costs.Lookups + costs.Scans, requests));
            yield return new("rowsPerRequest", Per(costs.Rows, requests));
            yield return new("blocksRead", costs.Blocks);
            yield return new("blockBytesRead", costs.BlockBytes);
            yield return new("nodeTransactions", costs.NodeTransactions);
            yield return new("transactionBytesRead", costs.TransactionBytes);
            yield return new("nodeUsPerRequest", costs.Node.TotalMicroseconds / requests);
            yield return new("serverUsPerRequest", (Pass - costs.Node).TotalMicroseconds / requests);
            yield return new("falsePositives", costs.FalsePositives);
        }

        if (model.IsGiven && Costs is not null && ColdCosts is { } cold)
        {
            yield return new("passMs", Pass.TotalMilliseconds);
            yield return new("modelReads", CostModel.ReadsOf(cold));
            yield return new("modelNodeCalls", CostModel.NodeCallsOf(cold));
            yield return new("modelNodeBytes", cold.NodeBytes);
            yield return new("modelDiskMs", model.DiskTime(cold).TotalMilliseconds);
            yield return new("modelNodeMs", model.NodeTime(cold).TotalMilliseconds);
            yield return new("modelBuildMs", model.Disk is { } disk && Build is not null
                ? (BuildCpu + disk.TimeOf(Written) + (Commits * disk.Write)).TotalMilliseconds
                : default(double?));
        }
    }

    public ReportSection Section(ElectrumOptions options, ChainArchive archive, int requests) => new("Index")
    {
        Tables =
        [
            new(
                [new("table", IsText: true), new("MB"), new("share")],
                [.. Tables.OrderByDescending(table => table.Value).Select(table => (string[])
                    [table.Key, Number(table.Value / Megabyte), Percent((double)table.Value / Size)])]),
        ],
        Figures =
        [
            new("engine", $"{options.Engine}, over {archive.Height + 1} blocks with {Count(archive.Transactions)} "
                + $"transactions, {Number(archive.Bytes / Megabyte)} MB"),
            new("built", Build is { } build
                ? [$"in {TimeOfMs(build.TotalMilliseconds)} with {TimeOfMs(BuildCpu.TotalMilliseconds)} of CPU"]
                : []),
            new("size", $"{Number(Size / Megabyte)} MB, {Whole((double)Size / archive.Transactions)} bytes for each "
                + "transaction of the chain"),
            new("written", Build is null ? []
                : [$"{Number(Written / Megabyte)} MB of rows"
                    + (DiskBytes is { } disk ? $"; {Number(disk / Megabyte)} MB reached the disk" : "")]),
            new("memory", Held is { } held ? [$"{Number(held / Megabyte)} MB held by index and engine"] : []),
            new("cold", Cold is { } cold
                ? [$"{TimeOfMs(cold.TotalMilliseconds)} for all {Count(requests)} requests, one thread{ColdState}"]
                : []),
            new("modelled", options.Model.IsGiven && ColdCosts is { } charged
                ? [$"{TimeOfMs(options.Model.DiskTime(charged).TotalMilliseconds)} of disk and "
                    + $"{TimeOfMs(options.Model.NodeTime(charged).TotalMilliseconds)} of node for "
                    + $"{Count(CostModel.ReadsOf(charged))} reads and {Count(CostModel.NodeCallsOf(charged))} calls"]
                : []),
            new("a pass", Costs is { } costs ? [Describe(costs)] : []),
        ],
    };

    private TimeSpan? Cold => ColdPasses.Count == 0 ? null : ColdPasses[ColdPasses.Count / 2];

    private string ColdState => ColdRead is { } read
        ? $"; posix_fadvise dropped the files from the page cache, and {Number(read / Megabyte)} MB came from a disk"
        : "";

    private static double Per(long count, int requests) => (double)count / requests;

    private string Describe(IndexCosts costs) =>
        $"{Count(costs.Lookups)} lookups, {Count(costs.Scans)} scans with {Count(costs.Rows)} rows, "
            + $"{Count(costs.Blocks)} blocks read again ({Number(costs.BlockBytes / Megabyte)} MB), "
            + $"{Count(costs.NodeTransactions)} transactions requested from the node "
            + $"({Number(costs.TransactionBytes / Megabyte)} MB), {Count(costs.CacheHits)} cache hits"
            + (costs.FalsePositives > 0 ? $", {Count(costs.FalsePositives)} false positives" : "")
            + $"; {Time(Pass.TotalMicroseconds)}, including {Time(costs.Node.TotalMicroseconds)} of the node"
            + (Reads > 0 ? $"; {Count(Reads)} reads of the store" : "");
}
