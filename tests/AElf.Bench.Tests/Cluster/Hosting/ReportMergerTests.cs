using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Tests.Cluster.Hosting;

public sealed class ReportMergerTests
{
    private static readonly AttemptFailure Lost =
        new(2, 0, AttemptStep.Write, Item: null, "the connection was lost", Fatal: false);

    private readonly List<string> reports = [];
    private readonly ReportMerger merger;

    public ReportMergerTests()
    {
        merger = new ReportMerger(happened => reports.Add(Text(happened)));
    }

    private static string Text(WorkerEvent happened) => happened switch
    {
        WorkerEvent.Done done =>
            $"{done.Run} {done.Round}: done {Text(done.Attempts)}",
        WorkerEvent.Failed failed => $"{failed.Run} {failed.Round}: failed {failed.Failure.Unit}",
        WorkerEvent.Ended ended => $"{ended.Run} {ended.Round}: ended {ended.Grant.Job} on {ended.Actor}",
        _ => $"{happened}",
    };

    private static string Text(IReadOnlyList<Attempt> attempts) =>
        string.Join(' ', attempts.Select(attempt => $"{attempt.Unit}@{attempt.Epoch}"));

    private void Done(int actor, int unit, int epoch, string run = "run1", long round = 0) =>
        merger.Add(run, Report.Done(actor, round, new Attempt(unit, epoch)));

    private void Failed() => merger.Add("run1", Report.Failed(0, 0, Lost));

    private void Ended(int actor, int job) => merger.Add("run1", Report.Ended(actor, 0, Grant.Initial(job)));

    [Fact]
    public void Report_AttemptsDoneTogether_AreOneEvent()
    {
        Done(0, 0, 0);
        Ended(0, 0);
        Done(1, 1, 7);
        Ended(1, 1);
        Assert.Empty(reports);

        merger.Flush();
        merger.Flush();

        Assert.Equal(["run1 0: done 0@0 1@7", "run1 0: ended 0 on 0", "run1 0: ended 1 on 1"], reports);
    }

    [Fact]
    public void Report_TooManyAttempts_IsSplit()
    {
        var counts = new List<int>();
        var wide = new ReportMerger(happened => counts.Add(((WorkerEvent.Done)happened).Attempts.Count));
        for (var unit = 0; unit < 70_000; unit++)
        {
            wide.Add("run1", Report.Done(0, 0, new Attempt(unit, 0)));
        }

        wide.Flush();
        Assert.Equal([65_536, 4464], counts);
    }

    [Fact]
    public void Report_DoneBeforeAFailure_KeepsTheOrder()
    {
        Done(0, 0, 0);
        Failed();
        Ended(0, 1);
        Done(0, 1, 0);
        merger.Flush();

        Assert.Equal(["run1 0: done 0@0", "run1 0: failed 2", "run1 0: done 1@0", "run1 0: ended 1 on 0"], reports);
    }

    [Fact]
    public void Report_OfAnotherRoundOrRun_EndsTheBatch()
    {
        Done(0, 0, 0, round: 3);
        Ended(0, 1);
        Done(0, 0, 0, "run2");
        merger.Flush();

        Assert.Equal(["run1 3: done 0@0", "run1 0: ended 1 on 0", "run2 0: done 0@0"], reports);
    }

    [Fact]
    public void Report_OtherMessage_IsRefused() =>
        Assert.Throws<ArgumentException>(() => merger.Add("run1", Report.Dead(0, "the store ended")));
}
