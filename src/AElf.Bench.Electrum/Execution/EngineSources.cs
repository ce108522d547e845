using System.Text;
using AElf.Bench.Core.Stores;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Execution;

/// <summary>A pump's source of engines.</summary>
internal interface IEngineSource : IDisposable
{
    /// <summary>Operations on a counting store, since the source was created.</summary>
    OperationCounts Operations { get; }

    /// <summary>The engine over the index of a version, with the cache that its server has for a client.</summary>
    /// <exception cref="StoreException">The store refused a request, or cannot be reached.</exception>
    ClientHistories Open(int version);

    /// <summary>Replaces a lost connection by a new one.</summary>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    void Reconnect();
}

/// <summary>One engine of this process, which all pumps query.</summary>
internal sealed class SharedEngineSource(Func<int, ClientHistories> engineOf) : IEngineSource
{
    public OperationCounts Operations => default;

    public ClientHistories Open(int version) => engineOf(version);

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
internal sealed class PersistentEngineSource(IStore store, RunId run, string name, ChainArchive archive) : IEngineSource
{
    // Connects at once, so that an unreachable store is detected before any thread starts.
    private IStoreConnection connection = store.Connect();
    private ClientHistories? engine;
    private OperationCounts operationsBefore;
    private int opened;

    public OperationCounts Operations => operationsBefore + connection.Operations;

    /// <summary>The first bytes of the keys of an index.</summary>
    public static byte[] PrefixOf(RunId run, int version) => Encoding.ASCII.GetBytes($"{run.Prefix}:{version:x8}:");

    public ClientHistories Open(int version)
    {
        if (engine is null || opened != version)
        {
            // An engine needs no disposal: it uses this pump's connection.
            var index = new PersistentIndexStore(connection, PrefixOf(run, version));
            engine = new ClientHistories(IndexEngines.Open(name, index, archive));
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

    public void Dispose() => connection.Dispose();
}
