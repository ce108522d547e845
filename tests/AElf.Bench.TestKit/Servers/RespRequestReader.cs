using System.Buffers.Text;
using System.Text;

namespace AElf.Bench.TestKit.Servers;

/// <summary>
/// Extracts commands from a stream of bytes. It skips leading empty lines and accepts LF instead of CRLF, like SSDB.
/// </summary>
internal sealed class RespRequestReader
{
    private byte[] buffer = new byte[16 * 1024];
    private int start;
    private int end;

    /// <summary>The memory for the next bytes of the peer.</summary>
    public Memory<byte> Space()
    {
        if (start > 0)
        {
            buffer.AsSpan(start, end - start).CopyTo(buffer);
            end -= start;
            start = 0;
        }

        if (end == buffer.Length)
        {
            Array.Resize(ref buffer, buffer.Length * 2);
        }

        return buffer.AsMemory(end);
    }

    /// <summary>Records that <paramref name="count"/> bytes were written to <see cref="Space"/>.</summary>
    public void Received(int count) => end += count;

    /// <summary>The words of the next complete command as Latin-1; null until it is complete.</summary>
    /// <exception cref="InvalidDataException">The bytes are not a command.</exception>
    public string[]? Next()
    {
        while (start < end && buffer[start] is (byte)'\r' or (byte)'\n')
        {
            start++;
        }

        var at = start;
        if (at == end || ReadNumber(ref at, first: true) is not { } words)
        {
            return null;
        }

        if (words < 1)
        {
            throw new InvalidDataException($"an array of {words} words");
        }

        var command = new string[words];
        for (var i = 0; i < words; i++)
        {
            if (ReadNumber(ref at, first: false) is not { } length || length > end - at - 1)
            {
                return null;
            }

            command[i] = length >= 0
                ? Encoding.Latin1.GetString(buffer, at, length)
                : throw new InvalidDataException($"a word of {length} bytes");
            at += length + 1;
            if (at < end && buffer[at] == '\n')
            {
                at++;
            }
        }

        start = at;
        return command;
    }

    private int? ReadNumber(ref int at, bool first)
    {
        var line = buffer.AsSpan(at, end - at);
        var length = line.IndexOf((byte)'\n');
        if (length < 0)
        {
            return null;
        }

        if (first && line[0] != '*')
        {
            throw new InvalidDataException($"'{(char)line[0]}' at the start of a command");
        }

        at += length + 1;
        return Utf8Parser.TryParse(line[1..length], out int number, out _) ? number : 0;
    }
}
