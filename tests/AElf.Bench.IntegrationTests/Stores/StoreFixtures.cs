using AElf.Bench.Core.Options;
using AElf.Bench.Storage.Cluster;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Stores;

/// <summary>Servers that tests share. Each test has its own run id, so its own keys.</summary>
public abstract class StoreFixture : IAsyncLifetime
{
    private readonly List<IAsyncDisposable> servers = [];

    /// <summary>How to reach the store. The time-out is long, because other tests use the machine.</summary>
    public StoreOptions Options { get; private set; } = new();

    public async ValueTask InitializeAsync() =>
        Options = await StartAsync() with { Timeout = Wait.Deadline };

    public virtual async ValueTask DisposeAsync()
    {
        foreach (var server in Enumerable.Reverse(servers))
        {
            await server.DisposeAsync();
        }

        GC.SuppressFinalize(this);
    }

    /// <summary>Starts the servers and returns how to reach them.</summary>
    protected abstract Task<StoreOptions> StartAsync();

    /// <summary>Ends a server with the fixture.</summary>
    protected TServer Own<TServer>(TServer server)
        where TServer : IAsyncDisposable
    {
        servers.Add(server);
        return server;
    }
}

/// <summary>A plain redis-server.</summary>
public sealed class RedisFixture : StoreFixture
{
    protected override async Task<StoreOptions> StartAsync()
    {
        var server = Own(await RedisServer.StartAsync());
        return new StoreOptions { Type = StoreType.Redis, Address = server.Endpoint };
    }
}

/// <summary>A redis-server at its Unix socket.</summary>
public sealed class UnixRedisFixture : StoreFixture
{
    protected override async Task<StoreOptions> StartAsync()
    {
        var server = Own(await RedisServer.StartAsync());
        return new StoreOptions { Type = StoreType.Redis, Address = server.UnixSocket };
    }
}

/// <summary>
/// Database 3 of a redis-server that requires a password. Database 0 stays empty.
/// </summary>
public sealed class RedisDatabaseFixture : StoreFixture
{
    private const string Password = "open-sesame";

    private RedisServer? server;

    protected override async Task<StoreOptions> StartAsync()
    {
        server = Own(await RedisServer.StartAsync(new RedisServerOptions { Password = Password }));
        return new StoreOptions
        {
            Type = StoreType.Redis,
            Address = server.Endpoint,
            Database = 3,
            Password = new Secret(Password),
        };
    }

    public override async ValueTask DisposeAsync()
    {
        Assert.Equal(":0\r\n", await server!.AskAsync("DBSIZE"));
        await base.DisposeAsync();
    }
}

/// <summary>A redis-server that requires TLS, a user and a password.</summary>
public class SecuredRedisFixture : StoreFixture
{
    private const string User = "bench";
    private const string Password = "open-sesame";

    /// <summary>Whether the server requires a client certificate too.</summary>
    protected virtual bool WantsCertificate => false;

    protected override async Task<StoreOptions> StartAsync()
    {
        var server = Own(await RedisServer.StartAsync(new RedisServerOptions
        {
            Tls = true,
            WantsCertificate = WantsCertificate,
            User = User,
            Password = Password,
        }));
        return new StoreOptions
        {
            Type = StoreType.Redis,
            Address = server.Endpoint,
            Tls = true,
            TlsAuthorityFile = server.AuthorityFile,
            TlsCertificateFile = WantsCertificate ? server.ClientFiles.Certificate : null,
            TlsKeyFile = WantsCertificate ? server.ClientFiles.Key : null,
            User = User,
            Password = new Secret(Password),
        };
    }
}

/// <summary>A redis-server that requires TLS, a user, a password and a client certificate.</summary>
public sealed class CertifiedRedisFixture : SecuredRedisFixture
{
    protected override bool WantsCertificate => true;
}

/// <summary>A nutcracker with one connection to each of three redis-servers.</summary>
public sealed class NutcrackerFixture : StoreFixture
{
    protected override async Task<StoreOptions> StartAsync()
    {
        List<Endpoint> shards = [];
        for (var i = 0; i < 3; i++)
        {
            shards.Add(Own(await RedisServer.StartAsync()).Endpoint);
        }

        var proxy = Own(
            await Nutcracker.StartAsync(shards, new NutcrackerOptions { Timeout = Wait.Deadline }));
        return new StoreOptions { Type = StoreType.Twemproxy, Address = proxy.Endpoint, Shards = shards };
    }
}

/// <summary>Three redis-servers; the client distributes the keys.</summary>
public sealed class RedisShardsFixture : StoreFixture
{
    protected override async Task<StoreOptions> StartAsync()
    {
        var servers = await Task.WhenAll(Enumerable.Range(0, 3).Select(_ => RedisServer.StartAsync()));
        return new StoreOptions
        {
            Type = StoreType.RedisShards,
            Address = servers[0].Endpoint,
            Shards = [.. servers.Select(server => Own(server).Endpoint)],
        };
    }
}

/// <summary>Three Garnets in cluster mode.</summary>
public sealed class GarnetClusterFixture : StoreFixture
{
    protected override async Task<StoreOptions> StartAsync()
    {
        var servers = await Task.WhenAll(
            Enumerable.Range(0, 3).Select(_ => GarnetServer.StartAsync(countsCommands: true, isNode: true)));
        Endpoint[] nodes = [.. servers.Select(server => Own(server).Endpoint)];
        var options = new StoreOptions { Type = StoreType.RedisCluster, Address = nodes[0], Nodes = nodes };
        await Task.Run(() => ClusterMaker.Make(nodes, nodes.Length, options, Wait.Deadline));
        return options;
    }
}

/// <summary>A Redis Cluster of three masters.</summary>
public sealed class RedisClusterFixture : StoreFixture
{
    protected override async Task<StoreOptions> StartAsync() => Own(await RedisCluster.StartAsync()).Options;
}

/// <summary>A Redis Cluster that requires TLS, a user and a password.</summary>
public sealed class SecuredRedisClusterFixture : StoreFixture
{
    private const string User = "bench";
    private const string Password = "open-sesame";

    protected override async Task<StoreOptions> StartAsync()
    {
        var cluster = Own(await RedisCluster.StartAsync(
            options: new RedisServerOptions { Tls = true, User = User, Password = Password }));
        return cluster.Options with
        {
            Tls = true,
            TlsAuthorityFile = cluster.Masters[0].AuthorityFile,
            User = User,
            Password = new Secret(Password),
        };
    }
}

/// <summary>A Garnet that counts the commands that it serves.</summary>
public sealed class GarnetFixture : StoreFixture
{
    private GarnetServer? server;

    /// <summary>How to reach the same server at its Unix socket.</summary>
    public StoreOptions UnixOptions => Options with { Address = server!.UnixSocket };

    protected override async Task<StoreOptions> StartAsync()
    {
        server = Own(await GarnetServer.StartAsync(countsCommands: true));
        return new StoreOptions { Type = StoreType.Redis, Address = server.Endpoint };
    }
}

/// <summary>A Garnet that runs scripts.</summary>
public sealed class ScriptedGarnetFixture : StoreFixture
{
    protected override async Task<StoreOptions> StartAsync()
    {
        var server = Own(await GarnetServer.StartAsync(hasScripts: true));
        return new StoreOptions { Type = StoreType.Redis, Address = server.Endpoint };
    }
}

/// <summary>
/// A server of Redis' protocol that only some machines have: the server at <c>AELF_TESTS_STORE=HOST:PORT</c>, in which
/// the keys of the tests stay, or an installed Valkey or KeyDB.
/// </summary>
public sealed class FurtherStoreFixture : StoreFixture
{
    private static readonly ServerProgram[] Programs =
        [new("valkey-server", "valkey-server"), new("keydb-server", "keydb-server")];

    private bool IsThere { get; set; }

    /// <summary>The options for the server; skips the calling test without a server.</summary>
    public StoreOptions OptionsOrSkip()
    {
        Assert.SkipUnless(
            IsThere,
            "no AELF_TESTS_STORE=HOST:PORT in the environment, and none of these is installed: "
                + string.Join(", ", Programs.Select(program => program.Name)));
        return Options;
    }

    protected override async Task<StoreOptions> StartAsync()
    {
        var options = new StoreOptions { Type = StoreType.Redis };
        if (Environment.GetEnvironmentVariable("AELF_TESTS_STORE") is { Length: > 0 } address)
        {
            IsThere = true;
            return options with { Address = AddressListRule.Split(address, isOfStores: true)![0] };
        }

        foreach (var program in Programs.Where(program => program.Look() is not null))
        {
            IsThere = true;
            var server = Own(await RedisServer.StartAsync(new RedisServerOptions { Program = program }));
            return options with { Address = server.Endpoint };
        }

        return options;
    }
}

/// <summary>A stand-in for SSDB, because SSDB is not packaged.</summary>
public sealed class SsdbFixture : StoreFixture
{
    protected override Task<StoreOptions> StartAsync()
    {
        var server = Own(SsdbStandIn.Start());
        return Task.FromResult(new StoreOptions { Type = StoreType.Ssdb, Address = server.Endpoint });
    }
}
