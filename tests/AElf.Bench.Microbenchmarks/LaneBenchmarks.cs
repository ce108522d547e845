using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;
using BenchmarkDotNet.Attributes;

namespace AElf.Bench.Microbenchmarks;

/// <summary>
/// The pump of one actor over the embedded store, with 64 lanes: the cost of a transfer without socket and mailbox.
/// </summary>
public class LaneBenchmarks
{
    private const int Transfers = 100_000;
    private const int Groups = 1_000;
    private const int Lanes = 64;

    private readonly Listener listener = new();
    private Block block = null!;
    private TransferGroups groups = null!;
    private Jobs jobs = null!;
    private int[] versions = [];
    private long number;
    private EmbeddedAccountStore store = null!;
    private IPump pump = null!;

    /// <summary>How transfers are sent to the store.</summary>
    [Params(TransferMode.Strict, TransferMode.Multi, TransferMode.Batch)]
    public TransferMode Mode { get; set; }

    [GlobalSetup]
    public void Open()
    {
        block = EvenGroups.Generate(Transfers, Groups, seed: 1);
        groups = new Grouper().Group(block);
        jobs = JobMerger.Merge(groups.Sizes(), 4 * Lanes);
        versions = new int[block.AccountCount];
        store = new EmbeddedAccountStore(block.AccountCount);
        using (var connection = store.Connect())
        {
            AccountTable.Seed(connection, block, version: 0);
        }

        pump = new AccountPumps(store, new TransferPacing(Mode), TimeProvider.System)
            .Open(Lanes, new LatencyHistogram());
    }

    [GlobalCleanup]
    public void Close()
    {
        pump.Dispose();
        store.Dispose();
    }

    /// <summary>One round. Its sequence numbers follow those of the previous round.</summary>
    [Benchmark(OperationsPerInvoke = Transfers)]
    public long Round()
    {
        var work = GrantWork.Of(new TransferRound(block, groups, jobs, Offer.Once(number++), versions, Mode));
        var next = 0;
        do
        {
            while (next < jobs.Count && pump.Active < Lanes)
            {
                pump.Start(listener, Grant.Initial(next++), work);
            }

            pump.Exchange();
        }
        while (pump.Active > 0);
        return listener.Committed;
    }

    private sealed class Listener : JobOwner
    {
        public override void Done(long round, Attempt attempt)
        {
            // The pump counts it.
        }

        public override void Failed(long round, AttemptFailure failure) =>
            throw new InvalidOperationException(failure.Reason.Text);

        public override void Ended(long round, Grant grant)
        {
            // The next job is started as soon as a lane is free.
        }
    }
}
