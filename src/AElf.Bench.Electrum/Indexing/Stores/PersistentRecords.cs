using System.Buffers.Binary;
using System.Text;

namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>
/// A flat file in a store of keys and values. A value has up to 4 KiB of records. The count is written after the
/// records, so that all counted records exist.
/// </summary>
internal sealed class PersistentRecords : IRecords
{
    private const int ValueBytes = 4096;

    private readonly IndexValues values;
    private readonly Lock gate;
    private readonly byte[] name;
    private readonly int recordSize;
    private readonly int inValue;
    private readonly SortedDictionary<int, byte[]> unwritten = [];
    private long written;

    /// <summary>Opens or creates a file.</summary>
    /// <param name="gate">The lock for all uses of the values.</param>
    /// <param name="recordSize">Bytes of a record.</param>
    public PersistentRecords(IndexValues values, Lock gate, string name, int recordSize)
    {
        this.values = values;
        this.gate = gate;
        this.name = Encoding.ASCII.GetBytes(name);
        this.recordSize = recordSize;
        inValue = Math.Max(1, ValueBytes / recordSize);
        written = values.Get(CountKey) is { } count ? BinaryPrimitives.ReadInt64LittleEndian(count) : 0;
        Count = written;
    }

    public long Count { get; private set; }

    private byte[] CountKey => values.Key('f', name);

    public void Append(ReadOnlySpan<byte> record)
    {
        lock (gate)
        {
            var (value, offset) = PlaceOf(Count);
            record.CopyTo(Changed(value).AsSpan(offset));
            Count++;
        }
    }

    public void Read(long first, Span<byte> records)
    {
        lock (gate)
        {
            while (!records.IsEmpty)
            {
                var (number, offset) = PlaceOf(first);
                var found = ValueAt(number).AsSpan(offset);
                var length = Math.Min(found.Length, records.Length);
                found[..length].CopyTo(records);
                records = records[length..];
                first += length / recordSize;
            }
        }
    }

    public void Truncate(long count)
    {
        if (count > Count)
        {
            throw new InvalidDataException($"a flat file has {Count} records; {count} were committed");
        }

        Count = count;
    }

    public void Flush()
    {
        lock (gate)
        {
            if (unwritten.Count == 0 && written == Count)
            {
                return;
            }

            values.Write([.. unwritten.Where(each => each.Key < ValuesOf(Count))
                .Select(each => new IndexWrite(ValueKey(each.Key), each.Value))]);
            unwritten.Clear();
            var count = new byte[sizeof(long)];
            BinaryPrimitives.WriteInt64LittleEndian(count, Count);
            values.Write([new IndexWrite(CountKey, count)]);
            values.Write([.. Enumerable.Range(ValuesOf(Count), Math.Max(0, ValuesOf(written) - ValuesOf(Count)))
                .Select(number => new IndexWrite(ValueKey(number), null))]);
            written = Count;
        }
    }

    public void Dispose()
    {
        // Unflushed records belong to no commit.
    }

    private (int Value, int Offset) PlaceOf(long record) =>
        (checked((int)(record / inValue)), (int)(record % inValue) * recordSize);

    private int ValuesOf(long records) => checked((int)((records + inValue - 1) / inValue));

    private byte[] ValueKey(int number)
    {
        Span<byte> key = stackalloc byte[name.Length + 1 + sizeof(int)];
        name.CopyTo(key);
        key[name.Length] = (byte)':';
        BinaryPrimitives.WriteInt32BigEndian(key[^sizeof(int)..], number);
        return values.Key('f', key);
    }

    private byte[] Changed(int number)
    {
        if (!unwritten.TryGetValue(number, out var value))
        {
            unwritten[number] = value =
                number < ValuesOf(written) ? Stored(number) : new byte[inValue * recordSize];
        }

        return value;
    }

    private byte[] ValueAt(int number) => unwritten.TryGetValue(number, out var value) ? value : Stored(number);

    private byte[] Stored(int number) => values.Get(ValueKey(number)) ?? throw new InvalidDataException(
        $"value {number} of the flat file '{Encoding.ASCII.GetString(name)}' is missing");
}
