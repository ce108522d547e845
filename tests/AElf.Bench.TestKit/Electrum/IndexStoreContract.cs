using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Stores;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Indexing.Stores;
using Xunit;

namespace AElf.Bench.TestKit.Electrum;

/// <summary>The contract of every store of an index: rows behave as in a dictionary, flat files as in a list.</summary>
public abstract class IndexStoreContract
{
    private static readonly IndexTable Plain = new(1, "plain");
    private static readonly IndexTable Ordered = new(2, "ordered", ScanBytes: 1);

    /// <summary>An empty store.</summary>
    protected abstract IIndexStore Open();

    /// <summary>Opens the same store as a process does that starts after the last one has ended.</summary>
    protected abstract IIndexStore Reopen(IIndexStore store);

    [Fact]
    public void Rows_AfterAnyChangesAndCommits_EqualADictionary()
    {
        for (ulong seed = 1; seed <= 20; seed++)
        {
            var random = new SeededRandom(seed);
            using var store = Open();
            var changes = new IndexChanges(store);
            var model = new SortedDictionary<byte[], byte[]>(ByteKeys.Comparer);
            HashSet<byte[]> committed = new(ByteKeys.Comparer);
            for (var step = 0; step < 400; step++)
            {
                Change(changes, model, committed, random);
                if (random.Next(25) == 0)
                {
                    changes.Commit();
                    committed = new HashSet<byte[]>(model.Keys, ByteKeys.Comparer);
                }

                var key = Key(random);
                Assert.Equal(
                    model.GetValueOrDefault(key), changes.Get(Ordered, key)?.ToArray());
                Assert.Equal(model.GetValueOrDefault(key), changes.Get(Plain, key)?.ToArray());
                EnsureScan(changes, model, key[..(1 + random.Next(key.Length))], $"seed {seed}");
            }
        }
    }

    [Fact]
    public void Open_AfterACommit_HasExactlyTheCommittedRows()
    {
        var store = Open();
        var changes = new IndexChanges(store);
        changes.Put(Plain, [1], [10]);
        changes.Append(Ordered, [255, 255], [1, 0, 2]);
        changes.Commit();
        changes.Append(Ordered, [255, 255], [0, 255]);
        changes.Commit();
        changes.Put(Plain, [2], [20]);

        using var again = Reopen(store);
        Assert.Equal([10], again.Get(Plain, [1])!.Value.ToArray());
        Assert.Null(again.Get(Plain, [2]));
        Assert.Null(again.Get(new IndexTable(9, "never"), [1]));
        Assert.Equal([1, 0, 2, 0, 255], Assert.Single(again.Scan(Ordered, [255])).Value.ToArray());
        Assert.True(again.Size > 0);
    }

    [Fact]
    public void Open_AfterLargeCommits_HasAllRows()
    {
        const int Rows = 30_000;
        static byte[] KeyOf(int row) => BitConverter.GetBytes(row);
        var store = Open();
        var changes = new IndexChanges(store);
        for (var row = 0; row < Rows; row++)
        {
            changes.Add(Ordered, KeyOf(row), [1]);
            changes.Append(Plain, KeyOf(row), [2]);
        }

        changes.Commit();
        for (var row = 0; row < Rows; row++)
        {
            changes.Append(Plain, KeyOf(row), [3, 4]);
            if (row % 3 == 0)
            {
                changes.Delete(Ordered, KeyOf(row));
            }
        }

        changes.Commit();
        changes.Append(Plain, KeyOf(7), [5]);
        changes.Commit();

        using var again = Reopen(store);
        for (var row = 0; row < Rows; row++)
        {
            var (plain, ordered) = (again.Get(Plain, KeyOf(row)), again.Get(Ordered, KeyOf(row)));
            Assert.True(
                plain!.Value.Span.SequenceEqual(row == 7 ? [2, 3, 4, 5] : [2, 3, 4])
                && (row % 3 == 0 ? ordered is null : ordered!.Value.Span is [1]),
                $"row {row}");
        }

        Assert.Equal(
            Enumerable.Range(0, Rows).Where(row => row % 3 != 0 && (byte)row == 5).Select(KeyOf)
                .Order(ByteKeys.Comparer),
            again.Scan(Ordered, [5]).Select(row => row.Key.ToArray()));
    }

    [Fact]
    public void FlatFile_AppendAndTruncate_HasTheRemainingBytes()
    {
        var store = Open();
        var records = store.OpenRecords("numbers", 2);
        var model = new List<byte[]>();
        var random = new SeededRandom(5);
        for (var step = 0; step < 600; step++)
        {
            if (random.Next(20) == 0)
            {
                var left = random.Next(model.Count + 1);
                model.RemoveRange(left, model.Count - left);
                records.Truncate(left);
            }
            else
            {
                model.Add([(byte)random.Next(256), (byte)random.Next(256)]);
                records.Append(model[^1]);
            }

            if (random.Next(10) == 0)
            {
                records.Flush();
            }

            Assert.Equal(model.Count, records.Count);
            EnsureRecords(records, model, random);
        }

        records.Flush();
        Assert.Contains(
            $"{model.Count + 1} were committed",
            Assert.Throws<InvalidDataException>(() => records.Truncate(model.Count + 1)).Message,
            StringComparison.Ordinal);
        records.Dispose();
        using var again = Reopen(store);
        using var found = again.OpenRecords("numbers", 2);
        Assert.Equal(model.Count, found.Count);
        EnsureRecords(found, model, random);
    }

    private static void Change(
        IndexChanges changes,
        SortedDictionary<byte[], byte[]> model,
        HashSet<byte[]> committed,
        SeededRandom random)
    {
        var key = Key(random);
        byte[] value = [.. Enumerable.Range(0, random.Next(4)).Select(_ => (byte)random.Next(256))];
        switch (random.Next(4))
        {
            case 0 when !committed.Contains(key):
                model[key] = value;
                Both(table => changes.Add(table, key, value));
                break;
            case 0 or 3:
                model[key] = value;
                Both(table => changes.Put(table, key, value));
                break;
            case 1:
                model[key] = [.. model.GetValueOrDefault(key) ?? [], .. value];
                Both(table => changes.Append(table, key, value));
                break;
            default:
                model.Remove(key);
                Both(table => changes.Delete(table, key));
                break;
        }
    }

    private static void Both(Action<IndexTable> change)
    {
        change(Plain);
        change(Ordered);
    }

    // Few keys, so that operations collide; some have bytes at the end of their range.
    private static byte[] Key(SeededRandom random) =>
        [.. Enumerable.Range(0, 1 + random.Next(3)).Select(_ => (byte)(254 + random.Next(2)))];

    private static void EnsureScan(
        IndexChanges changes, SortedDictionary<byte[], byte[]> model, byte[] prefix, string seed)
    {
        var expected = model.Where(row => row.Key.AsSpan().StartsWith(prefix)).ToList();
        var rows = changes.Scan(Ordered, prefix).ToList();
        Assert.True(
            string.Concat(expected.Select(row => Text(row.Key,
            row.Value))).Equals(string.Concat(rows.Select(row => Text(row.Key.Span, row.Value.Span))),
            StringComparison.Ordinal),
            $"{seed}: {Convert.ToHexString(prefix)}");
    }

    private static string Text(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value) =>
        $"{Convert.ToHexString(key)}:{Convert.ToHexString(value)} ";

    private static void EnsureRecords(IRecords records, List<byte[]> model, SeededRandom random)
    {
        if (model.Count == 0)
        {
            return;
        }

        var first = random.Next(model.Count);
        var count = 1 + random.Next(model.Count - first);
        var read = new byte[2 * count];
        records.Read(first, read);
        Assert.Equal(model.Skip(first).Take(count).SelectMany(each => each), read);
    }
}
