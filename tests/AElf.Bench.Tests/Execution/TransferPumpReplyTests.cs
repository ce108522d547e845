using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.TestKit.Stores;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Execution;

/// <summary>A pump whose replies come one by one. Groups 0 (0-1) and 1 (2-3) are in one job.</summary>
public sealed class TransferPumpReplyTests
{
    private static readonly Answer Stored = Answer.Stored;
    private static readonly Answer Refused = new(ReplyKind.Refused, default);

    private readonly RecordingListener sink = new();
    private readonly IPump pump;
    private readonly TransferRound round;

    public TransferPumpReplyTests()
    {
        var block = new Block([new Transfer(0, 1, 1), new Transfer(2, 3, 1)], [9, 9, 9, 9]);
        var groups = new Grouper().Group(block);
        round = new TransferRound(
            block, groups, JobMerger.Merge(groups.Sizes(), 1), Offer.Once(0), new int[4], TransferMode.Strict);
        var pacing = new TransferPacing(TransferMode.Strict);
        pump = new AccountPumps(new SimulatedAccounts(() => sink), pacing, TimeProvider.System)
            .Open(1, new LatencyHistogram());
    }

    private static Answer Value(long sequence, long balance) => Answer.Value(sequence, balance);

    [Fact]
    public void Pump_JobEndedEarly_FailsTheAttemptAndStartsNoOther()
    {
        pump.Start(sink, Grant.Initial(0), GrantWork.Of(round));

        Assert.True(pump.Abort(0, Grant.Initial(0), "enough"));
        Deliver(Value(0, 9), Value(0, 9));

        Assert.Equal(["get 0@0", "get 1@0", "failed 0@0 Read: enough", "ended job 0"], sink.Reports.Split(", "));
        Assert.Equal(0, pump.Active);
        Assert.False(pump.Abort(0, Grant.Initial(0), "enough"));
    }

    [Fact]
    public void Pump_JobEndedBetweenConnections_StartsNothing()
    {
        pump.Start(sink, Grant.Initial(0), GrantWork.Of(round));
        pump.Abandon("lost");

        Assert.True(pump.Abort(0, Grant.Initial(0), "enough"));
        pump.Reconnect();
        pump.Resume();

        Assert.Equal(["get 0@0", "get 1@0", "failed 0@0 Read: lost", "ended job 0"], sink.Reports.Split(", "));
    }

    [Fact]
    public void Progress_EachStep_Rises()
    {
        pump.Start(sink, Grant.Retry(0, 5), GrantWork.Of(round));
        var marks = new List<(JobOwner Owner, LaneProgress Progress)>();
        pump.Observe(marks);
        Deliver(Value(0, 9), Value(0, 9));
        pump.Observe(marks);
        Deliver(Stored, Stored);
        pump.Observe(marks);

        Assert.Equal(
            marks.Select(mark => mark.Progress.Position).Distinct().Order(),
            marks.Select(mark => mark.Progress.Position));
    }

    [Theory]
    [InlineData(1, 0, 1)]
    [InlineData(0, 1, 0)]
    public void Pump_WriteRefused_NamesTheWrittenAccount(
        long fromSequence, long toSequence, int account)
    {
        pump.Start(sink, Grant.Retry(0, 5), GrantWork.Of(round));
        Deliver(Value(fromSequence, 9), Value(toSequence, 9), Stored, Stored);
        Deliver(Value(fromSequence, 9), Value(toSequence, 9), Refused);

        Assert.Equal($"account {account}", sink.Failure?.Item);
    }

    [Fact]
    public void Pump_RepliesReordered_AreMatchedByTag()
    {
        pump.Start(sink, Grant.Initial(0), GrantWork.Of(round));

        Deliver(sink.Reply(1, Value(0, 2)), sink.Reply(0, Value(0, 7)));

        Assert.Equal(["get 0@0", "get 1@0", "set 0@0 = 6", "set 1@0 = 3"], sink.Reports.Split(", "));
    }

    [Theory]
    [InlineData(2, 0, "the store's value was written for account 2 version 0, not for account 1 version 0")]
    [InlineData(1, 4, "the store's value was written for account 1 version 4, not for account 1 version 0")]
    public void Pump_ValueOfAnotherKey_IsFatalAndNamesBoth(int account, int version, string reason)
    {
        pump.Start(sink, Grant.Initial(0), GrantWork.Of(round));

        Deliver(sink.Reply(0, Value(0, 9)), sink.Reply(1, Value(0, 9)) with { Key = new AccountKey(account, version) });

        Assert.Equal(new AttemptFailure(0, 0, AttemptStep.Read, "account 1", reason, Fatal: true), sink.Failure);
        Assert.DoesNotContain("set", sink.Reports, StringComparison.Ordinal);
    }

    [Fact]
    public void Pump_CopyOfAnotherVersion_IsFatal()
    {
        pump.Start(sink, Grant.Retry(0, 5), GrantWork.Of(round));

        Deliver(sink.Reply(0, Value(0, 9)) with { Key = new AccountKey(0, 3) }, sink.Reply(1, Value(0, 9)));

        Assert.Equal(
            (AttemptStep.CopyRead, "account 0", true), (sink.Failure!.Step, sink.Failure.Item, sink.Failure.Fatal));
        Assert.DoesNotContain("set", sink.Reports, StringComparison.Ordinal);
    }

    private void Deliver(params ReadOnlySpan<AccountReply> replies)
    {
        sink.Ready = replies.ToArray();
        pump.Exchange();
    }

    private void Deliver(params ReadOnlySpan<Answer> answers)
    {
        // One by one, since an answer may cause more operations.
        foreach (var answer in answers)
        {
            Deliver(sink.NextReply(answer));
        }
    }

    /// <summary>Records the pump's operations and reports, and makes the replies.</summary>
    private sealed class RecordingListener : JobOwner, IAccountConnection
    {
        private readonly List<string> reports = [];
        private readonly List<(AccountKey Key, int Tag)> asked = [];
        private int answered;

        public string Reports => string.Join(", ", reports);

        public AttemptFailure? Failure { get; private set; }

        public int Outstanding => asked.Count - answered;

        public OperationCounts Operations => default;

        public string LastError => string.Empty;

        /// <summary>The reply to an operation; the first operation has number 0.</summary>
        public AccountReply Reply(int operation, Answer answer)
        {
            var (key, tag) = asked[operation];
            return new AccountReply(answer.Kind, tag, answer.Kind == ReplyKind.Value ? key : default, answer.State);
        }

        public AccountReply NextReply(Answer answer) => Reply(answered++, answer);

        public void Get(AccountKey key, int tag) => Ask($"get {key.Account}@{key.Version}", key, tag);

        public void Set(AccountKey key, AccountState state, int tag) =>
            Ask($"set {key.Account}@{key.Version} = {state.Balance}", key, tag);

        public void MultiGet(ReadOnlySpan<AccountKey> keys, int firstTag) => throw new NotSupportedException();

        public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, int tag) =>
            throw new NotSupportedException();

        public void Delete(AccountKey key, int tag) => throw new NotSupportedException();

        public AccountReply[] Ready { get; set; } = [];

        public ReadOnlySpan<AccountReply> Exchange() => Ready;

        public void Dispose() => asked.Clear();

        public override void Done(long round, Attempt attempt) => reports.Add($"done {attempt.Unit}@{attempt.Epoch}");

        public override void Failed(long round, AttemptFailure failure)
        {
            Failure = failure;
            reports.Add($"failed {failure.Unit}@{failure.Epoch} {failure.Step}: {failure.Reason}");
        }

        public override void Ended(long round, Grant grant) =>
            reports.Add($"ended {(grant.Job >= 0 ? $"job {grant.Job}" : $"unit {grant.Unit}@{grant.Epoch}")}");

        private void Ask(string what, AccountKey key, int tag)
        {
            reports.Add(what);
            asked.Add((key, tag));
        }
    }
}
