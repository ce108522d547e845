using System.Diagnostics;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;
using BenchmarkDotNet.Attributes;

namespace AElf.Bench.Microbenchmarks;

/// <summary>One actor's pump over the embedded store, 64 lanes: what a transfer costs without socket and mailbox.</summary>
public class LaneBenchmarks
{
    private const int Transfers = 100_000;
    private const int Groups = 1_000;
    private const int Lanes = 64;

    private RoundPlan plan = null!;
    private EmbeddedAccountStore store = null!;
    private IAccountConnection connection = null!;
    private LanePump pump = null!;

    /// <summary>How reads and writes are put to the store.</summary>
    [Params(TransferMode.Strict, TransferMode.Multi, TransferMode.Batch)]
    public TransferMode Mode { get; set; }

    [GlobalSetup]
    public void Open()
    {
        var block = EvenGroups.Generate(Transfers, Groups, seed: 1);
        var groups = Grouper.Group(block);
        var jobs = JobMerger.Merge(groups.Sizes(), 4 * Lanes);
        plan = new RoundPlan(block, groups, jobs, BlockNumber: 0, new int[block.AccountCount], Mode);
        store = new EmbeddedAccountStore(block.AccountCount);
        connection = store.Connect();
        AccountTable.Seed(connection, block);
        pump = new LanePump(Lanes, connection, new Listener(), new LatencyHistogram());
    }

    [GlobalCleanup]
    public void Close()
    {
        connection.Dispose();
        store.Dispose();
    }

    /// <summary>One round: each block goes on from the sequence numbers of the one before.</summary>
    [Benchmark(OperationsPerInvoke = Transfers)]
    public long Round()
    {
        pump.Open(plan);
        plan = plan with { BlockNumber = plan.BlockNumber + 1 };
        var next = 0;
        do
        {
            while (next < plan.Jobs.Count && pump.Active < Lanes)
            {
                pump.Start(Grant.Initial(next++), Stopwatch.GetTimestamp());
            }

            pump.Deliver(connection.Exchange(), Stopwatch.GetTimestamp());
        }
        while (pump.Active > 0);
        return pump.Committed;
    }

    private sealed class Listener : IAttemptListener
    {
        public void Done(int group, int epoch)
        {
            // Counted by the pump.
        }

        public void Failed(AttemptFailure failure) => throw new InvalidOperationException(failure.Reason);
    }
}
