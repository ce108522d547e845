using System.Buffers;
using System.Collections.Frozen;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// The kinds of a closed set of messages. Each kind has a number, which is its first byte, and a mapping. The number
/// alone decides how a peer's bytes are read, never the name of a type.
/// </summary>
internal sealed class WireTable<TMessage>(params IReadOnlyList<WireTable<TMessage>.Row> rows)
    where TMessage : class
{
    private readonly FrozenDictionary<Type, Row> byType = rows.ToFrozenDictionary(row => row.Type);
    private readonly FrozenDictionary<byte, Row> byNumber = rows.ToFrozenDictionary(row => row.Number);

    public IReadOnlyList<Row> Rows => rows;

    /// <summary>A kind of message.</summary>
    /// <param name="code">Writes or reads its members in order.</param>
    public static Row Of<T>(byte number, Func<WireCoder, T, T> code)
        where T : TMessage => new(number, typeof(T), (wire, message) => wire.One((T)message, code));

    public void Write(TMessage message, ArrayBufferWriter<byte> to)
    {
        var row = byType[message.GetType()];
        to.Write([row.Number]);
        row.Code(new WireCoder(to), message);
    }

    /// <summary>The kind of the message in these bytes.</summary>
    /// <exception cref="WireException">This version does not know the kind.</exception>
    public Row KindOf(ReadOnlyMemory<byte> bytes)
    {
        if (bytes.IsEmpty)
        {
            throw new WireException("a frame without a message");
        }

        return byNumber.GetValueOrDefault(bytes.Span[0]) ?? throw new WireException(
            $"a message of kind {bytes.Span[0]}, which this version does not know; both sides must run the same build");
    }

    /// <exception cref="WireException">
    /// The bytes are not exactly one message, or the message has an impossible value.
    /// </exception>
    public TMessage Read(ReadOnlyMemory<byte> bytes)
    {
        var row = KindOf(bytes);
        var wire = new WireCoder(bytes[1..]);
        var message = row.Code(wire, null!);
        return wire.Left == 0 ? message : throw new WireException($"{wire.Left} bytes after a message");
    }

    internal sealed record Row(byte Number, Type Type, Func<WireCoder, TMessage, TMessage> Code);
}
