using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Computes from a run's raw data the operations sent to the store, the operations that the store counted, and whether
/// both agree.
/// </summary>
internal sealed class StoreDerivation(RunReport known, RawRun raw)
{
    /// <summary>The store's side of the report.</summary>
    /// <param name="window">The measured time.</param>
    public StoreReport Report(TimeSpan window)
    {
        var isKnown = raw.CountersUnavailable is null;
        var faultOps = OperationReport.Sum(raw.Rounds.Select(round => round.FaultOps).OfType<OperationReport>());
        var sent = OperationReport.Sum(raw.Rounds.Select(round => round.Ops));
        var served = isKnown ? OperationReport.Sum(raw.Shards.Select(shard => shard.Ops)) : null;
        return known.Store with
        {
            Shards = [.. known.Store.Shards.Zip(raw.Shards, (shard, counted) => shard with
            {
                Ops = isKnown ? counted.Ops : null,
                CpuShare = isKnown && window > TimeSpan.Zero ? counted.CpuSeconds / window.TotalSeconds : null,
                MemoryMb = counted.MemoryBytes / (1024.0 * 1024),
            })],
            ClientOps = sent,
            ServerOps = served,
            FaultOps = faultOps == OperationReport.None ? null : faultOps,
            Reconciliation = Reconcile(sent, served),
        };
    }

    private Reconciliation Reconcile(OperationReport sent, OperationReport? served)
    {
        if (raw.Rounds.Count == 0)
        {
            return new(ReconciliationOutcome.Unavailable, "nothing was measured");
        }

        if (served is null)
        {
            return new(ReconciliationOutcome.Unavailable, raw.CountersUnavailable);
        }

        var isFaulty = raw.Failures.Count > 0 || known.Faults.Any(AffectsOperations);
        var compared = Reconciler.Compare(
            sent.ToCounts(),
            served.ToCounts(),
            Unreported(),
            raw.CarriedOps.ToCounts(),
            known.Store.Proxies > 0,
            isFaulty);
        return compared.Outcome is ReconciliationOutcome.Mismatch && known.Store.Proxies > 0
            ? compared with { Reason = ShardsIncomplete(compared.Reason!).ToString() }
            : compared;
    }

    /// <summary>Whether a fault can make a counted operation uncertain: only a fault of a measured round can.</summary>
    public static bool AffectsOperations(FaultReport fault) =>
        fault is { Round: > 0, Kind: not (StoreProbe.Fault or OperationLedger.Fault) };

    private Problem ShardsIncomplete(string difference)
    {
        var each = known.Store.Shards.Zip(raw.Shards, (shard, counted) =>
            $"{shard.Endpoint} served {Count(counted.Ops.ToCounts().Commands)} commands");
        return new(
            ProblemKind.ShardsIncomplete,
            $"--shards has to name every server behind the proxy: {string.Join(", ", each)}; {difference}");
    }

    /// <summary>Upper bound of the unreported operations of workers in measured rounds.</summary>
    public OperationCounts Unreported() =>
        OperationReport.Sum(raw.Rounds.Select(round => round.UnreportedOps).OfType<OperationReport>()).ToCounts();
}
