using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Execution;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Tests.Cluster.Hosting;

public sealed class ClusterRoundTests
{
    private const long First = 11;
    private const long Second = 22;

    private readonly RoundPlan plan = EventText.Plan();
    private readonly ClusterRound round;

    public ClusterRoundTests()
    {
        round = new ClusterRound(plan);
    }

    [Fact]
    public void What_workers_have_in_flight_counts_until_they_are_lost_and_what_was_accepted_stays()
    {
        Give(Grant.Retry(0, epoch: 0), First);
        Give(Grant.Retry(1, epoch: 0), Second);
        Accept(group: 0);
        var size = plan.Groups.SizeOf(0);

        Assert.Equal(size, round.CommittedWith([(First, size)]));
        Assert.Equal(size + 1, round.CommittedWith([(First, size), (Second, 1)]));
        Assert.Equal(size + 1, round.CommittedWith([(Second, 1)]));
        Assert.Equal(size, round.CommittedWith([]));
    }

    [Fact]
    public void A_sample_that_is_older_than_what_was_accepted_takes_nothing_away()
    {
        Give(Grant.Retry(0, epoch: 0), First);
        Accept(group: 0);

        Assert.Equal(plan.Groups.SizeOf(0), round.CommittedWith([(First, 0), (Second, 0)]));
    }

    [Fact]
    public void A_group_counts_for_the_worker_it_was_granted_to_last()
    {
        Give(Grant.Retry(0, epoch: 0), First);
        Give(Grant.Retry(0, epoch: 1), Second);
        Accept(group: 0, epoch: 1);
        var size = plan.Groups.SizeOf(0);

        Assert.Equal(size, round.CommittedWith([(Second, size)]));
        Assert.Equal(size + 1, round.CommittedWith([(First, 1), (Second, size)]));
    }

    [Fact]
    public void A_job_counts_for_its_worker_with_each_of_its_groups()
    {
        Give(Grant.Initial(1), First);
        foreach (var group in plan.Jobs[1].ToArray())
        {
            Accept(group);
        }

        Assert.Equal(plan.Jobs.WeightOf(1), round.CommittedWith([(First, plan.Jobs.WeightOf(1))]));
    }

    [Fact]
    public void There_are_never_more_than_the_block_has() =>
        Assert.Equal(plan.Block.Count, round.CommittedWith([(First, plan.Block.Count), (Second, plan.Block.Count)]));

    private void Give(Grant work, long incarnation) => round.OnEffect(new ManagerEffect.Append(1, new LogRecord.Granted(plan.BlockNumber, work, incarnation)));

    private void Accept(int group, int epoch = 0) => round.OnEffect(new ManagerEffect.Append(2, new LogRecord.Done(plan.BlockNumber, [new Attempt(group, epoch)])));
}
