using System.Buffers;
using System.Globalization;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.TestKit.Stores;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.SmallBank;

namespace AElf.Bench.Tests.SmallBank;

/// <summary>
/// One pump of SmallBank over the embedded store, moved by hand; what it reports is kept as text. Its grants are those
/// of the process that made the round, or come encoded, as to another process.
/// </summary>
internal sealed class BankBench : JobOwner, IDisposable
{
    private readonly BankBlock block;
    private readonly bool encoded;
    private readonly EmbeddedAccountStore store;
    private readonly BankWorkload workload;
    private BankRound round;

    public BankBench(BankBlock block, int lanes = 1, int maxJobs = 1, bool encoded = false)
    {
        this.block = block;
        this.encoded = encoded;
        store = new EmbeddedAccountStore(block.Accounts.AccountCount);
        workload = new BankWorkload(
            new BankLoad(block, BankShares.Default, "even", Skew: 0),
            "5eed",
            new ActorOptions { ConcurrencyLevel = maxJobs },
            store);
        workload.Seed(version: 0, CancellationToken.None);
        Pump = BankPumps.Open(lanes, store, Latency, TimeProvider.System);
        round = (BankRound)workload.OpenRound(Offer.Once(0));
    }

    public IPump Pump { get; }

    public BankRound Round => round;

    public LatencyHistogram Latency { get; } = new();

    public List<string> Reports { get; } = [];

    public IWorkload Workload => workload;

    /// <summary>A bank in which every customer has 100 in savings and 10 in checking.</summary>
    public static BankBench Of(params BankTransaction[] transactions) => new(BlockOf(transactions));

    public static BankBlock BlockOf(params BankTransaction[] transactions)
    {
        var customers = 1 + transactions.Max(each => Math.Max(each.Customer, each.Other));
        var balances = Enumerable.Repeat((long[])[100, 10], customers).SelectMany(both => both);
        return new BankBlock(transactions, [.. balances]);
    }

    public static BankTransaction One(BankKind kind, int customer, long amount = 0) =>
        new(kind, customer, customer, amount);

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
        round = (BankRound)workload.OpenRound(offer);
        for (var job = 0; job < round.Jobs.Count; job++)
        {
            while (Pump.Active == Pump.Lanes)
            {
                Step();
            }

            Start(Grant.Initial(job));
        }

        Finish();
        Assert.Equal(
            Enumerable.Range(0, round.Jobs.UnitCount).Select(group => $"done {group}@0").Order(StringComparer.Ordinal),
            Reports.Order(StringComparer.Ordinal));
    }

    /// <summary>Savings and checking of each customer at a version, as <c>sequence:balance</c>.</summary>
    public string StatesAt(int version)
    {
        using var reader = store.Connect();
        var versions = Enumerable.Repeat(version, block.Accounts.AccountCount).ToArray();
        return string.Join(' ', AccountReplies.Read(reader, versions).Select(reply => reply.Kind == ReplyKind.Value
            ? $"{reply.State.Sequence}:{reply.State.Balance}"
            : $"{reply.Kind}"));
    }

    /// <summary>Puts accounts 0, 1, 2 … at version 0, each as <c>sequence:balance</c>.</summary>
    public void Put(string states)
    {
        using var writer = store.Connect();
        foreach (var (account, state) in states.Split(' ').Index())
        {
            long[] parts = [.. state.Split(':').Select(part => long.Parse(part, CultureInfo.InvariantCulture))];
            writer.Set(new AccountKey(account, 0), new AccountState(parts[0], parts[1]), tag: 0);
        }

        writer.Exchange();
    }

    public void Dispose()
    {
        Pump.Dispose();
        workload.Dispose();
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
