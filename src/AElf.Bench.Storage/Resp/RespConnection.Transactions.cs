using System.Buffers.Text;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using static AElf.Bench.Storage.Control.RespParser;

namespace AElf.Bench.Storage.Resp;

/// <content>Transactions (MULTI and EXEC), scripts, and refused operations.</content>
internal sealed partial class RespConnection
{
    // A number of 64 bits with its sign.
    private const int MaxDigits = 20;

    private int queuedParts;
    private bool isPartRefused;
    private readonly Dictionary<(UInt128 Name, int Keys, int Arguments), byte[]> scriptHeads = [];

    public void Exec(ReadOnlySpan<byte> keys, int keyLength, ReadOnlySpan<byte> values, int valueLength, int tag)
    {
        var count = SideBySide.Count(keys, keyLength, values, valueLength);
        var begin = "*1\r\n$5\r\nMULTI\r\n"u8;
        begin.CopyTo(Reserve(begin.Length));
        Append(Answer.Begun, tag, begin.Length);
        for (var i = 0; i < count; i++)
        {
            keys.Slice(i * keyLength, keyLength)
                .CopyTo(WriteSet(keyLength, valueLength, Answer.Queued, tag, out var value));
            values.Slice(i * valueLength, valueLength).CopyTo(value);
        }

        var end = "*1\r\n$4\r\nEXEC\r\n"u8;
        end.CopyTo(Reserve(end.Length));
        Queue(Answer.Executed, tag, end.Length);
        operations.Exec(count);
    }

    public void Load(ReadOnlySpan<byte> script, int tag)
    {
        var room = Reserve(script.Length + (2 * ArgumentFrame));
        var length = WriteMultiHead(room, arguments: 3, "$6\r\nSCRIPT\r\n$4\r\nLOAD\r\n"u8);
        Queue(Answer.Value, tag, length + WriteArgument(room[length..], script));
    }

    public void Evaluate(
        ReadOnlySpan<byte> script, ReadOnlySpan<byte> keys, int keyLength, ReadOnlySpan<long> arguments, int tag)
    {
        var count = SideBySide.Count(keys, keyLength);
        var head = HeadOf(script, count, arguments.Length);
        var room = Reserve(
            head.Length + keys.Length + (arguments.Length * MaxDigits) + ((count + arguments.Length) * ArgumentFrame));
        head.CopyTo(room);
        var length = head.Length;
        for (var i = 0; i < count; i++)
        {
            length += WriteArgument(room[length..], keys.Slice(i * keyLength, keyLength));
        }

        foreach (var argument in arguments)
        {
            length += WriteNumber(room[length..], argument);
        }

        Queue(Answer.Number, tag, length);
        operations.Script();
    }

    /// <summary>The part of EVALSHA before its keys, made once for calls of one script.</summary>
    /// <param name="script">A SHA-1 in hexadecimal digits; the first sixteen digits identify it.</param>
    private byte[] HeadOf(ReadOnlySpan<byte> script, int keys, int arguments)
    {
        Span<byte> name = stackalloc byte[16];
        script[..Math.Min(script.Length, name.Length)].CopyTo(name);
        ref var head = ref CollectionsMarshal.GetValueRefOrAddDefault(
            scriptHeads, (MemoryMarshal.Read<UInt128>(name), keys, arguments), out _);
        if (head is null)
        {
            string[] words = ["EVALSHA", Encoding.ASCII.GetString(script), NumberFormat.Plain(keys)];
            head = Encoding.ASCII.GetBytes(
                $"*{NumberFormat.Plain(words.Length + keys + arguments)}\r\n"
                    + string.Concat(words.Select(word => $"${NumberFormat.Plain(word.Length)}\r\n{word}\r\n")));
        }

        return head;
    }

    private static int WriteNumber(Span<byte> room, long number)
    {
        if ((ulong)number >= 100_000_000)
        {
            return WriteAnyNumber(room, number);
        }

        // With eight digits: Lua accepts leading zeros.
        MemoryMarshal.Write(room, (uint)('$' | ('8' << 8) | (LineEnd << 16)));
        MemoryMarshal.Write(room[4..], EightDigits((uint)number));
        return 12 + WriteLineEnd(room, 12);
    }

    // A separate method: otherwise the compiler would reserve its stack buffer in the caller.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WriteAnyNumber(Span<byte> room, long number)
    {
        Span<byte> digits = stackalloc byte[MaxDigits];
        Utf8Formatter.TryFormat(number, digits, out var length);
        return WriteArgument(room, digits[..length]);
    }

    // Four, two and one digits at a time, in parts of one word: a division by 10 is a multiplication and a shift.
    private static ulong EightDigits(uint number)
    {
        var fours = (number / 10_000) | ((ulong)(number % 10_000) << 32);
        var high = ((fours * 10486) >> 20) & 0x0000_007F_0000_007F;
        var twos = high | ((fours - (100 * high)) << 16);
        high = ((twos * 103) >> 10) & 0x000F_000F_000F_000F;
        return (high | ((twos - (10 * high)) << 8)) + 0x3030_3030_3030_3030;
    }

    /// <summary>Writes a SET except for its key, whose room it returns, and its value.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Span<byte> WriteSet(int keyLength, int valueLength, Answer answer, int tag, out Span<byte> value)
    {
        var room = Reserve(keyLength + ArgumentFrame + valueLength + ArgumentFrame);
        var keyAt = SetHead.Write(room, keyLength);
        var valueAt = keyAt + keyLength;
        valueAt += ValueHead.Write(room[valueAt..], valueLength);
        value = room.Slice(valueAt, valueLength);
        Append(answer, tag, valueAt + valueLength + WriteLineEnd(room, valueAt + valueLength));
        return room.Slice(keyAt, keyLength);
    }

    private int ParseNumber(int tag)
    {
        // For example ":0\r\n": the answer of nearly every script.
        var held = Held;
        if (held.Length >= 4 && held[0] == ':' && MemoryMarshal.Read<ushort>(held[2..]) == LineEnd)
        {
            Answered(ReplyKind.Number, tag, receivedStart + 1, 1);
            return 4;
        }

        var line = Line(held);
        if (line < 0)
        {
            return 0;
        }

        if (held[0] == '-')
        {
            return Refuse(held, line, tag);
        }

        if (held[0] != ':')
        {
            throw Violation($"answered {Quote(held)} to a script");
        }

        Answered(ReplyKind.Number, tag, receivedStart + 1, line - 1);
        return line + 2;
    }

    // EXEC answers for its whole transaction; the refused part has the reason. If MULTI is refused, the commands after
    // it are executed separately.
    private int ParsePart(ReadOnlySpan<byte> expectedLine, bool isFirst)
    {
        var held = Held;
        var line = Line(held);
        if (line < 0)
        {
            return 0;
        }

        (queuedParts, isPartRefused) = isFirst ? (0, false) : (queuedParts + 1, isPartRefused);
        if (held[0] == '-' && !isPartRefused)
        {
            NoteError(held[1..line]);
            isPartRefused = true;
        }
        else if (!isPartRefused && !held[..line].SequenceEqual(expectedLine))
        {
            throw Violation($"answered {Quote(held)} to a part of a transaction");
        }

        Drop(1);
        return line + 2;
    }

    private int ParseExecuted(int tag)
    {
        var held = Held;
        var at = Line(held);
        if (at < 0)
        {
            return 0;
        }

        if (held[0] == '-' && isPartRefused)
        {
            Answered(ReplyKind.Refused, tag);
            return at + 2;
        }

        if (held[0] == '-')
        {
            return Refuse(held, at, tag);
        }

        if (held[0] != '*' || Number(held[1..at]) != queuedParts)
        {
            throw Violation($"answered {Quote(held)} to EXEC of {queuedParts} commands");
        }

        at += 2;
        var kind = ReplyKind.Stored;
        for (var left = queuedParts; left > 0; left--)
        {
            var length = at < held.Length ? Line(held[at..]) : -1;
            if (length < 0)
            {
                return 0;
            }

            if (held[at] == '-')
            {
                NoteError(held[(at + 1)..(at + length)]);
                kind = ReplyKind.Refused;
            }
            else if (!held.Slice(at, length).SequenceEqual("+OK"u8))
            {
                throw Violation($"answered {Quote(held[at..])} to a write");
            }

            at += length + 2;
        }

        Answered(kind, tag);
        return at;
    }

    private int Refuse(ReadOnlySpan<byte> held, int line, int tag)
    {
        NoteError(held[1..line]);
        Answered(ReplyKind.Refused, tag);
        return line + 2;
    }

    private void NoteError(ReadOnlySpan<byte> error)
    {
        LastError = Text(error);
        refused?.Invoke(LastError);
    }

    private void Answered(ReplyKind kind, int tag, int offset = 0, int length = 0)
    {
        Drop(1);
        if (replyCount == replies.Length)
        {
            Array.Resize(ref replies, replyCount * 2);
        }

        replies[replyCount++] = new StoreReply(kind, tag, offset, length);
    }
}
