using AElf.Bench.Core.Stores;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>Values under one prefix, which contain an index.</summary>
internal abstract class IndexValues(ReadOnlySpan<byte> prefix) : IDisposable
{
    /// <summary>Every written key, including removed keys.</summary>
    public HashSet<byte[]> Written { get; } = new(ByteKeys.Comparer);

    protected byte[] Prefix { get; } = prefix.ToArray();

    /// <summary>A key of this prefix.</summary>
    /// <param name="kind">The kind of value.</param>
    /// <param name="name">Its name within the kind.</param>
    public byte[] Key(char kind, ReadOnlySpan<byte> name) => [.. Prefix, (byte)kind, .. name];

    /// <summary>The value of a key; null if absent.</summary>
    public abstract byte[]? Get(byte[] key);

    /// <summary>The values of keys, in order; null for an absent key.</summary>
    public abstract byte[]?[] Get(IReadOnlyList<byte[]> keys);

    /// <summary>Writes and removes values, and waits until this is done.</summary>
    public abstract void Write(IReadOnlyList<IndexWrite> writes);

    public abstract void Dispose();
}

/// <summary>Values in this process, to find the keys of an index.</summary>
internal sealed class LocalValues(ReadOnlySpan<byte> prefix) : IndexValues(prefix)
{
    private readonly Dictionary<byte[], byte[]?> values = new(ByteKeys.Comparer);

    public override byte[]? Get(byte[] key) => values.GetValueOrDefault(key);

    public override byte[]?[] Get(IReadOnlyList<byte[]> keys) => [.. keys.Select(Get)];

    public override void Write(IReadOnlyList<IndexWrite> writes)
    {
        foreach (var (key, value) in writes)
        {
            Written.Add(key);
            values[key] = value;
        }
    }

    public override void Dispose()
    {
        // The values need no disposal.
    }
}

/// <summary>A value to write, or a key to remove.</summary>
/// <param name="Value">The value; null to remove the key.</param>
internal readonly record struct IndexWrite(byte[] Key, byte[]? Value)
{
    /// <summary>Appends the write to a log, for <see cref="ReadAll"/>.</summary>
    public void WriteTo(WireWriter log)
    {
        log.WriteVarBytes(Key);
        log.WriteByte(Value is null ? (byte)0 : (byte)1);
        log.WriteVarBytes(Value);
    }

    public static List<IndexWrite> ReadAll(ReadOnlySpan<byte> log)
    {
        var writes = new List<IndexWrite>();
        for (var reader = new WireReader(log); reader.Left > 0;)
        {
            var key = reader.ReadVarBytes("a key").ToArray();
            var hasValue = reader.ReadByte("whether there is a value") != 0;
            var value = reader.ReadVarBytes("a value").ToArray();
            writes.Add(new IndexWrite(key, hasValue ? value : null));
        }

        return writes;
    }
}
