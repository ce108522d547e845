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

    /// <summary>A connection was lost; the dispatcher is getting another.</summary>
    ConnectionLost,

    /// <summary>The actor has given up.</summary>
    Dead,
}

/// <summary>A report of an actor to its host. A value type, since there is one for each unit of work.</summary>
/// <param name="Actor">The actor's number; of a lost connection −1, since it may be that of several.</param>
/// <param name="Grant">The grant whose lane is free; of an attempt that is done, its unit and epoch.</param>
/// <param name="Detail">The failure of an attempt, or how the connection was lost.</param>
/// <param name="Reason">Whose connection was lost and why, or why the actor has given up.</param>
internal readonly record struct Report(
    ReportKind Kind, int Actor, long Round = 0, Grant Grant = default, object? Detail = null, Problem Reason = null!)
{
    /// <summary>The attempt; of <see cref="ReportKind.Done"/> only.</summary>
    public Attempt Attempt => new(Grant.Unit, Grant.Epoch);

    /// <summary>The failure; of <see cref="ReportKind.Failed"/> only.</summary>
    public AttemptFailure Failure => (AttemptFailure)Detail!;

    /// <summary>How the connection was lost; of <see cref="ReportKind.ConnectionLost"/> only.</summary>
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

/// <summary>Takes what actors report, on the dispatchers' threads.</summary>
internal interface IReportSink
{
    /// <summary>Whether to report the ends of grants too.</summary>
    bool WantsEnds { get; }

    /// <summary>
    /// Takes the reports of one turn, on the dispatcher's thread, which uses the list again afterwards.
    /// </summary>
    void Add(List<Report> reports);
}

/// <summary>
/// The actors' reports on their way to the local host. It is woken for what needs an answer and for the last unit of a
/// round, not for each unit: on few cores every wake takes the place of a dispatcher.
/// </summary>
internal sealed class ReportQueue : IReportSink
{
    private readonly Inbox<Report> inbox = new();

    /// <summary>False: a round of this process ends with its last unit, without waiting for lanes.</summary>
    public bool WantsEnds => false;

    public void Add(List<Report> reports) =>
        inbox.Add(reports, reports.Exists(report => report.Kind != ReportKind.Done));

    /// <summary>
    /// Waits for something urgent, for <paramref name="wakeCount"/> reports or until the time is over, and takes all.
    /// </summary>
    public IReadOnlyList<Report> Take(TimeSpan atMost, int wakeCount) => inbox.TakeAll(atMost, wakeCount);
}
