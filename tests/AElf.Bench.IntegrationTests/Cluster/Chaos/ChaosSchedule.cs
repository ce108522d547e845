namespace AElf.Bench.IntegrationTests.Cluster.Chaos;

/// <summary>What can befall a cluster.</summary>
internal enum ChaosFault
{
    /// <summary>kill -9 of a worker, which is started again.</summary>
    KillWorker,

    /// <summary>SIGSTOP of a worker, then SIGCONT.</summary>
    StopWorker,

    /// <summary>Every connection of a worker to its store is reset.</summary>
    CutWorkerFromStore,

    /// <summary>Every connection of a worker to the manager is reset.</summary>
    CutWorkerFromManager,

    /// <summary>What a worker says to the manager is held for a time.</summary>
    HoldWorker,

    /// <summary>What a worker is told by the manager is held for a time.</summary>
    HoldManager,

    /// <summary>kill -9 of the manager, which is started again.</summary>
    KillManager,

    /// <summary>SIGSTOP of the manager, then SIGCONT.</summary>
    StopManager,

    /// <summary>Every connection of the manager to its store is reset.</summary>
    CutManagerFromStore,

    /// <summary>The benchmark's connection to the manager is reset.</summary>
    CutBenchmark,

    /// <summary>kill -9 of a redis-server, which is started again over its append-only file.</summary>
    KillStore,

    /// <summary>SIGSTOP of a redis-server, then SIGCONT.</summary>
    StopStore,

    /// <summary>CLIENT KILL of every connection of a redis-server.</summary>
    EndStoreConnections,

    /// <summary>kill -9 of the proxy, which is started again.</summary>
    KillProxy,

    /// <summary>SIGSTOP of the proxy, then SIGCONT.</summary>
    StopProxy,
}

/// <summary>One fault of a plan.</summary>
/// <param name="Pause">Time since the one before.</param>
/// <param name="Fault">What happens.</param>
/// <param name="Target">To which of its kind, from 0.</param>
/// <param name="Length">For how long; for a kill until the start.</param>
internal sealed record ChaosStep(TimeSpan Pause, ChaosFault Fault, int Target, TimeSpan Length)
{
    public override string ToString() =>
        FormattableString.Invariant($"{Fault} {Target} for {Length.TotalMilliseconds:0} ms");
}

/// <summary>Draws faults: the same seed, the same plan.</summary>
internal static class ChaosSchedule
{
    private const int MinPauseMs = 100;
    private const int MaxPauseMs = 2500;

    /// <summary>Longer than a member may be silent, and shorter than anybody tries to connect.</summary>
    private const int MaxFaultMs = 3000;

    /// <summary>The plan, without an end.</summary>
    /// <param name="seed">What it is drawn from.</param>
    /// <param name="workers">Workers there are.</param>
    /// <param name="stores">Servers that hold the data.</param>
    /// <param name="hasProxy">Whether a proxy is before them.</param>
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
