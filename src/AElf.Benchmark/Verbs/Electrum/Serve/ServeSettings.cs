using System.Net;
using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Electrum.Sources;

namespace AElf.Benchmark.Verbs.Electrum.Serve;

/// <summary>The settings of the verb <c>electrum serve</c> beside those of the chain.</summary>
internal static class ServeSettings
{
    private static readonly SettingGroup Rows = new("Serve", Topic.Process, Programs.Verb);
    private static readonly ServeOptions Defaults = new();
    private static readonly SettingGroup Limits = new("Serve", Topic.Limits, Programs.Verb, Rows);

    public static readonly Setting<string> Engine = new(
        Rows, "engine", ChoiceRule.Of([.. IndexEngines.Names]), Defaults.Engine,
        "the server whose index layout to use", "--engine NAME");

    public static readonly Setting<IndexLocation> Store = new(
        Rows, "store", IndexLocation.Rule, Defaults.Store,
        "place of the index: memory or rocksdb:FOLDER; an existing index is resumed",
        "--store WHERE");

    /// <summary>In MiB.</summary>
    public static readonly Setting<int> IndexMemory = ElectrumSettings.IndexMemoryIn(Rows, "indexMemory");

    public static readonly Setting<IPEndPoint> Listen = new(
        Rows, "listen", ListenRule.Rule, Defaults.Listen,
        "address for TCP; port 0 for any free port", "--listen IP:PORT");

    public static readonly Setting<IPEndPoint?> TlsListen = new(
        Rows, "tlsListen", ListenRule.Rule, null,
        "address for TLS; needs --cert and --key", "--tls-listen IP:PORT");

    public static readonly Setting<string?> Certificate = new(
        Rows, "certificate", SettingRules.Path, null, "PEM file with the certificate for TLS", "--cert FILE");

    public static readonly Setting<string?> Key = new(
        Rows, "key", SettingRules.Path, null, "PEM file with the certificate's key; mode 0600", "--key FILE");

    public static readonly Setting<bool> IsPublic = new(
        Rows, "public", SettingRules.Flag, false, "allow addresses other than loopback", "--public");

    public static readonly Setting<TimeSpan?> BlocksEvery = new(
        Rows, "blocksEvery", TimeRule.Duration, null,
        "interval for adding a block with the waiting transactions to a synthetic chain",
        "--blocks-every TIME");

    public static readonly Setting<TimeSpan> Poll = new(
        Rows, "poll", TimeRule.Duration, Defaults.Poll,
        "interval for polling a node for new blocks and its mempool", "--poll TIME");

    public static readonly Setting<TimeSpan> NodeTimeout = new(
        Rows, "nodeTimeout", TimeRule.Duration, Defaults.NodeTimeout,
        "time-out of a request to the node", "--node-timeout TIME");

    public static readonly Setting<int> Mempool = new(
        Rows, "mempool", new WholeNumberRule(0, 100_000), Defaults.Mempool,
        "transactions of a synthetic chain that wait for a block", "--mempool N");

    public static readonly Setting<int> MaxLine = new(
        Limits, "maxLine", new WholeNumberRule(1024, 1 << 28), Defaults.Limits.MaxLine,
        "maximum bytes of a line", "--max-line BYTES");

    public static readonly Setting<int> MaxBatch = new(
        Limits, "maxBatch", new WholeNumberRule(1, 1_000_000), Defaults.Limits.MaxBatch,
        "maximum of requests in a batch", "--max-batch N");

    public static readonly Setting<int> MaxSubscriptions = new(
        Limits, "maxSubscriptions", new WholeNumberRule(1, 100_000_000), Defaults.Limits.MaxSubscriptions,
        "maximum of subscribed scripts in a session", "--max-subscriptions N");

    public static readonly Setting<int> MaxTotalSubscriptions = new(
        Limits, "maxTotalSubscriptions", new WholeNumberRule(1, 1_000_000_000), Defaults.Limits.MaxTotalSubscriptions,
        "maximum of subscribed scripts in all sessions", "--max-total-subscriptions N");

    public static readonly Setting<int> MaxHistory = new(
        Limits, "maxHistory", new WholeNumberRule(1, 100_000_000), Defaults.Limits.MaxHistory,
        "maximum of transactions in a history", "--max-history N");

    public static readonly Setting<int> MaxSessions = new(
        Limits, "maxSessions", new WholeNumberRule(1, 100_000), Defaults.Limits.MaxSessions,
        "maximum of sessions at once", "--max-sessions N");

    public static readonly Setting<ulong> MaxCost = new(
        Limits, "maxCost", new LargeNumberRule(1, 1_000_000_000_000), (ulong)Defaults.Limits.MaxCost,
        "cost limit of a session: 1 per request, per KiB sent, per 16 rows read, per 64 KiB that the node reads",
        "--max-cost N");

    public static readonly Setting<int> CostPerSecond = new(
        Limits, "costPerSecond", new WholeNumberRule(0, 1_000_000_000), (int)Defaults.Limits.CostPerSecond,
        "cost that each session regains per second", "--cost-per-second N");

    /// <summary>Null keeps statuses with the engine fulcrum alone.</summary>
    public static readonly Setting<int?> MaxStatuses = new(
        Limits, "maxStatuses", new WholeNumberRule(0, 100_000_000), null,
        "number of cached statuses, with any engine; by default only fulcrum caches them",
        "--max-statuses N");

    public static readonly Setting<TimeSpan> MaxIdle = new(
        Limits, "maxIdle", TimeRule.Duration, Defaults.Limits.MaxIdle,
        "time-out of a session without requests", "--max-idle TIME");

    /// <summary>All settings of the verb, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows.All;
}

/// <summary>The checked words of <c>electrum serve</c>.</summary>
internal sealed record ServeOptions
{
    public ChainChoice Chain { get; init; } = new(new SyntheticChainOptions(), null, null, "regtest");
    public string Engine { get; init; } = "fulcrum";
    public IndexLocation Store { get; init; } = IndexLocation.Memory;

    /// <summary>Bytes of memory that changes may take before they are committed.</summary>
    public long CommitAfter { get; init; }

    public IPEndPoint Listen { get; init; } = new(IPAddress.Loopback, 50001);

    /// <summary>Address to listen on with TLS; null without TLS.</summary>
    public IPEndPoint? TlsListen { get; init; }

    /// <summary>Certificate for TLS; null without TLS.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>Time between new blocks; null for none.</summary>
    public TimeSpan? BlocksEvery { get; init; }

    /// <summary>Time between two polls of a node.</summary>
    public TimeSpan Poll { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>The longest wait for a node's answer.</summary>
    public TimeSpan NodeTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Transactions that wait in the mempool.</summary>
    public int Mempool { get; init; }

    public ServerLimits Limits { get; init; } = new();
}
