using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Decides how a run is assembled: the workload over the store, the actors over the workload, and the lifecycle over
/// both. Next: <see cref="RunLifecycle"/>.
/// </summary>
public static class RunCoordinator
{
    /// <summary>Makes a run, and disposes its resources.</summary>
    /// <param name="request">The run; its store is disposed with it.</param>
    /// <param name="load">The load that the run offers.</param>
    /// <param name="openActors">Opens actors of this process or of a cluster; they are disposed with the run.</param>
    /// <param name="openProgress">Opens the run's display, which ends before the actors.</param>
    /// <param name="cancellation">Ends the run as failed, with its keys removed.</param>
    /// <exception cref="StoreException">The store could not be prepared; nothing was measured.</exception>
    /// <exception cref="FormatException">The load cannot be offered the number of times that the run needs.</exception>
    public static RunReport Make(
        RunRequest request,
        ILoad load,
        Func<IWorkload, IRoundExecutor> openActors,
        Func<IRunProgress> openProgress,
        CancellationToken cancellation)
    {
        using var workload = load.Open(request.RunId, request.Actors, request.BareStore);
        try
        {
            using var executor = openActors(workload);
            using var progress = openProgress();
            using var lifecycle = new RunLifecycle(request, workload, executor, progress);
            return lifecycle.Run(cancellation);
        }
        catch (StoreException full)
            when (full is { Problem.Kind: ProblemKind.ConnectionLimit, IsIndeterminate: false }
                && request.Topology.Actors == 0)
        {
            var needed = DispatcherRule.ConnectionsFor(request.Actors, workload.Probe.Cost);
            throw new StoreException(
                full.Fault, StoreProblems.ConnectionLimit($"{request.Store.Address}", needed), full);
        }
    }
}
