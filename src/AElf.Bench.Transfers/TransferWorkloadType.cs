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

    public string Name => WorkloadName;

    public string Subject => "money transfers";

    public string NounFor(ResolvedSettings settings) =>
        TransferSettings.Options(settings).Bank is null ? "transfer" : "transaction";

    public string Example => "-n 8000 --groups 80";

    public IReadOnlyList<Setting> Table => TransferSettings.All;

    public Setting<string?>? LoadFile => TransferSettings.BlockFile;

    public IEnumerable<ValidationError> Check(ResolvedSettings settings) => TransferSettings.Check(settings);

    public IEnumerable<IReadOnlyDictionary<Setting, object>> Variants(ResolvedSettings settings) =>
        TransferSettings.Variants(settings);

    public ILoad Load(ResolvedSettings settings, WorkCounter? work = null) =>
        TransferSettings.Options(settings) is var options && options.Bank is null
            ? TransferLoad.From(options, work)
            : BankLoad.From(options);

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
        var (accounts, options) = (new PersistentAccountStore(store, run), TransferSettings.Options(settings));
        return options.Bank is null
            ? new TransferPumps(accounts, options.Pacing, clock)
            : new BankPumps(accounts, clock);
    }
}
