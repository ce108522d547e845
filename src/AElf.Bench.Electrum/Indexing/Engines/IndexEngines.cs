using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>The engines by their names in options.</summary>
public static class IndexEngines
{
    private static readonly Dictionary<string, Func<IIndexStore, ChainArchive, IndexEngine>> Known =
        new(StringComparer.Ordinal)
        {
            ["fulcrum"] = (store, archive) => new FulcrumEngine(store, archive),
            ["fulcrum-fast"] = (store, archive) => new FulcrumEngine(store, archive, isFastSync: true),
            ["electrumx"] = (store, archive) => new ElectrumXEngine(store, archive),
            ["electrs"] = (store, archive) => new BindexEngine(store, archive),
            ["electrs-0.9"] = (store, archive) => new Electrs09Engine(store, archive),
            ["esplora"] = (store, archive) => new EsploraEngine(store, archive),
            ["esplora-light"] = (store, archive) => new EsploraEngine(store, archive, isLight: true),
            ["addrindexrs"] = (store, archive) => new AddrindexrsEngine(store, archive),
        };

    public static IReadOnlyList<string> Names { get; } = [.. Known.Keys];

    /// <summary>Opens an engine over a store; the engine disposes of the store.</summary>
    /// <param name="store">The engine's rows and files.</param>
    /// <param name="archive">Replaces the node beside the engine.</param>
    /// <param name="commitAfter">Maximum bytes of memory for uncommitted changes.</param>
    /// <exception cref="KeyNotFoundException">The engine is unknown.</exception>
    public static IndexEngine Open(
        string name, IIndexStore store, ChainArchive archive, long commitAfter = IndexEngine.DefaultCommitAfter)
    {
        var engine = Known[name](store, archive);
        engine.CommitAfter = commitAfter;
        return engine;
    }
}
