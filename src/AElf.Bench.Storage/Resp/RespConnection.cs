using System.Buffers.Text;
using System.Diagnostics;
using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using AElf.Bench.Core.Accounts;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Control;

namespace AElf.Bench.Storage.Resp;

/// <summary>
/// The hot path: commands of many lanes written into one buffer and sent with one call, replies parsed in one pass. Blocking, one thread,
/// nothing allocated once the buffers have grown. Each reply is held against the command it answers, so that a peer that answers too much,
/// too little or the wrong kind is found out at once. Protocol: RESP2, https://redis.io/docs/latest/develop/reference/protocol-spec/.
/// </summary>
internal sealed class RespConnection : IStoreConnection
{
    /// <summary>Commands unanswered on the wire at most; more wait here, so that neither side blocks on a full socket for ever.</summary>
    internal const int MaxOnWire = 4096;

    // Such as "*2\r\n$3\r\nGET\r\n$28\r\n".
    private const int HeadLength = 18;
    private const int GetLength = HeadLength + AccountCodec.KeyLength + 2;
    private const int ValueAt = HeadLength + AccountCodec.KeyLength + 7;
    private const int SetLength = ValueAt + AccountCodec.ValueLength + 2;
    private const int BulkLength = 5 + AccountCodec.ValueLength + 2;

    private readonly IRespTransport transport;
    private readonly ulong runId;
    private readonly TimeSpan timeout;

    private byte[] unsent = new byte[64 * 1024];
    private int unsentStart;
    private int unsentEnd;
    private long bytesQueued;

    private byte[] received = new byte[64 * 1024];
    private int receivedStart;
    private int receivedEnd;

    // What each reply to come must answer: a ring whose length is a power of two.
    private Expected[] expected = new Expected[1024];
    private int expectedFirst;
    private int expectedCount;

    private StoreReply[] replies = new StoreReply[1024];
    private int replyCount;

    private long gets;
    private long sets;
    private long multiGets;
    private long multiSets;
    private long keysInMultiGets;
    private long keysInMultiSets;

    /// <summary>Takes over an open, logged-in transport.</summary>
    public RespConnection(IRespTransport transport, RunId runId, TimeSpan timeout)
    {
        this.transport = transport;
        this.runId = runId.HexBytes;
        this.timeout = timeout;
    }

    private enum Answer : byte
    {
        /// <summary>A value, a missing value, or an error.</summary>
        Value,

        /// <summary>+OK or an error.</summary>
        Ok,

        /// <summary>+OK, a count, or an error: servers differ on MSET and DEL.</summary>
        OkOrCount,

        /// <summary>The head of an array of values, or an error that stands for all of them.</summary>
        Array,
    }

    /// <inheritdoc/>
    public int Outstanding { get; private set; }

    /// <inheritdoc/>
    public OperationCounts Operations => new(gets, sets, multiGets, multiSets, gets + keysInMultiGets, sets + keysInMultiSets);

    /// <inheritdoc/>
    public string LastError { get; private set; } = string.Empty;

    private static ReadOnlySpan<byte> GetHead => "*2\r\n$3\r\nGET\r\n$28\r\n"u8;

    private static ReadOnlySpan<byte> SetHead => "*3\r\n$3\r\nSET\r\n$28\r\n"u8;

    private static ReadOnlySpan<byte> DeleteHead => "*2\r\n$3\r\nDEL\r\n$28\r\n"u8;

    private static ReadOnlySpan<byte> ValueHead => "\r\n$32\r\n"u8;

    /// <inheritdoc/>
    public void Get(AccountKey key)
    {
        QueueKeyCommand(GetHead, key, Answer.Value);
        gets++;
    }

    /// <inheritdoc/>
    public void Set(AccountKey key, AccountState state)
    {
        var room = Reserve(SetLength);
        SetHead.CopyTo(room);
        AccountCodec.WriteKey(room[HeadLength..], runId, key);
        ValueHead.CopyTo(room[(HeadLength + AccountCodec.KeyLength)..]);
        AccountCodec.WriteValue(room[ValueAt..], key, state);
        WriteLineEnd(room, ValueAt + AccountCodec.ValueLength);
        unsentEnd += SetLength;
        Expect(Answer.Ok, key, SetLength);
        sets++;
        Outstanding++;
    }

    /// <inheritdoc/>
    public void Delete(AccountKey key) => QueueKeyCommand(DeleteHead, key, Answer.OkOrCount);

    /// <inheritdoc/>
    public void MultiGet(ReadOnlySpan<AccountKey> keys)
    {
        var length = WriteMultiHead(keys.Length + 1, "$4\r\nMGET\r\n"u8, keys.Length * (7 + AccountCodec.KeyLength));
        foreach (var key in keys)
        {
            length += WriteKeyArgument(key);
        }

        Expect(Answer.Array, new AccountKey(keys.Length, 0), length);
        foreach (var key in keys)
        {
            Expect(Answer.Value, key, 0);
        }

        multiGets++;
        keysInMultiGets += keys.Length;
        Outstanding += keys.Length;
    }

    /// <inheritdoc/>
    public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states)
    {
        var length = WriteMultiHead((2 * keys.Length) + 1, "$4\r\nMSET\r\n"u8, keys.Length * (7 + AccountCodec.KeyLength + 7 + AccountCodec.ValueLength));
        for (var i = 0; i < keys.Length; i++)
        {
            length += WriteKeyArgument(keys[i]);
            length += WriteValueArgument(keys[i], states[i]);
        }

        Expect(Answer.OkOrCount, keys[0], length);
        multiSets++;
        keysInMultiSets += keys.Length;
        Outstanding++;
    }

    /// <inheritdoc/>
    public ReadOnlySpan<StoreReply> Exchange()
    {
        replyCount = 0;
        if (Outstanding == 0)
        {
            return [];
        }

        Send();
        long waitingSince = 0;
        while (true)
        {
            Receive();
            Parse();
            if (replyCount > 0)
            {
                Outstanding -= replyCount;
                return replies.AsSpan(0, replyCount);
            }

            // A peer that trickles bytes keeps each receive alive but not the whole wait.
            waitingSince = waitingSince == 0 ? Stopwatch.GetTimestamp() : waitingSince;
            if (Stopwatch.GetElapsedTime(waitingSince) > timeout)
            {
                throw new StoreException(
                    StoreFault.Timeout,
                    $"{transport.Peer} sent no whole reply within {timeout.TotalMilliseconds:0} ms; {Outstanding} operations are unanswered");
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose() => transport.Dispose();

    private static void WriteLineEnd(Span<byte> room, int at)
    {
        room[at] = (byte)'\r';
        room[at + 1] = (byte)'\n';
    }

    // Both commands of one key have three letters, and so one length.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void QueueKeyCommand(ReadOnlySpan<byte> head, AccountKey key, Answer answer)
    {
        var room = Reserve(GetLength);
        head.CopyTo(room);
        AccountCodec.WriteKey(room[HeadLength..], runId, key);
        WriteLineEnd(room, HeadLength + AccountCodec.KeyLength);
        unsentEnd += GetLength;
        Expect(answer, key, GetLength);
        Outstanding++;
    }

    private int WriteMultiHead(int arguments, ReadOnlySpan<byte> command, int bodyLength)
    {
        Reserve(16 + command.Length + bodyLength);
        var head = unsent.AsSpan(unsentEnd);
        head[0] = (byte)'*';
        Utf8Formatter.TryFormat(arguments, head[1..], out var digits);
        WriteLineEnd(head, 1 + digits);
        command.CopyTo(head[(3 + digits)..]);
        var length = 3 + digits + command.Length;
        unsentEnd += length;
        return length;
    }

    private int WriteKeyArgument(AccountKey key)
    {
        const int Length = 7 + AccountCodec.KeyLength;
        var room = unsent.AsSpan(unsentEnd, Length);
        AccountCodec.KeyHeader.CopyTo(room);
        AccountCodec.WriteKey(room[5..], runId, key);
        WriteLineEnd(room, 5 + AccountCodec.KeyLength);
        unsentEnd += Length;
        return Length;
    }

    private int WriteValueArgument(AccountKey key, AccountState state)
    {
        const int Length = 7 + AccountCodec.ValueLength;
        var room = unsent.AsSpan(unsentEnd, Length);
        AccountCodec.ValueHeader.CopyTo(room);
        AccountCodec.WriteValue(room[5..], key, state);
        WriteLineEnd(room, 5 + AccountCodec.ValueLength);
        unsentEnd += Length;
        return Length;
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

    private void Expect(Answer answer, AccountKey key, int length)
    {
        if (expectedCount == expected.Length)
        {
            GrowExpected();
        }

        bytesQueued += length;
        expected[(expectedFirst + expectedCount++) & (expected.Length - 1)] = new Expected(bytesQueued, key, answer);
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

    private void Send()
    {
        var length = unsentEnd - unsentStart;
        if (expectedCount > MaxOnWire)
        {
            var lastToSend = expected[(expectedFirst + MaxOnWire - 1) & (expected.Length - 1)].EndsAt;
            var sent = bytesQueued - length;
            length = (int)Math.Clamp(lastToSend - sent, 0, length);
        }

        if (length > 0)
        {
            transport.Send(unsent.AsSpan(unsentStart, length));
            unsentStart += length;
        }

        if (unsentStart == unsentEnd)
        {
            unsentStart = 0;
            unsentEnd = 0;
        }
    }

    private void Receive()
    {
        if (receivedStart == receivedEnd)
        {
            receivedStart = 0;
            receivedEnd = 0;
        }
        else if (received.Length - receivedEnd < BulkLength)
        {
            CompactReceived();
        }

        var count = transport.Receive(received.AsSpan(receivedEnd));
        if (count == 0)
        {
            throw new StoreException(StoreFault.Closed, $"{transport.Peer} closed the connection; {Outstanding} operations are unanswered");
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
                throw Violation($"sent {Quote(Held)} when no reply was owed");
            }

            ref readonly var next = ref expected[expectedFirst];
            var consumed = next.Answer switch
            {
                Answer.Value => ParseValue(next.Key),
                Answer.Ok => ParseOk(countsToo: false),
                Answer.OkOrCount => ParseOk(countsToo: true),
                _ => ParseArrayHead(next.Key.Account),
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
    private int ParseValue(AccountKey key)
    {
        var held = Held;
        if (held.Length >= BulkLength
            && MemoryMarshal.Read<uint>(held) == ('$' | ('3' << 8) | ('2' << 16) | ('\r' << 24))
            && held[4] == '\n'
            && MemoryMarshal.Read<ushort>(held[37..]) == ('\r' | ('\n' << 8)))
        {
            if (!AccountCodec.TryReadValue(held.Slice(5, AccountCodec.ValueLength), key, out var state))
            {
                LastError = AccountCodec.Describe(held.Slice(5, AccountCodec.ValueLength), key);
                Answered(ReplyKind.Corrupt, default);
                return BulkLength;
            }

            Answered(ReplyKind.Value, state);
            return BulkLength;
        }

        return ParseOddValue(held, key);
    }

    private int ParseOddValue(ReadOnlySpan<byte> held, AccountKey key)
    {
        var line = Line(held);
        if (line < 0)
        {
            return 0;
        }

        switch (held[0])
        {
            case (byte)'-':
                return Refuse(held, line);
            case (byte)'$':
                var length = Number(held[1..line]);
                if (length == -1)
                {
                    Answered(ReplyKind.Missing, default);
                    return line + 2;
                }

                if (length is < 0 or > RespParser.MaxBulk)
                {
                    throw Violation($"announced a value of {Encoding.ASCII.GetString(held[1..line])} bytes; 0 to {RespParser.MaxBulk} are accepted");
                }

                return ParseWrongLength(held, line + 2, (int)length, key);
            default:
                throw Violation($"answered {Quote(held)} to a read");
        }
    }

    private int ParseWrongLength(ReadOnlySpan<byte> held, int start, int length, AccountKey key)
    {
        if (held.Length < start + length + 2)
        {
            return 0;
        }

        if (held[start + length] != '\r' || held[start + length + 1] != '\n')
        {
            throw Violation($"ended a value of {length} bytes with {Quote(held[(start + length)..])} instead of a line end");
        }

        if (AccountCodec.TryReadValue(held.Slice(start, length), key, out var state))
        {
            Answered(ReplyKind.Value, state);
        }
        else
        {
            LastError = AccountCodec.Describe(held.Slice(start, length), key);
            Answered(ReplyKind.Corrupt, default);
        }

        return start + length + 2;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int ParseOk(bool countsToo)
    {
        var held = Held;
        if (held.Length >= 5 && MemoryMarshal.Read<uint>(held) == ('+' | ('O' << 8) | ('K' << 16) | ('\r' << 24)) && held[4] == '\n')
        {
            Answered(ReplyKind.Stored, default);
            return 5;
        }

        return ParseOddOk(held, countsToo);
    }

    private int ParseOddOk(ReadOnlySpan<byte> held, bool countsToo)
    {
        var line = Line(held);
        if (line < 0)
        {
            return 0;
        }

        if (held[0] == '-')
        {
            return Refuse(held, line);
        }

        if (countsToo && held[0] == ':')
        {
            Answered(ReplyKind.Stored, default);
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

        LastError = Text(held[1..line]);
        Drop(1);
        for (var i = 0; i < keys; i++)
        {
            Answered(ReplyKind.Refused, default);
        }

        return line + 2;
    }

    private int Refuse(ReadOnlySpan<byte> held, int line)
    {
        LastError = Text(held[1..line]);
        Answered(ReplyKind.Refused, default);
        return line + 2;
    }

    private void Answered(ReplyKind kind, AccountState state)
    {
        Drop(1);
        if (replyCount == replies.Length)
        {
            Array.Resize(ref replies, replyCount * 2);
        }

        replies[replyCount++] = new StoreReply(kind, state);
    }

    private void Drop(int count)
    {
        expectedFirst = (expectedFirst + count) & (expected.Length - 1);
        expectedCount -= count;
    }

    /// <summary>Where the first line ends, −1 when it is not all there yet.</summary>
    private int Line(ReadOnlySpan<byte> held)
    {
        var end = held.IndexOf("\r\n"u8);
        if (end > RespParser.MaxLine || (end < 0 && held.Length > RespParser.MaxLine))
        {
            throw Violation($"sent a line of more than {RespParser.MaxLine} bytes, starting {Quote(held)}");
        }

        // What no reply starts with will not become one by waiting.
        if (held[0] is not ((byte)'+' or (byte)'-' or (byte)':' or (byte)'$' or (byte)'*'))
        {
            throw Violation($"sent {Quote(held)}, which is no RESP2 reply");
        }

        return end;
    }

    private static long Number(ReadOnlySpan<byte> digits) =>
        Utf8Parser.TryParse(digits, out long number, out var used) && used == digits.Length ? number : long.MinValue;

    private static string Text(ReadOnlySpan<byte> line) => Printable(line[..Math.Min(line.Length, 200)]);

    private static string Quote(ReadOnlySpan<byte> bytes) => $"'{Printable(bytes[..Math.Min(bytes.Length, 40)])}'";

    private static string Printable(ReadOnlySpan<byte> bytes)
    {
        var text = new StringBuilder(bytes.Length);
        foreach (var value in bytes)
        {
            _ = value is >= 0x20 and < 0x7F ? text.Append((char)value) : text.Append(CultureInfo.InvariantCulture, $"\\x{value:x2}");
        }

        return text.ToString();
    }

    private StoreException Violation(string what) => new(StoreFault.Protocol, $"{transport.Peer} {what}");

    private readonly record struct Expected(long EndsAt, AccountKey Key, Answer Answer);
}
