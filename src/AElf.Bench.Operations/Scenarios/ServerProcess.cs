using System.Net.Sockets;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>How to start a server, and how to check that it serves.</summary>
/// <param name="Name">Name in messages and in the plan.</param>
/// <param name="Command">The program to start on a port.</param>
/// <param name="Answers">Whether the server serves; a failed connection counts as false.</param>
public sealed record ServerStart(
    string Name, Func<int, ProcessStart> Command, Func<Endpoint, CancellationToken, Task<bool>> Answers)
{
    public IMachine Machine { get; init; } = new ThisMachine();

    /// <summary>Port of the server; 0 if the server finds a port itself, null for any free port.</summary>
    public int? Port { get; init; }

    public TimeSpan Deadline { get; init; } = TimeSpan.FromSeconds(30);
}

/// <summary>A running server. It serves from its creation until it is disposed, which ends it.</summary>
public sealed class ServerProcess : IDisposable
{
    // Another process may take the port between our check and the server's bind.
    private const int StartAttempts = 10;
    private const int ShownLines = 20;

    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(1);

    private readonly ServerStart start;

    private ServerProcess(ServerStart start, Endpoint endpoint, IStartedProcess process)
    {
        this.start = start;
        Endpoint = endpoint;
        Process = process;
    }

    public string Name => start.Name;

    /// <summary>The address of the server; port 0 if the server found a port itself.</summary>
    public Endpoint Endpoint { get; }

    public IStartedProcess Process { get; }

    /// <summary>Names its machine in messages, after the server's name; empty for this machine.</summary>
    public string Suffix => start.Machine.Suffix;

    /// <summary>The address in words; empty without a known port.</summary>
    public string Where => Endpoint.Port == 0 ? "" : $"{Endpoint}";

    /// <summary>The last 20 lines of output, shown when something fails.</summary>
    public string LastLines => LastOf(Process.Output, Process.Error);

    /// <summary>Starts the server and waits until it serves.</summary>
    /// <exception cref="ScenarioException">
    /// The server ended, or does not serve in time; the message has its last lines of output.
    /// </exception>
    /// <exception cref="OperationCanceledException">The wait was cancelled, and the server was ended.</exception>
    public static async Task<ServerProcess> StartAsync(ServerStart start, CancellationToken cancellation)
    {
        for (var attempt = 1; ; attempt++)
        {
            var port = start.Port ?? start.Machine.ReservePort();
            var server = new ServerProcess(
                start,
                new Endpoint(start.Machine.Address, port),
                await start.Machine.StartAsync(start.Command(port)));
            try
            {
                await server.WaitUntilItServesAsync(cancellation);
                return server;
            }
            catch (ScenarioException) when (attempt < StartAttempts && start.Port is null && server.LostItsPort())
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

    /// <summary>Ends a running server with SIGKILL.</summary>
    public void Dispose() => Process.Dispose();

    private string Service => Endpoint.Port == 0 ? "" : $" on {Endpoint}";

    private static string LastOf(params IEnumerable<string> outputs)
    {
        var lines = outputs.Distinct(StringComparer.Ordinal).SelectMany(
            output => output.Split('\n', StringSplitOptions.RemoveEmptyEntries));
        return string.Join('\n', lines.TakeLast(ShownLines));
    }

    private bool LostItsPort() => LastLines.Contains("in use", StringComparison.OrdinalIgnoreCase);

    private async Task WaitUntilItServesAsync(CancellationToken cancellation)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(start.Deadline);
        for (var pause = GrowingPause.First; !await ServesAsync(cancellation); pause = GrowingPause.After(pause))
        {
            if (Process.HasExited)
            {
                throw new ScenarioException(
                    $"{Name}{Suffix} {Process.Ending} instead of serving{Service}. Its last lines:\n{LastLines}");
            }

            if (deadline.IsCancellationRequested)
            {
                cancellation.ThrowIfCancellationRequested();
                throw new ScenarioException(
                    $"{Name}{Suffix} did not serve{Service} within {start.Deadline.TotalSeconds:0.#} s. Its last "
                        + $"lines:\n{LastLines}");
            }

            await Task.Delay(pause, cancellation);
        }
    }

    private async Task<bool> ServesAsync(CancellationToken cancellation)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        timeout.CancelAfter(ProbeTimeout);
        try
        {
            // If the process has ended, another program answers on the port.
            return await start.Answers(Endpoint, timeout.Token) && !Process.HasExited;
        }
        catch (Exception exception) when (exception is SocketException or IOException or HttpRequestException)
        {
            return false;
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return false;
        }
    }
}

/// <summary>
/// Growing pauses between polls of a state without an event. The first pauses are short, because a redis-server serves
/// within milliseconds. The later ones are long, so that polls do not delay a program that takes a second to start.
/// </summary>
public static class GrowingPause
{
    private const double Growth = 1.2;
    private static readonly TimeSpan Max = TimeSpan.FromMilliseconds(50);

    public static TimeSpan First { get; } = TimeSpan.FromMilliseconds(5);

    /// <summary>The pause after another, at most 50 ms.</summary>
    public static TimeSpan After(TimeSpan pause) => pause * Growth < Max ? pause * Growth : Max;
}
