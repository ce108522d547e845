using System.Buffers.Text;
using System.Globalization;
using System.Text;

namespace AElf.Bench.Storage.Resp;

/// <summary>
/// What RESP writes before an argument, up to the argument's length, which all but long ones have ready made.
/// </summary>
internal sealed class RespHead
{
    private const int KnownLengths = 100;
    private const int MaxDigits = 10;

    private readonly byte[] prefix;
    private readonly byte[][] known;

    /// <summary>
    /// Makes the heads that start with <paramref name="prefix"/>, which ends before the digits of a length.
    /// </summary>
    public RespHead(string prefix)
    {
        this.prefix = Encoding.ASCII.GetBytes(prefix);
        known = [.. Enumerable.Range(0, KnownLengths).Select(length => Encoding.ASCII.GetBytes(
            string.Create(CultureInfo.InvariantCulture, $"{prefix}{length}\r\n")))];
        MaxLength = this.prefix.Length + MaxDigits + 2;
    }

    /// <summary>Bytes of the longest head.</summary>
    public int MaxLength { get; }

    /// <summary>Writes the head of an argument of so many bytes.</summary>
    /// <returns>Bytes written.</returns>
    public int Write(Span<byte> room, int argumentLength)
    {
        if ((uint)argumentLength < KnownLengths)
        {
            var head = known[argumentLength];
            head.CopyTo(room);
            return head.Length;
        }

        prefix.CopyTo(room);
        Utf8Formatter.TryFormat(argumentLength, room[prefix.Length..], out var digits);
        "\r\n"u8.CopyTo(room[(prefix.Length + digits)..]);
        return prefix.Length + digits + 2;
    }
}
