using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Workloads;

/// <summary>
/// Holds the first worker that reaches a command of a run, so that the run cannot end before the test has changed the
/// cluster.
/// </summary>
internal sealed class WorkerStrike : IDisposable
{
    private readonly ClusterProcesses cluster;
    private readonly StopPoint point;

    /// <summary>Holds the command with this number, counted over all workers from now on.</summary>
    public WorkerStrike(ClusterProcesses cluster, int commands)
    {
        this.cluster = cluster;
        point = new StopPoint(_ => true, commands, Held.Command);
        foreach (var worker in cluster.Workers)
        {
            worker.Store.Arm(point);
        }
    }

    /// <summary>A store time-out that is longer than a worker is held.</summary>
    public static IReadOnlyList<string> StoreArguments { get; } = ["--timeout", "60000"];

    /// <summary>Waits until a worker is held, strikes, and releases the held command.</summary>
    public async Task AsSoonAsUnderWayAsync(IProductRun program, Func<ClusterWorker, Task> strikeAsync)
    {
        await Wait.UntilAsync(
            () => point.Reached.IsCompleted || (program.HasExited
                ? throw new InvalidOperationException($"the trial is void, the run ended before it: {program.Error}")
                : false),
            "commands of the workers");
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
