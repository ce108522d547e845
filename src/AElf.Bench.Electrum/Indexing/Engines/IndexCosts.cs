namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>Counts the costs of answers. Each caller has its instance, so that threads share no counters.</summary>
public sealed class IndexCosts
{
    /// <summary>Rows read by key, and records of flat files.</summary>
    public long Lookups { get; set; }

    /// <summary>Scans over all rows with a common prefix of their keys.</summary>
    public long Scans { get; set; }

    /// <summary>Rows that scans found.</summary>
    public long Rows { get; set; }

    /// <summary>Number of blocks read again.</summary>
    public long Blocks { get; set; }

    /// <summary>Bytes of blocks read again.</summary>
    public long BlockBytes { get; set; }

    /// <summary>Transactions requested from the node.</summary>
    public long NodeTransactions { get; set; }

    /// <summary>Bytes of transactions requested from the node.</summary>
    public long TransactionBytes { get; set; }

    /// <summary>Bytes of blocks and transactions from the node.</summary>
    public long NodeBytes { get; set; }

    /// <summary>Disk reads of the node for blocks and transactions.</summary>
    public long NodeReads { get; set; }

    /// <summary>Time of the node for blocks and transactions.</summary>
    public TimeSpan Node { get; set; }

    /// <summary>Number of cached answers.</summary>
    public long CacheHits { get; set; }

    /// <summary>Rows of other scripts or ids with the same short prefix.</summary>
    public long FalsePositives { get; set; }
}
