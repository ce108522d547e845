using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Hosts;

/// <summary>A pump that has another do everything.</summary>
/// <param name="inner">The other.</param>
public abstract class ForwardedPump(IPump inner) : IPump
{
    /// <inheritdoc/>
    public int Lanes => inner.Lanes;

    /// <inheritdoc/>
    public int Active => inner.Active;

    /// <inheritdoc/>
    public int Outstanding => inner.Outstanding;

    /// <inheritdoc/>
    public OperationCounts Operations => inner.Operations;

    /// <inheritdoc/>
    public OperationCounts FaultOperations => inner.FaultOperations;

    /// <inheritdoc/>
    public ArrivalStats? Arrivals => inner.Arrivals;

    /// <inheritdoc/>
    public TimeSpan Waited => inner.Waited;

    /// <inheritdoc/>
    public virtual void Start(JobOwner owner, Grant grant, in GrantWork work) => inner.Start(owner, grant, work);

    /// <inheritdoc/>
    public virtual void Exchange() => inner.Exchange();

    /// <inheritdoc/>
    public void Abandon(string reason) => inner.Abandon(reason);

    /// <inheritdoc/>
    public void Reconnect() => inner.Reconnect();

    /// <inheritdoc/>
    public void Resume() => inner.Resume();

    /// <inheritdoc/>
    public bool Abort(long round, Grant grant, string reason) => inner.Abort(round, grant, reason);

    /// <inheritdoc/>
    public void Observe(ICollection<(JobOwner Owner, LaneProgress Progress)> progress) => inner.Observe(progress);

    /// <inheritdoc/>
    public void Stop(TimeSpan timeout) => inner.Stop(timeout);

    /// <inheritdoc/>
    public void Dispose()
    {
        inner.Dispose();
        GC.SuppressFinalize(this);
    }
}
