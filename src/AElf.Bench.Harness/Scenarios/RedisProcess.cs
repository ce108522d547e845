using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Scenarios;

/// <summary>How a redis-server is set up.</summary>
public sealed record RedisProcessOptions
{
    /// <summary>What it is called in messages and in the plan.</summary>
    public string Name { get; init; } = "redis-server";

    /// <summary>Where it runs.</summary>
    public IMachine Machine { get; init; } = new ThisMachine();

    /// <summary>What it wants to be shown by all who connect; null for nothing.</summary>
    public Secret? Password { get; init; }

    /// <summary>The server: redis-server, or one that reads its configuration.</summary>
    public ServerProgram Program { get; init; } = ServerProgram.Redis;

    /// <summary>Whether it keeps an append-only file, synced each second; otherwise nothing outlives it.</summary>
    public bool IsAppendOnly { get; init; }

    /// <summary>The port to serve on; null takes a free one.</summary>
    public int? Port { get; init; }

    /// <summary>Further lines of redis.conf for a port; they win over ours.</summary>
    public Func<int, IEnumerable<string>> Directives { get; init; } = _ => [];

    /// <summary>Whether it serves; null asks PING.</summary>
    public Func<Endpoint, CancellationToken, Task<bool>>? Answers { get; init; }
}

/// <summary>Starts redis-servers.</summary>
public static class RedisProcess
{
    /// <summary>Starts one and waits until it answers.</summary>
    /// <param name="options">How it is set up.</param>
    /// <param name="folder">The folder for its configuration and data.</param>
    /// <param name="output">The file for its output.</param>
    /// <param name="folderToRemove">The folder to remove when we are killed; null for none.</param>
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
