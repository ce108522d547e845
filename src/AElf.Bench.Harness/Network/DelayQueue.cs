namespace AElf.Bench.Harness.Network;

/// <summary>Bytes in their order, each with the time from which it may leave: a ring that grows up to a limit, and marks over it.</summary>
internal sealed class DelayQueue(int maxBytes)
{
    private const int FirstSize = 16 << 10;

    // Peers that write a byte at a time must not fill memory with marks.
    private const int MaxMarks = 1 << 16;

    private readonly Queue<(long Due, int Length)> marks = new();
    private byte[] ring = new byte[Math.Min(FirstSize, maxBytes)];
    private int head;
    private int count;
    private int leftOfFirst;
    private long lastDue = long.MinValue;

    /// <summary>Bytes held.</summary>
    public int Count => count;

    /// <summary>Whether nothing more can be taken in for now.</summary>
    public bool IsFull => count >= maxBytes || marks.Count >= MaxMarks;

    /// <summary>When the first bytes may leave; <see cref="long.MaxValue"/> when there are none.</summary>
    public long NextDue => marks.Count == 0 ? long.MaxValue : marks.Peek().Due;

    /// <summary>No earlier than the last bytes taken in.</summary>
    public long NotBefore(long due) => Math.Max(due, lastDue);

    /// <summary>Where the next bytes are to be written; call <see cref="Append"/> then. Empty when the queue is full.</summary>
    public Span<byte> Free()
    {
        if (IsFull)
        {
            return [];
        }

        if (count == ring.Length)
        {
            Grow();
        }

        var tail = head + count;
        return tail < ring.Length ? ring.AsSpan(tail) : ring.AsSpan(tail - ring.Length, ring.Length - count);
    }

    /// <summary>Takes in the first bytes of <see cref="Free"/>; they leave at <paramref name="due"/>, or with those before them when that is later.</summary>
    public void Append(int length, long due)
    {
        lastDue = NotBefore(due);
        count += length;
        marks.Enqueue((lastDue, length));
        if (marks.Count == 1)
        {
            leftOfFirst = length;
        }
    }

    /// <summary>Bytes that may leave at <paramref name="now"/>: as many as lie in one piece.</summary>
    public ReadOnlySpan<byte> Due(long now)
    {
        var due = 0;
        var isFirst = true;
        foreach (var position in marks)
        {
            if (position.Due > now || due >= ring.Length - head)
            {
                break;
            }

            due += isFirst ? leftOfFirst : position.Length;
            isFirst = false;
        }

        return ring.AsSpan(head, Math.Min(due, ring.Length - head));
    }

    /// <summary>The first bytes have left.</summary>
    public void Remove(int length)
    {
        count -= length;
        head = count == 0 ? 0 : (head + length) % ring.Length;
        while (marks.Count > 0 && length >= leftOfFirst)
        {
            length -= leftOfFirst;
            marks.Dequeue();
            leftOfFirst = marks.Count > 0 ? marks.Peek().Length : 0;
        }

        leftOfFirst -= length;
    }

    /// <summary>Forgets everything.</summary>
    public void Clear()
    {
        marks.Clear();
        count = head = leftOfFirst = 0;
    }

    private void Grow()
    {
        var larger = new byte[(int)Math.Min(2L * ring.Length, maxBytes)];
        var atEnd = Math.Min(count, ring.Length - head);
        ring.AsSpan(head, atEnd).CopyTo(larger);
        ring.AsSpan(0, count - atEnd).CopyTo(larger.AsSpan(atEnd));
        ring = larger;
        head = 0;
    }
}
