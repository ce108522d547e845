using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>
/// Makes one event of all attempts that were done together, so that the manager hears one message of them. The ends of grants are held back
/// until then: a grant ends after the last report on it.
/// </summary>
internal sealed class ReportMerger(Action<WorkerEvent> handle)
{
    private readonly List<Attempt> done = [];
    private readonly List<Report.Ended> ended = [];
    private RoundPlan? plan;

    /// <summary>Takes a report of an actor on a plan.</summary>
    public void Add(RoundPlan about, Report report)
    {
        if (!ReferenceEquals(plan, about))
        {
            Flush();
            plan = about;
        }

        switch (report)
        {
            case Report.Done reported:
                done.Add(new Attempt(reported.Group, reported.Epoch));
                break;
            case Report.Failed reported:
                FlushDone();
                handle(new WorkerEvent.Failed(about, reported.Failure));
                break;
            case Report.Ended reported:
                ended.Add(reported);
                break;
            default:
                throw new ArgumentException($"{report} is not about an attempt", nameof(report));
        }
    }

    /// <summary>Hands over what is held back.</summary>
    public void Flush()
    {
        FlushDone();
        foreach (var (actor, work) in ended)
        {
            handle(new WorkerEvent.Ended(actor, plan!, work));
        }

        ended.Clear();
        plan = null;
    }

    private void FlushDone()
    {
        if (done.Count > 0)
        {
            handle(new WorkerEvent.Done(plan!, done.ToArray()));
            done.Clear();
        }
    }
}
