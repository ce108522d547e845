using System.Text;
using AElf.Bench.Core.Stores;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Execution;

/// <summary>An engine with the cache that its server has for a client; any thread may query it.</summary>
internal sealed class AskedEngine(IndexEngine engine) : IDisposable
{
    private readonly ClientHistories client = new(engine);

    public IndexEngine Engine => engine;

    /// <summary>
    /// Subscribes the client to a script on the first call, and returns the history. Counts no costs if the engine's
    /// server caches the histories of a client.
    /// </summary>
    public IReadOnlyList<HistoryEntry> HistoryOfSubscribed(Hash256 script, IndexCosts costs) =>
        client.Subscribe(script, client.IsKeeping ? new IndexCosts() : costs);

    public void Dispose() => engine.Dispose();
}

/// <summary>A pump's source of engines.</summary>
internal interface IEngineSource : IDisposable
{
    /// <summary>Operations on a counting store, since the source was created.</summary>
    OperationCounts Operations { get; }

    /// <summary>The engine over the index of a version.</summary>
    /// <exception cref="StoreException">The store refused a request, or cannot be reached.</exception>
    AskedEngine Open(int version);

    /// <summary>Replaces a lost connection by a new one.</summary>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    void Reconnect();
}

/// <summary>One engine of this process, which all pumps query.</summary>
internal sealed class SharedEngine(Func<int, AskedEngine> engineOf) : IEngineSource
{
    public OperationCounts Operations => default;

    public AskedEngine Open(int version) => engineOf(version);

    public void Reconnect()
    {
        // This source has no connection.
    }

    public void Dispose()
    {
        // The workload owns the engine.
    }
}

/// <summary>A new engine with a new connection for each pump.</summary>
internal sealed class PersistentEngine : IEngineSource
{
    private readonly IStore store;
    private readonly RunId run;
    private readonly string name;
    private readonly ChainArchive archive;
    private IStoreConnection connection;
    private AskedEngine? engine;
    private OperationCounts operationsBefore;
    private int opened;

    /// <summary>Connects at once, so that an unreachable store is detected before any thread starts.</summary>
    public PersistentEngine(IStore store, RunId run, string name, ChainArchive archive)
    {
        (this.store, this.run, this.name, this.archive) = (store, run, name, archive);
        connection = store.Connect();
    }

    public OperationCounts Operations => operationsBefore + connection.Operations;

    /// <summary>The first bytes of the keys of an index.</summary>
    public static byte[] PrefixOf(RunId run, int version) => Encoding.ASCII.GetBytes($"{run.Prefix}:{version:x8}:");

    public AskedEngine Open(int version)
    {
        if (engine is null || opened != version)
        {
            // The engine uses this pump's connection; an unused engine needs no disposal.
            var index = new PersistentIndexStore(connection, PrefixOf(run, version));
            engine = new AskedEngine(IndexEngines.Open(name, index, archive));
            opened = version;
        }

        return engine;
    }

    public void Reconnect()
    {
        var newer = store.Connect();
        operationsBefore += connection.Operations;
        Dispose();
        (connection, engine) = (newer, null);
    }

    public void Dispose()
    {
        engine?.Dispose();
        connection.Dispose();
    }
}
