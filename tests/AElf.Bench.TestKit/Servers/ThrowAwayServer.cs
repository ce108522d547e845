using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.TestKit.Servers;

/// <summary>A server for one test on a free loopback port. A test may kill, freeze and restart it.</summary>
public abstract class ThrowAwayServer : IAsyncDisposable
{
    private readonly TemporaryFolder folder;
    private ServerProcess server;

    /// <summary>Takes ownership of a folder and of the server that runs in it.</summary>
    private protected ThrowAwayServer(TemporaryFolder folder, ServerProcess server)
    {
        this.folder = folder;
        this.server = server;
        Endpoint = server.Endpoint;
    }

    public Endpoint Endpoint { get; }

    public int Port => Endpoint.Port;

    /// <summary>The id of its current process.</summary>
    public int ProcessId => server.Process.Id;

    public bool HasExited => server.Process.HasExited;

    /// <summary>The folder with its configuration, log and data.</summary>
    public string Folder => folder.Path;

    /// <summary>Its log so far.</summary>
    public string Log => server.Process.Output;

    /// <summary>Kills it with SIGKILL and waits for its end.</summary>
    public void Kill() => server.Process.Kill();

    /// <summary>
    /// Freezes it with SIGSTOP: the kernel still accepts connections and bytes, but no request is answered.
    /// </summary>
    public void Pause() => server.Process.Signal(ProcessSignal.Stop);

    /// <summary>Resumes it after <see cref="Pause"/>.</summary>
    public void Resume() => server.Process.Signal(ProcessSignal.Continue);

    public ValueTask DisposeAsync()
    {
        server.Dispose();
        folder.Dispose();
        GC.SuppressFinalize(this);
        return ValueTask.CompletedTask;
    }

    /// <summary>Starts the server in a new folder; removes the folder if the start fails.</summary>
    private protected static async Task<TServer> StartAsync<TServer>(Func<TemporaryFolder, Task<TServer>> start)
    {
        var folder = new TemporaryFolder();
        try
        {
            return await start(folder);
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    /// <summary>Restarts the server in its folder, after a SIGKILL if it still runs.</summary>
    private protected async Task RestartAsync(Func<TemporaryFolder, Task<ServerProcess>> start)
    {
        server.Dispose();
        server = await start(folder);
    }
}
