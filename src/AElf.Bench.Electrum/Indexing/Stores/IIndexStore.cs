namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>
/// The rows and flat files of an index. One thread writes while no thread reads; many threads may read at once.
/// </summary>
public interface IIndexStore : IDisposable
{
    /// <summary>Bytes of its storage; in memory, only the bytes of keys and values.</summary>
    long Size { get; }

    /// <summary>Bytes of keys and values by table, and of each flat file; empty if only the sum is known.</summary>
    IReadOnlyList<KeyValuePair<string, long>> Tables => [];

    /// <summary>The value of a key, valid until the next change; null if absent.</summary>
    ReadOnlyMemory<byte>? Get(IndexTable table, ReadOnlySpan<byte> key);

    /// <summary>All rows of an ordered table whose keys begin with a prefix, in the order of the keys' bytes.</summary>
    IEnumerable<IndexRow> Scan(IndexTable table, byte[] prefix);

    /// <summary>Applies all changes atomically.</summary>
    /// <param name="changes">One change for each row, in the order of the tables' numbers and the keys' bytes.</param>
    void Commit(IReadOnlyCollection<RowChange> changes);

    /// <summary>Opens or creates a flat file.</summary>
    /// <param name="name">Its name, which consists of letters.</param>
    /// <param name="recordSize">Bytes of each record.</param>
    IRecords OpenRecords(string name, int recordSize);
}

/// <summary>
/// A flat file of records of one size, which grows at its end. It is not part of a commit: when it is opened again,
/// records beyond the last committed count are removed.
/// </summary>
public interface IRecords : IDisposable
{
    long Count { get; }

    void Append(ReadOnlySpan<byte> record);

    /// <summary>Reads consecutive records.</summary>
    /// <param name="first">The number of the first, from 0.</param>
    /// <param name="records">Room for whole records; all of it is filled.</param>
    void Read(long first, Span<byte> records);

    /// <summary>Truncates to a number of records.</summary>
    /// <exception cref="InvalidDataException">There are fewer records.</exception>
    void Truncate(long count);

    /// <summary>Syncs the appended records, so that they survive a crash of the process or of the machine.</summary>
    void Flush();
}
