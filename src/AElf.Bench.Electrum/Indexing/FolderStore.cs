namespace AElf.Bench.Electrum.Indexing;

/// <summary>What an index in a folder is kept in.</summary>
public enum FolderStore
{
    /// <summary>SQLite, which comes with the program.</summary>
    Sqlite,

    /// <summary>RocksDB, where the machine has it.</summary>
    RocksDb,
}

/// <summary>Opens stores in folders.</summary>
public static class FolderStores
{
    /// <summary>Their names, in the order of their numbers.</summary>
    public static IReadOnlyList<string> Names { get; } = ["sqlite", "rocksdb"];

    /// <summary>Opens the index of a folder, or makes it.</summary>
    /// <exception cref="NotSupportedException">The machine has no such store.</exception>
    /// <exception cref="IOException">The folder cannot be used, or another process has it open.</exception>
    /// <exception cref="InvalidDataException">What is there is no index.</exception>
    public static IIndexStore Open(this FolderStore store, string folder) =>
        store == FolderStore.RocksDb ? new RocksIndexStore(folder) : new SqliteIndexStore(folder);
}
