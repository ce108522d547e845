using AElf.Bench.Core.Stores;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>Rows in one value of a store, ordered by the rest of their keys after the common prefix.</summary>
internal static class PersistentRows
{
    public static SortedDictionary<byte[], byte[]> Read(ReadOnlySpan<byte> value)
    {
        var rows = new SortedDictionary<byte[], byte[]>(ByteKeys.Comparer);
        for (var reader = new WireReader(value); reader.Left > 0;)
        {
            var key = reader.ReadVarBytes("a row's key").ToArray();
            rows[key] = reader.ReadVarBytes("a row's value").ToArray();
        }

        return rows;
    }

    /// <summary>Applies changes to a value; null if it becomes empty.</summary>
    /// <param name="before">The value; null if absent.</param>
    /// <param name="changes">Changes of rows in this value.</param>
    public static byte[]? Change(byte[]? before, IEnumerable<RowChange> changes)
    {
        SortedDictionary<byte[], byte[]>? rows = null;
        foreach (var change in changes)
        {
            if (!change.Table.IsOrdered)
            {
                return Changed(before, change);
            }

            rows ??= Read(before);
            var key = change.Key[PersistentIndexStore.PlaceOf(change.Table, change.Key.Span).Length..].ToArray();
            if (Changed(rows.GetValueOrDefault(key), change) is { } row)
            {
                rows[key] = row;
            }
            else
            {
                rows.Remove(key);
            }
        }

        return rows is { Count: > 0 } ? Write(rows) : null;
    }

    private static byte[]? Changed(byte[]? before, in RowChange change) => change.Kind switch
    {
        RowChangeKind.Delete => null,
        RowChangeKind.Append => [.. before ?? [], .. change.Value.Span],
        _ => change.Value.ToArray(),
    };

    private static byte[] Write(SortedDictionary<byte[], byte[]> rows)
    {
        var value = new WireWriter();
        foreach (var (key, row) in rows)
        {
            value.WriteVarBytes(key);
            value.WriteVarBytes(row);
        }

        return value.Written.ToArray();
    }
}
