using AElf.Bench.Core.Accounts;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Grouping;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Tests.Execution;

/// <summary>The pump answered reply by reply. Groups 0 (0-1) and 1 (2-3) in one job.</summary>
public sealed class LanePumpReplyTests
{
    private static readonly StoreReply Stored = new(ReplyKind.Stored, default);
    private static readonly StoreReply Refused = new(ReplyKind.Refused, default);

    private readonly RecordingListener ear = new();
    private readonly LanePump pump;

    public LanePumpReplyTests()
    {
        var block = new Block([new Transfer(0, 1, 1), new Transfer(2, 3, 1)], [9, 9, 9, 9]);
        var groups = Grouper.Group(block);
        pump = new LanePump(1, ear, ear, new LatencyHistogram());
        pump.Open(new RoundPlan(block, groups, JobMerger.Merge(groups, 1), 0, new int[4], TransferMode.Strict));
    }

    private static StoreReply Value(long sequence, long balance) => new(ReplyKind.Value, new AccountState(sequence, balance));

    [Fact]
    public void A_job_ended_early_fails_the_attempt_in_flight_and_starts_no_other()
    {
        pump.Start(Grant.Initial(0), 0);

        Assert.True(pump.Abort(Grant.Initial(0), "enough"));
        pump.Deliver([Value(0, 9), Value(0, 9)], 0);

        Assert.Equal("get 0@0, get 1@0, failed 0@0 Read: enough, ended job 0", ear.Reports);
        Assert.Equal(0, pump.Active);
        Assert.False(pump.Abort(Grant.Initial(0), "enough"));
    }

    [Fact]
    public void A_job_ended_early_between_two_connections_starts_nothing_on_the_second()
    {
        pump.Start(Grant.Initial(0), 0);
        pump.Abandon("lost");

        Assert.True(pump.Abort(Grant.Initial(0), "enough"));
        pump.Resume(ear, 0);

        Assert.Equal("get 0@0, get 1@0, failed 0@0 Read: lost, ended job 0", ear.Reports);
    }

    [Fact]
    public void Progress_rises_with_each_step()
    {
        pump.Start(Grant.Retry(0, 5), 0);
        var marks = new List<LaneProgress>();
        pump.SampleLanes(marks);
        pump.Deliver([Value(0, 9), Value(0, 9)], 0);
        pump.SampleLanes(marks);
        pump.Deliver([Stored, Stored], 0);
        pump.SampleLanes(marks);

        Assert.Equal(marks.Select(position => position.Position).Distinct().Order(), marks.Select(position => position.Position));
    }

    [Theory]
    [InlineData(1, 0, 1)]
    [InlineData(0, 1, 0)]
    public void A_refused_write_of_one_side_names_the_account_that_was_written(long fromSequence, long toSequence, int account)
    {
        pump.Start(Grant.Retry(0, 5), 0);
        pump.Deliver([Value(fromSequence, 9), Value(toSequence, 9), Stored, Stored, Value(fromSequence, 9), Value(toSequence, 9), Refused], 0);

        Assert.Equal(account, ear.Failure?.Account);
    }

    private sealed class RecordingListener : IAttemptListener, IStoreOperations
    {
        private readonly List<string> reports = [];

        public string Reports => string.Join(", ", reports);

        public AttemptFailure? Failure { get; private set; }

        public void Get(AccountKey key) => reports.Add($"get {key.Account}@{key.Version}");

        public void Set(AccountKey key, AccountState state) => reports.Add($"set {key.Account}@{key.Version}");

        public void MultiGet(ReadOnlySpan<AccountKey> keys) => throw new NotSupportedException();

        public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states) => throw new NotSupportedException();

        public void Delete(AccountKey key) => throw new NotSupportedException();

        void IAttemptListener.Done(int group, int epoch) => reports.Add($"done {group}@{epoch}");

        void IAttemptListener.Failed(AttemptFailure failure)
        {
            Failure = failure;
            reports.Add($"failed {failure.Group}@{failure.Epoch} {failure.Step}: {failure.Reason}");
        }

        void IAttemptListener.Ended(Grant grant) => reports.Add($"ended {(grant.Job >= 0 ? $"job {grant.Job}" : $"group {grant.Group}@{grant.Epoch}")}");
    }
}
