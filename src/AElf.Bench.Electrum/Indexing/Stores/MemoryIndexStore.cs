using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>An index in the memory of the process.</summary>
public sealed class MemoryIndexStore : IIndexStore
{
    private readonly Dictionary<byte, (string Name, RowMap Rows)> tables = [];
    private readonly Dictionary<string, MemoryRecords> files = new(StringComparer.Ordinal);

    public long Size => Tables.Sum(table => table.Value);

    public IReadOnlyList<KeyValuePair<string, long>> Tables =>
    [
        .. tables.Values.Select(table => KeyValuePair.Create(table.Name, table.Rows.Bytes)),
        .. files.Select(file => KeyValuePair.Create(file.Key, file.Value.Size)),
    ];

    public ReadOnlyMemory<byte>? Get(IndexTable table, ReadOnlySpan<byte> key) =>
        tables.TryGetValue(table.Id, out var found) && found.Rows.Find(key) is > 0 and var row
            ? found.Rows.ValueOf(row)
            : default(ReadOnlyMemory<byte>?);

    public IEnumerable<IndexRow> Scan(IndexTable table, byte[] prefix)
    {
        if (!table.IsOrdered)
        {
            throw new InvalidOperationException($"the table {table.Name} has no order");
        }

        return tables.TryGetValue(table.Id, out var found) ? found.Rows.Scan(prefix) : [];
    }

    public void Commit(IReadOnlyCollection<RowChange> changes)
    {
        foreach (var change in changes)
        {
            if (!tables.TryGetValue(change.Table.Id, out var table))
            {
                tables[change.Table.Id] = table = (change.Table.Name, new RowMap());
            }

            Apply(table.Rows, change);
        }
    }

    public IRecords OpenRecords(string name, int recordSize)
    {
        if (!files.TryGetValue(name, out var file))
        {
            files[name] = file = new MemoryRecords(recordSize);
        }

        return file;
    }

    public void Dispose()
    {
        // The rows stay: an engine may be opened over them again.
    }

    private static void Apply(RowMap rows, in RowChange change)
    {
        if (rows.Find(change.Key.Span) is > 0 and var row)
        {
            switch (change.Kind)
            {
                case RowChangeKind.Delete:
                    rows.Remove(row);
                    break;
                case RowChangeKind.Append:
                    rows.Append(row, change.Value.Span);
                    break;
                default:
                    rows.Set(row, change.Value.Span);
                    break;
            }
        }
        else if (change.Kind != RowChangeKind.Delete)
        {
            rows.Add(change.Key.Span, change.Value.Span);
        }
    }

    private sealed class MemoryRecords(int recordSize) : IRecords
    {
        private readonly WireWriter bytes = new();

        public long Count => bytes.Length / recordSize;

        public long Size => Count * recordSize;

        public void Append(ReadOnlySpan<byte> record) => bytes.WriteBytes(record);

        public void Read(long first, Span<byte> records) =>
            bytes.Written.Slice(checked((int)(first * recordSize)), records.Length).CopyTo(records);

        public void Truncate(long count)
        {
            if (count > Count)
            {
                throw new InvalidDataException($"a flat file has {Count} records; {count} were committed");
            }

            bytes.Cut(checked((int)(count * recordSize)));
        }

        public void Flush()
        {
            // Memory needs no sync.
        }

        public void Dispose()
        {
            // The records stay: the file may be opened again.
        }
    }
}
