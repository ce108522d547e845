using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// Writes values as bytes, or reads them back. A mapping lists the members of a message once for both directions: each
/// method receives the value to write, and returns the written or read value. It validates each value that it reads:
/// sums over all workers and rounds cannot overflow, and a peer cannot cause large allocations.
/// </summary>
internal sealed class WireCoder
{
    /// <summary>The maximum of a count: 2^48. The sum of 2^15 such counts does not overflow.</summary>
    public const long MaxCount = 1L << 48;

    /// <summary>Maximum characters of a name.</summary>
    public const int MaxNameLength = 64;

    /// <summary>Maximum characters of a <c>host:port</c>.</summary>
    public const int MaxAddressLength = 300;

    private const int MaxWordsLength = 500;
    private const int MaxNumberBytes = 10;
    private const int PreparedRecords = 1024;
    private const long MaxTicks = 3650 * TimeSpan.TicksPerDay;

    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private readonly ArrayBufferWriter<byte>? to;
    private ReadOnlyMemory<byte> rest;

    /// <summary>Writes after the bytes of a buffer.</summary>
    public WireCoder(ArrayBufferWriter<byte> to) => this.to = to;

    /// <summary>Reads these bytes. The returned values share no memory with them.</summary>
    public WireCoder(ReadOnlyMemory<byte> from) => rest = from;

    public bool IsReading => to is null;

    /// <summary>Number of unread bytes.</summary>
    public int Left => rest.Length;

    /// <summary>A number: seven bits in each byte, the lowest first, and the sign in the lowest bit.</summary>
    public long Long(long value)
    {
        if (to is not null)
        {
            Write((ulong)((value << 1) ^ (value >> 63)));
            return value;
        }

        var read = Read();
        return (long)(read >> 1) ^ -(long)(read & 1);
    }

    public int Int(int value) => Long(value) is >= int.MinValue and <= int.MaxValue and var number
        ? (int)number
        : throw new WireException("a number of more than 32 bits, where one of 32 bits is expected");

    public bool Bool(bool value) => Int(value ? 1 : 0) != 0;

    public ReadOnlyMemory<byte> Bytes(ReadOnlyMemory<byte> value)
    {
        var length = Count(value.Length, "bytes");
        if (to is not null)
        {
            to.Write(value.Span);
            return value;
        }

        if (length > rest.Length)
        {
            throw new WireException($"{length} bytes are announced, {rest.Length} are there");
        }

        var read = rest[..length].ToArray();
        rest = rest[length..];
        return read;
    }

    public string Text(string value)
    {
        if (to is not null)
        {
            Bytes(Encoding.UTF8.GetBytes(value));
            return value;
        }

        try
        {
            return Utf8.GetString(Bytes(default).Span);
        }
        catch (DecoderFallbackException exception)
        {
            throw new WireException($"a text that is not UTF-8: {exception.Message}", exception);
        }
    }

    /// <summary>A part of a message, by its mapping.</summary>
    public T One<T>(T value, Func<WireCoder, T, T> code) => code(this, to is null ? Blank<T>.Value : value);

    public T? OrNull<T>(T? value, Func<WireCoder, T, T> code)
        where T : class => Bool(value is not null) ? code(this, value!) : null;

    /// <summary>Records, by the mapping of one record; refuses more than <paramref name="most"/>.</summary>
    public IReadOnlyList<T> List<T>(
        IReadOnlyList<T> value, Func<WireCoder, T, T> code, int most = int.MaxValue, string what = "records")
    {
        if (to is not null)
        {
            Int(value.Count);
            foreach (var item in value)
            {
                code(this, item);
            }

            return value;
        }

        // A record has at least one byte.
        var expected = Math.Min(most, rest.Length);
        var count = Count(0, what);
        if (count > expected)
        {
            throw new WireException($"{count} {what}; expected at most {expected}");
        }

        var read = new List<T>(Math.Min(count, PreparedRecords));
        while (read.Count < count)
        {
            read.Add(code(this, Blank<T>.Value));
        }

        return read;
    }

    /// <summary>A value of an enumeration; refuses values that this version does not know.</summary>
    public T Kind<T>(T value, string what)
        where T : struct, Enum
    {
        var number = Int(Unsafe.As<T, int>(ref value));
        var kind = Unsafe.As<int, T>(ref number);
        return to is not null || Enum.IsDefined(kind)
            ? kind
            : throw new WireException($"{what} {number}, which this version does not know");
    }

    /// <summary>Refuses a count or an index outside 0 to <see cref="MaxCount"/>.</summary>
    public int Count(int value, string what) => (int)CheckCount(Int(value), what);

    /// <inheritdoc cref="Count(int,string)"/>
    public long Count(long value, string what) => CheckCount(Long(value), what);

    /// <summary>Refuses a number other than −1 (none) and 0 to <see cref="MaxCount"/>.</summary>
    public long OrNone(long value, string what) => Long(value) switch
    {
        < -1 and var number when IsReading =>
            throw new WireException($"{what} {number}; expected at least 0, or -1 for none"),
        > MaxCount and var number when IsReading =>
            throw new WireException($"{what} {number}; expected at most {MaxCount}"),
        var number => number,
    };

    /// <summary>
    /// Refuses a number that is neither a <see cref="LanePosition"/>, nor a wait for time, nor −1 (none).
    /// </summary>
    public long Mark(long value)
    {
        var mark = Long(value);
        return to is not null || mark is -1 or LanePosition.WaitsForTime
            || (mark >= 0 && LanePosition.From(mark).ToInt64() == mark && Enum.IsDefined(LanePosition.From(mark).Step))
            ? mark
            : throw new WireException($"mark {mark}, which is not a position in a grant");
    }

    /// <summary>A time in ticks of 100 ns; refuses negative times and times above ten years.</summary>
    public TimeSpan Time(TimeSpan value, string what) => TimeSpan.FromTicks(Long(value.Ticks)) switch
    {
        { Ticks: < 0 } time when IsReading => throw new WireException($"{time} {what}; expected at least 0"),
        { Ticks: > MaxTicks } time when IsReading => throw new WireException(
            $"{time} {what}; expected at most {TimeSpan.FromTicks(MaxTicks)}"),
        var time => time,
    };

    /// <summary>A name for display and comparison: printable ASCII, so that it cannot control a terminal.</summary>
    public string Name(string value, string what, int most = MaxNameLength) => NameOrNone(value, what, most) switch
    {
        "" when IsReading =>
            throw new WireException($"{what} is empty; expected 1 to {most} printable ASCII characters"),
        var name => name,
    };

    /// <summary>Refuses a text that is neither empty nor a name as in <see cref="Name"/>.</summary>
    public string NameOrNone(string value, string what, int most = MaxNameLength)
    {
        var name = Text(value);
        return to is not null || (name.Length <= most && name.All(letter => letter is > ' ' and <= '~'))
            ? name
            : throw new WireException(
                $"{what} has {name.Length} characters, or unprintable ones; "
                    + $"expected at most {most} printable ASCII characters");
    }

    /// <summary>
    /// Words for the user about a problem of another process. They become one line without terminal commands, and are
    /// cut if they are too long.
    /// </summary>
    public string Words(string value)
    {
        var words = Text(value);
        return to is not null || (words.Length <= MaxWordsLength && !words.Any(char.IsControl))
            ? words
            : string.Concat(words.Take(MaxWordsLength).Select(letter => char.IsControl(letter) ? '\uFFFD' : letter));
    }

    private long CheckCount(long count, string what) => count switch
    {
        < 0 when IsReading => throw new WireException($"{count} {what}; expected at least 0"),
        > MaxCount when IsReading => throw new WireException($"{count} {what}; expected at most {MaxCount}"),
        _ => count,
    };

    private void Write(ulong number)
    {
        var bytes = to!.GetSpan(MaxNumberBytes);
        var length = 0;
        for (; number >= 0x80; number >>= 7)
        {
            bytes[length++] = (byte)(number | 0x80);
        }

        bytes[length++] = (byte)number;
        to.Advance(length);
    }

    private ulong Read()
    {
        var bytes = rest.Span;
        var number = 0UL;
        for (var at = 0; at < Math.Min(bytes.Length, MaxNumberBytes); at++)
        {
            number |= (ulong)(bytes[at] & 0x7F) << (7 * at);
            if (bytes[at] < 0x80)
            {
                rest = rest[(at + 1)..];
                return number;
            }
        }

        throw new WireException("an incomplete number");
    }

    /// <summary>The value in place of an unread one; its members are never used.</summary>
    private static class Blank<T>
    {
        public static readonly T Value =
            typeof(T).IsValueType ? default! : (T)RuntimeHelpers.GetUninitializedObject(typeof(T));
    }
}
