namespace AElf.Bench.Electrum.Indexing;

/// <summary>The engines by the names that options give them.</summary>
public static class IndexEngines
{
    private static readonly Dictionary<string, Func<IIndexStore, ChainArchive, IndexEngine>> Known =
        new(StringComparer.Ordinal)
        {
            ["fulcrum"] = (store, archive) => new FulcrumEngine(store, archive),
            ["fulcrum-fast"] = (store, archive) => new FulcrumEngine(store, archive, isFastSync: true),
            ["electrumx"] = (store, archive) => new ElectrumXEngine(store, archive),
            ["electrs"] = (store, archive) => new ElectrsEngine(store, archive),
            ["esplora"] = (store, archive) => new EsploraEngine(store, archive),
            ["esplora-light"] = (store, archive) => new EsploraEngine(store, archive, isLight: true),
            ["addrindexrs"] = (store, archive) => new AddrindexrsEngine(store, archive),
        };

    /// <summary>All names.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. Known.Keys];

    /// <summary>The engine of a name, over what the store has; it ends the store.</summary>
    /// <exception cref="KeyNotFoundException">There is no such engine.</exception>
    public static IndexEngine Open(string name, IIndexStore store, ChainArchive archive) => Known[name](store, archive);
}
