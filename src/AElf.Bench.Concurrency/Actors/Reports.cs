using AElf.Bench.Core.Execution;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>What an actor tells the host.</summary>
internal abstract record Report(int Actor)
{
    /// <summary>An attempt is done.</summary>
    internal sealed record Done(int Actor, int Group, int Epoch) : Report(Actor);

    /// <summary>An attempt failed.</summary>
    internal sealed record Failed(int Actor, AttemptFailure Failure) : Report(Actor);

    /// <summary>The lane of a grant is free.</summary>
    internal sealed record Ended(int Actor, Grant Work) : Report(Actor);

    /// <summary>The connection was lost; the actor is getting another.</summary>
    internal sealed record ConnectionLost(int Actor, string Kind, string Reason) : Report(Actor);

    /// <summary>The actor has given up.</summary>
    internal sealed record Dead(int Actor, string Reason) : Report(Actor);
}

/// <summary>Where actors report to.</summary>
internal interface IReportSink
{
    /// <summary>Whether the ends of grants are to be reported too.</summary>
    bool WantsEnds { get; }

    /// <summary>Takes the reports of one turn, on the actor's thread. The list is the actor's again afterwards.</summary>
    /// <param name="round">The round they are about; null before the first.</param>
    /// <param name="reports">The reports, in order.</param>
    void Add(ActorRound? round, List<Report> reports);
}

/// <summary>
/// The actors' reports on their way to the local host. It is woken for what needs an answer and for the last group of a round, not for each
/// group: on few cores every wake takes the place of an actor.
/// </summary>
internal sealed class ReportQueue : IReportSink
{
    // An object and not a Lock: the host waits on it.
    private readonly object gate = new();
    private List<Report> waiting = [];
    private List<Report> taken = [];
    private bool urgent;
    private int wakeAt = int.MaxValue;

    /// <summary>A round of this process ends with its last group: nobody waits for a lane.</summary>
    public bool WantsEnds => false;

    /// <inheritdoc/>
    public void Add(ActorRound? round, List<Report> reports)
    {
        lock (gate)
        {
            waiting.AddRange(reports);
            urgent |= reports.Exists(report => report is not Report.Done);
            if (urgent || waiting.Count >= wakeAt)
            {
                Monitor.Pulse(gate);
            }
        }
    }

    /// <summary>Waits until something urgent or <paramref name="wakeCount"/> reports are there, or the time is over, and takes all reports.</summary>
    /// <returns>The reports in the order they came; the list lives until the next call.</returns>
    public IReadOnlyList<Report> Take(TimeSpan atMost, int wakeCount)
    {
        lock (gate)
        {
            wakeAt = wakeCount;
            if (!urgent && waiting.Count < wakeAt)
            {
                MonitorWait.AtMost(gate, atMost);
            }

            wakeAt = int.MaxValue;
            urgent = false;
            taken.Clear();
            (waiting, taken) = (taken, waiting);
            return taken;
        }
    }
}
