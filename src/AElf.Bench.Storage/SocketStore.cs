using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Cluster;
using AElf.Bench.Storage.Control;
using AElf.Bench.Storage.Resp;
using AElf.Bench.Storage.Sockets;
using AElf.Bench.Storage.StackExchange;

namespace AElf.Bench.Storage;

/// <summary>
/// Decides the client of a store behind a socket, by its options: the pipelined client, with a socket for each
/// dispatcher, or StackExchange.Redis. Next: <see cref="RespControlClient"/>.
/// </summary>
public sealed class SocketStore : IStore
{
    private static readonly TimeSpan Idle = TimeSpan.FromMilliseconds(500);

    private readonly StoreOptions options;
    private readonly RunId run;
    private readonly RunLock runLock;
    private readonly StackExchangeClient? shared;
    private readonly IShardMap? map;
    private StoreDescription? description;

    private SocketStore(StoreOptions options, RunId run, string holder)
    {
        this.options = options;
        this.run = run;
        runLock = new RunLock(ConnectToOwner, run, holder);
        map = MapOf(options);
        shared = options.Client == StoreClient.StackExchange ? new StackExchangeClient(options) : null;
        if (options.Type == StoreType.InMemory)
        {
            throw new ArgumentException("the in-memory store has no socket", nameof(options));
        }
    }

    /// <summary>The store; for a cluster, with the masters at the time of the first call.</summary>
    /// <exception cref="StoreException">No node of a cluster answers.</exception>
    public StoreDescription Description => description ??= Describe();

    /// <summary>Opens the store of a run with its lock; it does not connect yet.</summary>
    /// <exception cref="ArgumentException">The store is in memory.</exception>
    /// <exception cref="StoreException">The client does not support the options.</exception>
    /// <param name="options">The store.</param>
    /// <param name="holder">The name of the lock's holder; null draws a unique one.</param>
    public static IStore Open(StoreOptions options, RunId run, string? holder = null) =>
        new SocketStore(options, run, holder ?? Guid.NewGuid().ToString("N"));

    /// <summary>
    /// Opens the first shard behind the proxies directly; null for a store without proxies or without named shards.
    /// </summary>
    /// <inheritdoc cref="Open(StoreOptions, RunId, string?)"/>
    public static IStore? OpenShard(StoreOptions options, RunId run) =>
        options is { Type: StoreType.Twemproxy, Shards: [var first, ..] }
            ? Open(options with { Type = StoreType.Redis, Address = first, Shards = [], Proxies = [] }, run)
            : null;

    /// <summary>Reads the counters of each server that holds data, in the order of the description's shards.</summary>
    /// <exception cref="StoreException">A server does not answer.</exception>
    public static IReadOnlyList<ShardCounters> ReadCounters(StoreOptions options) =>
        ReadCounters(options, MapOf(options));

    public IStoreConnection Connect()
    {
        try
        {
            return (shared, map) switch
            {
                ({ } driver, _) => driver.Connect(),
                (_, { } known) => Connect(known),
                _ => Connect(options),
            };
        }
        catch (StoreException exception) when (exception.Problem.Kind == ProblemKind.CommandRefused)
        {
            // The driver does not connect to a Sentinel, and reports no reason. INFO reveals it.
            ReadCounters();
            throw;
        }
    }

    public void TryCommands(StoreCommands commands, bool inOneSlot = false)
    {
        if (commands is not StoreCommands.None && !inOneSlot && map is not null)
        {
            throw new StoreException(StoreFault.Refused, StoreProblems.SeveralSlots($"{options.Address}"));
        }

        var trial = new StoreTrial(run, commands);
        try
        {
            using (var client = ConnectToOwner(trial.LockKey))
            {
                trial.OfLock(client);
            }

            ForEachServer(trial.OfActors);
        }
        catch (StoreException exception) when (trial.MayHaveKeys)
        {
            throw new StoreException(exception.Fault, exception.Problem, exception)
            {
                IsIndeterminate = exception.IsTransient || !HasRemovedTrial(),
            };
        }
    }

    public void RemoveTrial() => ForEachServer(new StoreTrial(run, StoreCommands.None).Remove);

    public IReadOnlyList<ShardCounters> ReadCounters() => ReadCounters(options, map);

    public bool TryTakeRunLock() => runLock.TryTake();

    public void ReleaseRunLock() => runLock.Release();

    public void Dispose() => shared?.Dispose();

    private bool HasRemovedTrial()
    {
        try
        {
            RemoveTrial();
            return true;
        }
        catch (StoreException)
        {
            return false;
        }
    }

    // Further proxies are for the workers, and may be unreachable for this process.
    private void ForEachServer(Action<IStoreConnection, string> act)
    {
        // A node of a cluster refuses keys of other nodes.
        IEnumerable<Endpoint> servers = map is ClusterTopology ? [] : Servers(options, map);
        foreach (var server in servers.Where(each => map is not null || each != options.Address))
        {
            using var connection = Connect(options with { Type = StoreType.Redis, Address = server });
            act(connection, $"{server}");
        }

        using var own = Connect();
        act(own, Description.Endpoint!);
    }

    private ClusterConnection Connect(IShardMap known)
    {
        known.Refresh();
        var connection = new ClusterConnection(
            known,
            (node, refused) => Connect(options with { Address = node }, refused),
            options);
        try
        {
            connection.Open();
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    private RespControlClient ConnectToOwner(string key)
    {
        map?.Refresh();
        var owner = map?.OwnerOf(map.PartOf(Encoding.UTF8.GetBytes(key))) ?? -1;
        return RespControlClient.Connect(owner < 0 ? options.Address : map!.Nodes[owner], options);
    }

    private static RespConnection Connect(StoreOptions options, Action<string>? refused = null) =>
        new(new ReopenedTransport(() => Open(options), Idle), options.Timeout, refused);

    private static IRespTransport Open(StoreOptions options)
    {
        var transport = RespControlClient.Connect(options.Address, options).Detach();
        return options.AddedRoundTrip > TimeSpan.Zero
            ? new DelayedTransport(transport, options.AddedRoundTrip)
            : transport;
    }

    private StoreDescription Describe()
    {
        var proxied = options.Type == StoreType.Twemproxy;
        var servers = Servers(options, map);
        return new StoreDescription
        {
            Type = StoreSettings.NameOf(options.Type),
            Client = options.Client.ToString().ToLowerInvariant(),
            Endpoint = $"{(map as ClusterTopology)?.LastAnswered ?? options.Address}",
            Shards = [.. servers.Select(server => server.ToString())],
            Proxies = proxied ? 1 + options.Proxies.Count : 0,
            CleanupOptions = CleanupOptions(options),
            WantsPassword = options.Password is not null,
            CountersUnavailable = proxied && options.Shards.Count == 0
                ? "a proxy does not answer INFO, and --shards is not set"
                : null,
        };
    }

    private static IReadOnlyList<string> CleanupOptions(StoreOptions options)
    {
        (Setting Setting, string? Value)[] given =
        [
            (StoreSettings.Database, options.Database > 0 ? FormattableString.Invariant($"{options.Database}") : null),
            (StoreSettings.User, options.User),
            (StoreSettings.TlsAuthorityFile, options.TlsAuthorityFile),
            (StoreSettings.TlsCertificateFile, options.TlsCertificateFile),
            (StoreSettings.TlsKeyFile, options.TlsKeyFile),
        ];
        return
        [
            .. options.Tls ? [StoreSettings.Tls.Option!] : Array.Empty<string>(),
            .. given.Where(each => each.Value is not null)
                .SelectMany(each => new[] { each.Setting.Option!, each.Value! }),
        ];
    }

    private static IShardMap? MapOf(StoreOptions options) => options.Type switch
    {
        StoreType.RedisCluster => new ClusterTopology(options),
        StoreType.RedisShards => new KetamaRing(options.Shards),
        _ => null,
    };

    private static IReadOnlyList<ShardCounters> ReadCounters(StoreOptions options, IShardMap? map) =>
        [.. Servers(options, map).Select(server => new ServerCounters(server, options).Read())];

    private static IReadOnlyList<Endpoint> Servers(StoreOptions options, IShardMap? map)
    {
        if (map is not ClusterTopology)
        {
            return options.Type is StoreType.Twemproxy or StoreType.RedisShards ? options.Shards : [options.Address];
        }

        map.Refresh();
        return [.. map.Masters.Select(place => map.Nodes[place]).OrderBy(node => $"{node}", StringComparer.Ordinal)];
    }
}
