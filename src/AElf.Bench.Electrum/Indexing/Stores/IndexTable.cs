namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>A table of an index: keys and values of bytes.</summary>
/// <param name="Id">Its number; a store may use it as a name.</param>
/// <param name="ScanBytes">
/// Minimum length of a key prefix for reading rows; 0 if rows are read only by whole keys.
/// </param>
public readonly record struct IndexTable(byte Id, string Name, int ScanBytes = 0)
{
    /// <summary>Whether rows are also read by prefixes of their keys.</summary>
    public bool IsOrdered => ScanBytes > 0;
}

/// <summary>What happens to a row.</summary>
public enum RowChangeKind
{
    /// <summary>Sets the row's value; replaces any earlier value.</summary>
    Put,

    /// <summary>Appends these bytes to the row's value.</summary>
    Append,

    Delete,
}

/// <summary>A change of a row.</summary>
/// <param name="Value">The value, or the bytes to append; empty for a deletion.</param>
public readonly record struct RowChange(
    IndexTable Table, ReadOnlyMemory<byte> Key, RowChangeKind Kind, ReadOnlyMemory<byte> Value);

/// <summary>A row that was read.</summary>
/// <param name="Key">Its whole key.</param>
public readonly record struct IndexRow(ReadOnlyMemory<byte> Key, ReadOnlyMemory<byte> Value);
