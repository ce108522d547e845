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

    /// <summary>Distinct parts that came.</summary>
    public int Parts => parts.Count;

    /// <summary>Takes a part; true when it completes the grant.</summary>
    public bool Add(Message.Assign part)
    {
        units ??= part.Work.Offset == 0 ? part.Units : null;
        if (parts.TryAdd(part.Work.Offset, part.Work.Bytes))
        {
            received += part.Work.Bytes.Length;
        }

        return units is not null && received == part.Work.Length;
    }

    /// <summary>The units of the grant; empty until its first part has come.</summary>
    public IReadOnlyList<int> Units => units ?? [];

    /// <summary>The work of a whole grant.</summary>
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
