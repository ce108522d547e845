using System.Buffers.Text;

namespace AElf.Bench.TestKit.Network;

/// <summary>Extracts complete replies, as bytes, from a stream of bytes.</summary>
internal sealed class RespReplyReader
{
    private byte[] buffer = new byte[16 * 1024];
    private int start;
    private int end;

    /// <summary>The memory for the next bytes of the store.</summary>
    public Memory<byte> Space()
    {
        buffer.AsSpan(start, end - start).CopyTo(buffer);
        (start, end) = (0, end - start);
        if (end == buffer.Length)
        {
            Array.Resize(ref buffer, buffer.Length * 2);
        }

        return buffer.AsMemory(end);
    }

    /// <summary>Records that <paramref name="count"/> bytes were written to <see cref="Space"/>.</summary>
    public void Received(int count) => end += count;

    /// <summary>The next complete reply; null until it is complete.</summary>
    public byte[]? Next()
    {
        var at = start;
        for (var pending = 1L; pending > 0; pending--)
        {
            var line = buffer.AsSpan(at, end - at).IndexOf("\r\n"u8);
            if (line < 0)
            {
                return null;
            }

            var kind = (char)buffer[at];
            var counts = kind is '$' or '*';
            var length =
                counts && Utf8Parser.TryParse(buffer.AsSpan(at + 1, line - 1), out int number, out _) ? number : -1;
            pending += kind is '*' ? Math.Max(length, 0) : 0;
            at += line + 2 + (kind is '$' && length >= 0 ? length + 2 : 0);
            if (at > end)
            {
                return null;
            }
        }

        var reply = buffer[start..at];
        start = at;
        return reply;
    }
}
