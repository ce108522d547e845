using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.Transfers;

/// <summary>The workload of contract transfers.</summary>
public sealed class TransferWorkloadType : IWorkloadType
{
    /// <summary>Its name, for any mix of transactions.</summary>
    internal const string WorkloadName = "transfers";

    // Takes about a second.
    private const int MaxDrawn = 1_000_000;

    public string Name => WorkloadName;

    public string Subject => "money transfers";

    public string NounFor(ResolvedSettings settings) =>
        TransferSettings.Options(settings).Contract is null ? "transfer" : "transaction";

    public string Example => "-n 8000 --groups 80";

    public IReadOnlyList<Setting> Table => TransferSettings.All;

    public Setting<string?>? LoadFile => TransferSettings.BlockFile;

    public IEnumerable<ValidationError> Check(ResolvedSettings settings) => TransferSettings.Check(settings);

    public IEnumerable<IReadOnlyDictionary<Setting, object>> Variants(ResolvedSettings settings) =>
        TransferSettings.Variants(settings);

    public ILoad Load(ResolvedSettings settings, WorkCounter? work = null) =>
        TransferSettings.Options(settings) is var options && options.Executed is null
            ? TransferLoad.From(options, work)
            : ContractLoad.From(options, work);

    public string? Contradiction(
        Func<string, string?> options,
        long weight,
        IReadOnlyDictionary<string, FactValue> facts,
        IReadOnlyList<KindOutcomes> outcomes)
    {
        var said = facts.GetValueOrDefault(LoadFacts.ContractHash).Text;
        var text = options(TransferSettings.Contract.Name);
        var source = SourceOf(text, options);
        var file = options(TransferSettings.BlockFile.Name);
        var isFromFile = facts.GetValueOrDefault(LoadFacts.Shape).Text is LoadFacts.File;
        return (source, said) switch
        {
            _ when file is not null && !isFromFile =>
                $"the option {TransferSettings.BlockFile.Name} is {Quoted.Text(file)}, but the load is not from a file",

            // Such a load is not drawn again.
            _ when !isFromFile
                && TransferSettings.Load.Rule.Parse(options(TransferSettings.Load.Name) ?? "")
                    is not LoadShape { Transfers: > 0 }
                && TransferSettings.Transfers.Rule.Parse(options(TransferSettings.Transfers.Name) ?? "")
                    is int and > MaxDrawn and var count && count != weight =>
                $"the option {TransferSettings.Transfers.Name} is {count}, but transfers is {weight}",
            (null, _) when text is not null => $"this build has no contract {Quoted.Text(text)}",
            (null, not null) => $"the report has the SHA-256 {said} of contracts, but no contracts",
            (null, null) => outcomes is [] ? null : "the report counts transactions of contracts, but has no contracts",
            (_, null) => "the report has contracts, but not their SHA-256",
            _ when outcomes is [] => "the report has contracts, but counts no transactions of them",
            _ when source.Hash.Equals(said, StringComparison.Ordinal) => source.Errors.Count > 0
                ? "the text of the contracts has errors"
                : outcomes.Select(kind => ProblemOf(kind, source.File)).OfType<string>().FirstOrDefault(),

            // A report has only the name of a shipped contract, and this build may have another text of it.
            _ => text?.Contains('\n', StringComparison.Ordinal) == true
                ? $"the text of the contracts has the SHA-256 {source.Hash}, but the report has {said}"
                : null,
        };
    }

    public string? WhyNotDrawn(ResolvedSettings settings) => settings switch
    {
        _ when settings.Get(TransferSettings.BlockFile) is not null => "it is from a file",
        _ when settings.Get(TransferSettings.Transfers) is > MaxDrawn and var count =>
            $"a block of {NumberFormat.Count(count)} takes long to draw",
        _ => null,
    };

    // Reads no file: a report has only the names of shipped files.
    private static ContractSource? SourceOf(string? text, Func<string, string?> options) => text switch
    {
        { } when text.Contains('\n', StringComparison.Ordinal)
            || ShippedContracts.Names.Contains(text, StringComparer.Ordinal) => ContractSource.Parse(text),
        null when TransferSettings.Mix.Rule.Parse(options(TransferSettings.Mix.Name) ?? "")
            is TransactionMix { Contracts: { } contracts } => contracts,
        null when ExecutionSettings.IsStore(options) => ContractSource.Transfer,
        _ => null,
    };

    private static string? ProblemOf(KindOutcomes outcomes, ContractFile file)
    {
        var (kind, _, declined) = outcomes;
        var place = file.PlaceOf(kind);
        string[] known = [UngroupedAudit.UnknownReason, .. place < 0 ? [] : file.Contracts[place].Reasons.Skip(1)];
        var odd = declined.FirstOrDefault(each => !known.Contains(each.Reason, StringComparer.Ordinal));
        return (place, odd) switch
        {
            ( < 0, _) when kind is not UngroupedAudit.AllContracts =>
                $"the report has transactions of {Quoted.Text(kind)}, which is not one of its contracts",
            (_, { Reason: var reason }) => $"{kind} declines no transaction for the reason {Quoted.Text(reason)}",
            _ => null,
        };
    }

    public void Export(ResolvedSettings settings, WorkCounter? work = null)
    {
        var options = TransferSettings.Options(settings);
        if (options.BlockOutput is { } output)
        {
            BlockFile.Write(output, TransferLoad.From(options).Block, work);
        }
    }

    public IPumpFactory OpenPumps(
        IStore store, RunId run, ResolvedSettings settings, ReadOnlySpan<byte> proof, TimeProvider clock)
    {
        var options = TransferSettings.Options(settings);
        if (options.Executed is not { } source)
        {
            return new AccountPumps(
                new PersistentAccountStore(store, run, options.LayoutOf(more: 0)), options.Pacing, clock);
        }

        if (!proof.SequenceEqual(source.Proof))
        {
            throw new FormatException("the manager has other contracts or another build: use the same build for both");
        }

        var plan = new ContractPlan(source.File, options.Pacing);
        return new AccountPumps(
            new PersistentAccountStore(store, run, options.LayoutOf(source.File.FieldCount - 1), plan.Scripts),
            plan,
            clock);
    }
}
