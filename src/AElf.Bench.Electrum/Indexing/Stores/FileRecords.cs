using AElf.Bench.Electrum.Chain;
using Microsoft.Win32.SafeHandles;

namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>Records in a file. Appended records stay in memory until a flush.</summary>
internal sealed class FileRecords : IRecords
{
    private readonly string path;
    private readonly int recordSize;
    private readonly SafeFileHandle file;
    private readonly WireWriter pending = new();
    private long written;

    /// <summary>Opens or creates the file; ignores an incomplete record at the end.</summary>
    public FileRecords(string path, int recordSize)
    {
        this.path = path;
        this.recordSize = recordSize;
        file = File.OpenHandle(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read);
        written = RandomAccess.GetLength(file) / recordSize;
    }

    public long Count => written + (pending.Length / recordSize);

    public void Append(ReadOnlySpan<byte> record) => pending.WriteBytes(record);

    public void Read(long first, Span<byte> records)
    {
        var inFile = (int)Math.Clamp((written - first) * recordSize, 0, records.Length);
        for (var read = 0; read < inFile;)
        {
            var more = RandomAccess.Read(file, records[read..inFile], (first * recordSize) + read);
            read += more > 0 ? more : throw new InvalidDataException($"'{path}' ends before record {first}");
        }

        if (inFile < records.Length)
        {
            var at = checked((int)((first - written) * recordSize)) + inFile;
            pending.Written.Slice(at, records.Length - inFile).CopyTo(records[inFile..]);
        }
    }

    public void Truncate(long count)
    {
        if (count > Count)
        {
            throw new InvalidDataException($"'{path}' has {Count} records; {count} were committed");
        }

        pending.Cut(checked((int)(Math.Max(0, count - written) * recordSize)));
        if (count < written)
        {
            written = count;
            RandomAccess.SetLength(file, count * recordSize);
        }
    }

    public void Flush()
    {
        if (pending.Length == 0)
        {
            return;
        }

        RandomAccess.Write(file, pending.Written, written * recordSize);
        RandomAccess.FlushToDisk(file);
        written += pending.Length / recordSize;
        pending.Clear();
    }

    public void Dispose() => file.Dispose();
}
