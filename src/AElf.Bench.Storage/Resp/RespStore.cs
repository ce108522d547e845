using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Control;

namespace AElf.Bench.Storage.Resp;

/// <summary>A store driven by our own pipelined client: each connection is one socket of one actor.</summary>
public sealed class RespStore : IStore
{
    private readonly StoreOptions options;
    private readonly RunLock runLock;

    /// <summary>Makes the store of a run, whose lock it keeps; connects nothing yet.</summary>
    /// <exception cref="ArgumentException">The store is in memory.</exception>
    public RespStore(StoreOptions options, RunId run)
    {
        this.options = options;
        Description = SocketStoreDescription.From(options, "pipelined");
        runLock = new RunLock(options, run);
    }

    /// <inheritdoc/>
    public StoreDescription Description { get; }

    /// <inheritdoc/>
    public IStoreConnection Connect() =>
        new RespConnection(
            RespControlClient.Connect(options.Address, options, options.ProxyEndpoint).Detach(), options.Timeout);

    /// <inheritdoc/>
    public IReadOnlyList<ShardCounters> ReadCounters() => SocketStoreDescription.ReadCounters(options);

    /// <inheritdoc/>
    public bool TryTakeRunLock(bool evenIfHeld = false) => runLock.TryTake(evenIfHeld);

    /// <inheritdoc/>
    public void ReleaseRunLock() => runLock.Release();

    /// <inheritdoc/>
    public void Dispose()
    {
        // Connections belong to whoever opened them.
    }
}
