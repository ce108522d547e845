using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>What the threads around a worker's event loop tell it.</summary>
internal abstract record WorkerHostEvent
{
    private WorkerHostEvent()
    {
    }

    /// <summary>There is a connection to a manager.</summary>
    internal sealed record Connected(ManagerLink Link) : WorkerHostEvent;

    /// <summary>A manager could not be reached.</summary>
    internal sealed record NotConnected(Endpoint Manager, string Reason) : WorkerHostEvent;

    /// <summary>A frame came.</summary>
    internal sealed record Received(Frame Frame) : WorkerHostEvent;

    /// <summary>The connection has ended.</summary>
    internal sealed record Disconnected(ManagerLink Link, string Reason) : WorkerHostEvent;

    /// <summary>An actor's turn has something to report.</summary>
    internal sealed record Reported(WorkerRun Run, ActorRound? Round, IReadOnlyList<Report> Reports) : WorkerHostEvent;

    /// <summary>The actors of a run are connected.</summary>
    internal sealed record RunOpened(WorkerRun Run) : WorkerHostEvent;

    /// <summary>The actors of a run cannot be connected.</summary>
    internal sealed record RunNotOpened(WorkerRun Run, string Reason) : WorkerHostEvent;

    /// <summary>The threads and connections of a run have ended; its last word.</summary>
    internal sealed record RunClosed(WorkerRun Run) : WorkerHostEvent;

    /// <summary>A grant came behind the end of its run: it is over before it starts.</summary>
    internal sealed record NotStarted(int Actor, RoundPlan Plan, Grant Work) : WorkerHostEvent;

    /// <summary>The program wants the worker to leave.</summary>
    internal sealed record Leave : WorkerHostEvent;
}
