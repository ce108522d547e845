using AElf.Bench.Core.Stores;
using AElf.Bench.Electrum.Indexing.Stores;
using AElf.Bench.TestKit.Electrum;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.Tests.Indexing;

public sealed class MemoryIndexStoreTests : IndexStoreContract
{
    protected override IIndexStore Open() => new MemoryIndexStore();

    protected override IIndexStore Reopen(IIndexStore store) => store;
}

/// <summary>Rows in a store of whole keys; the integration tests run the same contract over Redis.</summary>
public sealed class PersistentIndexStoreTests : IndexStoreContract
{
    private MemoryStore store = new();

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(12)]
    [InlineData(40)]
    public void Commit_CutAnywhere_IsWholeOrNothing(int writes)
    {
        var table = new IndexTable(1, "t", ScanBytes: 1);
        using (var index = Open())
        {
            index.Commit([new RowChange(table, new byte[] { 1, 1 }, RowChangeKind.Put, new byte[] { 7 })]);
        }

        RowChange[] changes = [.. Enumerable.Range(0, 20).Select(row =>
            new RowChange(table, new byte[] { (byte)row, 9 }, RowChangeKind.Append, new byte[] { 1 }))];
        var cut = new PersistentIndexStore(new CutOffConnection(store.Connect(), writes), "i:"u8);
        var failed = Record.Exception(() => cut.Commit(changes));

        using var again = Reopen(cut);
        var rows = Enumerable.Range(0, 20).Count(row => again.Get(table, [(byte)row, 9]) is not null);
        Assert.Equal(failed is null || writes >= 3 ? 20 : 0, rows);
        Assert.Equal([7], again.Get(table, [1, 1])!.Value.ToArray());
        Assert.DoesNotContain(store.Values.Dictionary.Keys, key => key.AsSpan().StartsWith("i:!"u8));
    }

    protected override IIndexStore Open()
    {
        store = new MemoryStore();
        return Reopen(null!);
    }

    protected override IIndexStore Reopen(IIndexStore store) => new PersistentIndexStore(this.store.Connect(), "i:"u8);

    /// <summary>A connection that is lost after a number of writes.</summary>
    private sealed class CutOffConnection(IStoreConnection inner, int writes) : IStoreConnection
    {
        private int left = writes;

        public int Outstanding => inner.Outstanding;

        public OperationCounts Operations => inner.Operations;

        public string LastError => inner.LastError;

        public void Get(ReadOnlySpan<byte> key, int tag) => inner.Get(key, tag);

        public void Set(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value, int tag)
        {
            Count();
            inner.Set(key, value, tag);
        }

        public void Delete(ReadOnlySpan<byte> key, int tag)
        {
            Count();
            inner.Delete(key, tag);
        }

        public void MultiGet(ReadOnlySpan<byte> keys, int keyLength, int firstTag) => throw new NotSupportedException();

        public void MultiSet(
            ReadOnlySpan<byte> keys, int keyLength, ReadOnlySpan<byte> values, int valueLength, int tag) =>
            throw new NotSupportedException();

        public StoreReplies Exchange() => inner.Exchange();

        public void Dispose() => inner.Dispose();

        private void Count()
        {
            if (left-- == 0)
            {
                while (inner.Outstanding > 0)
                {
                    inner.Exchange();
                }

                throw new StoreException(StoreFault.Unreachable, "the connection was cut off");
            }
        }
    }
}
