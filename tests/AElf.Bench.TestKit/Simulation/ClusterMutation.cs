namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// A guard of the cluster's protocol that is removed, to show that the simulation detects its absence.
/// </summary>
public enum ClusterMutation
{
    /// <summary>All guards in place.</summary>
    None,

    /// <summary>A side is applied without a check of its sequence.</summary>
    SequenceCheck,

    /// <summary>Later attempts use the keys of the first attempt.</summary>
    EpochKeys,

    /// <summary>A Done of an old epoch counts.</summary>
    StaleDone,

    /// <summary>A duplicated grant is executed twice.</summary>
    Dedupe,

    /// <summary>Grants and reports of another incarnation count.</summary>
    Incarnation,

    /// <summary>A grant is sent before it is durable.</summary>
    LogBeforeSend,

    /// <summary>A failed group is retried at the same epoch.</summary>
    RetryInPlace,

    /// <summary>Every attempt to seed writes the keys of the first attempt.</summary>
    SeedVersions,

    /// <summary>Two runs with one id have the same name and versions.</summary>
    RunNames,

    /// <summary>Workers do not know that a run is a control.</summary>
    Controls,

    /// <summary>A manager appends to its log behind an incomplete record.</summary>
    LogTail,

    /// <summary>A new manager ignores the log of the last one.</summary>
    Log,

    /// <summary>The run passes without the comparison of accounts when all groups are done.</summary>
    FinalComparison,
}
