using System.Globalization;
using System.Net.Sockets;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>A server of a store: its configuration and its start.</summary>
/// <param name="Name">Name in messages and in the plan.</param>
/// <param name="Folder">Folder for configuration and data.</param>
/// <param name="Output">File for the output.</param>
public abstract record StoreServer(string Name, string Folder, string Output)
{
    public IMachine Machine { get; init; } = new ThisMachine();

    /// <summary>Password that clients must present; null for none.</summary>
    public Secret? Password { get; init; }

    /// <summary>Port of the server; null for any free port.</summary>
    public int? Port { get; init; }

    /// <summary>Whether the server serves.</summary>
    public Func<Endpoint, CancellationToken, Task<bool>> Answers { get; init; } = RespPing.AnswersAsync;

    protected abstract ServerProgram Called { get; }

    /// <summary>Starts the server and waits until it answers.</summary>
    /// <param name="cancellation">Ends the wait and the server.</param>
    /// <exception cref="ScenarioException">
    /// The server is not installed, or does not serve; the message says which.
    /// </exception>
    public Task<ServerProcess> StartAsync(CancellationToken cancellation = default)
    {
        var program = Machine.Find(Called);
        ProcessStart Command(int port)
        {
            var configuration = Path.Combine(Folder, $"{Called.Name}.conf");
            Machine.Write(configuration, string.Join('\n', Configuration(port)) + "\n");
            return new ProcessStart(program, Arguments(configuration)) { OutputFile = Output };
        }

        return ServerProcess.StartAsync(
            new ServerStart(Name, Command, Answers) { Machine = Machine, Port = Port }, cancellation);
    }

    protected abstract IReadOnlyList<string> Arguments(string configuration);

    protected abstract IEnumerable<string> Configuration(int port);

    protected IEnumerable<string> Login(string line) => Password is { } password ? [line + password.Reveal()] : [];
}

/// <summary>A redis-server. By default it persists nothing.</summary>
public sealed record RedisProcess(string Name, string Folder, string Output) : StoreServer(Name, Folder, Output)
{
    /// <summary>redis-server, or another server that reads redis.conf.</summary>
    public ServerProgram Program { get; init; } = ServerProgram.Redis;

    /// <summary>
    /// Whether the server keeps an append-only file, synced each second; otherwise it persists nothing.
    /// </summary>
    public bool IsAppendOnly { get; init; }

    /// <summary>Whether the server is a node of a Redis Cluster.</summary>
    public bool IsNode { get; init; }

    /// <summary>Further lines of redis.conf for a port. They override the default lines.</summary>
    public Func<int, IEnumerable<string>> Directives { get; init; } = _ => [];

    protected override ServerProgram Called => Program;

    protected override IReadOnlyList<string> Arguments(string configuration) => [configuration];

    protected override IEnumerable<string> Configuration(int port) =>
    [
        $"bind {Machine.ListenAddress}",
        "protected-mode yes",
        .. Login("requirepass "),
        "daemonize no",
        FormattableString.Invariant($"port {port}"),
        $"dir \"{Folder}\"",
        "save \"\"",
        $"appendonly {(IsAppendOnly ? "yes" : "no")}",
        "appendfsync everysec",
        .. IsNode
            ? ["cluster-enabled yes", FormattableString.Invariant($"cluster-port {Machine.ReservePort()}")]
            : Array.Empty<string>(),
        .. Directives(port),
    ];
}

/// <summary>A nutcracker proxy (Twemproxy). The servers behind it have the same password.</summary>
/// <param name="Shards">
/// The servers behind it; proxies with the same list find each key in the same place.
/// </param>
public sealed record NutcrackerProcess(string Name, string Folder, string Output, IReadOnlyList<Endpoint> Shards)
    : StoreServer(Name, Folder, Output)
{
    // Ejecting a host loses acknowledged writes. A second connection to a shard lets a GET overtake a SET. nutcracker's
    // own hash (fnv1a_64) is skewed for keys like ours.
    private static readonly (string Name, string Value)[] Pool =
    [
        ("redis", "true"), ("hash", "murmur"), ("distribution", "ketama"), ("auto_eject_hosts", "false"),
        ("hash_tag", "\"{}\""), ("timeout", "2000"), ("server_connections", "1"),
    ];

    /// <summary>Lines of the pool's configuration, by name. They replace or extend the default lines.</summary>
    public IReadOnlyDictionary<string, string> Lines { get; init; } =
        new Dictionary<string, string>(StringComparer.Ordinal);

    protected override ServerProgram Called => ServerProgram.Nutcracker;

    // By default, the statistics page would listen on all addresses.
    protected override IReadOnlyList<string> Arguments(string configuration) =>
        ["-c", configuration, "-a", "127.0.0.1", "-s", Machine.ReservePort().ToString(CultureInfo.InvariantCulture)];

    // Ketama hashes the names of shards, so the distribution of keys does not depend on ports.
    protected override IEnumerable<string> Configuration(int port) =>
    [
        "bench:",
        FormattableString.Invariant($"  listen: {Machine.ListenAddress}:{port}"),
        .. Login("  redis_auth: "),
        .. Pool.Where(line => !Lines.ContainsKey(line.Name)).Select(line => $"  {line.Name}: {line.Value}"),
        .. Lines.Select(line => $"  {line.Key}: {line.Value}"),
        "  servers:",
        .. Shards.Select((shard, index) => FormattableString.Invariant($"   - {shard}:1 shard{index + 1}")),
    ];
}

/// <summary>Asks a Redis server or a proxy whether it serves.</summary>
public static class RespPing
{
    private const int MaxReply = 64;

    /// <summary>
    /// Whether the server answers PING. A refusal without a login counts as an answer, "loading" does not.
    /// </summary>
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
