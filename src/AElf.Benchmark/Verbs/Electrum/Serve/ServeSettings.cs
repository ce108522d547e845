using System.Net;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Server.Serving;

namespace AElf.Benchmark.Verbs.Electrum.Serve;

/// <summary>The settings of the verb <c>electrum serve</c>, except those of the chain.</summary>
internal static class ServeSettings
{
    private static readonly SettingGroup Rows = new("Serve", Topic.Process, Programs.Verb);
    private static readonly ServerLimits Defaults = new();
    private static readonly SettingGroup Limits = Rows with { Topic = Topic.Limits };

    public static readonly Setting<string> Engine = new(
        Rows, "engine", ChoiceRule.Of([.. IndexEngines.Names]), "fulcrum",
        "the server whose index layout to use", "--engine NAME");

    public static readonly Setting<IndexLocation> Store = new(
        Rows, "store", IndexLocation.Rule, IndexLocation.Memory,
        "place of the index: memory or rocksdb:FOLDER; an existing index is resumed",
        "--store WHERE");

    /// <summary>In MiB.</summary>
    public static readonly Setting<int> IndexMemory = ElectrumSettings.IndexMemoryIn(Rows, "indexMemory");

    public static readonly Setting<IPEndPoint> Listen = new(
        Rows, "listen", ListenRule.Rule, new(IPAddress.Loopback, 50001),
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
        Rows, "poll", TimeRule.Duration, TimeSpan.FromSeconds(1),
        "interval for polling a node for new blocks and its mempool", "--poll TIME");

    public static readonly Setting<TimeSpan> NodeTimeout = new(
        Rows, "nodeTimeout", TimeRule.Duration, TimeSpan.FromSeconds(30),
        "time-out of a request to the node", "--node-timeout TIME");

    public static readonly Setting<int> Mempool = new(
        Rows, "mempool", new WholeNumberRule(0, 100_000), 0,
        "transactions of a synthetic chain that wait for a block", "--mempool N");

    public static readonly Setting<int> MaxLine = new(
        Limits, "maxLine", new WholeNumberRule(1024, 1 << 28), Defaults.MaxLine,
        "maximum bytes of a line", "--max-line BYTES");

    public static readonly Setting<int> MaxBatch = new(
        Limits, "maxBatch", new WholeNumberRule(1, 1_000_000), Defaults.MaxBatch,
        "maximum of requests in a batch", "--max-batch N");

    public static readonly Setting<int> MaxSubscriptions = new(
        Limits, "maxSubscriptions", new WholeNumberRule(1, 100_000_000), Defaults.MaxSubscriptions,
        "maximum of subscribed scripts in a session", "--max-subscriptions N");

    public static readonly Setting<int> MaxTotalSubscriptions = new(
        Limits, "maxTotalSubscriptions", new WholeNumberRule(1, 1_000_000_000), Defaults.MaxTotalSubscriptions,
        "maximum of subscribed scripts in all sessions", "--max-total-subscriptions N");

    public static readonly Setting<int> MaxHistory = new(
        Limits, "maxHistory", new WholeNumberRule(1, 100_000_000), Defaults.MaxHistory,
        "maximum of transactions in a history", "--max-history N");

    public static readonly Setting<int> MaxSessions = new(
        Limits, "maxSessions", new WholeNumberRule(1, 100_000), Defaults.MaxSessions,
        "maximum of sessions at once", "--max-sessions N");

    public static readonly Setting<ulong> MaxCost = new(
        Limits, "maxCost", new LargeNumberRule(1, 1_000_000_000_000), (ulong)Defaults.MaxCost,
        "cost limit of a session: 1 per request, per KiB sent, per 16 rows read, per 64 KiB that the node reads",
        "--max-cost N");

    public static readonly Setting<int> CostPerSecond = new(
        Limits, "costPerSecond", new WholeNumberRule(0, 1_000_000_000), (int)Defaults.CostPerSecond,
        "cost that each session regains per second", "--cost-per-second N");

    /// <summary>Null: only the engine fulcrum caches statuses.</summary>
    public static readonly Setting<int?> MaxStatuses = new(
        Limits, "maxStatuses", new WholeNumberRule(0, 100_000_000), null,
        "number of cached statuses, with any engine; by default only fulcrum caches them",
        "--max-statuses N");

    public static readonly Setting<TimeSpan> MaxIdle = new(
        Limits, "maxIdle", TimeRule.Duration, Defaults.MaxIdle,
        "time-out of a session without requests", "--max-idle TIME");

    /// <summary>All settings of the verb, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows.All;
}

/// <summary>The addresses of this machine to listen on.</summary>
internal static class ListenRule
{
    /// <summary>Accepts an address with a port; port 0 for any free port.</summary>
    public static readonly TextRule<IPEndPoint> Rule = new(
        "IP:PORT (port 0 to 65535), such as 127.0.0.1:50001; port 0 is any free port",
        text => text.Contains(':', StringComparison.Ordinal) && IPEndPoint.TryParse(text, out var endpoint)
            ? endpoint
            : null);

    /// <summary>Refuses an address that other machines reach, unless the user allows it.</summary>
    public static RuleList CheckReach(
        ResolvedSettings settings, Setting setting, Setting<bool> isPublic) => new(settings)
    {
        {
            settings.ValueOf(setting) is IPEndPoint endpoint && !IPAddress.IsLoopback(endpoint.Address)
                && !settings.Get(isPublic),
            setting, $"{Quoted.Text(settings[setting])} is not loopback",
            $"use 127.0.0.1, or add {isPublic.Option}"
        },
    };
}
