namespace AElf.Bench.TestKit.Simulation;

/// <summary>How often each kind of fault was met: a trial in which nothing went wrong proves nothing.</summary>
public sealed class FaultsMet
{
    public long Cuts { get; set; }

    public long RefusedReads { get; set; }

    public long RefusedWrites { get; set; }

    /// <summary>Writes of lost connections, and refused writes, that were applied after all.</summary>
    public long LateWrites { get; set; }

    /// <summary>Late writes that replaced a newer state: what a retry in place would suffer from.</summary>
    public long OverwrittenByLateWrites { get; set; }

    public long Losses { get; set; }

    /// <summary>Connections that could not be made.</summary>
    public long Unreachable { get; set; }
}
