using System.Diagnostics;
using AElf.Bench.Electrum.Server.Protocol;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// The lines that came from a server, in one buffer that is kept: while the time runs, no more is read of a line than
/// where it ends and whether it is a notification, which answers nothing and is kept apart.
/// </summary>
/// <param name="maxCapacity">The most bytes it holds.</param>
/// <param name="firstCapacity">Bytes it holds at first, doubled when they are used up.</param>
internal sealed class AnswerLines(int maxCapacity = 1 << 30, int firstCapacity = AnswerLines.FirstCapacity)
{
    public const int FirstCapacity = 4 << 20;

    private const int MinRoom = 64 << 10;

    private readonly List<(int Start, int Length)> lines = [];
    private readonly List<(int Start, int Length, long At)> notifications = [];
    private byte[] buffer = new byte[firstCapacity];
    private int end;
    private int lineStart;

    /// <summary>Whole lines that answer something.</summary>
    public int Count => lines.Count;

    /// <summary>The lines that answer nothing, each with its timestamp (<see cref="Stopwatch"/>).</summary>
    public IEnumerable<(ReadOnlyMemory<byte> Line, long At)> Notifications =>
        notifications.Select(each => ((ReadOnlyMemory<byte>)buffer.AsMemory(each.Start, each.Length), each.At));

    /// <summary>Bytes that came.</summary>
    public int Received => end;

    /// <summary>Room for the next bytes.</summary>
    /// <exception cref="ServerFaultException">There are too many.</exception>
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

    /// <summary>Takes <paramref name="count"/> bytes that were written into <see cref="Room"/>.</summary>
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

    /// <summary>Takes the bytes after the last newline as a line, at the end of the input.</summary>
    public void End()
    {
        if (lineStart < end)
        {
            "\n"u8.CopyTo(Room().Span);
            Add(1);
        }
    }

    /// <summary>A line that answers something, without its newline.</summary>
    public ReadOnlyMemory<byte> Line(int number) => buffer.AsMemory(lines[number].Start, lines[number].Length);

    /// <summary>Forgets all whole lines; keeps the room, and the beginning of a line that is not whole yet.</summary>
    public void Clear()
    {
        lines.Clear();
        notifications.Clear();
        buffer.AsSpan(lineStart, end - lineStart).CopyTo(buffer);
        (end, lineStart) = (end - lineStart, 0);
    }
}
