using System.Diagnostics;
using System.Net.Sockets;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.TestKit.Servers;

/// <summary>The life of a server process: start on a free port, wait until it answers, kill, pause, restart at the same place.</summary>
internal sealed class LoopbackServer : IDisposable
{
    // Another process may take the port between our look and the server's bind.
    private const int StartAttempts = 10;

    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(1);

    private readonly string name;
    private readonly Func<int, ProcessStartInfo> command;
    private readonly Func<Endpoint, Task<bool>> answers;
    private readonly Func<string> log;
    private OwnedProcess process;

    private LoopbackServer(
        string name,
        int port,
        OwnedProcess process,
        Func<int, ProcessStartInfo> command,
        Func<Endpoint, Task<bool>> answers,
        Func<string> log)
    {
        this.name = name;
        this.process = process;
        this.command = command;
        this.answers = answers;
        this.log = log;
        Endpoint = new Endpoint("127.0.0.1", port);
    }

    public Endpoint Endpoint { get; }

    public int ProcessId => process.Id;

    public bool HasExited => process.HasExited;

    /// <param name="name">The program, for messages.</param>
    /// <param name="command">How to start it on a port.</param>
    /// <param name="answers">Whether it serves; a failed connection counts as no.</param>
    /// <param name="log">What it wrote about itself.</param>
    public static async Task<LoopbackServer> StartAsync(string name, Func<int, ProcessStartInfo> command, Func<Endpoint, Task<bool>> answers, Func<string> log)
    {
        for (var attempt = 1; ; attempt++)
        {
            var port = LoopbackPort.Take();
            var server = new LoopbackServer(name, port, OwnedProcess.Start(command(port)), command, answers, log);
            try
            {
                await server.WaitUntilItAnswersAsync();
                return server;
            }
            catch (InvalidOperationException e) when (attempt < StartAttempts && e.Message.Contains("in use", StringComparison.OrdinalIgnoreCase))
            {
                server.Dispose();
            }
            catch
            {
                server.Dispose();
                throw;
            }
        }
    }

    public void Kill() => process.Kill();

    public void Pause() => process.Pause();

    public void Resume() => process.Resume();

    public async Task RestartAsync()
    {
        process.Dispose();
        process = OwnedProcess.Start(command(Endpoint.Port));
        await WaitUntilItAnswersAsync();
    }

    public void Dispose() => process.Dispose();

    private async Task WaitUntilItAnswersAsync()
    {
        await Wait.UntilAsync(AnswersOrFailsAsync, () => $"{name} on {Endpoint} to answer PING. It wrote: {log()}{process.Error}");
    }

    private async Task<bool> AnswersOrFailsAsync()
    {
        if (process.HasExited)
        {
            await process.WaitForExitAsync(ProbeTimeout);
            throw new InvalidOperationException(
                $"{name} ended with exit code {process.ExitCode} instead of serving on {Endpoint}. "
                + $"It wrote: {log()}{process.Output}{process.Error}");
        }

        try
        {
            return await answers(Endpoint);
        }
        catch (Exception e) when (e is SocketException or IOException or OperationCanceledException)
        {
            return false;
        }
    }
}
