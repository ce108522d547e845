using System.Globalization;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Execution;

/// <summary>One pump over the embedded store, moved by hand; what it reports is kept as text.</summary>
internal sealed class PumpBench : IAttemptListener, IDisposable
{
    private readonly Block block;
    private readonly TransferGroups groups;
    private readonly Jobs jobs;
    private readonly TransferMode mode;
    private readonly int[] versions;
    private readonly EmbeddedAccountStore store;
    private IAccountConnection connection;
    private OperationCounts earlier;
    private long now;

    public PumpBench(Block block, TransferMode mode, int lanes, int maxJobs)
    {
        this.block = block;
        this.mode = mode;
        groups = Grouper.Group(block);
        jobs = JobMerger.Merge(groups.Sizes(), maxJobs);
        versions = new int[block.AccountCount];
        store = new EmbeddedAccountStore(block.AccountCount);
        using (var seeding = store.Connect())
        {
            AccountTable.Seed(seeding, block);
        }

        connection = store.Connect();
        Pump = new LanePump(lanes, connection, this, Latency);
    }

    public LanePump Pump { get; }

    public LatencyHistogram Latency { get; } = new();

    public List<string> Reports { get; } = [];

    public OperationCounts Operations => earlier + connection.Operations;

    public void Open(long blockNumber) => Pump.Open(new RoundPlan(block, groups, jobs, blockNumber, versions, mode));

    public void Start(Grant grant) => Pump.Start(grant, now);

    public void Step() => Pump.Deliver(connection.Exchange(), ++now);

    public void Finish()
    {
        while (Pump.Active > 0)
        {
            Step();
        }
    }

    /// <summary>Plays every job of a round and checks that each group is done once, at epoch 0.</summary>
    public void PlayRound(long blockNumber)
    {
        Reports.Clear();
        Open(blockNumber);
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
        earlier += connection.Operations;
        connection.Dispose();
        Pump.Abandon("lost");
        connection = store.Connect();
        Pump.Resume(connection, ++now);
    }

    public ComparisonResult Compare(int rounds)
    {
        using var reader = store.Connect();
        return FinalComparison.Compare(block, SequentialReplay.Run(block, rounds), AccountTable.Read(reader, versions), versions);
    }

    public string StatesAt(int version)
    {
        using var reader = store.Connect();
        var replies = AccountTable.Read(reader, Enumerable.Repeat(version, block.AccountCount).ToArray());
        return string.Join(' ', replies.Select(reply => reply.Kind == ReplyKind.Value ? $"{reply.State.Sequence}:{reply.State.Balance}" : $"{reply.Kind}"));
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
        connection.Dispose();
        store.Dispose();
    }

    void IAttemptListener.Done(int group, int epoch) => Reports.Add($"done {group}@{epoch}");

    void IAttemptListener.Failed(AttemptFailure failure) => Reports.Add(
        $"{(failure.Fatal ? "fatal" : "failed")} {failure.Group}@{failure.Epoch} account {failure.Account} at {failure.Step}: {failure.Reason}");
}
