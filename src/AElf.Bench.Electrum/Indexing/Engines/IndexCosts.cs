namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>
/// The costs of answers, counted where they arise. Each caller has its own instance, so that counters are not shared.
/// </summary>
public sealed class IndexCosts
{
    /// <summary>Rows asked for by their keys, and records of flat files.</summary>
    public long Lookups { get; set; }

    /// <summary>Reads of all rows whose keys begin alike.</summary>
    public long Scans { get; set; }

    /// <summary>Rows that scans found.</summary>
    public long Rows { get; set; }

    /// <summary>Blocks read again.</summary>
    public long Blocks { get; set; }

    /// <summary>Bytes of the blocks that were read again.</summary>
    public long BlockBytes { get; set; }

    /// <summary>Transactions asked of the node.</summary>
    public long NodeTransactions { get; set; }

    /// <summary>Bytes of the transactions that were asked of the node.</summary>
    public long TransactionBytes { get; set; }

    /// <summary>Bytes of blocks and transactions that the node sent.</summary>
    public long NodeBytes { get; set; }

    /// <summary>Reads of its disk that the node makes for them.</summary>
    public long NodeReads { get; set; }

    /// <summary>The time the node took for blocks and transactions.</summary>
    public TimeSpan Node { get; set; }

    /// <summary>Answers that were remembered.</summary>
    public long CacheHits { get; set; }

    /// <summary>Rows that only looked alike: a short prefix fits others too.</summary>
    public long FalsePositives { get; set; }

    public void Add(IndexCosts other)
    {
        Lookups += other.Lookups;
        Scans += other.Scans;
        Rows += other.Rows;
        Blocks += other.Blocks;
        BlockBytes += other.BlockBytes;
        NodeTransactions += other.NodeTransactions;
        TransactionBytes += other.TransactionBytes;
        NodeBytes += other.NodeBytes;
        NodeReads += other.NodeReads;
        Node += other.Node;
        CacheHits += other.CacheHits;
        FalsePositives += other.FalsePositives;
    }
}
