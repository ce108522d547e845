using AElf.Bench.Core.Options;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Storage.Cluster;
using Xunit;

namespace AElf.Bench.TestKit.Servers;

/// <summary>A Redis Cluster for one test: masters with equal shares of the slots, and replicas.</summary>
public sealed class RedisCluster : IAsyncDisposable
{
    private readonly List<RedisServer> nodes = [];
    private readonly TemporaryFolder folder = new();
    private readonly int masters;

    private RedisCluster(int masters) => this.masters = masters;

    /// <summary>The nodes that were masters at the start, in the order of their slots.</summary>
    public IReadOnlyList<RedisServer> Masters => nodes[..masters];

    /// <summary>The replica of each master; empty without replicas.</summary>
    public IReadOnlyList<RedisServer> Replicas => nodes[masters..];

    /// <summary>Options to reach the cluster through its first node.</summary>
    public StoreOptions Options => new() { Type = StoreType.RedisCluster, Address = nodes[0].Endpoint };

    /// <summary>The same as arguments of a command line.</summary>
    public string[] Arguments =>
    [
        "--database", "redis-cluster", "--dbhost", "127.0.0.1", "--dbport",
        FormattableString.Invariant($"{nodes[0].Port}"),
    ];

    /// <summary>
    /// Starts the nodes, assigns the slots, and waits until each node reports that all slots are served.
    /// </summary>
    /// <param name="masters">The number of nodes that serve slots.</param>
    /// <param name="hasReplicas">Whether each master has a replica.</param>
    /// <param name="options">Login, TLS and persistence of each node.</param>
    public static async Task<RedisCluster> StartAsync(
        int masters = 3, bool hasReplicas = false, RedisServerOptions? options = null)
    {
        var cluster = new RedisCluster(masters);
        try
        {
            var wanted = options ?? new RedisServerOptions();
            wanted = wanted.Tls ? wanted with { Authority = new SelfMadeAuthority(cluster.folder) } : wanted;
            for (var node = 0; node < (hasReplicas ? 2 * masters : masters); node++)
            {
                cluster.nodes.Add(await StartNodeAsync(wanted));
            }

            await cluster.JoinAsync(wanted);
            return cluster;
        }
        catch
        {
            await cluster.DisposeAsync();
            throw;
        }
    }

    /// <summary>Starts a node without slots and waits until every node knows it.</summary>
    public async Task<RedisServer> AddNodeAsync()
    {
        var added = await StartNodeAsync(new RedisServerOptions());
        nodes.Add(added);
        await Task.Run(() => ClusterMaker.Join(Endpoints, [added.Endpoint], Options, Wait.Deadline));
        return added;
    }

    /// <summary>The slots of a master at the start.</summary>
    public (int First, int Last) SlotsOf(int master) =>
        ClusterMaker.SlotsOf(master, masters);

    /// <summary>Moves slots with their keys one after the other, like redis-cli.</summary>
    public static async Task MoveAsync(int first, int last, RedisServer from, RedisServer to)
    {
        await using var source = await from.ConnectAsync();
        await using var target = await to.ConnectAsync();
        var sourceId = Bulk(await source.AskAsync("CLUSTER", "MYID"));
        var targetId = Bulk(await target.AskAsync("CLUSTER", "MYID"));
        for (var slot = first; slot <= last; slot++)
        {
            var text = FormattableString.Invariant($"{slot}");
            Assert.Equal("+OK\r\n", await target.AskAsync("CLUSTER", "SETSLOT", text, "IMPORTING", sourceId));
            Assert.Equal("+OK\r\n", await source.AskAsync("CLUSTER", "SETSLOT", text, "MIGRATING", targetId));
            while (Bulks(await source.AskAsync("CLUSTER", "GETKEYSINSLOT", text, "10")) is { Length: > 0 } keys)
            {
                var port = FormattableString.Invariant($"{to.Port}");
                Assert.Equal("+OK\r\n", await source.AskAsync(
                    ["MIGRATE", "127.0.0.1", port, "", "0", "5000", "KEYS", .. keys]));
            }

            Assert.Equal("+OK\r\n", await target.AskAsync("CLUSTER", "SETSLOT", text, "NODE", targetId));
            Assert.Equal("+OK\r\n", await source.AskAsync("CLUSTER", "SETSLOT", text, "NODE", targetId));
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var node in nodes)
        {
            await node.DisposeAsync();
        }

        folder.Dispose();
    }

    private static Task<RedisServer> StartNodeAsync(RedisServerOptions options) => RedisServer.StartAsync(options with
    {
        Directives =
        [
            "cluster-enabled yes",
            "cluster-node-timeout 2000",
            FormattableString.Invariant($"cluster-port {LoopbackPort.Reserve()}"),

            // Nodes require certificates of each other, even if clients need none.
            .. options.Authority is { } authority
                ?
                [
                    "tls-cluster yes", $"tls-client-cert-file {authority.ClientCertificateFile}",
                    $"tls-client-key-file {authority.ClientKeyFile}",
                ]
                : Array.Empty<string>(),
            .. options.Directives,
        ],
    });

    private Endpoint[] Endpoints => [.. nodes.Select(node => node.Endpoint)];

    private async Task JoinAsync(RedisServerOptions wanted)
    {
        var login = Options with
        {
            User = wanted.User,
            Password = wanted.Password is { } password ? new Secret(password) : null,
            Tls = wanted.Tls,
            TlsAuthorityFile = nodes[0].AuthorityFile,
        };
        await Task.Run(() => ClusterMaker.Make(Endpoints, masters, login, Wait.Deadline));
        for (var master = 0; master < Replicas.Count; master++)
        {
            var id = Bulk(await nodes[master].AskAsync("CLUSTER", "MYID"));
            Assert.Equal("+OK\r\n", await Replicas[master].AskAsync("CLUSTER", "REPLICATE", id));
            var replica = Replicas[master];
            await Wait.UntilAsync(
                async () => (await replica.AskAsync("INFO", "replication"))
                    .Contains("master_link_status:up", StringComparison.Ordinal),
                () => "the replica's link to its master");
        }
    }

    private static string Bulk(string reply) => reply.Split("\r\n")[1];

    private static string[] Bulks(string reply) =>
        [.. reply.Split("\r\n").Skip(1).Where((_, place) => place % 2 == 1).Where(text => text.Length > 0)];
}
