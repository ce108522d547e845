using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;

namespace AElf.Bench.Transfers;

/// <summary>The workload of contract transfers.</summary>
public sealed class TransferWorkloadType : IWorkloadType
{
    /// <summary>Its name, for any mix of transactions.</summary>
    internal const string WorkloadName = "transfers";

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

    // A report has only the name of a shipped contract, and this build may have another text of it.
    public string? Contradiction(Func<string, string?> options, IReadOnlyDictionary<string, FactValue> facts)
    {
        var said = facts.GetValueOrDefault("contractHash").Text;
        var text = options(TransferSettings.Contract.Name);
        var isMix = options(TransferSettings.Mix.Name) is { } mix
            && TransferSettings.Mix.Rule.Parse(mix) is TransactionMix { Contracts: not null };
        return text switch
        {
            null when said is not null && !isMix => $"the report has the SHA-256 {said} of contracts, and no contracts",
            not null when said is null => "the report has contracts, and no SHA-256 of them",
            not null when text.Contains('\n', StringComparison.Ordinal) && ContractSource.Parse(text)!.Hash is var hash
                && !string.Equals(said, hash, StringComparison.Ordinal) =>
                $"the text of the contracts has the SHA-256 {hash}, and the report says {said}",
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
