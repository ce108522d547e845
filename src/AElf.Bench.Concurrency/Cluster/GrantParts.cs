using System.Buffers;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>
/// Assembles a grant from parts that arrive in any order, and possibly more than once. Allocates memory only for
/// received parts.
/// </summary>
internal sealed class GrantAssembly
{
    private readonly SortedDictionary<int, ReadOnlyMemory<byte>> parts = [];
    private IReadOnlyList<int>? units;
    private int received;

    /// <summary>Number of distinct received parts.</summary>
    public int Parts => parts.Count;

    /// <summary>Adds a part; true if it completes the grant.</summary>
    public bool Add(Message.Assign part)
    {
        units ??= part.Work.Offset == 0 ? part.Units : null;
        if (parts.TryAdd(part.Work.Offset, part.Work.Bytes))
        {
            received += part.Work.Bytes.Length;
        }

        return units is not null && received == part.Work.Length;
    }

    /// <summary>The units of the grant; empty before its first part.</summary>
    public IReadOnlyList<int> Units => units ?? [];

    /// <summary>The work of the complete grant.</summary>
    public ReadOnlyMemory<byte> ToWork()
    {
        if (parts.Count == 1)
        {
            return parts[0];
        }

        var whole = new byte[received];
        foreach (var (offset, bytes) in parts)
        {
            bytes.CopyTo(whole.AsMemory(offset));
        }

        return whole;
    }
}

/// <summary>
/// Makes the messages with a grant and its work for a worker: one, or several parts of a large grant.
/// </summary>
/// <param name="maxBytes">Maximum bytes of work in one message.</param>
internal sealed class GrantSplitter(string run, int maxBytes)
{
    private readonly ArrayBufferWriter<byte> encoder = new();

    /// <summary>The messages of a grant, the first one with the units.</summary>
    public IEnumerable<Message.Assign> Split(IRound round, OpenGrant open)
    {
        encoder.ResetWrittenCount();
        round.Encode(open.Grant, encoder);
        ReadOnlyMemory<byte> work = encoder.WrittenSpan.ToArray();
        int[] units = open.Grant.Job >= 0 ? round.Jobs[open.Grant.Job].ToArray() : [open.Grant.Unit];
        var offset = 0;
        do
        {
            var part = work.Slice(offset, Math.Min(maxBytes, work.Length - offset));
            yield return new Message.Assign(
                open.Worker.Id,
                run,
                open.Round,
                open.Actor,
                open.Grant,
                offset == 0 ? units : [],
                new WorkPart(offset, work.Length, part));
            offset += part.Length;
        }
        while (offset < work.Length);
    }
}
