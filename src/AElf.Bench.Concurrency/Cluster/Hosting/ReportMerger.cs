using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>
/// Merges all attempts that ended together into one event, so that the manager gets one message about them. Ends of
/// grants wait for this message: a grant ends after the last report on it.
/// </summary>
internal sealed class ReportMerger(Action<WorkerEvent> handle)
{
    private readonly List<Attempt> done = [];
    private readonly List<Report> ended = [];
    private string run = string.Empty;
    private long round;

    public void Add(string of, in Report report)
    {
        if (report.Round != round || !string.Equals(of, run, StringComparison.Ordinal))
        {
            Flush();
            (run, round) = (of, report.Round);
        }

        switch (report.Kind)
        {
            case ReportKind.Done:
                done.Add(report.Attempt);
                if (done.Count == MessageFormat.MaxAttempts)
                {
                    FlushDone();
                }

                break;
            case ReportKind.Failed:
                FlushDone();
                handle(new WorkerEvent.Failed(run, round, report.Failure));
                break;
            case ReportKind.Ended:
                ended.Add(report);
                break;
            default:
                throw new ArgumentException($"a report of kind {report.Kind} is not about an attempt", nameof(report));
        }
    }

    public void Flush()
    {
        FlushDone();
        foreach (var report in ended)
        {
            handle(new WorkerEvent.Ended(run, report.Actor, report.Round, report.Grant));
        }

        ended.Clear();
    }

    private void FlushDone()
    {
        if (done.Count > 0)
        {
            handle(new WorkerEvent.Done(run, round, done.ToArray()));
            done.Clear();
        }
    }
}
