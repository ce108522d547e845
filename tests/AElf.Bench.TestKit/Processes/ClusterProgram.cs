using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Operations.Scenarios;

namespace AElf.Bench.TestKit.Processes;

/// <summary>A program's main method.</summary>
/// <param name="ending">Asks the program to end, like SIGTERM.</param>
public delegate int ProgramMain(string[] words, CancellationToken ending);

/// <summary>
/// A running manager or worker: a separate process, or a call inside the tests' process, which cannot be killed.
/// </summary>
public sealed class ClusterProgram : IAsyncDisposable
{
    private readonly string name;
    private readonly ServerProcess? server;
    private readonly ProgramCall? call;
    private readonly CancellationTokenSource ending = new();

    private ClusterProgram(string name, ServerProcess server)
    {
        this.name = name;
        this.server = server;
        Endpoint = server.Endpoint;
    }

    private ClusterProgram(string name, Endpoint endpoint, ProgramMain main, IEnumerable<string> words)
    {
        this.name = name;
        Endpoint = endpoint;
        call = new ProgramCall(() => Task.FromResult(main([.. words], ending.Token)));
    }

    public Endpoint Endpoint { get; }

    /// <exception cref="InvalidOperationException">It is a call.</exception>
    public OwnedProcess Process => (OwnedProcess?)server?.Process
        ?? throw new InvalidOperationException($"{name} is a call inside the tests' process: it cannot be killed");

    public bool HasExited => server?.Process.HasExited ?? call!.Ended.IsCompleted;

    /// <summary>The output of a call; empty for a process, which writes to its file.</summary>
    public string Output => call is null ? "" : call.Output + call.Error;

    /// <summary>Starts a process and waits until it serves.</summary>
    /// <exception cref="ScenarioException">It does not serve; the message contains its last lines.</exception>
    public static async Task<ClusterProgram> StartAsync(ServerStart start) =>
        new(start.Name, await ServerProcess.StartAsync(start, CancellationToken.None));

    /// <summary>Calls the program inside the tests' process and waits until it serves.</summary>
    /// <param name="name">Its name in messages.</param>
    /// <param name="endpoint">Its address.</param>
    /// <param name="main">The program.</param>
    /// <param name="answers">Whether it serves; a failed connection counts as false.</param>
    /// <exception cref="InvalidOperationException">It ended; the message contains its output.</exception>
    public static async Task<ClusterProgram> CallAsync(
        string name, Endpoint endpoint, ProgramMain main, IEnumerable<string> words, Func<Task<bool>> answers)
    {
        var program = new ClusterProgram(name, endpoint, main, words);
        try
        {
            await Wait.UntilAsync(
                async () =>
                {
                    if (program.HasExited)
                    {
                        throw new InvalidOperationException(
                            $"{name} ended with {await program.call!.Ended}. It wrote:\n{program.Output}");
                    }

                    try
                    {
                        return await answers();
                    }
                    catch (HttpRequestException)
                    {
                        return false;
                    }
                },
                () => $"{name} to serve. It wrote:\n{program.Output}");
            return program;
        }
        catch
        {
            await program.DisposeAsync();
            throw;
        }
    }

    /// <summary>
    /// Asks it to end. Returns an error if it does not end, or its exit code is not 0; otherwise null.
    /// </summary>
    public async Task<string?> EndAsync()
    {
        if (HasExited)
        {
            return null;
        }

        server?.Process.Signal(ProcessSignal.Terminate);
        await ending.CancelAsync();
        try
        {
            var code = await (call?.Ended ?? EndOfProcessAsync()).WaitAsync(Wait.Deadline);
            return code == 0 ? null
                : string.Create(CultureInfo.InvariantCulture, $"{name} ended with {code} when asked to end");
        }
        catch (TimeoutException)
        {
            return $"{name} did not end within {Wait.Deadline.TotalSeconds:0} s after it was asked to";
        }
    }

    /// <summary>Kills a process. Asks a call to end: it ends when its store and its peers answer or close.</summary>
    public void Abandon()
    {
        server?.Dispose();
        ending.Cancel();
    }

    public async ValueTask DisposeAsync()
    {
        Abandon();
        if (call is not null)
        {
            await call.Ended.WaitAsync(Wait.Deadline);
        }

        ending.Dispose();
    }

    private async Task<int> EndOfProcessAsync()
    {
        await Process.WaitForExitAsync(CancellationToken.None);
        return Process.ExitCode;
    }
}
