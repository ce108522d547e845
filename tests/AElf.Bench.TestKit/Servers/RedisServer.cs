using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.TestKit.Servers;

/// <summary>The persistence of a redis-server.</summary>
public enum RedisPersistence
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>Append-only file, synced by the operating system.</summary>
    AppendOnly,

    /// <summary>Append-only file, synced every second.</summary>
    AppendOnlyEverySecond,

    /// <summary>Append-only file, synced before each reply.</summary>
    AppendOnlyAlways,
}

/// <summary>Options of a redis-server.</summary>
public sealed record RedisServerOptions
{
    /// <summary>The program: redis-server, or a server that reads the same configuration.</summary>
    public ServerProgram Program { get; init; } = ServerProgram.Redis;

    /// <summary>The data that survives a restart.</summary>
    public RedisPersistence Persistence { get; init; } = RedisPersistence.None;

    /// <summary>An ACL user; the default user is then disabled. Needs a password.</summary>
    public string? User { get; init; }

    /// <summary>The password of <see cref="User"/>, or of the default user; null for no login.</summary>
    public string? Password { get; init; }

    /// <summary>Whether it serves only TLS, with a certificate of <see cref="RedisServer.AuthorityFile"/>.</summary>
    public bool Tls { get; init; }

    /// <summary>Whether a server with TLS requires a certificate from clients.</summary>
    public bool WantsCertificate { get; init; }

    /// <summary>Signs the certificate of a server with TLS; null for a new authority.</summary>
    internal SelfMadeAuthority? Authority { get; init; }

    /// <summary>Further lines of redis.conf.</summary>
    public IReadOnlyList<string> Directives { get; init; } = [];
}

/// <summary>A redis-server for one test.</summary>
public sealed class RedisServer : ThrowAwayServer
{
    private readonly RedisServerOptions options;
    private readonly SelfMadeAuthority? authority;

    private RedisServer(
        TemporaryFolder folder, RedisServerOptions options, SelfMadeAuthority? authority, ServerProcess server)
        : base(folder, server)
    {
        this.options = options;
        this.authority = authority;
    }

    /// <summary>With TLS, the authority that a client must trust; otherwise null.</summary>
    public SelfMadeAuthority? Authority => authority;

    /// <summary>With TLS, the PEM file that a client must trust; otherwise null.</summary>
    public string? AuthorityFile => authority?.AuthorityFile;

    /// <summary>With TLS, a certificate for clients and its key; otherwise null.</summary>
    public (string? Certificate, string? Key) ClientFiles =>
        (authority?.ClientCertificateFile, authority?.ClientKeyFile);

    /// <summary>The Unix socket that it also listens on.</summary>
    public Endpoint UnixSocket => new(SocketIn(Folder), 0);

    /// <summary>Starts a server and waits until it answers PING.</summary>
    /// <exception cref="ScenarioException">redis-server is not installed, or it does not serve; the message says
    /// which.</exception>
    public static Task<RedisServer> StartAsync(RedisServerOptions? options = null)
    {
        var wanted = options ?? new RedisServerOptions();
        return StartAsync(async folder =>
        {
            var signer = wanted.Tls ? wanted.Authority ?? new SelfMadeAuthority(folder) : null;
            return new RedisServer(folder, wanted, signer, await StartAsync(wanted, signer, folder, null));
        });
    }

    /// <summary>
    /// Restarts it on the same port and folder (after a SIGKILL if it still runs) and waits until it answers.
    /// </summary>
    public Task RestartAsync() => RestartAsync(folder => StartAsync(options, authority, folder, Port));

    /// <summary>Opens a <see cref="RespSocket"/> and logs in.</summary>
    public Task<RespSocket> ConnectAsync() => ConnectAsync(Endpoint, options, authority);

    /// <summary>Sends one command on a new connection and returns the raw reply.</summary>
    public async Task<string> AskAsync(params string[] command)
    {
        await using var connection = await ConnectAsync();
        return await connection.AskAsync(command);
    }

    private static async Task<RespSocket> ConnectAsync(
        Endpoint endpoint, RedisServerOptions options, SelfMadeAuthority? authority)
    {
        var connection = await RespSocket.ConnectAsync(endpoint, authority);
        if (options.Password is { } password)
        {
            await connection.AskAsync(options.User is { } user ? ["AUTH", user, password] : ["AUTH", password]);
        }

        return connection;
    }

    private static Task<ServerProcess> StartAsync(
        RedisServerOptions options, SelfMadeAuthority? authority, TemporaryFolder folder, int? port) =>
        new RedisProcess(options.Program.Name, folder.Path, folder.File("redis.log"))
        {
            Program = options.Program,
            IsAppendOnly = options.Persistence != RedisPersistence.None,
            Port = port,
            Directives = taken => Directives(options, authority, taken).Append($"unixsocket {SocketIn(folder.Path)}"),
            Answers = authority is null
                ? RespPing.AnswersAsync
                : (endpoint, _) => AnswersAsync(endpoint, options, authority),
        }.StartAsync();

    private static async Task<bool> AnswersAsync(
        Endpoint endpoint, RedisServerOptions options, SelfMadeAuthority authority)
    {
        await using var connection = await ConnectAsync(endpoint, options, authority);
        connection.Deadline = TimeSpan.FromSeconds(1);
        return string.Equals(await connection.AskAsync("PING"), "+PONG\r\n", StringComparison.Ordinal);
    }

    private static IEnumerable<string> Directives(RedisServerOptions options, SelfMadeAuthority? authority, int port) =>
    [
        $"appendfsync {FsyncOf(options.Persistence)}",
        .. authority is null ? [] : Tls(authority, port, options.WantsCertificate),
        .. Login(options),
        .. options.Directives,
    ];

    private static string SocketIn(string folder) => Path.Combine(folder, "redis.sock");

    private static IEnumerable<string> Tls(SelfMadeAuthority authority, int port, bool wantsCertificate) =>
    [
        "port 0",
        FormattableString.Invariant($"tls-port {port}"),
        $"tls-cert-file {authority.CertificateFile}",
        $"tls-key-file {authority.KeyFile}",
        $"tls-ca-cert-file {authority.AuthorityFile}",
        $"tls-auth-clients {(wantsCertificate ? "yes" : "no")}",
    ];

    private static IEnumerable<string> Login(RedisServerOptions options) => options switch
    {
        { User: { } user, Password: { } password } => ["user default off", $"user {user} on >{password} ~* &* +@all"],
        { User: { } user } => throw new ArgumentException($"the ACL user {user} needs a password", nameof(options)),
        { Password: { } password } => [$"requirepass {password}"],
        _ => [],
    };

    private static string FsyncOf(RedisPersistence persistence) => persistence switch
    {
        RedisPersistence.AppendOnlyEverySecond => "everysec",
        RedisPersistence.AppendOnlyAlways => "always",
        _ => "no",
    };
}
