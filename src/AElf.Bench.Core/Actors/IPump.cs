using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Core.Actors;

/// <summary>
/// Executes the jobs of several owners over one connection to a store. A pump belongs to one thread at a time: the
/// thread of its dispatcher. Each workload implements its pump; <see cref="Pump{TLane}"/> is the common part.
/// </summary>
public interface IPump : IDisposable
{
    /// <summary>The maximum of jobs in flight.</summary>
    int Lanes { get; }

    /// <summary>Jobs in flight.</summary>
    int Active { get; }

    /// <summary>Operations the store has not answered yet.</summary>
    int Outstanding { get; }

    /// <summary>Operations queued since the pump was opened, over all its connections.</summary>
    OperationCounts Operations { get; }

    /// <summary>Operations queued by attempts after the first; part of <see cref="Operations"/>.</summary>
    OperationCounts FaultOperations { get; }

    /// <summary>How well starts kept to the schedule since the last reset; null in a closed loop.</summary>
    ArrivalStats? Arrivals { get; }

    /// <summary>Time without jobs in flight because no item was due; zero in a closed loop.</summary>
    TimeSpan Waited { get; }

    /// <summary>Starts a grant in a free lane.</summary>
    /// <param name="owner">Called at the end of each attempt of the grant.</param>
    /// <param name="grant">The units to execute, and the epoch of the keys to write.</param>
    /// <param name="work">The round, or its encoded part.</param>
    /// <exception cref="FormatException">The encoded work is not of this workload.</exception>
    /// <exception cref="InvalidOperationException">All lanes are busy.</exception>
    void Start(JobOwner owner, Grant grant, in GrantWork work);

    /// <summary>
    /// Sends the queued operations, waits for at least one reply, and advances the lanes by all replies.
    /// </summary>
    /// <exception cref="StoreException">The connection is dead.</exception>
    void Exchange();

    /// <summary>Fails every attempt in flight, because the connection is lost.</summary>
    void Abandon(Problem reason);

    /// <summary>Connects again after <see cref="Abandon"/>.</summary>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    void Reconnect();

    /// <summary>Continues after <see cref="Reconnect"/> with the units that follow the abandoned attempts.</summary>
    void Resume();

    /// <summary>
    /// Ends a grant early. Its current attempt fails when the pending replies have arrived, and no further unit starts.
    /// </summary>
    /// <returns>False if no lane executes the grant.</returns>
    bool Abort(long round, Grant grant, string reason);

    /// <summary>Adds the progress of each job in flight to <paramref name="progress"/>.</summary>
    void Observe(ICollection<(JobOwner Owner, LaneProgress Progress)> progress);

    /// <summary>
    /// Drops every job in flight without a report. Then waits for pending replies, so that no write arrives later.
    /// </summary>
    /// <exception cref="StoreException">The connection is dead: the pending operations stay indeterminate.</exception>
    void Stop(TimeSpan timeout);
}

/// <summary>
/// What an exchange of a pump waits for. <see cref="DispatcherRule"/> chooses the number of dispatchers by it.
/// </summary>
public enum ExchangeCost
{
    /// <summary>One round trip, shared by all jobs in flight.</summary>
    RoundTrip,

    /// <summary>One round trip for one job, while the other jobs wait.</summary>
    RoundTripEach,

    /// <summary>CPU only, without a network.</summary>
    Processor,
}

/// <summary>Opens the pumps of a run in one process.</summary>
public interface IPumpFactory : IDisposable
{
    ExchangeCost Cost { get; }

    /// <summary>Opens a pump with a new connection.</summary>
    /// <param name="lanes">The maximum of jobs in flight.</param>
    /// <param name="latency">Records the latency of commits.</param>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    IPump Open(int lanes, LatencyHistogram latency);
}
