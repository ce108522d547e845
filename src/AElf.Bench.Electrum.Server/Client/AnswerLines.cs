using AElf.Bench.Electrum.Server.Protocol;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// The lines that came from a server, in one buffer that is kept: while the time runs, no more is read of a line than
/// where it ends and whether it is a notification, which answers nothing and is kept apart.
/// </summary>
/// <param name="maxCapacity">The most bytes it holds.</param>
internal sealed class AnswerLines(int maxCapacity = 1 << 30)
{
    /// <summary>Bytes it holds at first, doubled when they are used up.</summary>
    public const int FirstCapacity = 4 << 20;

    private const int MinRoom = 64 << 10;

    private readonly List<(int Start, int Length)> lines = [];
    private readonly List<(int Start, int Length)> notifications = [];
    private byte[] buffer = new byte[FirstCapacity];
    private int end;
    private int lineStart;

    /// <summary>Whole lines that answer something.</summary>
    public int Count => lines.Count;

    /// <summary>The lines that answer nothing.</summary>
    public IEnumerable<ReadOnlyMemory<byte>> Notifications =>
        notifications.Select(each => (ReadOnlyMemory<byte>)buffer.AsMemory(each.Start, each.Length));

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
            var isNotification = Notification.IsOne(buffer.AsSpan(lineStart, length));
            (isNotification ? notifications : lines).Add((lineStart, length));
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

    /// <summary>Forgets everything and keeps the room.</summary>
    public void Clear()
    {
        lines.Clear();
        notifications.Clear();
        end = lineStart = 0;
    }
}
