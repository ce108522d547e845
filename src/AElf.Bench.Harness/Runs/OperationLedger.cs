using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Adds up, round by round, what the servers counted, apart from everything that happens between rounds.
/// </summary>
internal sealed class OperationLedger(IStoreControl store)
{
    private readonly Dictionary<string, Shard> shards = [];
    private bool wasRead;
    private IReadOnlyList<ShardCounters> opened = [];

    /// <summary>Why the servers' side is unknown; null while it is known.</summary>
    public string? Unavailable { get; private set; } = store.Description.CountersUnavailable;

    /// <summary>What the servers served in the rounds.</summary>
    public OperationCounts Served =>
        shards.Values.Aggregate(default(OperationCounts), (sum, shard) => sum + shard.Served);

    /// <summary>A fault when the servers' side was known once and is not any more.</summary>
    public IReadOnlyList<FaultReport> Faults => wasRead && Unavailable is not null
        ? [new FaultReport(0, 0, "ledger", $"the servers' counters were lost: {Unavailable}", 1)]
        : [];

    /// <summary>Reads the servers' counters before anything is measured, and how many keys each holds.</summary>
    /// <exception cref="StoreException">A server does not answer.</exception>
    public void ReadServers()
    {
        // Servers that count nothing are read again all the same: their keys and versions are known.
        if (Unavailable is not null && shards.Count == 0)
        {
            return;
        }

        try
        {
            foreach (var server in store.ReadCounters())
            {
                shards[server.Endpoint] = new Shard(server, default, 0);
                Unavailable ??= server.OperationsUnavailable;
            }

            wasRead = Unavailable is null;
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

            Unavailable ??= after.OperationsUnavailable;

            var shard = shards[after.Endpoint];
            shards[after.Endpoint] = shard with
            {
                Served = shard.Served + Difference(before.Operations, after.Operations),
                CpuSeconds = shard.CpuSeconds + after.CpuSeconds - before.CpuSeconds,
            };
        }
    }

    /// <summary>Each server, for the report.</summary>
    /// <param name="windowSeconds">The rounds' windows together.</param>
    public IReadOnlyList<ShardReport> Report(double windowSeconds) => [.. shards.Values.Select(shard => new ShardReport(
        shard.First.Endpoint,
        shard.First.Version,
        shard.First.Persistence,
        shard.First.Keys,
        Unavailable is null ? OperationReport.From(shard.Served) : null,
        Unavailable is null && double.IsFinite(shard.CpuSeconds) && windowSeconds > 0
            ? shard.CpuSeconds / windowSeconds
            : null))];

    // A server that cannot tell keys from commands still tells them while no command over several keys was served.
    private static OperationCounts Difference(OperationCounts before, OperationCounts after)
    {
        var served = after - before;
        return served with
        {
            KeysRead = served.MultiGet == 0 ? served.Get : Known(before.KeysRead, after.KeysRead),
            KeysWritten = served.MultiSet == 0 ? served.Set : Known(before.KeysWritten, after.KeysWritten),
        };
    }

    private static long Known(long before, long after) => before < 0 || after < 0 ? -1 : after - before;

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

    private sealed record Shard(ShardCounters First, OperationCounts Served, double CpuSeconds);
}
