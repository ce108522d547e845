using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.TestKit.Slowed;

/// <summary>A workload with changed pumps; all other members are unchanged.</summary>
internal sealed class SlowedWorkload(IWorkload workload, Func<IPump, IPump> change) : IWorkload
{
    public WorkloadDescription Description => workload.Description;

    public IStoreControl Store => workload.Store;

    public long BlockWeight => workload.BlockWeight;

    public long MaxBlocks => workload.MaxBlocks;

    public ProbeShape Probe => workload.Probe;

    public void Seed(int version, CancellationToken cancellation) => workload.Seed(version, cancellation);

    public void VerifyPrepared() => workload.VerifyPrepared();

    public void Adopt(IReadOnlyList<int> versions) => workload.Adopt(versions);

    public IPumpFactory OpenPumps(TimeProvider clock) => new SlowedPumps(workload.OpenPumps(clock), change);

    public IRound OpenRound(Offer offer) => workload.OpenRound(offer);

    public void NoteRetries(IRound round, IReadOnlyList<Grant> retries) => workload.NoteRetries(round, retries);

    public WorkloadAudit Audit(long blocks) => workload.Audit(blocks);

    public void RemoveKeys() => workload.RemoveKeys();

    public WorkCounter? Work => workload.Work;

    public IReadOnlyList<ReportSection> Sections() => workload.Sections();

    public void Dispose() => workload.Dispose();
}
