using System.Buffers.Text;
using System.Globalization;
using System.Text;

namespace AElf.Bench.Storage.Control;

/// <summary>
/// Reads one RESP2 reply from the start of a buffer. It is for the few replies of a control connection: it starts again
/// from the first byte after each receive, and trusts no length.
/// </summary>
internal static class RespParser
{
    /// <summary>Maximum bytes of a bulk.</summary>
    public const int MaxBulk = 1024 * 1024;

    /// <summary>Maximum bytes of a line.</summary>
    public const int MaxLine = 64 * 1024;

    /// <summary>Maximum of replies inside one reply, over all levels.</summary>
    public const int MaxItems = 16 * 1024;

    private const int MaxDepth = 8;

    /// <summary>Reads the reply at the start of <paramref name="bytes"/>; null without a complete one.</summary>
    /// <param name="bytes">All bytes since the reply began.</param>
    /// <param name="consumed">The bytes of a complete reply.</param>
    /// <param name="problem">
    /// Why the bytes are not a reply, or exceed the limits; null if more bytes can complete the reply.
    /// </param>
    public static RespValue? Parse(ReadOnlySpan<byte> bytes, out int consumed, out string? problem)
    {
        var reading = new Reading(bytes);
        var reply = reading.Next(depth: 0);
        (consumed, problem) = (reading.At, reading.Problem);
        return reply;
    }

    /// <summary>Reads one reply; null means incomplete, or broken if a problem is set.</summary>
    private ref struct Reading(ReadOnlySpan<byte> bytes)
    {
        private readonly ReadOnlySpan<byte> bytes = bytes;
        private int budget = MaxItems;

        public int At { get; private set; }

        public string? Problem { get; private set; }

        public RespValue? Next(int depth)
        {
            if (At == bytes.Length)
            {
                return null;
            }

            var type = (char)bytes[At];
            var rest = bytes[(At + 1)..];
            var end = rest.IndexOf("\r\n"u8);
            if (!"+-:$*".Contains(type, StringComparison.Ordinal))
            {
                return Broken("which is not a Redis reply");
            }

            if ((end < 0 ? rest.Length : end) > MaxLine)
            {
                return Broken($"a line longer than {MaxLine} bytes");
            }

            if (end < 0)
            {
                return null;
            }

            At += end + 3;
            var line = rest[..end];
            if (type is '+' or '-')
            {
                return new(type == '+' ? RespKind.Status : RespKind.Error, Encoding.UTF8.GetString(line));
            }

            if (!Utf8Parser.TryParse(line, out long number, out var used) || used != line.Length)
            {
                return Broken("with an invalid length or number");
            }

            return type switch
            {
                ':' => new(RespKind.Integer, Encoding.UTF8.GetString(line)),
                _ when number == -1 => new(RespKind.Nil),
                '$' => number is < 0 or > MaxBulk ? WrongLength(number, MaxBulk) : Bulk((int)number),
                _ => number < 0 || number > budget ? WrongLength(number, budget) : Array((int)number, depth),
            };
        }

        private RespValue? Broken(string problem)
        {
            Problem = problem;
            return null;
        }

        private RespValue? WrongLength(long length, int limit) =>
            Broken($"whose length {length} is not between 0 and {limit}");

        private RespValue? Bulk(int length)
        {
            // The bytes after the body are checked as soon as they arrive: a wrong length must not wait for a time-out.
            var rest = bytes[At..];
            if (!"\r\n"u8.StartsWith(rest[Math.Min(length, rest.Length)..Math.Min(length + 2, rest.Length)]))
            {
                return Broken("whose length does not match its bytes");
            }

            if (rest.Length < length + 2)
            {
                return null;
            }

            At += length + 2;
            var body = rest[..length];
            return new(RespKind.Bulk, Encoding.UTF8.GetString(body)) { Bytes = body.ToArray() };
        }

        private RespValue? Array(int count, int depth)
        {
            if (depth == MaxDepth)
            {
                return Broken($"nested deeper than {MaxDepth}");
            }

            budget -= count;

            // It grows with the received bytes, not with the claimed count.
            var items = new List<RespValue>();
            while (items.Count < count)
            {
                if (Next(depth + 1) is not { } item)
                {
                    return null;
                }

                items.Add(item);
            }

            return new(RespKind.Array) { Items = items };
        }
    }

    /// <summary>A line of a peer, safe to print.</summary>
    internal static string Text(ReadOnlySpan<byte> line) => Printable(line[..Math.Min(line.Length, 200)]);

    /// <summary>The first bytes of a peer in quotation marks, safe to print.</summary>
    internal static string Quote(ReadOnlySpan<byte> bytes) => $"'{Printable(bytes[..Math.Min(bytes.Length, 40)])}'";

    private static string Printable(ReadOnlySpan<byte> bytes)
    {
        var text = new StringBuilder(bytes.Length);
        foreach (var value in bytes)
        {
            _ = value is >= 0x20 and < 0x7F
                ? text.Append((char)value)
                : text.Append(CultureInfo.InvariantCulture, $"\\x{value:x2}");
        }

        return text.ToString();
    }
}

/// <summary>The kinds of RESP2 reply.</summary>
internal enum RespKind
{
    /// <summary><c>+</c>: a status line.</summary>
    Status,

    /// <summary><c>-</c>: an error line.</summary>
    Error,

    /// <summary><c>:</c>: a number.</summary>
    Integer,

    /// <summary><c>$</c>: bytes.</summary>
    Bulk,

    /// <summary><c>$-1</c> or <c>*-1</c>: nothing.</summary>
    Nil,

    /// <summary><c>*</c>: replies.</summary>
    Array,
}

/// <summary>One complete reply.</summary>
/// <param name="Text">
/// The line of a status, an error or a number, or a bulk's bytes as UTF-8; empty for other kinds.
/// </param>
internal sealed record RespValue(RespKind Kind, string Text = "")
{
    /// <summary>A bulk's bytes; empty for other kinds.</summary>
    public byte[] Bytes { get; init; } = [];

    /// <summary>An array's replies; empty for other kinds.</summary>
    public IReadOnlyList<RespValue> Items { get; init; } = [];
}
