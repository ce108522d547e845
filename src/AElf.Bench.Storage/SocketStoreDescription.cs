using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Storage;

/// <summary>What a store behind a socket is, and its servers' counters: the same for every driver.</summary>
public static class SocketStoreDescription
{
    /// <summary>Describes the store of the options.</summary>
    /// <param name="options">The store.</param>
    /// <param name="client">The driver's name.</param>
    /// <exception cref="ArgumentException">The store is in memory.</exception>
    public static StoreDescription From(StoreOptions options, string client)
    {
        var proxied = options.Type == StoreType.Twemproxy;
        return new StoreDescription
        {
            Type = options.Type switch
            {
                StoreType.Redis => "redis",
                StoreType.Ssdb => "ssdb",
                StoreType.Twemproxy => "twemproxy",
                _ => throw new ArgumentException($"a store of type {options.Type} has no socket", nameof(options)),
            },
            Client = client,
            Endpoint = options.Address.ToString(),
            Shards = [.. Servers(options).Select(static server => server.ToString())],
            Proxies = proxied ? 1 + options.Proxies.Count : 0,
            AddedRoundTrip = options.AddedRoundTrip,
            CountersUnavailable = proxied && options.Shards.Count == 0
                ? "a proxy answers no INFO, and the shards behind it are not named"
                : null,
        };
    }

    /// <summary>Reads the counters of each server that holds data, in the order of <see cref="StoreDescription.Shards"/>.</summary>
    /// <exception cref="StoreException">A server does not answer.</exception>
    public static IReadOnlyList<ShardCounters> ReadCounters(StoreOptions options) =>
        [.. Servers(options).Select(server => new ServerCounters(server, options).Read())];

    private static IReadOnlyList<Endpoint> Servers(StoreOptions options) => options.Type == StoreType.Twemproxy ? options.Shards : [options.Address];
}
