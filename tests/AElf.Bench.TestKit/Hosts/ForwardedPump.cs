using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Hosts;

/// <summary>Base of pumps that change single members of another pump.</summary>
/// <param name="inner">The pump that does the work.</param>
public abstract class ForwardedPump(IPump inner) : IPump
{
    public int Lanes => inner.Lanes;

    public int Active => inner.Active;

    public int Outstanding => inner.Outstanding;

    public OperationCounts Operations => inner.Operations;

    public OperationCounts FaultOperations => inner.FaultOperations;

    public ArrivalStats? Arrivals => inner.Arrivals;

    public TimeSpan Waited => inner.Waited;

    public virtual void Start(JobOwner owner, Grant grant, in GrantWork work) => inner.Start(owner, grant, work);

    public virtual void Exchange() => inner.Exchange();

    public void Abandon(Problem reason) => inner.Abandon(reason);

    public void Reconnect() => inner.Reconnect();

    public void Resume() => inner.Resume();

    public bool Abort(long round, Grant grant, string reason) => inner.Abort(round, grant, reason);

    public void Observe(ICollection<(JobOwner Owner, LaneProgress Progress)> progress) => inner.Observe(progress);

    public void Stop(TimeSpan timeout) => inner.Stop(timeout);

    public void Dispose()
    {
        inner.Dispose();
        GC.SuppressFinalize(this);
    }
}
