using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>
/// The control arm of a cluster: how much its manager hands out and takes back, over the wire and with a log on its
/// disk, when the workers' actors do nothing.
/// </summary>
public static class ClusterControls
{
    /// <summary>Measures it as a run of its own, between other runs: it has no keys, and nobody resumes it.</summary>
    /// <param name="host">The manager, which has no run open.</param>
    /// <param name="run">The run that it is the control of; it is over.</param>
    /// <param name="log">The control's log, which is to be deleted afterwards.</param>
    /// <param name="workload">The run's load, over a store in this process.</param>
    /// <param name="blocks">How often a round offers the load.</param>
    /// <returns>What was handed out and taken back, per second; null where the load is too short to measure.</returns>
    /// <exception cref="InvalidOperationException">A round failed.</exception>
    /// <exception cref="OperationCanceledException">Cancelled.</exception>
    public static double? NullActor(
        ManagerHost host,
        ManagerOptions run,
        TimeSpan slice,
        LogFile log,
        IWorkload workload,
        int blocks,
        CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(run);
        var control = run with { Run = RunName.ControlOf(run.Run), IsControl = true };
        using var executor = new ClusterExecutor(host, control, slice, log);
        return ControlRate.Of(workload, executor, blocks, cancellation);
    }
}
