namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>A table of an index: keys and values of bytes.</summary>
/// <param name="Id">Its number, from which a store may make a name.</param>
/// <param name="ScanBytes">
/// The fewest bytes of a key's beginning that rows are read by; 0 when they are read by whole keys alone.
/// </param>
public readonly record struct IndexTable(byte Id, string Name, int ScanBytes = 0)
{
    /// <summary>Whether rows are read by the beginning of their keys too.</summary>
    public bool IsOrdered => ScanBytes > 0;
}

/// <summary>What happens to a row.</summary>
public enum RowChangeKind
{
    /// <summary>The row has this value from now on, whatever it had.</summary>
    Put,

    /// <summary>These bytes follow the row's value.</summary>
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
