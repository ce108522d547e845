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

    /// <summary>A fault when the servers' side was known once and is not any more.</summary>
    public IReadOnlyList<FaultReport> Faults => wasRead && Unavailable is not null
        ? [new FaultReport(0, 0, "ledger", $"the servers' counters were lost: {Unavailable}", 1)]
        : [];

    /// <summary>What each server says it used of processors in the last round; empty when that is not known.</summary>
    public IReadOnlyList<ServerCpu> LastCpu { get; private set; } = [];

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
                shards[server.Endpoint] = new Shard(server, OperationReport.None, 0);
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
    /// <returns>What the servers say they served in it; null when that is not known.</returns>
    public OperationReport? CloseRound()
    {
        var served = new List<OperationReport>();
        var used = new List<ServerCpu>();
        foreach (var (before, after) in opened.Zip(Read()))
        {
            if (!string.Equals(before.Incarnation, after.Incarnation, StringComparison.Ordinal))
            {
                Unavailable ??= $"{after.Endpoint} was restarted and counted from zero";
            }

            Unavailable ??= after.OperationsUnavailable;

            var shard = shards[after.Endpoint];
            var counted = OperationReport.From(Difference(before.Operations, after.Operations));
            served.Add(counted);
            var seconds = after.CpuSeconds - before.CpuSeconds;
            if (double.IsFinite(seconds))
            {
                used.Add(new(after.Endpoint, after.ProcessId, TimeSpan.FromSeconds(seconds)));
            }

            shards[after.Endpoint] = shard with
            {
                Served = OperationReport.Sum([shard.Served, counted]),
                CpuSeconds = shard.CpuSeconds + seconds,
            };
        }

        LastCpu = used;
        return Unavailable is null ? OperationReport.Sum(served) : null;
    }

    /// <summary>Each server, without what it did.</summary>
    public IReadOnlyList<ShardReport> Shards => [.. shards.Values.Select(shard => new ShardReport(
        shard.First.Endpoint,
        shard.First.Version,
        shard.First.Persistence,
        shard.First.Keys,
        Ops: null,
        CpuShare: null))];

    /// <summary>What each did in the rounds, in the same order.</summary>
    public IReadOnlyList<RawShard> Counted => [.. shards.Values.Select(shard => new RawShard(
        double.IsFinite(shard.CpuSeconds) ? shard.CpuSeconds : null, shard.Served))];

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

    /// <summary>What a server says it used of processors.</summary>
    /// <param name="Endpoint"><c>host:port</c>.</param>
    /// <param name="Process">Its process, as itself sees it; null when it does not say.</param>
    /// <param name="Time">User and system time.</param>
    internal sealed record ServerCpu(string Endpoint, int? Process, TimeSpan Time);

    private sealed record Shard(ShardCounters First, OperationReport Served, double CpuSeconds);
}
