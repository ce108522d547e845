namespace AElf.Bench.Electrum.Indexing;

/// <summary>A table of an index: keys and values of bytes.</summary>
/// <param name="Id">Its number, of which a store may make its own name.</param>
/// <param name="Name">What it is called.</param>
/// <param name="ScanBytes">
/// The fewest bytes of a key's beginning that rows are read by; 0 when they are read by whole keys alone.
/// </param>
public readonly record struct IndexTable(byte Id, string Name, int ScanBytes = 0)
{
    /// <summary>Whether it is read by the beginning of its keys too.</summary>
    public bool IsOrdered => ScanBytes > 0;
}

/// <summary>What happens to a row.</summary>
public enum RowChangeKind
{
    /// <summary>It has this value, whatever it had.</summary>
    Put,

    /// <summary>These bytes follow what it has.</summary>
    Append,

    /// <summary>It is there no more.</summary>
    Delete,
}

/// <summary>A change of a row.</summary>
/// <param name="Table">Its table.</param>
/// <param name="Key">Its key.</param>
/// <param name="Kind">What happens to it.</param>
/// <param name="Value">The value, or what is appended; empty for one that is deleted.</param>
public readonly record struct RowChange(
    IndexTable Table, ReadOnlyMemory<byte> Key, RowChangeKind Kind, ReadOnlyMemory<byte> Value);

/// <summary>A row that was read.</summary>
/// <param name="Key">Its whole key.</param>
/// <param name="Value">Its value.</param>
public readonly record struct IndexRow(ReadOnlyMemory<byte> Key, ReadOnlyMemory<byte> Value);
