namespace AElf.Bench.TestKit.Simulation;

/// <summary>Counts each kind of fault that occurred: a simulation without faults proves nothing.</summary>
public sealed class FaultsMet
{
    public long Cuts { get; set; }

    public long RefusedReads { get; set; }

    public long RefusedWrites { get; set; }

    /// <summary>Writes on lost connections, and refused writes, that were applied later.</summary>
    public long LateWrites { get; set; }

    /// <summary>Late writes that replaced a newer state; a retry at the same epoch would lose this state.</summary>
    public long OverwrittenByLateWrites { get; set; }

    public long Losses { get; set; }

    /// <summary>Connections that failed to open.</summary>
    public long Unreachable { get; set; }
}
