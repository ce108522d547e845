using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Indexing;

namespace AElf.Benchmark.Verbs.Electrum.Serve;

/// <summary>What the verb <c>electrum serve</c> takes beside the chain.</summary>
internal static class ServeSettings
{
    private static readonly VerbSettings Rows = new("Serve", Programs.ElectrumServe);

    /// <summary>The layout of the index.</summary>
    public static readonly Setting Engine = Rows.Add(
        "engine",
        Topic.Process,
        new ChoiceRule(IndexEngines.Names),
        "fulcrum",
        "the server whose layout the index has",
        "--engine NAME");

    /// <summary>Where the index is kept.</summary>
    public static readonly Setting Store = Rows.Add(
        "store",
        Topic.Process,
        new IndexLocationRule(),
        $"{IndexLocation.Memory}",
        "where the index is kept: memory, sqlite:FOLDER or rocksdb:FOLDER; one that is there is gone on with",
        "--store WHERE");

    /// <summary>Memory for changes.</summary>
    public static readonly Setting IndexMemory = Rows.Add(
        "indexMemory",
        Topic.Process,
        new WholeNumberRule(1, 1_000_000),
        "64",
        "MiB of changes that the index keeps in memory before it commits them",
        "--index-memory MIB");

    /// <summary>Where it listens.</summary>
    public static readonly Setting Listen = Rows.Add(
        "listen",
        Topic.Process,
        new ListenRule(),
        "127.0.0.1:50001",
        "where TCP is listened on; port 0 takes a free one",
        "--listen IP:PORT");

    /// <summary>Where it listens with TLS.</summary>
    public static readonly Setting TlsListen = Rows.Add(
        "tlsListen",
        Topic.Process,
        new ListenRule(),
        null,
        "where TLS is listened on; needs --cert and --key",
        "--tls-listen IP:PORT");

    /// <summary>The certificate.</summary>
    public static readonly Setting Certificate = Rows.Add(
        "certificate",
        Topic.Process,
        SettingRules.Path,
        null,
        "PEM file with the certificate for TLS",
        "--cert FILE");

    /// <summary>Its key.</summary>
    public static readonly Setting Key = Rows.Add(
        "key", Topic.Process, SettingRules.Path, null, "PEM file with the certificate's key; mode 0600", "--key FILE");

    /// <summary>Whether others than this machine may connect.</summary>
    public static readonly Setting IsPublic = Rows.Add(
        "public", Topic.Process, SettingRules.Flag, "false", "allows addresses that are not loopback", "--public");

    /// <summary>Time between new blocks.</summary>
    public static readonly Setting BlocksEvery = Rows.Add(
        "blocksEvery",
        Topic.Process,
        new DurationRule(),
        null,
        "adds a block to a synthetic chain each time, with transactions that waited since the one before",
        "--blocks-every TIME");

    /// <summary>Time between two looks at a node.</summary>
    public static readonly Setting Poll = Rows.Add(
        "poll",
        Topic.Process,
        new DurationRule(),
        "1s",
        "time between two looks at a node, for new blocks and what waits there",
        "--poll TIME");

    /// <summary>How long a node may take.</summary>
    public static readonly Setting NodeTimeout = Rows.Add(
        "nodeTimeout",
        Topic.Process,
        new DurationRule(),
        "30s",
        "how long a node may take for an answer before it counts as away",
        "--node-timeout TIME");

    /// <summary>Transactions that wait.</summary>
    public static readonly Setting Mempool = Rows.Add(
        "mempool",
        Topic.Process,
        new WholeNumberRule(0, 100_000),
        "0",
        "transactions of a synthetic chain that wait for a block",
        "--mempool N");

    /// <summary>Bytes of a line.</summary>
    public static readonly Setting MaxLine = Limit(
        "maxLine", new WholeNumberRule(1024, 1 << 28), "1048576", "bytes of a line, at most", "--max-line BYTES");

    /// <summary>Requests of a batch.</summary>
    public static readonly Setting MaxBatch = Limit(
        "maxBatch", new WholeNumberRule(1, 1_000_000), "1000", "requests of a batch, at most", "--max-batch N");

    /// <summary>Subscriptions of a session.</summary>
    public static readonly Setting MaxSubscriptions = Limit(
        "maxSubscriptions",
        new WholeNumberRule(1, 100_000_000),
        "100000",
        "scripts a session is subscribed to, at most",
        "--max-subscriptions N");

    /// <summary>Subscriptions of all sessions.</summary>
    public static readonly Setting MaxTotalSubscriptions = Limit(
        "maxTotalSubscriptions",
        new WholeNumberRule(1, 1_000_000_000),
        "1000000",
        "scripts all sessions together are subscribed to, at most",
        "--max-total-subscriptions N");

    /// <summary>Transactions of a history.</summary>
    public static readonly Setting MaxHistory = Limit(
        "maxHistory",
        new WholeNumberRule(1, 100_000_000),
        "125000",
        "transactions of a history that is sent, at most",
        "--max-history N");

    /// <summary>Sessions at once.</summary>
    public static readonly Setting MaxSessions = Limit(
        "maxSessions", new WholeNumberRule(1, 100_000), "1000", "sessions at once, at most", "--max-sessions N");

    /// <summary>What a session may cost.</summary>
    public static readonly Setting MaxCost = Limit(
        "maxCost",
        new WholeNumberRule(1, 1_000_000_000_000),
        "10000000",
        "what a session may cost at once: 1 a request, 1 a KiB sent, 1 for 16 rows read or 64 KiB of blocks",
        "--max-cost N");

    /// <summary>How much of that comes back.</summary>
    public static readonly Setting CostPerSecond = Limit(
        "costPerSecond",
        new WholeNumberRule(0, 1_000_000_000),
        "10000",
        "how much of that comes back each second",
        "--cost-per-second N");

    /// <summary>Statuses that are kept.</summary>
    public static readonly Setting MaxStatuses = Limit(
        "maxStatuses",
        new WholeNumberRule(0, 100_000_000),
        null,
        "statuses kept until their script changes, with any engine; without it, with fulcrum, whose server keeps them",
        "--max-statuses N");

    /// <summary>How long a session may be silent.</summary>
    public static readonly Setting MaxIdle = Limit(
        "maxIdle", new DurationRule(), "10m", "how long a session may send no request", "--max-idle TIME");

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows.All;

    private static Setting Limit(string key, ValueRule rule, string? value, string purpose, string syntax) =>
        Rows.Add(key, Topic.Limits, rule, value, purpose, syntax);
}
