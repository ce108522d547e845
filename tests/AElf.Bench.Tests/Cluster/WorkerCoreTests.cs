using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Tests.Cluster;

/// <summary>The worker at each crash point, as what happens and what it wants done. It is ann: one actor of two lanes.</summary>
public sealed class WorkerCoreTests
{
    private static readonly Message.OpenRun Run = new("run1", TransferMode.Strict, 2, TimeSpan.Zero);

    private readonly WorkerCore core = new(new WorkerOptions { Worker = EventText.Ann, MaxHeartbeatsAlone = 3 });
    private readonly Dictionary<Grant, RoundPlan> plans = [];
    private WorkerEffect.Start? started;

    private static Message.BlockChunk Chunk(int offset, int count, long number = 0) =>
        new("run1", EventText.Manifest(number), offset, EventText.Block.Transfers.Slice(offset, count).ToArray());

    private static Message.Assign Granted(Grant work, long incarnation = 11, long block = 0, params AccountKey[] versions) =>
        new(incarnation, "run1", block, -1, work, versions);

    private string Apply(WorkerEvent happened)
    {
        var effects = core.Handle(happened);
        foreach (var start in effects.OfType<WorkerEffect.Start>())
        {
            plans[start.Work] = start.Plan;
            started = start;
        }

        return EventText.Describe(effects);
    }

    private string Receive(Message message) => Apply(new WorkerEvent.Received(message));

    private string Heartbeat(params LaneProgress[] running) => Apply(new WorkerEvent.HeartbeatDue([new ActorSample(0, running)]));

    private string Done(int group, int epoch) => Apply(new WorkerEvent.Done(PlanOf(group, epoch), [new Attempt(group, epoch)]));

    private string Failed(int group, int epoch) => Apply(
        new WorkerEvent.Failed(PlanOf(group, epoch), new AttemptFailure(group, epoch, AttemptStep.Write, -1, "the connection was lost", Fatal: false)));

    private string Ended(Grant work) => Apply(new WorkerEvent.Ended(0, plans[work], work));

    // Group 0 is job 0, groups 1 and 2 are job 1.
    private RoundPlan PlanOf(int group, int epoch) => plans[epoch > 0 ? Grant.Retry(group, epoch) : Grant.Initial(Math.Min(group, 1))];

    private void Join()
    {
        Apply(new WorkerEvent.Connected());
        Receive(new Message.Welcome(11, [EventText.Ann], TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(3)));
        Receive(Run);
        Receive(Chunk(0, 4));
    }

    [Fact]
    public void A_run_without_faults_goes_from_hello_to_close()
    {
        Assert.Equal("→ hello ann", Apply(new WorkerEvent.Connected()));
        Assert.Equal(string.Empty, Receive(new Message.Welcome(11, [EventText.Ann], TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(3))));
        Assert.Equal("store of run1", Receive(Run));
        Assert.Equal(string.Empty, Receive(Chunk(2, 2)));
        Assert.Equal(string.Empty, Receive(Chunk(2, 2)));
        Assert.Equal(string.Empty, Receive(Chunk(0, 2)));
        Assert.Equal("start job 1 on 0", Receive(Granted(Grant.Initial(1))));
        Assert.Equal("→ heartbeat 1, credits 2, block 0, holds [job 1:7]", Heartbeat(new LaneProgress(Grant.Initial(1), 7)));
        Assert.Equal("→ done 1: 1@0", Done(1, 0));
        Assert.Equal("→ done 2: 2@0", Done(2, 0));
        Assert.Equal(string.Empty, Ended(Grant.Initial(1)));
        Receive(new Message.Acknowledged(11, 1));
        Receive(new Message.Acknowledged(11, 2));
        Assert.Equal("→ heartbeat 2, credits 2, block 0, holds []", Heartbeat());
        Assert.Equal("run closed ", Receive(new Message.CloseRun("run1", null)));
    }

    [Fact]
    public void A_grant_is_executed_once_however_often_it_comes()
    {
        Join();

        Assert.Equal("start job 0 on 0", Receive(Granted(Grant.Initial(0))));
        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(0))));
        Done(0, 0);
        Ended(Grant.Initial(0));
        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(0))));
    }

    [Fact]
    public void A_grant_of_another_incarnation_or_block_is_not_executed()
    {
        Join();

        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(0), incarnation: 10)));
        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(0), block: 1)));
    }

    [Fact]
    public void A_grant_before_its_block_is_not_remembered_so_that_it_can_come_again()
    {
        Apply(new WorkerEvent.Connected());
        Receive(Run);

        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(0))));
        Receive(Chunk(0, 4));
        Assert.Equal("start job 0 on 0", Receive(Granted(Grant.Initial(0))));
    }

    [Fact]
    public void The_versions_of_a_grant_are_in_the_plan_when_it_starts()
    {
        Join();
        Receive(Granted(Grant.Retry(1, 5), versions: [new AccountKey(3, 2), new AccountKey(4, 2)]));

        Assert.Equal([0, 0, 0, 2, 2, 0, 0], started!.Plan.Versions);
    }

    [Fact]
    public void An_older_attempt_of_a_group_is_out_of_the_way_before_a_newer_one_starts()
    {
        Join();
        Receive(Granted(Grant.Initial(0)));

        Assert.Equal("end job 0 on 0", Receive(Granted(Grant.Retry(0, 3))));
        Assert.Equal("→ heartbeat 1, credits 1, block 0, holds [group 0@3:-1]", Heartbeat());
        Assert.Equal("→ failed 1: 0@0 | start group 0@3 on 0", Failed(0, 0));
        Assert.Equal(string.Empty, Ended(Grant.Initial(0)));
    }

    [Fact]
    public void A_group_granted_again_leaves_the_rest_of_its_job_alone()
    {
        Join();
        Receive(Granted(Grant.Initial(1)));
        Failed(1, 0);

        Assert.Equal("start group 1@1 on 0", Receive(Granted(Grant.Retry(1, 1))));
    }

    [Fact]
    public void What_has_no_lane_waits_in_order()
    {
        Join();
        Receive(Granted(Grant.Retry(0, 1)));
        Receive(Granted(Grant.Retry(1, 2)));

        Assert.Equal(string.Empty, Receive(Granted(Grant.Retry(2, 3))));
        Done(1, 2);
        Assert.Equal("start group 2@3 on 0", Ended(Grant.Retry(1, 2)));
    }

    [Fact]
    public void A_report_is_sent_again_until_it_is_heard()
    {
        Join();
        Receive(Granted(Grant.Initial(0)));
        Done(0, 0);
        Ended(Grant.Initial(0));

        Assert.DoesNotContain("done", Heartbeat(), StringComparison.Ordinal);
        Assert.Contains("→ done 1: 0@0", Heartbeat(), StringComparison.Ordinal);
        Receive(new Message.Acknowledged(11, 1));
        Heartbeat();
        Assert.DoesNotContain("done", Heartbeat(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_lost_manager_voids_all_grants_and_reports_are_kept()
    {
        Join();
        Receive(Granted(Grant.Initial(0)));
        Receive(Granted(Grant.Initial(1)));
        Done(1, 0);

        Assert.Equal("end job 0 on 0 | end job 1 on 0", Apply(new WorkerEvent.Disconnected()));
        Assert.Equal(string.Empty, Failed(0, 0));
        Assert.Equal("→ hello ann", Apply(new WorkerEvent.Connected()));
        Assert.Equal("→ hello ann", Heartbeat());
        Assert.Equal("→ hello ann | → done 1: 1@0 | → failed 2: 0@0", Heartbeat());
    }

    [Fact]
    public void Who_is_no_member_any_more_says_hello_again()
    {
        Join();

        Assert.Equal("→ hello ann", Receive(new Message.Rejected(11, Refusal.NotMember, "gone")));
        Assert.Equal(string.Empty, Receive(new Message.Rejected(11, Refusal.NotMember, "gone")));
    }

    [Fact]
    public void A_new_block_waits_for_the_last_attempts_of_the_old_one()
    {
        Join();
        Receive(Granted(Grant.Initial(0)));

        Assert.Equal("end job 0 on 0", Receive(new Message.BlockChunk("run1", EventText.Manifest(1), 0, ReadOnlyMemory<Transfer>.Empty)));
        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(0), block: 1)));
        Failed(0, 0);
        Assert.Equal("start job 0 on 0", Ended(Grant.Initial(0)));
        Assert.Equal(1, started!.Plan.BlockNumber);
    }

    [Fact]
    public void Another_run_waits_for_the_last_attempts_of_the_one_before_which_report_under_their_own_name()
    {
        Join();
        Receive(Granted(Grant.Initial(0)));
        var before = started!.Plan;

        Assert.Equal("end job 0 on 0 | store of run2", Receive(Run with { Run = "run2" }));
        Receive(Chunk(0, 4) with { Run = "run2" });
        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(0))));
        Assert.Equal(string.Empty, Receive(Granted(Grant.Initial(0)) with { Run = "run2" }));
        var sent = core.Handle(new WorkerEvent.Done(before, [new Attempt(0, 0)]))
            .OfType<WorkerEffect.Send>()
            .Select(send => send.Message)
            .OfType<Message.Done>();
        Assert.Equal("run1", Assert.Single(sent).Run);
        Assert.Equal("start job 0 on 0", Ended(Grant.Initial(0)));
    }

    [Fact]
    public void An_abort_ends_what_runs_and_drops_what_waits()
    {
        Join();
        Receive(Granted(Grant.Initial(0)));
        Receive(Granted(Grant.Initial(1)));
        Receive(Granted(Grant.Retry(2, 4)));

        Assert.Equal("end job 0 on 0", Receive(new Message.Abort(11, "run1", 0, Grant.Initial(0))));
        Assert.Equal(string.Empty, Receive(new Message.Abort(11, "run1", 0, Grant.Retry(2, 4))));
        Failed(0, 0);
        Assert.Equal(string.Empty, Ended(Grant.Initial(0)));
    }

    [Theory]
    [InlineData(Refusal.Version)]
    [InlineData(Refusal.Configuration)]
    public void Who_does_not_fit_stops(Refusal refusal)
    {
        Apply(new WorkerEvent.Connected());

        Assert.Equal("STOP no", Receive(new Message.Rejected(11, refusal, "no")));
    }

    [Fact]
    public void Who_finds_no_manager_stops_in_bounded_time()
    {
        Apply(new WorkerEvent.Connected());
        Heartbeat();
        Heartbeat();
        Heartbeat();

        Assert.StartsWith("STOP no manager took this worker", Heartbeat(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(2, -1, 0, -1, 0)]
    [InlineData(-1, 3, 1, -1, 0)]
    [InlineData(-1, -1, 1, -1, 0)]
    [InlineData(-1, 0, 0, -1, 0)]
    [InlineData(0, -1, 4, -1, 0)]
    [InlineData(0, -1, 0, 1, 0)]
    [InlineData(0, -1, 0, -2, 0)]
    [InlineData(0, -1, 0, -1, 7)]
    public void A_grant_that_cannot_be_stops_the_worker(int job, int group, int epoch, int actor, int account)
    {
        Join();
        var grant = Granted(new Grant(job, group, epoch), versions: [new AccountKey(account, 1)]) with { Actor = actor };

        Assert.StartsWith("STOP a grant of", Receive(grant), StringComparison.Ordinal);
    }

    [Fact]
    public void A_block_that_cannot_be_stops_the_worker()
    {
        Apply(new WorkerEvent.Connected());
        Receive(Run);
        var chunk = Chunk(0, 4);

        Assert.StartsWith(
            "STOP block 0 is none: transfer 0 names account 0 or 1",
            Receive(chunk with { Manifest = chunk.Manifest with { Accounts = 1 } }),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Another_way_to_group_stops_the_worker()
    {
        Apply(new WorkerEvent.Connected());
        Receive(Run);
        var chunk = Chunk(0, 4);

        Assert.StartsWith(
            "STOP block 0 has 3 groups in 2 jobs here, 4 in 2 at the manager",
            Receive(chunk with { Manifest = chunk.Manifest with { Groups = 4 } }),
            StringComparison.Ordinal);
    }
}
