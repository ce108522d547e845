using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Core.Actors;

/// <summary>
/// Keeps jobs of any number of owners in flight over one connection to a store. A pump belongs to one thread at a time,
/// its dispatcher's. Each workload implements its pump; <see cref="Pump{TLane}"/> is the common part.
/// </summary>
public interface IPump : IDisposable
{
    /// <summary>Jobs that can be in flight at once.</summary>
    int Lanes { get; }

    /// <summary>Jobs in flight.</summary>
    int Active { get; }

    /// <summary>Operations the store has not answered yet.</summary>
    int Outstanding { get; }

    /// <summary>Operations queued since the pump was opened, over all its connections.</summary>
    OperationCounts Operations { get; }

    /// <summary>Operations queued by attempts after the first; part of <see cref="Operations"/>.</summary>
    OperationCounts FaultOperations { get; }

    /// <summary>How the schedule was kept since it was last reset; null in a closed loop.</summary>
    ArrivalStats? Arrivals { get; }

    /// <summary>How long nothing was in flight because nothing was due; zero in a closed loop.</summary>
    TimeSpan Waited { get; }

    /// <summary>Starts a grant in a free lane.</summary>
    /// <param name="owner">Called at the end of each attempt of the grant.</param>
    /// <param name="grant">The units to execute, and the epoch they are written under.</param>
    /// <param name="work">The round, or its encoded part.</param>
    /// <exception cref="FormatException">The encoded work is not of this workload.</exception>
    /// <exception cref="InvalidOperationException">All lanes are busy.</exception>
    void Start(JobOwner owner, Grant grant, in GrantWork work);

    /// <summary>
    /// Sends the queued operations, waits for at least one reply, and advances the lanes by all replies.
    /// </summary>
    /// <exception cref="StoreException">The connection is dead.</exception>
    void Exchange();

    /// <summary>Ends every attempt in flight as failed, since the connection is lost.</summary>
    void Abandon(Problem reason);

    /// <summary>Connects again after <see cref="Abandon"/>.</summary>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    void Reconnect();

    /// <summary>
    /// Continues after <see cref="Reconnect"/> with the units behind those whose attempts were abandoned.
    /// </summary>
    void Resume();

    /// <summary>
    /// Ends a grant early: its attempt fails when its replies are in, and no other unit of it is started.
    /// </summary>
    /// <returns>False when no lane works on the grant.</returns>
    bool Abort(long round, Grant grant, string reason);

    /// <summary>Adds to <paramref name="progress"/> how far each job in flight is.</summary>
    void Observe(ICollection<(JobOwner Owner, LaneProgress Progress)> progress);

    /// <summary>
    /// Drops every job in flight without a report, and waits for pending answers of the store, so that no write arrives
    /// after the end.
    /// </summary>
    /// <exception cref="StoreException">The connection is dead: these operations stay indeterminate.</exception>
    void Stop(TimeSpan timeout);
}

/// <summary>What jobs in flight on a pump wait for in an exchange, which decides how many dispatchers pay.</summary>
public enum ExchangeCost
{
    /// <summary>One round trip for all of them together.</summary>
    RoundTrip,

    /// <summary>One round trip for one of them, and the others wait.</summary>
    RoundTripEach,

    /// <summary>CPU only, without a network.</summary>
    Processor,
}

/// <summary>Opens the pumps of a run; all that a worker knows of a workload.</summary>
public interface IPumpFactory : IDisposable
{
    ExchangeCost Cost { get; }

    /// <summary>Opens a pump with a new connection.</summary>
    /// <param name="lanes">The most jobs in flight at once.</param>
    /// <param name="latency">Records the latency of commits.</param>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    IPump Open(int lanes, LatencyHistogram latency);
}
