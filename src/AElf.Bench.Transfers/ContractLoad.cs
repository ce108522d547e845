using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Transfers;

/// <summary>The transactions of contracts that a run offers in every round.</summary>
/// <param name="Source">The contracts.</param>
internal sealed record ContractLoad(ContractBlock Block, ContractSource Source, double? Skew, TransferPacing Pacing)
    : AccountLoad(Skew, Pacing, new AccountLayout(Block.Accounts.More)), ILoad
{
    internal override int Count => Block.Count;

    public ReadOnlyMemory<byte> Proof => Source.Proof;

    public ContractPlan Plan { get; init; } = new(Block.File, Pacing);

    /// <summary>Reads the load from its file, or generates the load of the first group count.</summary>
    /// <exception cref="ArgumentOutOfRangeException">More groups than transactions, or a skew out of range.</exception>
    /// <exception cref="FormatException">The file is not a block; the message says where and why.</exception>
    public static ContractLoad From(TransferOptions options, WorkCounter? work = null)
    {
        var source = options.Executed!;
        var load = (options.Contract, options.BlockFile) switch
        {
            (null, _) => OfTransfers(source, options, work),
            (_, { } path) => Read(path, source, options, work),
            _ => Draw(source, options),
        };
        return load with { Layout = options.LayoutOf(source.File.FieldCount - 1) };
    }

    public override IWorkload Open(RunId run, ActorOptions actors, IStore? store) => new ContractWorkload(
        this,
        run.ToString(),
        actors,
        store is null
            ? new EmbeddedAccountStore(Block.Accounts.AccountCount, Block.Accounts.More)
            : new PersistentAccountStore(store, run, Layout, Plan.Scripts));

    public override (WorkloadDescription Description, long Weight)? Describe() =>
        (Describe(Block.Measure(new Grouper().Group(Block.Links, Block.NodeCount))), Block.Count);

    internal override WorkloadDescription Describe(LoadGraph graph) => new()
    {
        Name = TransferWorkloadType.WorkloadName,
        Noun = "transaction",
        Kinds = Block.File.Contracts.Count > 1 ? [.. Block.File.Contracts.Select(contract => contract.Name)] : null,
        UnitNoun = Pacing.IsGrouped ? "group" : "job",
        ItemNoun = "account",
        Items = Block.Accounts.AccountCount,
        Setup = Layout.SetupOf(ExecutionSettings.NameOf(Pacing)),
        SetupText = Pacing.ContractsInWords
            + (Unused.Count == 0 ? "" : $"; ignored columns: {string.Join(", ", Unused)}"),
        Variant = $"{Source.Name} " + (Shape switch
        {
            null => "of a file",
            _ when SkewText is { } text => text,
            _ when Source.HasOwnGroups => "of shared accounts",
            _ => "of given sizes",
        }),
        CriticalSteps = Pacing.IsGrouped ? graph.LargestGroup : 1,
        CriticalItem = Pacing.IsGrouped ? graph.CriticalItem : null,
        Facts =
        [
            new("mode", TransferSettings.NameOf(Pacing.Mode)),
            new("mix", Source.Name),
            new(LoadFacts.ContractHash, Source.Hash),
            .. ExecutionSettings.FactsOf(Pacing),
            .. FactsOf(graph, Block.Checksum, Block.Accounts.AccountCount),
        ],
    };

    private static ContractLoad OfTransfers(ContractSource source, TransferOptions options, WorkCounter? work)
    {
        var drawn = TransferLoad.From(options, work);
        return new ContractLoad(
            ContractBlock.Of(source.File, drawn.Block), source, drawn.Skew, options.Pacing)
        { Shape = drawn.Shape, Unused = drawn.Unused };
    }

    private static ContractLoad Read(string path, ContractSource source, TransferOptions options, WorkCounter? work)
    {
        var (read, unused) = ContractCsv.Read(path, source.File, options.Seed, work);
        return new ContractLoad(read, source, Skew: null, options.Pacing) { Unused = unused };
    }

    private static ContractLoad Draw(ContractSource source, TransferOptions options)
    {
        var shape = options.Load;
        var skew = shape.Skew ?? options.Skew;
        var hasGroups = shape.TakesGroups && !source.HasOwnGroups;
        var load = shape.TakesGroups && skew > 0 ? LoadShape.Skewed(skew) : shape;
        var parts = ContractGenerator.Parts(source, shape, options.Transfers, options.Groups, skew);
        return new ContractLoad(
            ContractGenerator.Generate(source.File, parts, options.Seed),
            source,
            hasGroups ? skew : null,
            options.Pacing)
        { Shape = source.HasOwnGroups ? "shared accounts" : $"{load}" };
    }

    internal override ReportSection Section(LoadGraph graph) => new("Contracts")
    {
        Figures =
        [
            new("file", $"{Source.Name}, SHA-256 {Source.Hash}"),
            new("mix", string.Join(", ", Block.File.Contracts.Select(
                (contract, kind) => $"{Whole(CountOf(kind))} {contract.Name}"))),
            new("graph", graph.ToString()),
        ],
    };

    private int CountOf(int kind) => Enumerable.Range(0, Block.Count).Count(index => Block.KindAt(index) == kind);
}
