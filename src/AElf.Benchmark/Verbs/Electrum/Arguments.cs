// Written by the test ArgumentsTests with AELF_WRITE_TABLES=1, from the tables of settings,
// which say what each option is for.
using CommandLine;

namespace AElf.Benchmark.Verbs.Electrum;

/// <summary>What CommandLineParser fills, one option a property.</summary>
public sealed class NodeArguments
{
    [Option("listen")] public string? NodeListen { get; set; }
    [Option("login-file")] public string? NodeLogin { get; set; }
    [Option("cookie")] public string? NodeCookie { get; set; }
    [Option("mempool")] public string? NodeMempool { get; set; }
    [Option("blocks-every")] public string? NodeBlocksEvery { get; set; }
}

/// <summary>What CommandLineParser fills, one option a property.</summary>
public sealed class ServeArguments
{
    [Option("engine")] public string? ServeEngine { get; set; }
    [Option("store")] public string? ServeStore { get; set; }
    [Option("index-memory")] public string? ServeIndexMemory { get; set; }
    [Option("listen")] public string? ServeListen { get; set; }
    [Option("tls-listen")] public string? ServeTlsListen { get; set; }
    [Option("cert")] public string? ServeCertificate { get; set; }
    [Option("key")] public string? ServeKey { get; set; }
    [Option("public")] public bool ServePublic { get; set; }
    [Option("blocks-every")] public string? ServeBlocksEvery { get; set; }
    [Option("poll")] public string? ServePoll { get; set; }
    [Option("node-timeout")] public string? ServeNodeTimeout { get; set; }
    [Option("mempool")] public string? ServeMempool { get; set; }
    [Option("max-line")] public string? ServeMaxLine { get; set; }
    [Option("max-batch")] public string? ServeMaxBatch { get; set; }
    [Option("max-subscriptions")] public string? ServeMaxSubscriptions { get; set; }
    [Option("max-total-subscriptions")] public string? ServeMaxTotalSubscriptions { get; set; }
    [Option("max-history")] public string? ServeMaxHistory { get; set; }
    [Option("max-sessions")] public string? ServeMaxSessions { get; set; }
    [Option("max-cost")] public string? ServeMaxCost { get; set; }
    [Option("cost-per-second")] public string? ServeCostPerSecond { get; set; }
    [Option("max-statuses")] public string? ServeMaxStatuses { get; set; }
    [Option("max-idle")] public string? ServeMaxIdle { get; set; }
}

/// <summary>What CommandLineParser fills, one option a property.</summary>
public sealed class ClientArguments
{
    [Option("batch")] public string? ClientBatch { get; set; }
    [Option("pipelined")] public bool ClientPipelined { get; set; }
    [Option("runs")] public string? ClientRuns { get; set; }
    [Option("timeout")] public string? ClientTimeout { get; set; }
    [Option("tls")] public bool ClientTls { get; set; }
    [Option("tls-ca")] public string? ClientAuthority { get; set; }
    [Option("json")] public string? ClientJson { get; set; }
}
