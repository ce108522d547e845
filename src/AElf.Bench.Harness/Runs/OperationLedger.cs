using System.Diagnostics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Decides the operations that each server counted in the rounds, without the operations between them. It has no count
/// if a server was restarted or does not report counters. Next: <see cref="Reconciler"/>.
/// </summary>
internal sealed class OperationLedger(IStoreControl store)
{
    private readonly Dictionary<string, Shard> shards = [];
    private readonly Dictionary<string, (ShardCounters Counters, long At)> initial = [];
    private bool wasRead;
    private IReadOnlyList<ShardCounters> opened = [];
    private (int Round, TimeSpan At) lost;

    /// <summary>Kind of a fault that leaves no operation uncertain.</summary>
    public const string Fault = "ledger";

    /// <summary>Why the servers' counts are unknown; null while they are known.</summary>
    public string? Unavailable { get; private set; } = store.Description.CountersUnavailable;

    /// <summary>A fault if the servers' counts were known earlier and are lost.</summary>
    public IReadOnlyList<FaultReport> Faults => wasRead && Unavailable is not null
        ?
        [
            new FaultReport(
                lost.Round, lost.At.TotalMilliseconds, Fault, $"the servers' counters were lost: {Unavailable}", 1),
        ]
        : [];

    /// <summary>Processor time of each server in the last round; empty if unknown.</summary>
    public IReadOnlyList<ServerCpu> LastCpu { get; private set; } = [];

    /// <summary>Reads the servers' counters and keys before the measurement.</summary>
    /// <exception cref="StoreException">A server does not answer.</exception>
    public void ReadServers()
    {
        // Servers without counters are read again too, for their keys and versions.
        if (Unavailable is not null && shards.Count == 0)
        {
            return;
        }

        try
        {
            foreach (var server in store.ReadCounters())
            {
                shards[server.Endpoint] = new Shard(server, OperationReport.None, 0);
                initial.TryAdd(server.Endpoint, (server, Stopwatch.GetTimestamp()));
                Unavailable ??= server.OperationsUnavailable;
            }

            wasRead = Unavailable is null;
        }
        catch (StoreException exception) when (exception.Fault == StoreFault.Refused)
        {
            // Some hosted servers forbid INFO. They can be measured, but their operations cannot be compared.
            Unavailable = exception.Message;
        }
    }

    /// <summary>Called immediately before a round starts.</summary>
    public void OpenRound(int round)
    {
        opened = Read();
        NoteLoss(round, TimeSpan.Zero);
    }

    /// <summary>Called after a round.</summary>
    /// <param name="round">Its number.</param>
    /// <param name="window">Its duration.</param>
    /// <returns>The servers' counts of the round, for <see cref="Add"/>.</returns>
    public IReadOnlyList<ServedOperations> CloseRound(int round, TimeSpan window)
    {
        var served = new List<ServedOperations>();
        var used = new List<ServerCpu>();
        var closed = Read();
        if (Unavailable is null && !closed.Select(Named).SequenceEqual(opened.Select(Named), StringComparer.Ordinal))
        {
            Unavailable = "a server joined or left the store";
            NoteLoss(round, window);
            closed = [];
        }

        foreach (var (before, after) in opened.Zip(closed))
        {
            if (CountAgain(before, after, window) is { } reset)
            {
                Unavailable ??= reset.ToString();
                NoteLoss(round, IsNewLife(before, after) ? window - (after.Uptime ?? TimeSpan.Zero) : window);
            }

            Unavailable ??= after.OperationsUnavailable;

            var seconds = after.CpuSeconds - before.CpuSeconds;
            var busy = after.MainThreadSeconds - before.MainThreadSeconds;
            if (double.IsFinite(seconds))
            {
                used.Add(new(after.Endpoint, after.ProcessId, TimeSpan.FromSeconds(seconds)));
            }

            served.Add(new ServedOperations(after.Endpoint, new RawShard(
                double.IsFinite(busy) ? busy : null,
                OperationReport.From(Difference(before.Operations, after.Operations)))
            {
                MemoryBytes = after.MemoryBytes,
            }));
        }

        LastCpu = used;
        NoteLoss(round, window);
        return served;
    }

    /// <summary>Adds the servers' counts of a measured round, of this process or of an earlier process.</summary>
    /// <param name="served">The counts of each server.</param>
    /// <param name="unavailable">Why the final counts are unknown; null if they are known.</param>
    public void Add(IReadOnlyList<ServedOperations> served, string? unavailable)
    {
        Unavailable ??= unavailable;
        foreach (var (endpoint, counted) in served)
        {
            if (!shards.TryGetValue(endpoint, out var shard))
            {
                Unavailable ??= $"{endpoint} served earlier rounds and is not a server of the store now";
                continue;
            }

            shards[endpoint] = shard with
            {
                Served = OperationReport.Sum([shard.Served, counted.Ops]),
                CpuSeconds = shard.CpuSeconds + (counted.CpuSeconds ?? double.NaN),
                MemoryBytes = counted.MemoryBytes,
            };
        }
    }

    /// <summary>Why keys are missing, from the servers' reports; null without a report.</summary>
    /// <param name="areMissing">Whether keys are missing; otherwise they only have old values.</param>
    public Problem? WhyLost(bool areMissing)
    {
        try
        {
            var now = store.ReadCounters().Where(server => initial.ContainsKey(server.Endpoint)).ToList();
            return now.Select(server => WhyLost(initial[server.Endpoint], server, areMissing))
                .FirstOrDefault(why => why is not null) ?? (areMissing ? WhyElsewhere(now) : null);
        }
        catch (StoreException)
        {
            return null;
        }
    }

    /// <summary>The servers without their counts.</summary>
    public IReadOnlyList<ShardReport> Shards => [.. shards.Values.Select(shard => new ShardReport(
        shard.First.Endpoint,
        shard.First.Version,
        shard.First.Persistence,
        shard.First.Keys,
        Ops: null,
        CpuShare: null)
    { EvictionPolicy = shard.First.Setup?.EvictionPolicy, Setup = shard.First.Setup })];

    /// <summary>The servers' counts over the rounds, in the same order.</summary>
    public IReadOnlyList<RawShard> Counted => [.. shards.Values.Select(shard => new RawShard(
        double.IsFinite(shard.CpuSeconds) ? shard.CpuSeconds : null, shard.Served)
    {
        MemoryBytes = shard.MemoryBytes,
    })];

    private static Problem? WhyLost((ShardCounters Counters, long At) before, ShardCounters now, bool areMissing)
    {
        if (IsNewLife(before.Counters, now))
        {
            return IsRestart(now, Stopwatch.GetElapsedTime(before.At))
                ? StoreProblems.StoreRestarted(now.Endpoint, now.Persistence)
                : StoreProblems.StoreReplaced(now.Endpoint);
        }

        var removed = now.Removed - before.Counters.Removed;
        return areMissing && removed.Any ? StoreProblems.StoreRemovedKeys(now.Endpoint, removed) : null;
    }

    /// <summary>
    /// Explains keys that a proxy does not find: other servers have them, if all servers together have as many keys as
    /// before.
    /// </summary>
    private Problem? WhyElsewhere(List<ShardCounters> now)
    {
        var before = now.Select(server => initial[server.Endpoint].Counters).ToList();
        return now.Count > 1
            && now.Count == initial.Count
            && now.Concat(before).All(server => server.Keys >= 0)
            && now.Sum(server => server.Keys) >= before.Sum(server => server.Keys)
            ? StoreProblems.KeysElsewhere(store.Description.Endpoint)
            : null;
    }

    /// <summary>Why a server's counters restarted; null if they continued.</summary>
    private static Problem? CountAgain(ShardCounters before, ShardCounters after, TimeSpan window)
    {
        if (IsNewLife(before, after))
        {
            return StoreProblems.CountersReset(
                after.Endpoint, IsRestart(after, window) ? "was restarted" : "is another server now");
        }

        return before.Inquiries > 0 && after.Inquiries <= before.Inquiries
            ? StoreProblems.CountersReset(after.Endpoint, "reset its counters (CONFIG RESETSTAT)")
            : null;
    }

    private static bool IsNewLife(ShardCounters before, ShardCounters after) =>
        !string.Equals(before.Incarnation, after.Incarnation, StringComparison.Ordinal);

    /// <summary>
    /// Whether a server restarted. A server whose uptime exceeds the measured time ran before, at another address.
    /// </summary>
    private static bool IsRestart(ShardCounters now, TimeSpan since) =>
        now.Uptime is not { } uptime || uptime <= since + TimeSpan.FromSeconds(1);

    private static string Named(ShardCounters server) => server.Endpoint;

    private void NoteLoss(int round, TimeSpan at)
    {
        if (Unavailable is not null && lost == default)
        {
            lost = (round, at > TimeSpan.Zero ? at : TimeSpan.Zero);
        }
    }

    // A server may not count keys separately from commands. Its keys are still known if it served no command over
    // several keys.
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

    /// <summary>Processor time of a server, from its report.</summary>
    /// <param name="Endpoint"><c>host:port</c>.</param>
    /// <param name="Process">The process id as the server sees it; null if unknown.</param>
    /// <param name="Time">User and system time.</param>
    internal sealed record ServerCpu(string Endpoint, int? Process, TimeSpan Time);

    private sealed record Shard(ShardCounters First, OperationReport Served, double CpuSeconds)
    {
        public long? MemoryBytes { get; init; }
    }
}
