using System.Net.Sockets;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Cluster;
using AElf.Bench.Storage.Control;
using AElf.Bench.Storage.Sockets;
using StackExchange.Redis;

namespace AElf.Bench.Storage.StackExchange;

/// <summary>
/// StackExchange.Redis, for a comparison with the client of most .NET programs: one multiplexer for all connections, as
/// its authors recommend.
/// </summary>
/// <param name="options">The store; it is not connected yet.</param>
internal sealed class StackExchangeClient(StoreOptions options) : IDisposable
{
    // Commands that the driver sends on its own, and that nutcracker or SSDB do not support. Its predefined maps do not
    // fit. The map for Twemproxy omits PING and replaces it by EXISTS, which shards count as a look-up of a key. The
    // map for SSDB omits raw commands.
    private static readonly HashSet<string> UnknownToProxies = new(StringComparer.OrdinalIgnoreCase)
    {
        "ASKING", "CLIENT", "CLUSTER", "CONFIG", "ECHO", "HELLO", "INFO", "PSUBSCRIBE", "PUBLISH", "PUNSUBSCRIBE",
        "QUIT", "READONLY", "READWRITE", "SELECT", "SENTINEL", "SUBSCRIBE", "TIME", "UNLINK", "UNSUBSCRIBE",
    };

    private readonly Lock gate = new();
    private ConnectionMultiplexer? multiplexer;

    /// <summary>A connection for one dispatcher.</summary>
    /// <exception cref="StoreException">The store cannot be reached or refuses the login.</exception>
    public StackExchangeConnection Connect()
    {
        lock (gate)
        {
            if (multiplexer is { IsConnected: false })
            {
                // A caller that connects again has lost the connection. Otherwise the driver would reconnect at any
                // time, and fail all operations meanwhile.
                Close();
            }

            multiplexer ??= Open();
            return new StackExchangeConnection(multiplexer.GetDatabase(), options);
        }
    }

    public void Dispose()
    {
        lock (gate)
        {
            Close();
        }
    }

    private void Close()
    {
        // It does not wait for operations in flight: they are uncertain in any case.
        multiplexer?.Close(allowCommandsToComplete: false);
        multiplexer?.Dispose();
        multiplexer = null;
    }

    private ConnectionMultiplexer Open()
    {
        // The driver only reports that it could not connect. This finds the reason: no server, a wrong password, or not
        // Redis.
        if (options.Type is StoreType.RedisCluster)
        {
            new ClusterTopology(options).Refresh();
        }
        else
        {
            RespControlClient.Connect(options.Address, options).Dispose();
        }

        try
        {
            return ConnectionMultiplexer.Connect(Configuration());
        }
        catch (RedisConnectionException failure)
        {
            var refused = failure.FailureType == ConnectionFailureType.AuthenticationFailure;
            throw new StoreException(
                refused ? StoreFault.Login : StoreFault.Unreachable,
                StoreProblems.DriverRefused($"{options.Address}", $"{failure.FailureType}"),
                failure);
        }
    }

    private ConfigurationOptions Configuration()
    {
        var timeout = StoreDialer.Milliseconds(options.Timeout);
        var configuration = new ConfigurationOptions
        {
            AbortOnConnectFail = true,
            ConnectRetry = 1,
            ConnectTimeout = timeout,
            SyncTimeout = timeout,
            User = options.User,
            Password = options.Password?.Reveal(),
            DefaultDatabase = options.Database,

            // Otherwise the driver buffers unsent operations and sends them after a reconnect, long after the actor
            // counted them as failed.
            BacklogPolicy = BacklogPolicy.FailFast,
            Protocol = RedisProtocol.Resp2,

            // Both are empty. Otherwise the handshake reads a tie-breaker key, which the server counts as a GET, and
            // subscribes to a channel.
            TieBreaker = string.Empty,
            ConfigurationChannel = string.Empty,
        };
        if (options.Address.IsUnix)
        {
            configuration.EndPoints.Add(new UnixDomainSocketEndPoint(options.Address.Host));
        }
        else
        {
            foreach (var node in options.Nodes.Prepend(options.Address).Distinct())
            {
                configuration.EndPoints.Add(node.Host, node.Port);
            }
        }

        if (!options.IsRedis)
        {
            // SSDB is declared as a proxy, because only then does the driver not search for the server's role. Without
            // INFO it sends "SET <guid> slave-read-only PX 1 NX", which SSDB stores for ever and counts.
            configuration.Proxy = Proxy.Twemproxy;
            configuration.CommandMap = CommandMap.Create(UnknownToProxies, available: false);
        }

        if (options.Tls)
        {
            configuration.Ssl = true;
            configuration.SslHost = options.Address.Host;
            configuration.SslClientAuthenticationOptions = host => StoreDialer.TlsOptions(host, options);
        }

        return configuration;
    }
}
