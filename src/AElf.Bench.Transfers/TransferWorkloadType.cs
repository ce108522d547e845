using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.SmallBank;

namespace AElf.Bench.Transfers;

/// <summary>Contract transfers, as programs know them.</summary>
public sealed class TransferWorkloadType : IWorkloadType
{
    /// <summary>Its name, whatever the mix of transactions.</summary>
    internal const string WorkloadName = "transfers";

    /// <inheritdoc/>
    public string Name => WorkloadName;

    /// <inheritdoc/>
    public string Subject => "contract transfers";

    /// <inheritdoc/>
    public string NounFor(ResolvedSettings settings) =>
        TransferSettings.Options(settings).Bank is null ? "transfer" : "transaction";

    /// <inheritdoc/>
    public string Example => "-n 8000 --groups 80";

    /// <inheritdoc/>
    public IReadOnlyList<Setting> Table => TransferSettings.All;

    /// <inheritdoc/>
    public object NewArguments() => new TransferArguments();

    /// <inheritdoc/>
    public Setting<string?>? LoadFile => TransferSettings.BlockFile;

    /// <inheritdoc/>
    public IEnumerable<ValidationError> Check(ResolvedSettings settings) => TransferSettings.Check(settings);

    /// <inheritdoc/>
    public IEnumerable<IReadOnlyDictionary<Setting, object>> Variants(ResolvedSettings settings) =>
        TransferSettings.Variants(settings);

    /// <inheritdoc/>
    public ILoad Load(ResolvedSettings settings, WorkCounter? work = null) =>
        TransferSettings.Options(settings) is var options && options.Bank is null
            ? TransferLoad.From(options, work)
            : BankLoad.From(options);

    /// <inheritdoc/>
    public void Export(ResolvedSettings settings, WorkCounter? work = null)
    {
        var options = TransferSettings.Options(settings);
        if (options.BlockOutput is { } output)
        {
            BlockFile.Write(output, TransferLoad.From(options).Block, work);
        }
    }

    /// <inheritdoc/>
    public IPumpFactory OpenPumps(IStore store, RunId run, ReadOnlySpan<byte> settings, TimeProvider clock) =>
        BankPumps.AreNamedBy(settings)
            ? new BankPumps(new PersistentAccountStore(store, run), clock)
            : new TransferPumps(new PersistentAccountStore(store, run), TransferPacing.Decode(settings), clock);
}
