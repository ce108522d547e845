using System.Buffers.Binary;
using System.Text;

namespace AElf.Bench.TestKit.Counters;

/// <summary>The stored state of a counter.</summary>
/// <param name="Sequence">The number of its last increment; it rises over all rounds. 0 when seeded.</param>
/// <param name="Count">Increments applied.</param>
public readonly record struct CounterState(long Sequence, long Count);

/// <summary>Encodes counters for a store. Each version of a counter has its own key.</summary>
public static class CounterCodec
{
    /// <summary>
    /// Bytes of a value: counter (int32), version (int32), sequence (int64), count (int64); little-endian.
    /// </summary>
    public const int ValueLength = 24;

    /// <summary>The key of a version of a counter.</summary>
    public static byte[] Key(string run, int counter, int version) =>
        Encoding.ASCII.GetBytes($"ab{run}:c{counter:x8}@{version:x8}");

    /// <summary>The value of a version of a counter.</summary>
    public static byte[] Value(int counter, int version, CounterState state)
    {
        var value = new byte[ValueLength];
        BinaryPrimitives.WriteInt32LittleEndian(value, counter);
        BinaryPrimitives.WriteInt32LittleEndian(value.AsSpan(4), version);
        BinaryPrimitives.WriteInt64LittleEndian(value.AsSpan(8), state.Sequence);
        BinaryPrimitives.WriteInt64LittleEndian(value.AsSpan(16), state.Count);
        return value;
    }

    /// <summary>The state in the value of this version of a counter; null if the bytes are not such a value.</summary>
    public static CounterState? Read(ReadOnlySpan<byte> value, int counter, int version) =>
        value.Length == ValueLength
        && BinaryPrimitives.ReadInt32LittleEndian(value) == counter
        && BinaryPrimitives.ReadInt32LittleEndian(value[4..]) == version
            ? new CounterState(
                BinaryPrimitives.ReadInt64LittleEndian(value[8..]), BinaryPrimitives.ReadInt64LittleEndian(value[16..]))
            : null;
}
