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
    public void The_window_is_open_from_the_first_job_to_the_last_unit_and_the_round_is_over_when_it_is_measured()
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
    public void The_first_reason_of_a_failure_is_kept_and_that_data_was_lost_is_never_forgotten()
    {
        round.Open();
        round.On(new ManagerEffect.RunFailed("a value is gone", StoreLostData: true));
        round.On(new ManagerEffect.RunFailed("the run was interrupted", StoreLostData: false));

        Assert.False(round.IsRunning);
        Assert.Equal(("a value is gone", true), (round.Failure, round.StoreLostData));
    }

    [Fact]
    public void Who_joins_or_is_lost_is_a_fault_of_the_round_only_while_its_window_is_open()
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
    public void Who_is_lost_while_the_run_is_opened_is_a_fault_of_the_round()
    {
        Assert.False(round.WaitUntilReady(TimeSpan.Zero));
        round.On(new ManagerEffect.Lost(EventText.Ann, "the store of run1 cannot be opened"));
        round.On(new ManagerEffect.RunReady());

        Assert.True(round.WaitUntilReady(TimeSpan.Zero));
        Prose.AssertNames(Assert.Single(round.Faults.All).What, "worker ann was lost", "store of run1");
    }

    [Fact]
    public void A_run_that_fails_while_it_is_opened_is_not_waited_for()
    {
        round.On(new ManagerEffect.RunFailed("enough", StoreLostData: false));
        round.On(Measured);

        Assert.True(round.WaitUntilReady(TimeSpan.Zero));
        Assert.False(round.IsReady);
    }

    [Fact]
    public void What_was_granted_again_is_kept_in_order()
    {
        round.On(new ManagerEffect.Reassigned(Grant.Retry(7, 1), "w1", "w2"));
        round.On(new ManagerEffect.Reassigned(Grant.Retry(2, 2), "w1", "w2"));

        Assert.Equal([Grant.Retry(7, 1), Grant.Retry(2, 2)], round.Reassigned);
    }
}
