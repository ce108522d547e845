using AElf.Bench.Core.Stores;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Execution;

/// <summary>The place of a run's indexes: one index for each built version.</summary>
internal interface IIndexPlace : IDisposable
{
    /// <summary>The store's description, counters and lock.</summary>
    IStoreControl Control { get; }

    /// <summary>Whether the indexes are in files that this process writes.</summary>
    bool IsOnDisk { get; }

    /// <summary>An engine over a new index of a version.</summary>
    IndexEngine Create(int version);

    /// <summary>Opens the finished index for queries, without cached data of the build.</summary>
    void Finish(int version, IndexEngine built);

    /// <summary>Drops cached answers of the engine, and files in the page cache of the kernel.</summary>
    void Forget(int version);

    /// <summary>A source of engines for one thread.</summary>
    IEngineSource Connect();

    void Remove(IEnumerable<int> versions);
}

/// <summary>Indexes in the memory of this process, or in a folder.</summary>
internal sealed class LocalIndexes(ElectrumOptions options, ChainArchive archive, RunId run) : IIndexPlace
{
    private readonly Dictionary<int, ClientHistories> engines = [];
    private readonly Dictionary<int, IIndexStore> stores = [];

    public IStoreControl Control { get; } = new LocalControl(options);

    public bool IsOnDisk => options.Store.Folder is not null;

    public IndexEngine Create(int version) => Open(version);

    public void Finish(int version, IndexEngine built)
    {
        built.Dispose();
        engines[version] = new ClientHistories(Open(version));
    }

    public void Forget(int version)
    {
        engines[version].Engine.Dispose();
        options.Store.DropCache(NameOf(version));
        archive.DropCache();
        engines[version] = new ClientHistories(Open(version));
    }

    public IEngineSource Connect() => new SharedEngineSource(version => engines[version]);

    public void Remove(IEnumerable<int> versions)
    {
        foreach (var version in versions)
        {
            if (engines.Remove(version, out var engine))
            {
                engine.Engine.Dispose();
            }

            stores.Remove(version);
            options.Store.Remove(NameOf(version));
        }
    }

    public void Dispose()
    {
        foreach (var opened in engines.Values)
        {
            opened.Engine.Dispose();
        }
    }

    // An index in memory is opened again over the same store.
    private IndexEngine Open(int version)
    {
        if (options.Store.Folder is not null || !stores.TryGetValue(version, out var store))
        {
            stores[version] = store = options.Store.Open(NameOf(version));
        }

        return IndexEngines.Open(options.Engine, store, archive, options.CommitAfter);
    }

    private string NameOf(int version) => $"{options.Engine}-{run}-{version}";

    private sealed class LocalControl(ElectrumOptions options) : IStoreControl
    {
        private int locked;

        public StoreDescription Description { get; } = new()
        {
            Type = options.Store.Folder is null ? "inmemory" : "folder",
            Client = options.Store.Kind,
            CountersUnavailable = "the indexes are in this process",
        };

        public IReadOnlyList<ShardCounters> ReadCounters() => [];

        public bool TryTakeRunLock() => Interlocked.Exchange(ref locked, 1) == 0;

        public void ReleaseRunLock() => Volatile.Write(ref locked, 0);

        public void Dispose()
        {
            // There is nothing to dispose of.
        }
    }
}

/// <summary>Indexes in the run's store.</summary>
internal sealed class PersistentIndexes(ElectrumOptions options, ChainArchive archive, RunId run, IStore store)
    : IIndexPlace
{
    // The keys of each index that this process has built or begun.
    private readonly Dictionary<int, IReadOnlyCollection<byte[]>> written = [];

    public IStoreControl Control => store;

    public bool IsOnDisk => false;

    public IndexEngine Create(int version)
    {
        var index = new PersistentIndexStore(store.Connect(), PersistentEngineSource.PrefixOf(run, version));
        written[version] = index.Written;
        return IndexEngines.Open(options.Engine, index, archive, options.CommitAfter);
    }

    public void Finish(int version, IndexEngine built)
    {
        // An array takes less memory than the set of the store, which ends here.
        written[version] = [.. written[version]];
        built.Dispose();
    }

    public void Forget(int version)
    {
        // Each source has its own engine.
    }

    public IEngineSource Connect() => new PersistentEngineSource(store, run, options.Engine, archive);

    /// <summary>Removes indexes. An index that another process built has the same keys as one built here.</summary>
    public void Remove(IEnumerable<int> versions)
    {
        foreach (var version in versions)
        {
            var prefix = PersistentEngineSource.PrefixOf(run, version);
            var keys = written.TryGetValue(version, out var known) ? known : KeysOf(prefix);
            using var values = new PersistentValues(store.Connect(), prefix);
            values.Write([.. keys.Select(key => new IndexWrite(key, null))]);
        }
    }

    public void Dispose() => store.Dispose();

    private IReadOnlyCollection<byte[]> KeysOf(byte[] prefix)
    {
        var index = new PersistentIndexStore(new LocalValues(prefix));
        using var engine = IndexEngines.Open(options.Engine, index, archive, options.CommitAfter);
        new IndexBuild(archive).Run(engine, archive.Height, CancellationToken.None);
        return index.Written;
    }
}
