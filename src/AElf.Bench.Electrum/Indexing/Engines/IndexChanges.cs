using System.Collections;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>
/// Uncommitted changes of an engine, over the rows of the store. Readers see the rows with the changes. A commit makes
/// all changes durable atomically, together with the height of the index.
/// </summary>
public sealed class IndexChanges(IIndexStore store)
{
    private readonly SortedDictionary<byte, TableChanges> tables = [];

    /// <summary>Approximate bytes of memory of the changes.</summary>
    public long Size => tables.Values.Sum(table => table.Rows.Size);

    /// <summary>Bytes of keys and values that commits have written, without the store's log and overhead.</summary>
    public long Written { get; private set; }

    /// <summary>Number of commits so far; each had one sync.</summary>
    public long Commits { get; private set; }

    /// <summary>The value of a key, valid until the next change; null if absent.</summary>
    public ReadOnlyMemory<byte>? Get(IndexTable table, ReadOnlySpan<byte> key)
    {
        if (!tables.TryGetValue(table.Id, out var changes) || changes.Rows.Find(key) is not (> 0 and var row))
        {
            return store.Get(table, key);
        }

        var change = changes.Change(row);
        return change.Kind switch
        {
            RowChangeKind.Put => change.Value,
            RowChangeKind.Delete => default(ReadOnlyMemory<byte>?),
            _ => Joined(store.Get(table, key), change.Value),
        };
    }

    /// <summary>All rows of an ordered table whose keys begin with a prefix, in the order of the keys' bytes.</summary>
    public IEnumerable<IndexRow> Scan(IndexTable table, ReadOnlySpan<byte> prefix)
    {
        var beginning = prefix.ToArray();
        var stored = store.Scan(table, beginning);
        return tables.TryGetValue(table.Id, out var changes) && changes.Begin(beginning) is { Count: > 0 } changed
            ? Merge(stored, changed)
            : stored;
    }

    /// <summary>Sets the value of a row, and replaces any earlier value.</summary>
    public void Put(IndexTable table, ReadOnlySpan<byte> key, ReadOnlySpan<byte> value) => Of(table).Put(key, value);

    /// <summary>Adds a row that is not in the store. If it is deleted before a commit, it is never written.</summary>
    public void Add(IndexTable table, ReadOnlySpan<byte> key, ReadOnlySpan<byte> value) => Of(table).Add(key, value);

    public void Append(IndexTable table, ReadOnlySpan<byte> key, ReadOnlySpan<byte> value) =>
        Of(table).Append(key, value);

    public void Delete(IndexTable table, ReadOnlySpan<byte> key) => Of(table).Delete(key);

    /// <summary>Makes the changes durable atomically.</summary>
    public void Commit()
    {
        store.Commit(new SortedChanges([.. tables.Values]));
        Commits++;
        foreach (var table in tables.Values)
        {
            Written += table.Rows.Bytes;
            table.Rows.Clear();
        }
    }

    private TableChanges Of(IndexTable table)
    {
        if (!tables.TryGetValue(table.Id, out var changes))
        {
            tables[table.Id] = changes = new TableChanges(table);
        }

        return changes;
    }

    private static ReadOnlyMemory<byte> Joined(ReadOnlyMemory<byte>? stored, ReadOnlyMemory<byte> appended)
    {
        if (stored is not { } first)
        {
            return appended;
        }

        var joined = new byte[first.Length + appended.Length];
        first.CopyTo(joined);
        appended.CopyTo(joined.AsMemory(first.Length));
        return joined;
    }

    private static IEnumerable<IndexRow> Merge(IEnumerable<IndexRow> stored, List<RowChange> changed)
    {
        var next = 0;
        foreach (var row in stored)
        {
            while (next < changed.Count && changed[next].Key.Span.SequenceCompareTo(row.Key.Span) < 0)
            {
                if (Changed(changed[next++], stored: null) is { } before)
                {
                    yield return before;
                }
            }

            if (next == changed.Count || !changed[next].Key.Span.SequenceEqual(row.Key.Span))
            {
                yield return row;
            }
            else if (Changed(changed[next++], row.Value) is { } same)
            {
                yield return same;
            }
        }

        for (; next < changed.Count; next++)
        {
            if (Changed(changed[next], stored: null) is { } behind)
            {
                yield return behind;
            }
        }
    }

    private static IndexRow? Changed(in RowChange change, ReadOnlyMemory<byte>? stored) => change.Kind switch
    {
        RowChangeKind.Delete => null,
        RowChangeKind.Put => new IndexRow(change.Key, change.Value),
        _ => new IndexRow(change.Key, Joined(stored, change.Value)),
    };

    private sealed class TableChanges(IndexTable table)
    {
        // A row that is not in the store; a commit puts it.
        private const byte Added = byte.MaxValue;

        public RowMap Rows { get; } = new();

        public RowChange Change(int row) => new(
            table,
            Rows.KeyOf(row),
            Rows.MarkOf(row) is Added ? RowChangeKind.Put : (RowChangeKind)Rows.MarkOf(row),
            Rows.ValueOf(row));

        public List<RowChange> Begin(byte[] prefix) => table.IsOrdered
            ? [.. Rows.Begin(prefix).Select(Change)]
            : throw new InvalidOperationException($"the table {table.Name} has no order");

        public void Put(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value) => Set(key, value, (byte)RowChangeKind.Put);

        public void Add(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value) => Set(key, value, Added);

        public void Append(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value)
        {
            if (Rows.Find(key) is not (> 0 and var row))
            {
                Set(key, value, (byte)RowChangeKind.Append);
            }
            else if (Rows.MarkOf(row) is (byte)RowChangeKind.Delete)
            {
                Put(key, value);
            }
            else
            {
                Rows.Append(row, value);
            }
        }

        public void Delete(ReadOnlySpan<byte> key)
        {
            if (Rows.Find(key) is not (> 0 and var row) || Rows.MarkOf(row) is not Added)
            {
                Set(key, [], (byte)RowChangeKind.Delete);
                return;
            }

            Rows.Remove(row);
        }

        private void Set(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value, byte mark)
        {
            if (Rows.Find(key) is > 0 and var row)
            {
                // The row's first change tells whether the store has the row.
                mark = (Rows.MarkOf(row), mark) switch
                {
                    (Added, _) => Added,
                    (_, Added) => (byte)RowChangeKind.Put,
                    _ => mark,
                };
                Rows.Set(row, value);
            }
            else
            {
                row = Rows.Add(key, value);
            }

            Rows.MarkOf(row) = mark;
        }
    }

    /// <summary>All changes of tables, in the order of their numbers and keys.</summary>
    private sealed class SortedChanges(TableChanges[] tables) : IReadOnlyCollection<RowChange>
    {
        public int Count => tables.Sum(table => table.Rows.Count);

        public IEnumerator<RowChange> GetEnumerator() =>
            tables.SelectMany(table => table.Rows.Sorted().Select(table.Change)).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
