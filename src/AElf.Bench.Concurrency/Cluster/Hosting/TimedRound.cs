using System.Buffers;
using System.Diagnostics;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>A round that times how long the work of its grants is encoded: a core knows no clock.</summary>
internal sealed class TimedRound(IRound round, FrameTraffic traffic) : IRound
{
    public long Number => round.Number;

    public Jobs Jobs => round.Jobs;

    public RoundManifest Manifest => round.Manifest;

    public int WeightOf(int unit) => round.WeightOf(unit);

    public int AnchorOf(int unit) => round.AnchorOf(unit);

    public void Accept(Attempt attempt) => round.Accept(attempt);

    public void Encode(in Grant grant, IBufferWriter<byte> work)
    {
        var since = Stopwatch.GetTimestamp();
        round.Encode(grant, work);
        traffic.Code(since);
    }

    public (int Unit, string? Item) Locate(in Grant grant, in LanePosition position) => round.Locate(grant, position);

    public OperationCounts MaxOperationsOf(in Grant grant) => round.MaxOperationsOf(grant);
}
