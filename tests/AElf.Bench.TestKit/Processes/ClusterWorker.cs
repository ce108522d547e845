using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Network;

namespace AElf.Bench.TestKit.Processes;

/// <summary>A worker and the relays to its store and its manager.</summary>
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

    public string Name { get; }

    /// <summary>The relay to its store.</summary>
    public StoreRelay Store { get; }

    /// <summary>The relay to its manager, if the cluster has these relays.</summary>
    public WireRelay Manager { get; }

    public OwnedProcess Process => Program.Process;

    public ClusterProgram Program =>
        program ?? throw new InvalidOperationException($"worker {Name} has not been started");

    /// <summary>Kills it with SIGKILL and waits for its end.</summary>
    public async Task KillAsync()
    {
        Process.Signal(ProcessSignal.Kill);
        await Process.WaitForExitAsync(CancellationToken.None);
    }

    /// <summary>Freezes it with SIGSTOP.</summary>
    public void Stop() => Process.Signal(ProcessSignal.Stop);

    /// <summary>Resumes it after <see cref="Stop"/>.</summary>
    public void Continue() => Process.Signal(ProcessSignal.Continue);

    /// <summary>Starts or restarts it and waits until it serves.</summary>
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
