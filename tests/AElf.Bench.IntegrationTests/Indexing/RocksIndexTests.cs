using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Indexing.Stores;
using AElf.Bench.Harness.Reports;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.IntegrationTests.Indexing;

/// <summary>The index store over RocksDB.</summary>
public sealed class RocksIndexStoreTests : IndexStoreContract, IDisposable
{
    private readonly string root = Directory.CreateTempSubdirectory("rocks-").FullName;
    private int opened;

    [Fact]
    public void Open_FolderInUse_IsRefused()
    {
        using var first = Open();

        var refused = Assert.Throws<IOException>(() => new RocksIndexStore(Last));

        Assert.StartsWith("another process", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Open_OtherFiles_IsRefused()
    {
        var folder = Path.Combine(root, "foreign", "rocksdb");
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, "CURRENT"), "nonsense");

        var refused = Assert.Throws<InvalidDataException>(() => new RocksIndexStore(Path.Combine(root, "foreign")));

        Assert.Contains("no readable index", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Libraries_RocksDb_HasAVersion()
    {
        using var store = Open();

        Assert.Matches(@"^\d+\.\d+", MachineReader.Libraries()["RocksDB"]);
    }

    public void Dispose() => Directory.Delete(root, recursive: true);

    protected override IIndexStore Open() => new RocksIndexStore(Path.Combine(root, $"{++opened}"));

    protected override IIndexStore Reopen(IIndexStore store)
    {
        store.Dispose();
        return new RocksIndexStore(Last);
    }

    private string Last => Path.Combine(root, $"{opened}");
}

/// <summary>Index engines over RocksDB.</summary>
public abstract class RocksIndexEngineTests : IndexEngineContract, IDisposable
{
    private readonly string root = Directory.CreateTempSubdirectory("rocks-").FullName;
    private int opened;

    public void Dispose()
    {
        Directory.Delete(root, recursive: true);
        GC.SuppressFinalize(this);
    }

    protected override IIndexStore OpenStore() => new RocksIndexStore(Path.Combine(root, $"{++opened}"));

    protected override IIndexStore Reopen(IIndexStore store)
    {
        store.Dispose();
        return new RocksIndexStore(Path.Combine(root, $"{opened}"));
    }
}

public sealed class FulcrumOverRocksTests : RocksIndexEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) => new FulcrumEngine(store, archive);
}

public sealed class FastSyncFulcrumOverRocksTests : RocksIndexEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) =>
        new FulcrumEngine(store, archive, isFastSync: true);
}

public sealed class ElectrumXOverRocksTests : RocksIndexEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) => new ElectrumXEngine(store, archive);
}

public sealed class BindexOverRocksTests : RocksIndexEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) => new BindexEngine(store, archive);
}

public sealed class Electrs09OverRocksTests : RocksIndexEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) => new Electrs09Engine(store, archive);
}

public sealed class EsploraOverRocksTests : RocksIndexEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) => new EsploraEngine(store, archive);
}

public sealed class AddrindexrsOverRocksTests : RocksIndexEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) =>
        new AddrindexrsEngine(store, archive);
}
