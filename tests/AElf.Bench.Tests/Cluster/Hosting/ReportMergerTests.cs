using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Execution;

namespace AElf.Bench.Tests.Cluster.Hosting;

public sealed class ReportMergerTests
{
    private static readonly AttemptFailure Lost = new(2, 0, AttemptStep.Write, -1, "the connection was lost", Fatal: false);

    private readonly List<string> reports = [];
    private readonly ReportMerger merger;

    public ReportMergerTests()
    {
        merger = new ReportMerger(happened => reports.Add(Text(happened)));
    }

    private static string Text(WorkerEvent happened) => happened switch
    {
        WorkerEvent.Done reported => $"{reported.Plan.BlockNumber}: done {string.Join(' ', reported.Attempts.Select(attempt => $"{attempt.Group}@{attempt.Epoch}"))}",
        WorkerEvent.Failed reported => $"{reported.Plan.BlockNumber}: failed {reported.Failure.Group}",
        WorkerEvent.Ended reported => $"{reported.Plan.BlockNumber}: ended {reported.Work.Job} on {reported.Actor}",
        _ => $"{happened}",
    };

    [Fact]
    public void Attempts_that_were_done_together_are_one_event_before_the_ends_of_their_grants()
    {
        var plan = EventText.Plan();
        merger.Add(plan, new Report.Done(0, 0, 0));
        merger.Add(plan, new Report.Ended(0, Grant.Initial(0)));
        merger.Add(plan, new Report.Done(1, 1, 7));
        merger.Add(plan, new Report.Ended(1, Grant.Initial(1)));
        Assert.Empty(reports);

        merger.Flush();
        merger.Flush();

        Assert.Equal(["0: done 0@0 1@7", "0: ended 0 on 0", "0: ended 1 on 1"], reports);
    }

    [Fact]
    public void What_was_done_before_a_failure_is_told_before_it_and_the_end_of_its_grant_after_it()
    {
        var plan = EventText.Plan();
        merger.Add(plan, new Report.Done(0, 0, 0));
        merger.Add(plan, new Report.Failed(0, Lost));
        merger.Add(plan, new Report.Ended(0, Grant.Initial(1)));
        merger.Add(plan, new Report.Done(0, 1, 0));
        merger.Flush();

        Assert.Equal(["0: done 0@0", "0: failed 2", "0: done 1@0", "0: ended 1 on 0"], reports);
    }

    [Fact]
    public void Reports_on_another_plan_end_what_was_collected_on_the_last()
    {
        merger.Add(EventText.Plan(3), new Report.Done(0, 0, 0));
        merger.Add(EventText.Plan(4), new Report.Done(0, 0, 0));
        merger.Flush();

        Assert.Equal(["3: done 0@0", "4: done 0@0"], reports);
    }
}
