using System.Diagnostics;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Execution;
using AElf.Bench.Electrum.Server.Client;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Operations.Scenarios;

namespace AElf.Benchmark.Verbs.Electrum.Race;

/// <summary>The resources that a process has used.</summary>
/// <param name="PeakBytes">Maximum memory (RSS).</param>
/// <param name="Disk">Bytes read and written; null if the system does not report them.</param>
internal sealed record ProcessUse(TimeSpan Cpu, long PeakBytes, DiskBytes? Disk);

/// <summary>A running server of a race.</summary>
internal sealed class RacedProcess : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan MaxProbe = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(20);

    private readonly RacedServer server;
    private readonly OwnedProcess process;
    private readonly long started = Stopwatch.GetTimestamp();

    /// <summary>Starts the server.</summary>
    /// <param name="program">Full path of the server's program.</param>
    /// <param name="values">The values of the placeholders, except folder, address and port.</param>
    public RacedProcess(RacedServer server, string program, string folder, IReadOnlyDictionary<string, string> values)
    {
        this.server = server;
        Address = new Endpoint("127.0.0.1", LoopbackPort.Reserve());
        var all = values.Append(new("folder", folder)).Append(new("address", $"{Address}"))
            .Append(new("port", $"{Address.Port}")).ToList();
        Directory.CreateDirectory(folder);
        foreach (var (name, text) in server.Files ?? [])
        {
            File.WriteAllText(Path.Combine(folder, name), Filled(text));
        }

        var (host, first) = server.Command[0] is RacedServer.Self
            ? AElfPrograms.HostOf(OwnProgram.File)
            : (program, []);
        process = OwnedProcess.Start(new ProcessStart(host, [.. first, .. server.Command.Skip(1).Select(Filled)])
        {
            OutputFile = Path.Combine(folder, "output.txt"),
            WorkingDirectory = folder,
            Environment = (server.Environment ?? []).ToDictionary(
                each => each.Key, each => (string?)Filled(each.Value), StringComparer.Ordinal),
        });

        string Filled(string text) => all.Aggregate(
            text, (filled, each) => filled.Replace($"{{{each.Key}}}", each.Value, StringComparison.Ordinal));
    }

    public Endpoint Address { get; }

    /// <summary>The full path of a server's program; null when it is not installed.</summary>
    public static string? Find(RacedServer server) => server.Command[0] switch
    {
        RacedServer.Self => OwnProgram.File,
        var path when path.Contains('/', StringComparison.Ordinal) => File.Exists(path) ? Path.GetFullPath(path) : null,
        var name => new ServerProgram(name, "").Look(),
    };

    /// <summary>The resources used so far; zero after the end of the process.</summary>
    public ProcessUse Use()
    {
        try
        {
            using var read = Process.GetProcessById(process.Id);
            return new ProcessUse(read.TotalProcessorTime, read.PeakWorkingSet64, DiskBytes.Of($"{process.Id}"));
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException)
        {
            return new ProcessUse(TimeSpan.Zero, 0, null);
        }
    }

    /// <summary>Waits until the server answers with the whole chain.</summary>
    /// <returns>The time since the start of the process.</returns>
    /// <exception cref="ServerFaultException">The server ended, or is not ready in time.</exception>
    public TimeSpan AwaitReady(ClientOptions options, int height, CancellationToken cancellation)
    {
        var probe = options with { Timeout = options.Timeout < MaxProbe ? options.Timeout : MaxProbe };
        while (!(server.Ready is null || process.Output.Contains(server.Ready, StringComparison.Ordinal))
            || !WalletLoad.IsReady(probe, height, cancellation))
        {
            EnsureAlive();
            if (Stopwatch.GetElapsedTime(started) > options.Timeout)
            {
                throw new ServerFaultException(
                    $"was not ready within {options.Timeout.TotalSeconds:0} s at {Address}; {LastLine()}");
            }

            cancellation.WaitHandle.WaitOne(Pause);
            cancellation.ThrowIfCancellationRequested();
        }

        return Stopwatch.GetElapsedTime(started);
    }

    /// <summary>
    /// Whether a server gave a wrong answer. Another chain is one too, because all servers read the same node.
    /// </summary>
    public static bool IsWrongAnswer(ServerFaultException fault) =>
        fault.Problem.Kind is ProblemKind.WrongAnswer or ProblemKind.OtherChain;

    /// <summary>Measures. The message of a fault says whether the process has ended.</summary>
    /// <exception cref="ServerFaultException">The server ended, failed, or gave a wrong answer.</exception>
    public T Measured<T>(Func<T> measure)
    {
        try
        {
            return measure();
        }
        catch (ServerFaultException fault) when (!IsWrongAnswer(fault))
        {
            // When a process ends, its connections break before its end is known.
            process.WaitForExitAsync(Pause).GetAwaiter().GetResult();
            EnsureAlive();
            throw;
        }
    }

    public Task EndAsync() => process.EndAsync(Grace);

    public void Dispose() => process.Dispose();

    private void EnsureAlive()
    {
        if (process.HasExited)
        {
            throw new ServerFaultException($"{process.Ending}; {LastLine()}");
        }
    }

    private string LastLine()
    {
        var last = process.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .LastOrDefault();
        return last is null ? "it printed nothing" : $"its last line: {Quoted.Text(last)}";
    }
}
