namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>The answers that the server of a layout caches.</summary>
[Flags]
public enum KeptAnswers
{
    /// <summary>Each request queries the index.</summary>
    None = 0,

    /// <summary>For all clients: the status of a script until it changes (Fulcrum, <c>SubsMgr.cpp</c>).</summary>
    Statuses = 1,

    /// <summary>
    /// For all clients: the ids of a block's transactions (Fulcrum, <c>Storage.cpp</c>; ElectrumX, <c>session.py</c>;
    /// addrindexrs, <c>cache.rs</c>).
    /// </summary>
    BlockIds = 2,

    /// <summary>For each client: the histories of its subscribed scripts (electrs, <c>status.rs</c>).</summary>
    Subscribed = 4,
}
