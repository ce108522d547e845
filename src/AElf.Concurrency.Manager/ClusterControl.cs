using AElf.Bench.Concurrency;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;

namespace AElf.Concurrency.Manager;

/// <summary>
/// Measures a cluster alone, with null actors, after a run and the removal of its keys, so that it cannot affect the
/// run. A manager that is killed meanwhile has the run's report.
/// </summary>
/// <param name="host">Host of the cluster.</param>
/// <param name="workers">The run's workers.</param>
/// <param name="slice">Length of a slice.</param>
internal sealed class ClusterControl(ManagerHost host, RunWorkers workers, TimeSpan slice)
{
    /// <summary>Adds the control rates of the cluster to a report, or why they are unknown.</summary>
    /// <param name="report">The run's.</param>
    /// <param name="load">The run's.</param>
    /// <param name="path">A file for the log, removed afterwards.</param>
    /// <param name="cancellation">Leaves the figure unknown.</param>
    public RunReport AddTo(RunReport report, ILoad load, string path, CancellationToken cancellation)
    {
        try
        {
            File.Delete(path);
            var perSecond = PerSecond(load, path, report.Blocks ?? 1, cancellation);
            File.Delete(path);
            return RunReportBuilder.WithNullActor(
                report, perSecond, perSecond is null ? "the load is too short" : null);
        }
        catch (Exception exception) when (exception
            is InvalidOperationException or OperationCanceledException or IOException or UnauthorizedAccessException)
        {
            return RunReportBuilder.WithNullActor(report, perSecond: null, exception.Message);
        }
    }

    private double? PerSecond(ILoad load, string path, int blocks, CancellationToken cancellation)
    {
        var actors = workers.Actors();
        using var opened = load.Open(default, actors, store: null);
        using var executor = new ClusterExecutor(
            host, workers.Describe(actors).ForControl(), slice, LogFile.Open(path));
        return ControlRate.Of(opened, executor, blocks, cancellation);
    }
}
