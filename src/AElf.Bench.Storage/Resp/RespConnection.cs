using System.Buffers.Text;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Timing;
using AElf.Bench.Storage.Sockets;
using static AElf.Bench.Storage.Control.RespParser;

namespace AElf.Bench.Storage.Resp;

/// <summary>
/// The hot path: commands of many lanes are written into one buffer and sent with one call, and replies are parsed in
/// one pass. It is blocking and single-threaded, and allocates nothing after its buffers have grown. It decides which
/// reply belongs to which command, and refuses a reply that cannot answer its command. Next:
/// <see cref="IRespTransport"/>. Protocol: RESP2, https://redis.io/docs/latest/develop/reference/protocol-spec/.
/// </summary>
/// <param name="transport">Open and logged in; the connection owns it.</param>
/// <param name="timeout">Maximum time for a whole reply.</param>
/// <param name="refused">Receives the text of each error reply; null stores only the last one.</param>
internal sealed partial class RespConnection(IRespTransport transport, TimeSpan timeout, Action<string>? refused = null)
    : IInPlaceConnection
{
    /// <summary>
    /// Maximum of unanswered commands on the wire. Further commands wait here, so that neither side blocks forever on a
    /// full socket.
    /// </summary>
    internal const int MaxOnWire = 4096;

    // Bytes around an argument: a head before it and a line end after it.
    private const int ArgumentFrame = RespHead.Room + 2;

    private const ushort LineEnd = '\r' | ('\n' << 8);

    // Minimum of free bytes for a receive call.
    private const int MinReceive = 64;

    private static readonly RespHead GetHead = new("*2\r\n$3\r\nGET\r\n$");
    private static readonly RespHead SetHead = new("*3\r\n$3\r\nSET\r\n$");
    private static readonly RespHead DeleteHead = new("*2\r\n$3\r\nDEL\r\n$");
    private static readonly RespHead ValueHead = new("\r\n$");
    private static readonly RespHead ArgumentHead = new("$");

    private byte[] unsent = new byte[64 * 1024];
    private int unsentStart;
    private int unsentEnd;
    private long bytesQueued;

    private byte[] received = new byte[64 * 1024];
    private int receivedStart;
    private int receivedEnd;

    // The expected replies: a ring whose length is a power of two.
    private Expected[] expected = new Expected[1024];
    private int expectedFirst;
    private int expectedCount;

    private StoreReply[] replies = new StoreReply[1024];
    private int replyCount;

    private OperationTally operations;
    private long silentSince;

    private enum Answer : byte
    {
        /// <summary>A value, a missing value, or an error.</summary>
        Value,

        /// <summary>+OK or an error.</summary>
        Ok,

        /// <summary>+OK, a count, or an error: servers differ on MSET and DEL.</summary>
        OkOrCount,

        /// <summary>The head of an array of values, or one error for all of them.</summary>
        Array,

        /// <summary>A number or an error.</summary>
        Number,

        /// <summary>+OK to MULTI, or an error; it produces no reply of an operation.</summary>
        Begun,

        /// <summary>+QUEUED to a command after MULTI, or an error; it produces no reply of an operation.</summary>
        Queued,

        /// <summary>An array of +OK to EXEC, or an error.</summary>
        Executed,
    }

    public int Outstanding { get; private set; }

    public OperationCounts Operations => operations.Counts;

    public string LastError { get; private set; } = string.Empty;

    public void Get(ReadOnlySpan<byte> key, int tag) => key.CopyTo(Get(key.Length, tag));

    public Span<byte> Get(int keyLength, int tag)
    {
        operations.Get();
        return QueueKeyCommand(GetHead, keyLength, tag, Answer.Value);
    }

    public void Set(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value, int tag)
    {
        key.CopyTo(Set(key.Length, value.Length, tag, out var valueRoom));
        value.CopyTo(valueRoom);
    }

    public Span<byte> Set(int keyLength, int valueLength, int tag, out Span<byte> value)
    {
        operations.Set();
        Outstanding++;
        return WriteSet(keyLength, valueLength, Answer.Ok, tag, out value);
    }

    public void Delete(ReadOnlySpan<byte> key, int tag) =>
        key.CopyTo(QueueKeyCommand(DeleteHead, key.Length, tag, Answer.OkOrCount));

    public void MultiGet(ReadOnlySpan<byte> keys, int keyLength, int firstTag)
    {
        var count = SideBySide.Count(keys, keyLength);
        var room = Reserve(ArgumentFrame + keys.Length + (count * ArgumentFrame));
        var length = WriteMultiHead(room, count + 1, "$4\r\nMGET\r\n"u8);
        for (var i = 0; i < count; i++)
        {
            length += WriteArgument(room[length..], keys.Slice(i * keyLength, keyLength));
        }

        Append(Answer.Array, count, length);
        for (var i = 0; i < count; i++)
        {
            Expect(Answer.Value, firstTag + i, 0);
        }

        operations.MultiGet(count);
        Outstanding += count;
    }

    public void MultiSet(ReadOnlySpan<byte> keys, int keyLength, ReadOnlySpan<byte> values, int valueLength, int tag)
    {
        var count = SideBySide.Count(keys, keyLength, values, valueLength);
        var room = Reserve(ArgumentFrame + keys.Length + values.Length + (2 * count * ArgumentFrame));
        var length = WriteMultiHead(room, (2 * count) + 1, "$4\r\nMSET\r\n"u8);
        for (var i = 0; i < count; i++)
        {
            length += WriteArgument(room[length..], keys.Slice(i * keyLength, keyLength));
            length += WriteArgument(room[length..], values.Slice(i * valueLength, valueLength));
        }

        Queue(Answer.OkOrCount, tag, length);
        operations.MultiSet(count);
    }

    public StoreReplies Exchange()
    {
        if (Outstanding == 0)
        {
            replyCount = 0;
            return default;
        }

        Flush();
        return Take();
    }

    /// <summary>As <see cref="Exchange"/>, after <see cref="Flush"/>; sends nothing.</summary>
    public StoreReplies Take()
    {
        replyCount = 0;
        long waitingSince = 0;
        while (true)
        {
            Receive();
            Parse();
            if (replyCount > 0)
            {
                Outstanding -= replyCount;
                return new StoreReplies(replies.AsSpan(0, replyCount), received);
            }

            // A peer that sends single bytes extends each receive call, but not the whole wait.
            ThrowWhenTooLong(ref waitingSince);
        }
    }

    /// <summary>Sends queued commands, up to the maximum on the wire.</summary>
    /// <exception cref="StoreException">The peer disconnected.</exception>
    public void Flush()
    {
        var length = unsentEnd - unsentStart;
        var sent = bytesQueued - length;
        if (expectedCount > MaxOnWire)
        {
            var lastToSend = expected[(expectedFirst + MaxOnWire - 1) & (expected.Length - 1)].EndsAt;
            length = (int)Math.Clamp(lastToSend - sent, 0, length);
        }

        if (length > 0)
        {
            transport.Send(unsent.AsSpan(unsentStart, length), isAlone: expected[expectedFirst].EndsAt > sent);
            unsentStart += length;
        }

        if (unsentStart == unsentEnd)
        {
            unsentStart = 0;
            unsentEnd = 0;
        }
    }

    public bool Await(TimeSpan atMost)
    {
        if (Outstanding == 0)
        {
            PreciseWait.For(atMost);
            return false;
        }

        Flush();
        if (transport.Await(atMost))
        {
            silentSince = 0;
            return true;
        }

        ThrowWhenTooLong(ref silentSince);
        return false;
    }

    public void Dispose() => transport.Dispose();

    private void ThrowWhenTooLong(ref long since)
    {
        since = since == 0 ? Stopwatch.GetTimestamp() : since;
        if (Stopwatch.GetElapsedTime(since) > timeout)
        {
            throw new StoreException(
                StoreFault.Timeout,
                $"{transport.Peer} sent no complete reply within {timeout.TotalMilliseconds:0} ms; "
                    + $"unanswered operations: {Outstanding}");
        }
    }

    private static int WriteLineEnd(Span<byte> room, int at)
    {
        room[at] = (byte)'\r';
        room[at + 1] = (byte)'\n';
        return 2;
    }

    private static int WriteMultiHead(Span<byte> room, int arguments, ReadOnlySpan<byte> command)
    {
        room[0] = (byte)'*';
        Utf8Formatter.TryFormat(arguments, room[1..], out var digits);
        var length = 1 + digits;
        length += WriteLineEnd(room, length);
        command.CopyTo(room[length..]);
        return length + command.Length;
    }

    private static int WriteArgument(Span<byte> room, ReadOnlySpan<byte> argument)
    {
        var length = ArgumentHead.Write(room, argument.Length);
        argument.CopyTo(room[length..]);
        length += argument.Length;
        return length + WriteLineEnd(room, length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Span<byte> QueueKeyCommand(RespHead head, int keyLength, int tag, Answer answer)
    {
        var room = Reserve(keyLength + ArgumentFrame);
        var keyAt = head.Write(room, keyLength);
        Queue(answer, tag, keyAt + keyLength + WriteLineEnd(room, keyAt + keyLength));
        return room.Slice(keyAt, keyLength);
    }

    /// <summary>Queues the command in the reserved room; it has one reply.</summary>
    private void Queue(Answer answer, int tag, int length)
    {
        Append(answer, tag, length);
        Outstanding++;
    }

    private void Append(Answer answer, int tag, int length)
    {
        unsentEnd += length;
        Expect(answer, tag, length);
    }

    private Span<byte> Reserve(int length)
    {
        if (unsent.Length - unsentEnd < length)
        {
            MakeRoom(length);
        }

        return unsent.AsSpan(unsentEnd);
    }

    private void MakeRoom(int length)
    {
        var used = unsentEnd - unsentStart;
        var target = used + length > unsent.Length / 2
            ? new byte[Math.Max(unsent.Length * 2, (int)BitOperations.RoundUpToPowerOf2((uint)(used + length)))]
            : unsent;
        unsent.AsSpan(unsentStart, used).CopyTo(target);
        unsent = target;
        unsentStart = 0;
        unsentEnd = used;
    }

    private void Expect(Answer answer, int tag, int length)
    {
        if (expectedCount == expected.Length)
        {
            GrowExpected();
        }

        bytesQueued += length;
        expected[(expectedFirst + expectedCount++) & (expected.Length - 1)] = new Expected(bytesQueued, tag, answer);
    }

    private void GrowExpected()
    {
        var larger = new Expected[expected.Length * 2];
        for (var i = 0; i < expectedCount; i++)
        {
            larger[i] = expected[(expectedFirst + i) & (expected.Length - 1)];
        }

        expected = larger;
        expectedFirst = 0;
    }

    private void Receive()
    {
        if (receivedStart == receivedEnd)
        {
            receivedStart = 0;
            receivedEnd = 0;
        }
        else if (received.Length - receivedEnd < MinReceive)
        {
            CompactReceived();
        }

        var count = transport.Receive(received.AsSpan(receivedEnd));
        if (count == 0)
        {
            throw new StoreException(
                StoreFault.Closed, $"{transport.Peer} closed the connection; unanswered operations: {Outstanding}");
        }

        receivedEnd += count;
    }

    private void CompactReceived()
    {
        var held = receivedEnd - receivedStart;
        var target = held > received.Length / 2 ? new byte[received.Length * 2] : received;
        received.AsSpan(receivedStart, held).CopyTo(target);
        received = target;
        receivedStart = 0;
        receivedEnd = held;
    }

    private void Parse()
    {
        while (receivedStart < receivedEnd)
        {
            if (expectedCount == 0)
            {
                throw Violation($"sent {Quote(Held)} without a request");
            }

            ref readonly var next = ref expected[expectedFirst];
            var consumed = next.Answer switch
            {
                Answer.Value => ParseValue(next.Tag),
                Answer.Ok => ParseOk(next.Tag, countsToo: false),
                Answer.OkOrCount => ParseOk(next.Tag, countsToo: true),
                Answer.Number => ParseNumber(next.Tag),
                Answer.Begun => ParsePart("+OK"u8, isFirst: true),
                Answer.Queued => ParsePart("+QUEUED"u8, isFirst: false),
                Answer.Executed => ParseExecuted(next.Tag),
                _ => ParseArrayHead(next.Tag),
            };
            if (consumed == 0)
            {
                return;
            }

            receivedStart += consumed;
        }
    }

    private ReadOnlySpan<byte> Held => received.AsSpan(receivedStart, receivedEnd - receivedStart);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int ParseValue(int tag)
    {
        // For example "$32\r\n", the value and "\r\n": all values have this form, except the shortest and the longest.
        var held = Held;
        if (held.Length >= 7 && held[0] == '$' && held[3] == '\r' && held[4] == '\n')
        {
            var tens = (uint)held[1] - '0';
            var ones = (uint)held[2] - '0';
            var end = 5 + (int)((tens * 10) + ones);
            if (tens < 10 && ones < 10 && held.Length >= end + 2 && MemoryMarshal.Read<ushort>(held[end..]) == LineEnd)
            {
                Answered(ReplyKind.Value, tag, receivedStart + 5, end - 5);
                return end + 2;
            }
        }

        return ParseOddValue(held, tag);
    }

    private int ParseOddValue(ReadOnlySpan<byte> held, int tag)
    {
        var line = Line(held);
        if (line < 0)
        {
            return 0;
        }

        switch (held[0])
        {
            case (byte)'-':
                return Refuse(held, line, tag);
            case (byte)'$':
                var length = Number(held[1..line]);
                if (length == -1)
                {
                    Answered(ReplyKind.Missing, tag);
                    return line + 2;
                }

                if (length is < 0 or > MaxBulk)
                {
                    throw Violation(
                        $"announced a value of {Encoding.ASCII.GetString(held[1..line])} bytes; "
                            + $"0 to {MaxBulk} are accepted");
                }

                return ParseBulk(held, line + 2, (int)length, tag);
            default:
                throw Violation($"answered {Quote(held)} to a read");
        }
    }

    private int ParseBulk(ReadOnlySpan<byte> held, int start, int length, int tag)
    {
        if (held.Length < start + length + 2)
        {
            return 0;
        }

        if (held[start + length] != '\r' || held[start + length + 1] != '\n')
        {
            throw Violation(
                $"ended a value of {length} bytes with {Quote(held[(start + length)..])} instead of a line end");
        }

        Answered(ReplyKind.Value, tag, receivedStart + start, length);
        return start + length + 2;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int ParseOk(int tag, bool countsToo)
    {
        var held = Held;
        if (held.Length >= 5 && MemoryMarshal.Read<uint>(held) == ('+' | ('O' << 8) | ('K' << 16) | ('\r' << 24))
            && held[4] == '\n')
        {
            Answered(ReplyKind.Stored, tag);
            return 5;
        }

        return ParseOddOk(held, tag, countsToo);
    }

    private int ParseOddOk(ReadOnlySpan<byte> held, int tag, bool countsToo)
    {
        var line = Line(held);
        if (line < 0)
        {
            return 0;
        }

        if (held[0] == '-')
        {
            return Refuse(held, line, tag);
        }

        if (countsToo && held[0] == ':')
        {
            Answered(ReplyKind.Stored, tag);
            return line + 2;
        }

        throw Violation($"answered {Quote(held)} to a write");
    }

    private int ParseArrayHead(int keys)
    {
        var held = Held;
        var line = Line(held);
        if (line < 0)
        {
            return 0;
        }

        if (held[0] == '*' && Number(held[1..line]) == keys)
        {
            Drop(1);
            return line + 2;
        }

        if (held[0] != '-')
        {
            throw Violation($"answered {Quote(held)} to a read of {keys} keys");
        }

        NoteError(held[1..line]);
        Drop(1);
        for (var i = 0; i < keys; i++)
        {
            Answered(ReplyKind.Refused, expected[expectedFirst].Tag);
        }

        return line + 2;
    }

    private void Drop(int count)
    {
        expectedFirst = (expectedFirst + count) & (expected.Length - 1);
        expectedCount -= count;
    }

    /// <summary>The end of the first line; −1 if the line is incomplete.</summary>
    private int Line(ReadOnlySpan<byte> held)
    {
        var end = held.IndexOf("\r\n"u8);
        if (end > MaxLine || (end < 0 && held.Length > MaxLine))
        {
            throw Violation($"sent a line of more than {MaxLine} bytes, starting {Quote(held)}");
        }

        // Bytes that begin no reply are wrong already: waiting for more cannot help.
        if (held[0] is not ((byte)'+' or (byte)'-' or (byte)':' or (byte)'$' or (byte)'*'))
        {
            throw Violation($"sent {Quote(held)}, which is not a RESP2 reply");
        }

        return end;
    }

    private static long Number(ReadOnlySpan<byte> digits) =>
        Utf8Parser.TryParse(digits, out long number, out var used) && used == digits.Length ? number : long.MinValue;

    private StoreException Violation(string what) => new(StoreFault.Protocol, $"{transport.Peer} {what}");

    /// <summary>An expected reply.</summary>
    /// <param name="EndsAt">Bytes queued up to the end of its command.</param>
    /// <param name="Tag">The operation's tag; for the head of an array, the number of keys that follow.</param>
    /// <param name="Answer">The accepted kinds of reply.</param>
    private readonly record struct Expected(long EndsAt, int Tag, Answer Answer);
}
