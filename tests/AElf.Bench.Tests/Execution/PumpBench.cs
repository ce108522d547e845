using System.Buffers;
using System.Globalization;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Stores;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Execution;

/// <summary>
/// One pump over the embedded store, moved by hand; what it reports is kept as text. Its grants are those of the
/// process that made the round, or come encoded, as to another process.
/// </summary>
internal sealed class PumpBench : JobOwner, IDisposable
{
    private readonly Block block;
    private readonly TransferGroups groups;
    private readonly Jobs jobs;
    private readonly TransferMode mode;
    private readonly bool encoded;
    private readonly int[] versions;
    private readonly EmbeddedAccountStore store;
    private TransferRound round;

    public PumpBench(Block block, TransferMode mode, int lanes, int maxJobs, bool encoded = false)
    {
        this.block = block;
        this.mode = mode;
        this.encoded = encoded;
        groups = new Grouper().Group(block);
        jobs = JobMerger.Merge(groups.Sizes(), maxJobs);
        versions = new int[block.AccountCount];
        store = new EmbeddedAccountStore(block.AccountCount);
        using (var seeding = store.Connect())
        {
            AccountTable.Seed(seeding, block, version: 0);
        }

        Pump = TransferPumps.Open(lanes, store, mode, Latency, TimeProvider.System);
        round = new TransferRound(block, groups, jobs, Offer.Once(0), versions, mode);
    }

    public IPump Pump { get; }

    public LatencyHistogram Latency { get; } = new();

    public List<string> Reports { get; } = [];

    public OperationCounts Operations => Pump.Operations;

    public void Open(Offer offer) => round = new TransferRound(block, groups, jobs, offer, versions, mode);

    public void Start(Grant grant)
    {
        if (!encoded)
        {
            Pump.Start(this, grant, GrantWork.Of(round));
            return;
        }

        var work = new ArrayBufferWriter<byte>();
        round.Encode(grant, work);
        Pump.Start(this, grant, new GrantWork(round.Number, Round: null, work.WrittenMemory));
    }

    public void Step() => Pump.Exchange();

    public void Finish()
    {
        while (Pump.Active > 0)
        {
            Step();
        }
    }

    /// <summary>Plays every job of a round and checks that each group is done once, at epoch 0.</summary>
    public void PlayRound(Offer offer)
    {
        Reports.Clear();
        Open(offer);
        for (var job = 0; job < jobs.Count; job++)
        {
            while (Pump.Active == Pump.Lanes)
            {
                Step();
            }

            Start(Grant.Initial(job));
        }

        Finish();
        Assert.Equal(
            Enumerable.Range(0, groups.Count).Select(group => $"done {group}@0").Order(StringComparer.Ordinal),
            Reports.Order(StringComparer.Ordinal));
    }

    public void Reconnect()
    {
        Pump.Abandon("lost");
        Pump.Reconnect();
        Pump.Resume();
    }

    public ComparisonResult Compare(int blocks)
    {
        using var reader = store.Connect();
        return new FinalComparison(block, SequentialReplay.Run(block, blocks), versions).Run(reader);
    }

    public string StatesAt(int version)
    {
        using var reader = store.Connect();
        var replies = AccountReplies.Read(reader, Enumerable.Repeat(version, block.AccountCount).ToArray());
        return string.Join(
            ' ',
            replies.Select(reply => reply.Kind == ReplyKind.Value
                ? $"{reply.State.Sequence}:{reply.State.Balance}"
                : $"{reply.Kind}"));
    }

    /// <summary>Puts accounts 0, 1, 2 … at version 0, each as <c>sequence:balance</c>.</summary>
    public void Put(string states)
    {
        using var writer = store.Connect();
        var account = 0;
        foreach (var state in states.Split(' '))
        {
            var parts = state.Split(':');
            writer.Set(
                new AccountKey(account++, 0),
                new AccountState(
                    long.Parse(parts[0], CultureInfo.InvariantCulture),
                    long.Parse(parts[1], CultureInfo.InvariantCulture)),
                tag: 0);
        }

        writer.Exchange();
    }

    public void Lose(int account)
    {
        using var writer = store.Connect();
        AccountTable.Remove(writer, [new AccountKey(account, 0)]);
    }

    public void Dispose()
    {
        Pump.Dispose();
        store.Dispose();
    }

    public override void Done(long round, Attempt attempt) => Reports.Add($"done {attempt.Unit}@{attempt.Epoch}");

    public override void Failed(long round, AttemptFailure failure) => Reports.Add(
        $"{(failure.Fatal ? "fatal" : "failed")} {failure.Unit}@{failure.Epoch} {failure.Item ?? "everything"} "
            + $"at {failure.Step}: {failure.Reason}");

    public override void Ended(long round, Grant grant)
    {
        // Nobody waits for a lane.
    }
}
