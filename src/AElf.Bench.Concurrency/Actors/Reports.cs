using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>The subject of a <see cref="Report"/>.</summary>
internal enum ReportKind : byte
{
    Done,
    Failed,

    /// <summary>The lane of a grant is free.</summary>
    Ended,

    /// <summary>A connection was lost; the dispatcher reconnects.</summary>
    ConnectionLost,

    /// <summary>The actor has given up.</summary>
    Dead,
}

/// <summary>A report of an actor to its host. A value type, because each unit of work has one.</summary>
/// <param name="Actor">The actor's number; −1 for a lost connection, which may belong to several actors.</param>
/// <param name="Grant">The grant with the free lane; for a finished attempt, its unit and epoch.</param>
/// <param name="Detail">The failure of an attempt, or the kind of a connection's loss.</param>
/// <param name="Reason">The lost connection and its reason, or the reason why the actor has given up.</param>
internal readonly record struct Report(
    ReportKind Kind, int Actor, long Round = 0, Grant Grant = default, object? Detail = null, Problem Reason = null!)
{
    /// <summary>The attempt; only for <see cref="ReportKind.Done"/>.</summary>
    public Attempt Attempt => new(Grant.Unit, Grant.Epoch);

    /// <summary>The failure; only for <see cref="ReportKind.Failed"/>.</summary>
    public AttemptFailure Failure => (AttemptFailure)Detail!;

    /// <summary>The kind of the loss; only for <see cref="ReportKind.ConnectionLost"/>.</summary>
    public string FaultKind => (string)Detail!;

    public static Report Done(int actor, long round, Attempt attempt) =>
        new(ReportKind.Done, actor, round, Grant.Retry(attempt.Unit, attempt.Epoch));

    public static Report Failed(int actor, long round, AttemptFailure failure) =>
        new(ReportKind.Failed, actor, round, Detail: failure);

    public static Report Ended(int actor, long round, Grant grant) => new(ReportKind.Ended, actor, round, grant);

    public static Report ConnectionLost(string actors, string kind, Problem reason) =>
        new(ReportKind.ConnectionLost, Actor: -1, Detail: kind, Reason: reason.After($"{actors}: "));

    public static Report Dead(int actor, Problem reason) => new(ReportKind.Dead, actor, Reason: reason);
}

/// <summary>Receives reports of actors, on the dispatchers' threads.</summary>
internal interface IReportSink
{
    /// <summary>Whether it also needs reports of ended grants.</summary>
    bool WantsEnds { get; }

    /// <summary>
    /// Receives the reports of one turn, on the dispatcher's thread. The dispatcher reuses the list afterwards.
    /// </summary>
    void Add(List<Report> reports);
}

/// <summary>
/// The queue of the actors' reports to the local host. The host wakes for reports that need an answer and for the last
/// unit of a round. It does not wake for each unit: on few cores every wake takes CPU from a dispatcher.
/// </summary>
internal sealed class ReportQueue : IReportSink
{
    private readonly Inbox<Report> inbox = new();

    /// <summary>False: a round of this process ends with its last unit, without waiting for lanes.</summary>
    public bool WantsEnds => false;

    public void Add(List<Report> reports) =>
        inbox.Add(reports, reports.Exists(report => report.Kind != ReportKind.Done));

    /// <summary>
    /// Waits for an urgent report, for <paramref name="wakeCount"/> reports or until the time is over, and takes all
    /// reports.
    /// </summary>
    public IReadOnlyList<Report> Take(TimeSpan atMost, int wakeCount) => inbox.TakeAll(atMost, wakeCount);
}
