using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>An event for a worker's event loop, from the threads around it.</summary>
internal abstract record WorkerHostEvent
{
    private WorkerHostEvent()
    {
    }

    /// <summary>There is a connection to a manager.</summary>
    internal sealed record Connected(ManagerLink Link) : WorkerHostEvent;

    /// <summary>A manager could not be reached.</summary>
    internal sealed record NotConnected(Endpoint Manager, Problem Reason) : WorkerHostEvent;

    /// <summary>A message came.</summary>
    internal sealed record Received(Message Message) : WorkerHostEvent;

    /// <summary>The connection has ended.</summary>
    internal sealed record Disconnected(ManagerLink Link, string Reason) : WorkerHostEvent;

    /// <summary>An actor's turn has something to report.</summary>
    internal sealed record Reported(WorkerRun Run, IReadOnlyList<Report> Reports) : WorkerHostEvent;

    /// <summary>The actors of a run are connected.</summary>
    internal sealed record RunOpened(WorkerRun Run) : WorkerHostEvent;

    /// <summary>The actors of a run cannot be connected.</summary>
    internal sealed record RunNotOpened(WorkerRun Run, string Reason) : WorkerHostEvent;

    /// <summary>The threads and connections of a run have ended; no other event of the run follows.</summary>
    internal sealed record RunClosed(WorkerRun Run) : WorkerHostEvent;

    /// <summary>A grant came after the end of its run: it is over before it starts.</summary>
    internal sealed record NotStarted(string Run, int Actor, long Round, Grant Grant) : WorkerHostEvent;

    /// <summary>The program wants the worker to leave.</summary>
    internal sealed record Leave : WorkerHostEvent;
}
