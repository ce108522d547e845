using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>The engines by their names in options.</summary>
public static class IndexEngines
{
    private static readonly Dictionary<string, Func<IIndexStore, ChainArchive, long, IndexEngine>> Known =
        new(StringComparer.Ordinal)
        {
            ["fulcrum"] = (store, archive, after) => new FulcrumEngine(store, archive) { CommitAfter = after },
            ["fulcrum-fast"] = (store, archive, after) =>
                new FulcrumEngine(store, archive, isFastSync: true) { CommitAfter = after },
            ["electrumx"] = (store, archive, after) => new ElectrumXEngine(store, archive) { CommitAfter = after },
            ["electrs"] = (store, archive, after) => new BindexEngine(store, archive) { CommitAfter = after },
            ["electrs-0.9"] = (store, archive, after) => new Electrs09Engine(store, archive) { CommitAfter = after },
            ["esplora"] = (store, archive, after) => new EsploraEngine(store, archive) { CommitAfter = after },
            ["esplora-light"] = (store, archive, after) =>
                new EsploraEngine(store, archive, isLight: true) { CommitAfter = after },
            ["addrindexrs"] = (store, archive, after) => new AddrindexrsEngine(store, archive) { CommitAfter = after },
        };

    public static IReadOnlyList<string> Names { get; } = [.. Known.Keys];

    /// <summary>Opens an engine over a store; the engine disposes of the store.</summary>
    /// <param name="store">The engine's rows and files.</param>
    /// <param name="archive">Replaces the node beside the engine.</param>
    /// <param name="commitAfter">Maximum bytes of memory for uncommitted changes.</param>
    /// <exception cref="KeyNotFoundException">The engine is unknown.</exception>
    public static IndexEngine Open(
        string name, IIndexStore store, ChainArchive archive, long commitAfter = IndexEngine.DefaultCommitAfter) =>
        Known[name](store, archive, commitAfter);
}
