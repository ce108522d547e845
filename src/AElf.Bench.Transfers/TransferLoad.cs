using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Transfers;

/// <summary>The transfers that a run offers in every round.</summary>
public sealed record TransferLoad(Block Block, double? Skew, TransferPacing Pacing)
    : AccountLoad(Skew, Pacing, new AccountLayout())
{
    private const int MaxNamed = 3;

    /// <summary>Skipped transfers of the file: from an account to itself, or without a receiver.</summary>
    public int LeftOut { get; init; }

    internal override int Count => Block.Count;

    /// <summary>Reads the load from its file or, without a file, generates the load of the first group count.</summary>
    /// <exception cref="ArgumentOutOfRangeException">More groups than transfers, or a skew out of range.</exception>
    /// <exception cref="FormatException">The file is not a whole block; the message says where and why.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static TransferLoad From(TransferOptions options, WorkCounter? work = null)
    {
        var load = options.BlockFile is { } file ? Read(file, options.Pacing, work) : Draw(options);
        return load with { Layout = options.LayoutOf(more: 0) };
    }

    private static TransferLoad Read(string file, TransferPacing pacing, WorkCounter? work)
    {
        var (block, leftOut, unused) = TransferFile.Read(file, work);
        return new TransferLoad(block, Skew: null, pacing) { LeftOut = leftOut, Unused = unused };
    }

    private static TransferLoad Draw(TransferOptions options)
    {
        var (shape, n, groups) = (options.Load, options.Transfers, options.Groups);
        var skew = shape.Skew ?? options.Skew;
        var block = shape.Kind switch
        {
            LoadKind.Even or LoadKind.Zipf when skew > 0 => SkewedGroups.Generate(n, groups, skew, options.Seed),
            LoadKind.Even or LoadKind.Zipf => EvenGroups.Generate(n, groups, options.Seed),
            LoadKind.Receiver => EvenGroups.Generate(n, groups: 1, options.Seed),
            LoadKind.Sizes => GroupedTransfers.OfSizes(
                [.. shape.Sizes.SelectMany(each => Enumerable.Repeat(each.Size, each.Groups))], options.Seed),
            _ => LinkedTransfers.Generate(shape, n, options.Seed),
        };
        return new TransferLoad(block, shape.TakesGroups ? skew : null, options.Pacing)
        {
            Shape = skew > 0 ? $"{LoadShape.Skewed(skew)}" : $"{shape}",
        };
    }

    public override IWorkload Open(RunId run, ActorOptions actors, IStore? store) => new TransferWorkload(
        this,
        run.ToString(),
        actors,
        store is null
            ? new EmbeddedAccountStore(Block.AccountCount)
            : new PersistentAccountStore(store, run, Layout));

    public override (WorkloadDescription Description, long Weight)? Describe() =>
        (Describe(LoadGraph.Measure(Block, new Grouper().Group(Block))), Block.Count);

    private TransferMode Mode => Pacing.Mode;

    internal override WorkloadDescription Describe(LoadGraph graph) => new()
    {
        Name = TransferWorkloadType.WorkloadName,
        Noun = "transfer",
        UnitNoun = "group",
        ItemNoun = "account",
        Items = Block.AccountCount,
        Setup = Layout.SetupOf(TransferSettings.NameOf(Mode)),
        SetupText = Mode switch
        {
            TransferMode.Strict => "2 reads, then 2 writes for each",
            TransferMode.Multi => "one read of 2 keys, then one write of 2 keys for each",
            TransferMode.Exec => "2 reads, then 2 writes in one transaction for each",
            _ => "each account of a group is read and written once",
        } + NotUsed(),
        Variant = SkewText ?? VariantOf(Shape),
        CriticalSteps = Mode == TransferMode.Batch ? 1 : graph.LargestGroup,
        CriticalItem = Mode == TransferMode.Batch ? null : graph.CriticalItem,
        Facts =
        [
            new("mode", TransferSettings.NameOf(Mode)),
            .. FactsOf(graph, Block.Checksum, Block.AccountCount),
        ],
    };

    // The first screen has no room for all columns of a file.
    private string NotUsed()
    {
        var rows = LeftOut == 0 ? "" : $"; {Counted(LeftOut, "transfer")} of the file skipped";
        var rest = Unused.Count > MaxNamed ? $" and {Count(Unused.Count - MaxNamed)} more" : "";
        return Unused.Count == 0 ? rows
            : $"{rows}; ignored columns: {string.Join(", ", Unused.Take(MaxNamed))}{rest}";
    }

    // The sizes of a large file would make the claim too long.
    private static string VariantOf(string? shape) => shape switch
    {
        null => "file",
        { Length: > 40 } => $"{shape[..shape.IndexOf(':', StringComparison.Ordinal)]} of a list",
        _ => shape,
    };

    internal override ReportSection Section(LoadGraph graph) => new("Transfers")
    {
        Figures =
        [
            new("mode", Mode switch
            {
                TransferMode.Multi => "multi: one MGET, then one MSET, for each transfer",
                TransferMode.Exec => "exec: two GET, then MULTI, two SET and EXEC, for each transfer",
                TransferMode.Batch => "batch: each account of a group read once and written once",
                _ => "strict: two GET, then two SET, for each transfer",
            }) { Audience = ReportAudience.Page },
            new("block", Shape is null ? "read from a file" : "drawn from the seed") { Audience = ReportAudience.Page },
            new(
                "ignored",
                [
                    .. LeftOut == 0 ? Array.Empty<string>()
                        : [$"{Counted(LeftOut, "transfer")} of the file to the sender itself or without a receiver"],
                    .. Unused.Count == 0 ? Array.Empty<string>()
                        : [$"the columns {string.Join(", ", Unused)}"],
                ]),
            new("graph", graph.ToString()),
        ],
    };
}
