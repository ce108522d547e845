using System.Globalization;
using System.Net.Sockets;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.TestKit.Network;

/// <summary>
/// A redis-server inside a namespace. It may listen on all addresses there, since no other program can reach them.
/// </summary>
public sealed class NamespaceRedis : IDisposable
{
    private const int Port = 6379;
    private static readonly string PortText = Port.ToString(CultureInfo.InvariantCulture);

    private readonly NetworkNamespace space;
    private readonly TemporaryFolder folder = new();
    private readonly OwnedProcess process;
    private RespSocket? witness;

    private NamespaceRedis(NetworkNamespace space, string address)
    {
        this.space = space;
        Endpoint = new Endpoint(address, Port);
        string[] configuration =
        [
            $"bind {address}",
            "protected-mode no",
            $"port {PortText}",
            "daemonize no",
            $"dir {folder.Path}",
            "save \"\"",
            "appendonly no",
        ];
        string[] command =
        [
            .. space.Launcher, ServerProgram.Redis.Find(), folder.Write("redis.conf", string.Join('\n', configuration)),
        ];
        process = OwnedProcess.Start(new ProcessStart(command[0], command[1..])
        {
            OutputFile = folder.File("output"),
        });
    }

    /// <summary>Its address inside the namespace.</summary>
    public Endpoint Endpoint { get; }

    /// <summary>Starts a server and waits until it answers PING.</summary>
    public static async Task<NamespaceRedis> StartAsync(NetworkNamespace space, string address)
    {
        var redis = new NamespaceRedis(space, address);
        await Wait.UntilAsync(
            redis.AnswersAsync, () => $"redis-server at {redis.Endpoint} in {space.Name} to answer PING");
        return redis;
    }

    /// <summary>Runs redis-cli inside with one command and returns its output.</summary>
    public string Ask(params IReadOnlyList<string> command) =>
        space.RunInside(["redis-cli", "-h", Endpoint.Host, "-p", PortText, .. command]).Trim();

    /// <summary>
    /// The number of GET commands it has served. It answers over an open connection: a run could end while a program
    /// starts.
    /// </summary>
    public Task<long> ReadsAsync() => CommandStatistics.ReadsAsync(witness!);

    public void Dispose()
    {
        witness?.DisposeAsync().AsTask().GetAwaiter().GetResult();
        process.Dispose();
        folder.Dispose();
    }

    private async Task<bool> AnswersAsync()
    {
        if (process.HasExited)
        {
            throw new InvalidOperationException(
                $"redis-server ended with {process.ExitCode} instead of serving on {Endpoint}: "
                    + $"{process.Output}{process.Error}");
        }

        try
        {
            witness ??= await RespSocket.ConnectAsync(Endpoint, space: space);
            return await witness.AskAsync("PING") is "+PONG\r\n";
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
