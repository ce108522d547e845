using System.Net.Sockets;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>The set-up of a redis-server.</summary>
public sealed record RedisProcessOptions
{
    /// <summary>Name in messages and in the plan.</summary>
    public string Name { get; init; } = "redis-server";

    public IMachine Machine { get; init; } = new ThisMachine();

    /// <summary>Password that clients must present; null for none.</summary>
    public Secret? Password { get; init; }

    /// <summary>redis-server, or a server that reads its configuration.</summary>
    public ServerProgram Program { get; init; } = ServerProgram.Redis;

    /// <summary>
    /// Whether the server keeps an append-only file, synced each second; otherwise nothing outlives it.
    /// </summary>
    public bool IsAppendOnly { get; init; }

    /// <summary>The port to serve on; null takes a free one.</summary>
    public int? Port { get; init; }

    /// <summary>Further lines of redis.conf for a port, which override ours.</summary>
    public Func<int, IEnumerable<string>> Directives { get; init; } = _ => [];

    /// <summary>Tells whether the server serves; null sends PING.</summary>
    public Func<Endpoint, CancellationToken, Task<bool>>? Answers { get; init; }
}

/// <summary>Starts redis-servers.</summary>
public static class RedisProcess
{
    /// <summary>Starts a server and waits until it answers.</summary>
    /// <param name="options">The set-up.</param>
    /// <param name="folder">Folder for configuration and data.</param>
    /// <param name="output">File for the output.</param>
    /// <param name="folderToRemove">Folder to remove when we are killed; null for none.</param>
    /// <param name="cancellation">Ends the wait, and the server.</param>
    /// <exception cref="ScenarioException">
    /// redis-server is not installed, or does not serve; the message says which.
    /// </exception>
    public static Task<ServerProcess> StartAsync(
        RedisProcessOptions options,
        string folder,
        string output,
        string? folderToRemove = null,
        CancellationToken cancellation = default)
    {
        var program = options.Machine.Find(options.Program);
        ProcessStart Command(int port)
        {
            var configuration = Path.Combine(folder, "redis.conf");
            options.Machine.Write(configuration, string.Join('\n', Configuration(options, folder, port)) + "\n");
            return new ProcessStart(program, [configuration]) { OutputFile = output, FolderToRemove = folderToRemove };
        }

        return ServerProcess.StartAsync(
            new ServerStart(options.Name, Command, options.Answers ?? RespPing.AnswersAsync)
            {
                Machine = options.Machine,
                Port = options.Port,
            },
            cancellation);
    }

    private static IEnumerable<string> Configuration(RedisProcessOptions options, string folder, int port) =>
    [
        $"bind {options.Machine.ListenAddress}",
        "protected-mode yes",
        .. options.Password is { } password ? [$"requirepass {password.Reveal()}"] : Array.Empty<string>(),
        "daemonize no",
        FormattableString.Invariant($"port {port}"),
        $"dir \"{folder}\"",
        "save \"\"",
        $"appendonly {(options.IsAppendOnly ? "yes" : "no")}",
        "appendfsync everysec",
        .. options.Directives(port),
    ];
}

/// <summary>Asks a Redis server or a proxy whether it serves.</summary>
public static class RespPing
{
    private const int MaxReply = 64;

    /// <summary>Whether PING is answered; a demand to log in counts as an answer, "loading" does not.</summary>
    public static async Task<bool> AnswersAsync(Endpoint endpoint, CancellationToken cancellation)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(endpoint.Host, endpoint.Port, cancellation);
        var stream = client.GetStream();
        await stream.WriteAsync("*1\r\n$4\r\nPING\r\n"u8.ToArray(), cancellation);
        var reply = new byte[MaxReply];
        var length = await stream.ReadAtLeastAsync(reply, "+PONG\r\n".Length, throwOnEndOfStream: false, cancellation);
        return reply.AsSpan(0, length).StartsWith("+PONG"u8) || reply.AsSpan(0, length).StartsWith("-NOAUTH"u8);
    }
}
