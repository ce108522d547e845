using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Workloads;

/// <summary>
/// Holds the first worker that has come so far in a run, so that something can be done to the cluster while the run is
/// under way, however slow or fast the machine is.
/// </summary>
internal sealed class WorkerStrike : IDisposable
{
    private readonly ClusterProcesses cluster;
    private readonly StopPoint point;

    /// <summary>Holds at this command of all workers together, from now on.</summary>
    public WorkerStrike(ClusterProcesses cluster, int commands)
    {
        this.cluster = cluster;
        point = new StopPoint(_ => true, commands, Held.Command);
        foreach (var worker in cluster.Workers)
        {
            worker.Store.Arm(point);
        }
    }

    /// <summary>For a store that answers nothing while a worker is held.</summary>
    public static IReadOnlyList<string> StoreArguments { get; } = ["--timeout", "60000"];

    /// <summary>Strikes when a worker is held, and lets go what was held.</summary>
    public async Task AsSoonAsUnderWayAsync(IProductRun program, Func<ClusterWorker, Task> strikeAsync)
    {
        await Wait.UntilAsync(
            () => point.Reached.IsCompleted || (program.HasExited
                ? throw new InvalidOperationException($"the trial is void, the run ended before it: {program.Error}")
                : false),
            "the workers to work");
        var held = await point.Reached;
        await strikeAsync(cluster.Workers.Single(worker => worker.Store == held));
        held.LetGo();
    }

    public void Dispose()
    {
        foreach (var worker in cluster.Workers)
        {
            worker.Store.LetGo();
        }
    }
}
