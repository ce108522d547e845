using AElf.Bench.Electrum.Indexing;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Indexing;

public sealed class MemoryIndexStoreTests : IndexStoreContract
{
    protected override IIndexStore Open() => new MemoryIndexStore();

    protected override IIndexStore Reopen(IIndexStore store) => store;
}

public sealed class SqliteIndexStoreTests : IndexStoreContract, IDisposable
{
    private readonly string root = Directory.CreateTempSubdirectory("index-").FullName;
    private int opened;

    [Fact]
    public void A_folder_that_another_has_open_is_refused()
    {
        using var first = Open();

        var refused = Assert.Throws<IOException>(() => new SqliteIndexStore(Last));

        Assert.StartsWith("another process has the index open", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_that_is_no_index_is_refused_and_left_alone()
    {
        var folder = Path.Combine(root, "foreign");
        Directory.CreateDirectory(folder);
        var file = Path.Combine(folder, "index.sqlite");
        File.WriteAllText(file, new string('x', 5000));

        var refused = Assert.Throws<InvalidDataException>(() => new SqliteIndexStore(folder));
        Assert.Contains(folder, refused.Message, StringComparison.Ordinal);
        Assert.Equal(new string('x', 5000), File.ReadAllText(file));
        Assert.Throws<InvalidDataException>(() => new SqliteIndexStore(folder));
    }

    public void Dispose() => Directory.Delete(root, recursive: true);

    protected override IIndexStore Open() => new SqliteIndexStore(Path.Combine(root, $"{++opened}"));

    protected override IIndexStore Reopen(IIndexStore store)
    {
        store.Dispose();
        return new SqliteIndexStore(Last);
    }

    private string Last => Path.Combine(root, $"{opened}");
}
