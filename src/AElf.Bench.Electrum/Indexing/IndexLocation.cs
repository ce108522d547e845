using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Indexing;

/// <summary>A place of indexes: memory, or a folder with RocksDB and flat files.</summary>
/// <param name="Folder">The folder; null for memory.</param>
public sealed record IndexLocation(string? Folder)
{
    private const string RocksDb = "rocksdb";

    public static IndexLocation Memory { get; } = new(Folder: null);

    public static readonly TextRule<IndexLocation> Rule = new("memory, or rocksdb:FOLDER", Parse);

    /// <summary><c>memory</c> or <c>rocksdb</c>.</summary>
    public string Kind => Folder is null ? "memory" : RocksDb;

    /// <summary>Parses the text of <see cref="ToString"/>; null for other texts.</summary>
    public static IndexLocation? Parse(string text) =>
        text.Split(':', 2) switch
        {
            ["memory"] => Memory,
            [RocksDb, { Length: > 0 } folder] => new(folder),
            _ => null,
        };

    /// <summary>Why the machine cannot store an index there; null if it can.</summary>
    public string? Problem => Folder is null ? null : RocksIndexStore.Problem;

    /// <summary>Opens or creates an index.</summary>
    /// <param name="name">Its name among the indexes of the place.</param>
    /// <exception cref="NotSupportedException">The machine does not support such a store.</exception>
    /// <exception cref="IOException">The folder cannot be used, or another process has it open.</exception>
    /// <exception cref="InvalidDataException">The folder contains other data.</exception>
    public IIndexStore Open(string name) =>
        Folder is null ? new MemoryIndexStore() : new RocksIndexStore(FolderOf(name));

    /// <summary>Begins an archive of the blocks beside the indexes: in memory, or in a file in the folder.</summary>
    /// <exception cref="IOException">The folder cannot be used.</exception>
    public ChainArchive OpenArchive() => Folder is null ? new MemoryArchive() : new FileArchive(Folder);

    /// <summary>Drops a closed index from the page cache of the kernel; does nothing for an index in memory.</summary>
    /// <param name="name">Its name among the indexes of the place.</param>
    /// <exception cref="IOException">A file cannot be written to the disk.</exception>
    public void DropCache(string name)
    {
        if (Folder is not null)
        {
            PageCache.DropFolder(FolderOf(name));
        }
    }

    /// <summary>Removes a closed index.</summary>
    /// <param name="name">Its name among the indexes of the place.</param>
    public void Remove(string name)
    {
        if (Folder is not null && Directory.Exists(FolderOf(name)))
        {
            Directory.Delete(FolderOf(name), recursive: true);
        }
    }

    public override string ToString() => Folder is null ? Kind : $"{Kind}:{Folder}";

    private string FolderOf(string name) => Path.Combine(Folder!, $"{name}-{Kind}");
}
