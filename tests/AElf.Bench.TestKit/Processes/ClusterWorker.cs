using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Network;

namespace AElf.Bench.TestKit.Processes;

/// <summary>A worker, and the two wires it hangs on.</summary>
public sealed class ClusterWorker : IAsyncDisposable
{
    private readonly Func<ClusterWorker, Task<ClusterProgram>> start;
    private ClusterProgram? program;

    internal ClusterWorker(
        string name, StoreRelay store, WireRelay manager, Func<ClusterWorker, Task<ClusterProgram>> start)
    {
        Name = name;
        Store = store;
        Manager = manager;
        this.start = start;
    }

    /// <summary>Its name in the cluster.</summary>
    public string Name { get; }

    /// <summary>Between it and its store.</summary>
    public StoreRelay Store { get; }

    /// <summary>Between it and its manager, where the cluster has relays there.</summary>
    public WireRelay Manager { get; }

    /// <summary>The process.</summary>
    public OwnedProcess Process => Program.Process;

    /// <summary>The program and where it serves.</summary>
    public ClusterProgram Program =>
        program ?? throw new InvalidOperationException($"worker {Name} has not been started");

    /// <summary>Ends it as kill -9 does, and waits until it is gone.</summary>
    public async Task KillAsync()
    {
        Process.Signal(ProcessSignal.Kill);
        await Process.WaitForExitAsync(CancellationToken.None);
    }

    /// <summary>Freezes it.</summary>
    public void Stop() => Process.Signal(ProcessSignal.Stop);

    /// <summary>Lets it go on after <see cref="Stop"/>.</summary>
    public void Continue() => Process.Signal(ProcessSignal.Continue);

    /// <summary>Starts it, or starts it anew when it has ended, and waits until it serves.</summary>
    public async Task StartAsync()
    {
        await (program?.DisposeAsync() ?? ValueTask.CompletedTask);
        program = await start(this);
    }

    public async ValueTask DisposeAsync()
    {
        program?.Abandon();
        await Store.DisposeAsync();
        await Manager.DisposeAsync();
        await (program?.DisposeAsync() ?? ValueTask.CompletedTask);
    }
}
