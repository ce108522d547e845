using System.Buffers.Text;
using System.Globalization;
using System.Runtime.Intrinsics;
using System.Text;

namespace AElf.Bench.Storage.Resp;

/// <summary>
/// The bytes before an argument in RESP, including its length; precomputed for all but long arguments.
/// </summary>
internal sealed class RespHead
{
    /// <summary>Room for any call of <see cref="Write"/>: heads are copied as one vector each.</summary>
    public const int Room = 32;

    private const int KnownLengths = 100;

    private readonly byte[] prefix;
    private readonly Vector256<byte>[] known;

    /// <summary>
    /// Makes the heads that start with <paramref name="prefix"/>, which ends before the digits of a length.
    /// </summary>
    public RespHead(string prefix)
    {
        this.prefix = Encoding.ASCII.GetBytes(prefix);
        known = [.. Enumerable.Range(0, KnownLengths).Select(length => Padded($"{prefix}{length}\r\n"))];
    }

    /// <summary>Writes the head of an argument with its length; may overwrite the rest of the buffer.</summary>
    /// <param name="room">At least <see cref="Room"/> bytes.</param>
    /// <param name="argumentLength">Bytes of the argument.</param>
    /// <returns>Bytes of the head.</returns>
    public int Write(Span<byte> room, int argumentLength)
    {
        if ((uint)argumentLength < KnownLengths)
        {
            known[argumentLength].CopyTo(room);
            return prefix.Length + (argumentLength < 10 ? 3 : 4);
        }

        prefix.CopyTo(room);
        Utf8Formatter.TryFormat(argumentLength, room[prefix.Length..], out var digits);
        "\r\n"u8.CopyTo(room[(prefix.Length + digits)..]);
        return prefix.Length + digits + 2;
    }

    private static Vector256<byte> Padded(FormattableString head) =>
        Vector256.Create(Encoding.ASCII.GetBytes(head.ToString(CultureInfo.InvariantCulture).PadRight(Room)));
}
