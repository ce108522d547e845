using System.Diagnostics;
using System.Globalization;
using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.TestKit.Servers;

/// <summary>How a nutcracker proxy is set up.</summary>
public sealed record NutcrackerOptions
{
    /// <summary>Whether a failing shard's keys move to the others, which loses acknowledged writes.</summary>
    public bool AutoEjectHosts { get; init; }

    /// <summary>Failures in a row that eject a shard.</summary>
    public int ServerFailureLimit { get; init; } = 1;

    /// <summary>How long an ejected shard stays out.</summary>
    public TimeSpan ServerRetryTimeout { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>After how long an unanswered shard errors all its requests.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>How keys are hashed; nutcracker's own default (fnv1a_64) is skewed for keys like ours.</summary>
    public string Hash { get; init; } = "murmur";
}

/// <summary>A nutcracker (Twemproxy) of the test's own, on a free loopback port, in front of the given shards.</summary>
public sealed class Nutcracker : IAsyncDisposable
{
    private readonly TemporaryFolder folder;
    private readonly LoopbackServer server;
    private readonly ShardOrder shards;

    private Nutcracker(TemporaryFolder folder, LoopbackServer server, ShardOrder shards)
    {
        this.folder = folder;
        this.server = server;
        this.shards = shards;
    }

    /// <summary>Where it listens.</summary>
    public Endpoint Endpoint => server.Endpoint;

    /// <summary>The port it listens on.</summary>
    public int Port => server.Endpoint.Port;

    /// <summary>The shards behind it, in their order.</summary>
    public IReadOnlyList<Endpoint> Shards => shards.Endpoints;

    /// <summary>Its current process.</summary>
    public int ProcessId => server.ProcessId;

    /// <summary>Whether its process has ended.</summary>
    public bool HasExited => server.HasExited;

    /// <summary>What it wrote to its log.</summary>
    public string Log => ReadLog(folder);

    /// <summary>Starts a proxy in front of <paramref name="shards"/> and waits until it answers PING.</summary>
    /// <exception cref="InvalidOperationException">nutcracker is not installed, or ended at once; the message says which.</exception>
    /// <exception cref="TimeoutException">It does not answer.</exception>
    public static async Task<Nutcracker> StartAsync(IReadOnlyList<Endpoint> shards, NutcrackerOptions? options = null)
    {
        var binary = ServerBinary.Nutcracker.Find();
        var wanted = options ?? new NutcrackerOptions();
        var order = new ShardOrder { Endpoints = shards };
        var ground = new TemporaryFolder();
        try
        {
            var process = await LoopbackServer.StartAsync(
                "nutcracker",
                port => Command(binary, ground, Configuration(order.Endpoints, wanted, port)),
                AnswersAsync,
                () => ReadLog(ground));
            return new Nutcracker(ground, process, order);
        }
        catch
        {
            ground.Dispose();
            throw;
        }
    }

    /// <summary>Ends it with SIGKILL and waits for the end.</summary>
    public void Kill() => server.Kill();

    /// <summary>Freezes it with SIGSTOP.</summary>
    public void Pause() => server.Pause();

    /// <summary>Lets a paused proxy go on.</summary>
    public void Resume() => server.Resume();

    /// <summary>Starts it again on the same port (after a SIGKILL if it still runs) and waits until it answers.</summary>
    /// <param name="order">The shards in another order, so that keys are looked for elsewhere; null keeps the order.</param>
    public Task RestartAsync(IReadOnlyList<Endpoint>? order = null)
    {
        shards.Endpoints = order ?? shards.Endpoints;
        return server.RestartAsync();
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        server.Dispose();
        folder.Dispose();
        return ValueTask.CompletedTask;
    }

    private static ProcessStartInfo Command(string binary, TemporaryFolder folder, string configuration)
    {
        var statistics = LoopbackPort.Take().ToString(CultureInfo.InvariantCulture);
        return new ProcessStartInfo(binary, [
            "--conf-file", folder.Write("nutcracker.yml", configuration),
            "--output", folder.File("nutcracker.log"),
            "--stats-addr", "127.0.0.1",
            "--stats-port", statistics]);
    }

    private static async Task<bool> AnswersAsync(Endpoint endpoint)
    {
        await using var connection = await RespSocket.ConnectAsync(endpoint);
        connection.Deadline = TimeSpan.FromSeconds(1);
        return string.Equals(await connection.AskAsync("PING"), "+PONG\r\n", StringComparison.Ordinal);
    }

    private static string Configuration(IReadOnlyList<Endpoint> shards, NutcrackerOptions options, int port)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"""
            bench:
              listen: 127.0.0.1:{port}
              redis: true
              hash: {options.Hash}
              distribution: ketama
              auto_eject_hosts: {(options.AutoEjectHosts ? "true" : "false")}
              server_failure_limit: {options.ServerFailureLimit}
              server_retry_timeout: {options.ServerRetryTimeout.TotalMilliseconds:0}
              timeout: {options.Timeout.TotalMilliseconds:0}
              server_connections: 1
              servers:

            """);
        for (var i = 0; i < shards.Count; i++)
        {
            // Ketama hashes the name, so keys fall the same way whatever ports the shards were given.
            text.Append(CultureInfo.InvariantCulture, $"   - {shards[i]}:1 shard{i + 1}\n");
        }

        return text.ToString();
    }

    private static string ReadLog(TemporaryFolder folder)
    {
        var path = folder.File("nutcracker.log");
        return File.Exists(path) ? File.ReadAllText(path) : "";
    }

    private sealed class ShardOrder
    {
        public required IReadOnlyList<Endpoint> Endpoints { get; set; }
    }
}
