using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Harness.Network;

/// <summary>A store behind a relay of its own, which adds to each round trip and ends with it.</summary>
public sealed class RelayedStore : IStore
{
    private readonly IStore store;
    private readonly TcpRelay relay;

    private RelayedStore(IStore store, TcpRelay relay)
    {
        this.store = store;
        this.relay = relay;
    }

    /// <inheritdoc/>
    public StoreDescription Description => store.Description;

    /// <summary>Opens a store, through a relay when its options ask for a longer round trip.</summary>
    /// <param name="options">The store.</param>
    /// <param name="open">Opens it with the options given, in which the relay stands.</param>
    public static IStore Open(StoreOptions options, Func<StoreOptions, IStore> open)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(open);
        if (options.AddedRoundTrip <= TimeSpan.Zero)
        {
            return open(options);
        }

        var started = TcpRelay.Start(options.Address, new RelayOptions(options.AddedRoundTrip / 2));
        try
        {
            return new RelayedStore(open(options with { ProxyEndpoint = started.Endpoint }), started);
        }
        catch
        {
            started.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public IStoreConnection Connect() => store.Connect();

    /// <inheritdoc/>
    public IReadOnlyList<ShardCounters> ReadCounters() => store.ReadCounters();

    /// <inheritdoc/>
    public bool TryTakeRunLock(bool evenIfHeld = false) => store.TryTakeRunLock(evenIfHeld);

    /// <inheritdoc/>
    public void ReleaseRunLock() => store.ReleaseRunLock();

    /// <inheritdoc/>
    public void Dispose()
    {
        store.Dispose();
        relay.Dispose();
    }
}
