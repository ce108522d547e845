namespace AElf.Bench.TestKit.Simulation;

/// <summary>A guard of the cluster's protocol taken away, to show that the simulation misses it.</summary>
public enum ClusterMutation
{
    /// <summary>All guards in place.</summary>
    None,

    /// <summary>A side is applied whatever its sequence says.</summary>
    SequenceCheck,

    /// <summary>Later attempts work on the keys of the first.</summary>
    EpochKeys,

    /// <summary>A Done counts whatever its epoch.</summary>
    StaleDone,

    /// <summary>A grant that comes twice is executed twice.</summary>
    Dedupe,

    /// <summary>Grants and reports of another incarnation count.</summary>
    Incarnation,

    /// <summary>A grant is sent before it is durable.</summary>
    LogBeforeSend,

    /// <summary>A failed group is granted again in place.</summary>
    RetryInPlace,

    /// <summary>Every try to seed writes the keys of the first.</summary>
    SeedVersions,

    /// <summary>Two runs of one id have one name and the same versions.</summary>
    RunNames,

    /// <summary>Workers are not told that a run is a control.</summary>
    Controls,

    /// <summary>A manager appends to its log behind what an append was interrupted in.</summary>
    LogTail,

    /// <summary>A new manager knows nothing of what the last one wrote down.</summary>
    Log,

    /// <summary>The run passes when all groups are done, without looking at the accounts.</summary>
    FinalComparison,
}
