using System.Diagnostics;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Slowed;

/// <summary>A pump that, after each turn, spins for a share of the time the turn took.</summary>
internal sealed class SlowedPump(IPump pump, double share) : IPump
{
    private long spent;

    public int Lanes => pump.Lanes;

    public int Active => pump.Active;

    public int Outstanding => pump.Outstanding;

    public long Committed => pump.Committed;

    public OperationCounts Operations => pump.Operations;

    public OperationCounts FaultOperations => pump.FaultOperations;

    public void Start(Grant grant, in GrantWork work)
    {
        var since = Stopwatch.GetTimestamp();
        pump.Start(grant, work);
        spent += Stopwatch.GetTimestamp() - since;
    }

    public void Exchange()
    {
        var since = Stopwatch.GetTimestamp();
        pump.Exchange();
        spent += Stopwatch.GetTimestamp() - since;
        var end = Stopwatch.GetTimestamp() + (long)(share * spent);
        spent = 0;
        while (Stopwatch.GetTimestamp() < end)
        {
            // It takes the processor, as slower code would.
        }
    }

    public void Abandon(string reason) => pump.Abandon(reason);

    public void Reconnect() => pump.Reconnect();

    public void Resume() => pump.Resume();

    public bool Abort(long round, Grant grant, string reason) => pump.Abort(round, grant, reason);

    public void Observe(ICollection<LaneProgress> progress) => pump.Observe(progress);

    public void Stop(TimeSpan timeout) => pump.Stop(timeout);

    public void Dispose() => pump.Dispose();
}
