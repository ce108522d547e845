using System.Buffers.Text;
using System.Text;

namespace AElf.Bench.Storage.Control;

/// <summary>How a parse of a reply ended.</summary>
internal enum RespParse
{
    /// <summary>A whole reply was read.</summary>
    Whole,

    /// <summary>More bytes are needed.</summary>
    Partial,

    /// <summary>The bytes are no reply, or one beyond the limits.</summary>
    Broken,
}

/// <summary>
/// Reads one RESP2 reply from the start of a buffer. Made for the few replies of a control connection: it starts again from the first byte
/// whenever more bytes came, and it trusts no length.
/// </summary>
internal static class RespParser
{
    /// <summary>The longest bulk taken.</summary>
    public const int MaxBulk = 1024 * 1024;

    /// <summary>The longest line taken.</summary>
    public const int MaxLine = 64 * 1024;

    /// <summary>Most replies taken inside one reply, over all levels.</summary>
    public const int MaxItems = 16 * 1024;

    private const int MaxDepth = 8;

    /// <summary>Reads the reply at the start of <paramref name="bytes"/>.</summary>
    /// <param name="bytes">All bytes since the reply began.</param>
    /// <param name="reply">The reply when whole.</param>
    /// <param name="consumed">Its bytes when whole.</param>
    /// <param name="problem">What is wrong when broken.</param>
    public static RespParse Parse(ReadOnlySpan<byte> bytes, out RespValue? reply, out int consumed, out string problem)
    {
        consumed = 0;
        var budget = MaxItems;
        return Parse(bytes, ref consumed, 0, ref budget, out reply, out problem);
    }

    private static RespParse Parse(ReadOnlySpan<byte> bytes, ref int at, int depth, ref int budget, out RespValue? reply, out string problem)
    {
        reply = null;
        problem = string.Empty;
        if (at == bytes.Length)
        {
            return RespParse.Partial;
        }

        var type = bytes[at];
        if (!"+-:$*"u8.Contains(type))
        {
            problem = "which is no Redis reply";
            return RespParse.Broken;
        }

        var rest = bytes[(at + 1)..];
        var end = rest.IndexOf("\r\n"u8);
        if (end < 0 ? rest.Length > MaxLine : end > MaxLine)
        {
            problem = $"a line longer than {MaxLine} bytes";
            return RespParse.Broken;
        }

        if (end < 0)
        {
            return RespParse.Partial;
        }

        var line = rest[..end];
        at += end + 3;
        if (type is (byte)'+' or (byte)'-')
        {
            reply = new RespValue(type == '+' ? RespKind.Status : RespKind.Error, Encoding.UTF8.GetString(line), [], []);
            return RespParse.Whole;
        }

        if (!Utf8Parser.TryParse(line, out long number, out var used) || used != line.Length)
        {
            problem = "whose length or number is none";
            return RespParse.Broken;
        }

        if (type == ':')
        {
            reply = new RespValue(RespKind.Integer, Encoding.UTF8.GetString(line), [], []);
            return RespParse.Whole;
        }

        if (number == -1)
        {
            reply = new RespValue(RespKind.Nil, string.Empty, [], []);
            return RespParse.Whole;
        }

        var limit = type == '$' ? MaxBulk : budget;
        if (number < 0 || number > limit)
        {
            problem = $"whose length {number} is not between 0 and {limit}";
            return RespParse.Broken;
        }

        return type == '$'
            ? Bulk(bytes, ref at, (int)number, out reply, out problem)
            : Array(bytes, ref at, (int)number, depth, ref budget, out reply, out problem);
    }

    private static RespParse Bulk(ReadOnlySpan<byte> bytes, ref int at, int length, out RespValue? reply, out string problem)
    {
        reply = null;
        problem = string.Empty;
        var rest = bytes[at..];

        // The bytes after the body are looked at as soon as they are there: a wrong length must not wait for a time-out.
        if (rest.Length <= length)
        {
            return RespParse.Partial;
        }

        if (rest[length] != '\r' || (rest.Length > length + 1 && rest[length + 1] != '\n'))
        {
            problem = "whose length does not match its bytes";
            return RespParse.Broken;
        }

        if (rest.Length < length + 2)
        {
            return RespParse.Partial;
        }

        at += length + 2;
        var body = rest[..length];
        reply = new RespValue(RespKind.Bulk, Encoding.UTF8.GetString(body), body.ToArray(), []);
        return RespParse.Whole;
    }

    private static RespParse Array(ReadOnlySpan<byte> bytes, ref int at, int count, int depth, ref int budget, out RespValue? reply, out string problem)
    {
        reply = null;
        problem = string.Empty;
        if (depth == MaxDepth)
        {
            problem = $"nested deeper than {MaxDepth}";
            return RespParse.Broken;
        }

        budget -= count;

        // Grows with the bytes that really come, not with the count that was claimed.
        var items = new List<RespValue>();
        for (var i = 0; i < count; i++)
        {
            var outcome = Parse(bytes, ref at, depth + 1, ref budget, out var item, out problem);
            if (outcome != RespParse.Whole)
            {
                return outcome;
            }

            items.Add(item!);
        }

        reply = new RespValue(RespKind.Array, string.Empty, [], items);
        return RespParse.Whole;
    }
}
