using System.Diagnostics;
using System.Globalization;
using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.TestKit.Servers;

/// <summary>What a redis-server keeps over a restart.</summary>
public enum RedisPersistence
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>Append-only file, synced by the system when it likes.</summary>
    AppendOnly,

    /// <summary>Append-only file, synced each second.</summary>
    AppendOnlyEverySecond,

    /// <summary>Append-only file, synced before each reply.</summary>
    AppendOnlyAlways,
}

/// <summary>How a redis-server is set up.</summary>
public sealed record RedisServerOptions
{
    /// <summary>What survives a restart.</summary>
    public RedisPersistence Persistence { get; init; } = RedisPersistence.None;

    /// <summary>An ACL user; the default user is then switched off. Needs a password.</summary>
    public string? User { get; init; }

    /// <summary>The password of <see cref="User"/>, or of the default user; null wants no login.</summary>
    public string? Password { get; init; }

    /// <summary>Serve TLS only, with a certificate of <see cref="RedisServer.AuthorityFile"/>.</summary>
    public bool Tls { get; init; }

    /// <summary>Memory after which writes are refused with OOM; null for no limit.</summary>
    public long? MaxMemoryBytes { get; init; }

    /// <summary>Further lines of redis.conf.</summary>
    public IReadOnlyList<string> Directives { get; init; } = [];
}

/// <summary>A redis-server of the test's own, on a free loopback port.</summary>
public sealed class RedisServer : IAsyncDisposable
{
    private readonly TemporaryFolder folder;
    private readonly RedisServerOptions options;
    private readonly LoopbackServer server;

    private RedisServer(TemporaryFolder folder, RedisServerOptions options, SelfMadeAuthority? authority, LoopbackServer server)
    {
        this.folder = folder;
        this.options = options;
        this.server = server;
        AuthorityFile = authority?.AuthorityFile;
    }

    /// <summary>Where it listens.</summary>
    public Endpoint Endpoint => server.Endpoint;

    /// <summary>The port it listens on.</summary>
    public int Port => server.Endpoint.Port;

    /// <summary>Its current process.</summary>
    public int ProcessId => server.ProcessId;

    /// <summary>Whether its process has ended.</summary>
    public bool HasExited => server.HasExited;

    /// <summary>The folder with its configuration, log and data.</summary>
    public string Folder => folder.Path;

    /// <summary>With TLS, the PEM file a client must trust; else null.</summary>
    public string? AuthorityFile { get; }

    /// <summary>What it wrote to its log.</summary>
    public string Log => ReadLog(folder);

    /// <summary>Starts a server and waits until it answers PING.</summary>
    /// <exception cref="InvalidOperationException">redis-server is not installed, or ended at once; the message says which.</exception>
    /// <exception cref="TimeoutException">It does not answer.</exception>
    public static async Task<RedisServer> StartAsync(RedisServerOptions? options = null)
    {
        var binary = ServerBinary.Redis.Find();
        var wanted = options ?? new RedisServerOptions();
        var ground = new TemporaryFolder();
        try
        {
            var authority = wanted.Tls ? new SelfMadeAuthority(ground) : null;
            var process = await LoopbackServer.StartAsync(
                "redis-server",
                port => new ProcessStartInfo(binary, [ground.Write("redis.conf", Configuration(wanted, authority, ground, port))]),
                endpoint => AnswersAsync(endpoint, wanted, authority?.AuthorityFile),
                () => ReadLog(ground));
            return new RedisServer(ground, wanted, authority, process);
        }
        catch
        {
            ground.Dispose();
            throw;
        }
    }

    /// <summary>Ends it with SIGKILL and waits for the end.</summary>
    public void Kill() => server.Kill();

    /// <summary>Freezes it with SIGSTOP: the kernel goes on accepting connections and bytes, nothing is answered.</summary>
    public void Pause() => server.Pause();

    /// <summary>Lets a paused server go on.</summary>
    public void Resume() => server.Resume();

    /// <summary>Starts it again on the same port and folder (after a SIGKILL if it still runs) and waits until it answers.</summary>
    public Task RestartAsync() => server.RestartAsync();

    /// <summary>Opens a bare, logged-in connection.</summary>
    public Task<RespSocket> ConnectAsync() => ConnectAsync(Endpoint, options, AuthorityFile);

    /// <summary>Asks one command on a connection of its own and returns the raw reply.</summary>
    public async Task<string> AskAsync(params string[] command)
    {
        await using var connection = await ConnectAsync();
        return await connection.AskAsync(command);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        server.Dispose();
        folder.Dispose();
        return ValueTask.CompletedTask;
    }

    private static async Task<RespSocket> ConnectAsync(Endpoint endpoint, RedisServerOptions options, string? authorityFile)
    {
        var connection = await RespSocket.ConnectAsync(endpoint, authorityFile);
        if (options.Password is { } password)
        {
            await connection.AskAsync(options.User is { } user ? ["AUTH", user, password] : ["AUTH", password]);
        }

        return connection;
    }

    private static async Task<bool> AnswersAsync(Endpoint endpoint, RedisServerOptions options, string? authorityFile)
    {
        await using var connection = await ConnectAsync(endpoint, options, authorityFile);
        connection.Deadline = TimeSpan.FromSeconds(1);

        // While a server loads its data it answers -LOADING here.
        return string.Equals(await connection.AskAsync("PING"), "+PONG\r\n", StringComparison.Ordinal);
    }

    private static string Configuration(RedisServerOptions options, SelfMadeAuthority? authority, TemporaryFolder folder, int port)
    {
        var text = new StringBuilder();
        void Line(FormattableString line) => text.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');

        Line($"bind 127.0.0.1");
        Line($"protected-mode yes");
        Line($"daemonize no");
        Line($"dir {folder.Path}");
        Line($"logfile {folder.File("redis.log")}");
        Line($"save \"\"");
        Line($"appendonly {(options.Persistence == RedisPersistence.None ? "no" : "yes")}");
        Line($"appendfsync {FsyncOf(options.Persistence)}");
        if (authority is null)
        {
            Line($"port {port}");
        }
        else
        {
            Line($"port 0");
            Line($"tls-port {port}");
            Line($"tls-cert-file {authority.CertificateFile}");
            Line($"tls-key-file {authority.KeyFile}");
            Line($"tls-ca-cert-file {authority.AuthorityFile}");
            Line($"tls-auth-clients no");
        }

        if (options.User is { } user)
        {
            var password = options.Password ?? throw new ArgumentException($"the ACL user {user} needs a password", nameof(options));
            Line($"user default off");
            Line($"user {user} on >{password} ~* &* +@all");
        }
        else if (options.Password is { } password)
        {
            Line($"requirepass {password}");
        }

        if (options.MaxMemoryBytes is { } bytes)
        {
            Line($"maxmemory {bytes}");
            Line($"maxmemory-policy noeviction");
        }

        foreach (var directive in options.Directives)
        {
            Line($"{directive}");
        }

        return text.ToString();
    }

    private static string FsyncOf(RedisPersistence persistence) => persistence switch
    {
        RedisPersistence.AppendOnlyEverySecond => "everysec",
        RedisPersistence.AppendOnlyAlways => "always",
        _ => "no",
    };

    private static string ReadLog(TemporaryFolder folder)
    {
        var path = folder.File("redis.log");
        return File.Exists(path) ? File.ReadAllText(path) : "";
    }
}
