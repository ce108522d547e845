namespace AElf.Bench.Transfers.Execution;

/// <summary>The store operations of a transfer.</summary>
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
    /// <summary>Keys have no tag; they share a slot only by chance.</summary>
    None,

    /// <summary>All keys of a group's accounts.</summary>
    Group,
}
