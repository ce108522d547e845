using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.TestKit.Servers;

/// <summary>
/// A server of the test's own, on a free loopback port, that a test may kill, freeze and start again.
/// </summary>
public abstract class ThrowAwayServer : IAsyncDisposable
{
    private readonly TemporaryFolder folder;
    private ServerProcess server;

    /// <summary>Takes over a folder and the server that runs in it.</summary>
    private protected ThrowAwayServer(TemporaryFolder folder, ServerProcess server)
    {
        this.folder = folder;
        this.server = server;
        Endpoint = server.Endpoint;
    }

    /// <summary>Where it listens.</summary>
    public Endpoint Endpoint { get; }

    /// <summary>The port it listens on.</summary>
    public int Port => Endpoint.Port;

    /// <summary>Its current process.</summary>
    public int ProcessId => server.Process.Id;

    /// <summary>Whether its process has ended.</summary>
    public bool HasExited => server.Process.HasExited;

    /// <summary>The folder with its configuration, log and data.</summary>
    public string Folder => folder.Path;

    /// <summary>What it wrote to its log.</summary>
    public string Log => server.Process.Output;

    /// <summary>Ends it with SIGKILL and waits for the end.</summary>
    public void Kill() => server.Process.Kill();

    /// <summary>
    /// Freezes it with SIGSTOP: the kernel goes on accepting connections and bytes, nothing is answered.
    /// </summary>
    public void Pause() => server.Process.Signal(ProcessSignal.Stop);

    /// <summary>Lets a paused server go on.</summary>
    public void Resume() => server.Process.Signal(ProcessSignal.Continue);

    public ValueTask DisposeAsync()
    {
        server.Dispose();
        folder.Dispose();
        GC.SuppressFinalize(this);
        return ValueTask.CompletedTask;
    }

    /// <summary>Has a server started in a new folder, which goes with it when it does not start.</summary>
    private protected static async Task<TServer> StartAsync<TServer>(Func<TemporaryFolder, Task<TServer>> start)
    {
        var ground = new TemporaryFolder();
        try
        {
            return await start(ground);
        }
        catch
        {
            ground.Dispose();
            throw;
        }
    }

    /// <summary>Has the server started again in its folder, after a SIGKILL if it still runs.</summary>
    private protected async Task RestartAsync(Func<TemporaryFolder, Task<ServerProcess>> start)
    {
        server.Dispose();
        server = await start(folder);
    }
}
