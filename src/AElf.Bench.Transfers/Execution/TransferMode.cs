namespace AElf.Bench.Transfers.Execution;

/// <summary>How a transfer's reads and writes are put to the store.</summary>
public enum TransferMode
{
    /// <summary>Two GET, then two SET, for each transfer.</summary>
    Strict,

    /// <summary>One MGET, then one MSET, for each transfer.</summary>
    Multi,

    /// <summary>Two GET, then MULTI, two SET and EXEC, for each transfer.</summary>
    Exec,

    /// <summary>Each account of a group read once and written once.</summary>
    Batch,
}

/// <summary>Which keys share a slot of a Redis Cluster.</summary>
public enum HashTag
{
    /// <summary>None but by chance.</summary>
    None,

    /// <summary>Those of a group's accounts.</summary>
    Group,
}
