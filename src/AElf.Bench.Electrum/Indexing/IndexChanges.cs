using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing;

/// <summary>
/// What an engine has changed and not committed yet, over what the store has: who reads sees both as one. A commit
/// makes all of it durable at once, with whatever says how far the index is.
/// </summary>
public sealed class IndexChanges(IIndexStore store)
{
    // What a row costs beside its bytes, about.
    private const int RowOverhead = 96;

    private readonly Dictionary<byte, TableChanges> tables = [];

    /// <summary>Bytes of memory they take, about.</summary>
    public long Size { get; private set; }

    /// <summary>The value of a key; null when there is no such row. It lives until the next change.</summary>
    public ReadOnlyMemory<byte>? Get(IndexTable table, ReadOnlySpan<byte> key)
    {
        if (!tables.TryGetValue(table.Id, out var changes) || !changes.TryGet(key, out var change))
        {
            return store.Get(table, key);
        }

        return change.Kind switch
        {
            RowChangeKind.Put => change.Value!.WrittenMemory,
            RowChangeKind.Delete => default(ReadOnlyMemory<byte>?),
            _ => Joined(store.Get(table, key), change.Value!.WrittenMemory),
        };
    }

    /// <summary>All rows of an ordered table whose keys begin so, in the order of the keys' bytes.</summary>
    public IEnumerable<IndexRow> Scan(IndexTable table, ReadOnlySpan<byte> prefix)
    {
        var beginning = prefix.ToArray();
        var stored = store.Scan(table, beginning);
        return tables.TryGetValue(table.Id, out var changes) && changes.Begin(beginning) is { Count: > 0 } changed
            ? Merge(stored, changed)
            : stored;
    }

    /// <summary>The row has this value, whatever it had.</summary>
    public void Put(IndexTable table, ReadOnlySpan<byte> key, ReadOnlySpan<byte> value) =>
        Size += Of(table).Put(key, value);

    /// <summary>These bytes follow what the row has.</summary>
    public void Append(IndexTable table, ReadOnlySpan<byte> key, ReadOnlySpan<byte> value) =>
        Size += Of(table).Append(key, value);

    /// <summary>The row is there no more.</summary>
    public void Delete(IndexTable table, ReadOnlySpan<byte> key) => Size += Of(table).Delete(key);

    /// <summary>Makes them durable, all or none.</summary>
    public void Commit()
    {
        store.Commit(tables.Values.SelectMany(table => table.All));
        tables.Clear();
        Size = 0;
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

    private static IEnumerable<IndexRow> Merge(IEnumerable<IndexRow> stored, List<(byte[] Key, Change Change)> changed)
    {
        var next = 0;
        foreach (var row in stored)
        {
            while (next < changed.Count && changed[next].Key.AsSpan().SequenceCompareTo(row.Key.Span) < 0)
            {
                if (Changed(changed[next++], stored: null) is { } before)
                {
                    yield return before;
                }
            }

            if (next == changed.Count || !changed[next].Key.AsSpan().SequenceEqual(row.Key.Span))
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

    private static IndexRow? Changed((byte[] Key, Change Change) of, ReadOnlyMemory<byte>? stored) =>
        of.Change.Kind switch
        {
            RowChangeKind.Delete => null,
            RowChangeKind.Put => new IndexRow(of.Key, of.Change.Value!.WrittenMemory),
            _ => new IndexRow(of.Key, Joined(stored, of.Change.Value!.WrittenMemory)),
        };

    private readonly record struct Change(RowChangeKind Kind, WireWriter? Value);

    private sealed class TableChanges(IndexTable table)
    {
        private readonly Dictionary<byte[], Change> rows = new(ByteKeys.Comparer);

        // Made when it is asked for: many tables are read by whole keys while they are built.
        private SortedSet<byte[]>? order;

        public IEnumerable<RowChange> All => rows.Select(row =>
            new RowChange(table, row.Key, row.Value.Kind, row.Value.Value?.WrittenMemory ?? default));

        public bool TryGet(ReadOnlySpan<byte> key, out Change change) =>
            rows.GetAlternateLookup<ReadOnlySpan<byte>>().TryGetValue(key, out change);

        public List<(byte[] Key, Change Change)> Begin(byte[] prefix)
        {
            if (!table.IsOrdered)
            {
                throw new InvalidOperationException($"the table {table.Name} has no order");
            }

            var keys = order ??= new SortedSet<byte[]>(rows.Keys, ByteKeys.Comparer);
            return keys.Max is not { } last || ByteKeys.Comparer.Compare(prefix, last) > 0
                ? []
                : [.. keys.GetViewBetween(prefix, last).TakeWhile(key => key.AsSpan().StartsWith(prefix))
                    .Select(key => (key, rows[key]))];
        }

        public long Put(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value) =>
            Set(key, new Change(RowChangeKind.Put, new WireWriter(value)));

        public long Delete(ReadOnlySpan<byte> key) => Set(key, new Change(RowChangeKind.Delete, null));

        public long Append(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value)
        {
            if (!TryGet(key, out var change))
            {
                return Set(key, new Change(RowChangeKind.Append, new WireWriter(value)));
            }

            if (change.Kind == RowChangeKind.Delete)
            {
                return Put(key, value);
            }

            change.Value!.WriteBytes(value);
            return value.Length;
        }

        private long Set(ReadOnlySpan<byte> key, Change change)
        {
            var lookup = rows.GetAlternateLookup<ReadOnlySpan<byte>>();
            var length = change.Value?.Length ?? 0;
            if (lookup.TryGetValue(key, out var actual, out var before))
            {
                rows[actual] = change;
                return length - (before.Value?.Length ?? 0);
            }

            var own = key.ToArray();
            rows.Add(own, change);
            order?.Add(own);
            return own.Length + length + RowOverhead;
        }
    }
}
