using System.Text;
using AElf.Bench.Core.Stores;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Execution;

/// <summary>An engine with what its server keeps for a client; any thread may ask.</summary>
internal sealed class AskedEngine(IndexEngine engine) : IDisposable
{
    private readonly ClientHistories client = new(engine);

    public IndexEngine Engine => engine;

    /// <summary>
    /// Has the client subscribe to a script, if it has not, and returns the history; uncounted where the client keeps
    /// it.
    /// </summary>
    public IReadOnlyList<HistoryEntry> HistoryOfSubscribed(Hash256 script, IndexCosts costs) =>
        client.Subscribe(script, client.IsKeeping ? new IndexCosts() : costs);

    public void Dispose() => engine.Dispose();
}

/// <summary>A pump's source of engines.</summary>
internal interface IEngineSource : IDisposable
{
    /// <summary>Operations on a store that counts them, since the source was made.</summary>
    OperationCounts Operations { get; }

    /// <summary>The engine over the index of a version.</summary>
    /// <exception cref="StoreException">The store refused, or is gone.</exception>
    AskedEngine Open(int version);

    /// <summary>Gets a new connection in place of one that was lost.</summary>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    void Reconnect();
}

/// <summary>One engine of this process, which all pumps ask.</summary>
internal sealed class SharedEngine(Func<int, AskedEngine> engineOf) : IEngineSource
{
    public OperationCounts Operations => default;

    public AskedEngine Open(int version) => engineOf(version);

    public void Reconnect()
    {
        // Without a connection.
    }

    public void Dispose()
    {
        // The engine is the workload's.
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

    /// <summary>Connects, so that a store that cannot be reached is known before anything starts.</summary>
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
            // The engine has this pump's connection; an engine that is asked no more needs no end.
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
