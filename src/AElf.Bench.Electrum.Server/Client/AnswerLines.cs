using System.Diagnostics;
using AElf.Bench.Electrum.Server.Protocol;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// The lines from a server, in one reused buffer. During the measured time it finds only the end of each line, and
/// whether the line is a notification. Notifications are stored separately.
/// </summary>
/// <param name="maxCapacity">Maximum bytes of the buffer.</param>
/// <param name="firstCapacity">Initial bytes of the buffer; it doubles when it is full.</param>
internal sealed class AnswerLines(int maxCapacity = 1 << 30, int firstCapacity = AnswerLines.FirstCapacity)
{
    public const int FirstCapacity = 4 << 20;

    private const int MinRoom = 64 << 10;

    private readonly List<(int Start, int Length)> lines = [];
    private readonly List<(int Start, int Length, long At)> notifications = [];
    private byte[] buffer = new byte[firstCapacity];
    private int end;
    private int lineStart;

    /// <summary>Number of complete lines that are answers.</summary>
    public int Count => lines.Count;

    /// <summary>The notifications, each with its timestamp (<see cref="Stopwatch"/>).</summary>
    public IEnumerable<(ReadOnlyMemory<byte> Line, long At)> Notifications =>
        notifications.Select(each => ((ReadOnlyMemory<byte>)buffer.AsMemory(each.Start, each.Length), each.At));

    /// <summary>Number of received bytes.</summary>
    public int Received => end;

    /// <summary>Room for the next bytes.</summary>
    /// <exception cref="ServerFaultException">The buffer would exceed its maximum.</exception>
    public Memory<byte> Room()
    {
        if (buffer.Length - end < MinRoom)
        {
            Array.Resize(
                ref buffer,
                buffer.Length < maxCapacity
                    ? 2 * buffer.Length
                    : throw AnswerReader.NoAnswer($"the server sent more than {maxCapacity - MinRoom} bytes"));
        }

        return buffer.AsMemory(end);
    }

    /// <summary>Adds the next <paramref name="count"/> bytes, which were written to <see cref="Room"/>.</summary>
    public void Add(int count)
    {
        var from = end;
        end += count;
        while (buffer.AsSpan(from, end - from).IndexOf(MessageLines.End) is var at and >= 0)
        {
            var length = from + at - lineStart;
            if (Notification.IsOne(buffer.AsSpan(lineStart, length)))
            {
                notifications.Add((lineStart, length, Stopwatch.GetTimestamp()));
            }
            else
            {
                lines.Add((lineStart, length));
            }

            from = lineStart += length + 1;
        }
    }

    /// <summary>Ends the input: the bytes after the last newline are a line.</summary>
    public void End()
    {
        if (lineStart < end)
        {
            "\n"u8.CopyTo(Room().Span);
            Add(1);
        }
    }

    /// <summary>An answer, without its newline.</summary>
    public ReadOnlyMemory<byte> Line(int number) => buffer.AsMemory(lines[number].Start, lines[number].Length);

    /// <summary>Removes all complete lines; keeps the buffer, and the beginning of an incomplete line.</summary>
    public void Clear()
    {
        lines.Clear();
        notifications.Clear();
        buffer.AsSpan(lineStart, end - lineStart).CopyTo(buffer);
        (end, lineStart) = (end - lineStart, 0);
    }
}
