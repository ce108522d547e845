namespace AElf.Bench.IntegrationTests.Cluster.Chaos;

/// <summary>A kind of fault.</summary>
internal enum ChaosFault
{
    /// <summary>SIGKILL of a worker, then a restart.</summary>
    KillWorker,

    /// <summary>SIGSTOP of a worker, then SIGCONT.</summary>
    StopWorker,

    /// <summary>Every connection of a worker to its store is reset.</summary>
    CutWorkerFromStore,

    /// <summary>Every connection of a worker to the manager is reset.</summary>
    CutWorkerFromManager,

    /// <summary>Messages of a worker to the manager are held for a time.</summary>
    HoldWorker,

    /// <summary>Messages of the manager to a worker are held for a time.</summary>
    HoldManager,

    /// <summary>SIGKILL of the manager, then a restart.</summary>
    KillManager,

    /// <summary>SIGSTOP of the manager, then SIGCONT.</summary>
    StopManager,

    /// <summary>Every connection of the manager to its store is reset.</summary>
    CutManagerFromStore,

    /// <summary>The benchmark's connection to the manager is reset.</summary>
    CutBenchmark,

    /// <summary>SIGKILL of a redis-server, then a restart from its append-only file.</summary>
    KillStore,

    /// <summary>SIGSTOP of a redis-server, then SIGCONT.</summary>
    StopStore,

    /// <summary>CLIENT KILL of every connection of a redis-server.</summary>
    EndStoreConnections,

    /// <summary>SIGKILL of the proxy, then a restart.</summary>
    KillProxy,

    /// <summary>SIGSTOP of the proxy, then SIGCONT.</summary>
    StopProxy,
}

/// <summary>One fault of a plan.</summary>
/// <param name="Pause">Time since the previous fault.</param>
/// <param name="Fault">The kind.</param>
/// <param name="Target">The index of the process among those of its kind, from 0.</param>
/// <param name="Length">The duration; after a kill, the time until the restart.</param>
internal sealed record ChaosStep(TimeSpan Pause, ChaosFault Fault, int Target, TimeSpan Length)
{
    public override string ToString() =>
        FormattableString.Invariant($"{Fault} {Target} for {Length.TotalMilliseconds:0} ms");
}

/// <summary>Draws plans of faults. The same seed gives the same plan.</summary>
internal static class ChaosSchedule
{
    private const int MinPauseMs = 100;
    private const int MaxPauseMs = 2500;

    /// <summary>Longer than the heartbeat time-out, and shorter than the reconnect time-outs.</summary>
    private const int MaxFaultMs = 3000;

    /// <summary>An endless plan.</summary>
    /// <param name="seed">The seed.</param>
    /// <param name="workers">The number of workers.</param>
    /// <param name="stores">The number of redis-servers.</param>
    /// <param name="hasProxy">Whether the cluster has a proxy.</param>
    public static IEnumerable<ChaosStep> Draw(int seed, int workers, int stores, bool hasProxy)
    {
        var random = new Random(seed);
        ChaosFault[] faults =
            [.. Enum.GetValues<ChaosFault>().Where(fault => hasProxy || fault < ChaosFault.KillProxy)];
        while (true)
        {
            var pause = random.Next(MinPauseMs, MaxPauseMs);
            var fault = faults[random.Next(faults.Length)];
            var targets = fault switch
            {
                <= ChaosFault.HoldManager => workers,
                ChaosFault.KillStore or ChaosFault.StopStore or ChaosFault.EndStoreConnections => stores,
                _ => 1,
            };
            yield return new ChaosStep(
                TimeSpan.FromMilliseconds(pause),
                fault,
                random.Next(targets),
                TimeSpan.FromMilliseconds(random.Next(MaxFaultMs)));
        }
    }
}
