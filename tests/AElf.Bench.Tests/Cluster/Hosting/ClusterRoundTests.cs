using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Tests.Cluster.Hosting;

public sealed class ClusterRoundTests
{
    private static readonly ManagerEffect Measured = new ManagerEffect.RoundMeasured(4, [], default(OperationCounts));

    private readonly ClusterRound round = new(4, RunMembers.All);

    [Fact]
    public void Round_Time_IsFromFirstJobToLastUnit()
    {
        Assert.False(round.IsRunning);
        Assert.Equal(TimeSpan.Zero, round.Elapsed);
        round.Open();
        Assert.True(round.IsRunning);
        round.On(new ManagerEffect.RoundDone(3));
        Assert.True(round.IsRunning);
        round.On(new ManagerEffect.RoundDone(4));
        Assert.False(round.IsRunning);

        var window = round.Window;
        Assert.False(round.WaitForResult(TimeSpan.Zero));
        round.On(Measured);
        Assert.True(round.WaitForResult(TimeSpan.Zero));
        Assert.Same(Measured, round.Result);
        Assert.Equal(window, round.Window);
        Assert.Null(round.Failure);
    }

    [Fact]
    public void Fail_Twice_KeepsTheFirstReasonAndLostData()
    {
        round.Open();
        round.On(new ManagerEffect.RunFailed("a value is gone", StoreLostData: true));
        round.On(new ManagerEffect.RunFailed("the run was interrupted", StoreLostData: false));

        Assert.False(round.IsRunning);
        Assert.Equal(("a value is gone", true), (round.Failure, round.StoreLostData));
    }

    [Fact]
    public void Faults_MembershipChange_CountsInsideTheWindowOnly()
    {
        round.On(new ManagerEffect.Joined(EventText.Ann));
        round.Open();
        round.On(new ManagerEffect.Joined(EventText.Bob));
        round.On(new ManagerEffect.Lost(EventText.Ann, "it was killed"));
        round.On(new ManagerEffect.RoundDone(4));
        round.On(new ManagerEffect.Lost(EventText.Bob, "it was killed"));

        Prose.AssertNames(
            string.Join('|', round.Faults.All.Select(fault => fault.What)), "worker bob joined",
            "|worker ann was lost");
    }

    [Fact]
    public void Faults_WorkerLostBeforeTheRound_IsAFaultOfTheRound()
    {
        Assert.False(round.WaitUntilReady(TimeSpan.Zero));
        round.On(new ManagerEffect.Lost(EventText.Ann, "the store of run1 cannot be opened"));
        round.On(new ManagerEffect.RunReady());

        Assert.True(round.WaitUntilReady(TimeSpan.Zero));
        Prose.AssertNames(Assert.Single(round.Faults.All).What, "worker ann was lost", "store of run1");
    }

    [Fact]
    public void Wait_RunFailsDuringOpening_EndsAtOnce()
    {
        round.On(new ManagerEffect.RunFailed("enough", StoreLostData: false));
        round.On(Measured);

        Assert.True(round.WaitUntilReady(TimeSpan.Zero));
        Assert.False(round.IsReady);
    }

    [Fact]
    public void Retries_Several_AreKeptInOrder()
    {
        round.On(new ManagerEffect.Reassigned(Grant.Retry(7, 1), "w1", "w2"));
        round.On(new ManagerEffect.Reassigned(Grant.Retry(2, 2), "w1", "w2"));

        Assert.Equal([Grant.Retry(7, 1), Grant.Retry(2, 2)], round.Reassigned);
    }
}
