using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>Adds up, round by round, what the servers counted, apart from everything that happens between rounds.</summary>
internal sealed class OperationLedger(IStore store)
{
    private readonly Dictionary<string, (ShardCounters Last, OperationCounts Served, double CpuSeconds)> shards = [];
    private IReadOnlyList<ShardCounters> opened = [];

    /// <summary>Why the servers' side is unknown; null while it is known.</summary>
    public string? Unavailable { get; private set; } = store.Description.CountersUnavailable;

    /// <summary>What the servers served in the rounds.</summary>
    public OperationCounts Served => shards.Values.Aggregate(default(OperationCounts), (sum, shard) => sum + shard.Served);

    /// <summary>Meets the servers before anything is measured.</summary>
    /// <exception cref="StoreException">One that shall be reconciled with does not answer.</exception>
    public void MeetServers()
    {
        if (Unavailable is not null)
        {
            return;
        }

        try
        {
            foreach (var met in store.ReadCounters())
            {
                shards[met.Endpoint] = (met, default, 0);
            }
        }
        catch (StoreException exception) when (exception.Fault == StoreFault.Refused)
        {
            // Some hosted servers forbid INFO: they can be measured, but not reconciled with.
            Unavailable = exception.Message;
        }
    }

    /// <summary>A round is about to start.</summary>
    public void OpenRound() => opened = Read();

    /// <summary>A round is over.</summary>
    public void CloseRound()
    {
        foreach (var (before, after) in opened.Zip(Read()))
        {
            if (!string.Equals(before.Incarnation, after.Incarnation, StringComparison.Ordinal))
            {
                Unavailable ??= $"{after.Endpoint} was restarted and counted from zero";
            }

            var so = shards.GetValueOrDefault(after.Endpoint);
            shards[after.Endpoint] = (after, so.Served + Difference(before, after), so.CpuSeconds + after.CpuSeconds - before.CpuSeconds);
        }
    }

    /// <summary>Each server, for the report.</summary>
    /// <param name="windowSeconds">The rounds' windows together.</param>
    public IReadOnlyList<ShardReport> Report(double windowSeconds) => [.. shards.Values.Select(shard => new ShardReport(
        shard.Last.Endpoint,
        shard.Last.Version,
        shard.Last.Persistence,
        shard.Last.Keys,
        OperationReport.From(shard.Served),
        double.IsFinite(shard.CpuSeconds) && windowSeconds > 0 ? shard.CpuSeconds / windowSeconds : null))];

    private static OperationCounts Difference(ShardCounters before, ShardCounters after)
    {
        var served = after.Operations - before.Operations;
        return before.Operations.KeysWritten < 0 || after.Operations.KeysWritten < 0 ? served with { KeysWritten = 0 } : served;
    }

    private IReadOnlyList<ShardCounters> Read()
    {
        if (Unavailable is not null)
        {
            return [];
        }

        try
        {
            return store.ReadCounters();
        }
        catch (StoreException exception)
        {
            Unavailable = exception.Message;
            return [];
        }
    }
}
