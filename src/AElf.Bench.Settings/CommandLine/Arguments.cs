// Written by the test ArgumentsTests with AELF_WRITE_TABLES=1, from the tables of settings,
// which say what each option is for.
using CommandLine;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>What CommandLineParser fills, one option a property.</summary>
public sealed class ProgramArguments
{
    [Option("actors")] public string? ActorWorkerCount { get; set; }
    [Option("lanes")] public string? ActorLanes { get; set; }
    [Option("dispatchers")] public string? ActorDispatchers { get; set; }
    [Option("routing")] public string? ActorRouting { get; set; }
    [Option("concurrency")] public string? ActorConcurrencyLevel { get; set; }
    [Option("database")] public string? DatabaseType { get; set; }
    [Option("dbhost")] public string? DatabaseHost { get; set; }
    [Option("dbport")] public string? DatabasePort { get; set; }
    [Option("shards")] public string? DatabaseShards { get; set; }
    [Option("proxies")] public string? DatabaseProxies { get; set; }
    [Option("store-here")] public bool DatabaseHere { get; set; }
    [Option("client")] public string? DatabaseClient { get; set; }
    [Option("user")] public string? DatabaseUser { get; set; }
    [Option("password-file")] public string? DatabasePasswordFile { get; set; }
    [Option("tls")] public bool DatabaseTls { get; set; }
    [Option("tls-ca")] public string? DatabaseTlsAuthorityFile { get; set; }
    [Option("timeout")] public string? DatabaseTimeoutMs { get; set; }
    [Option("reconnect")] public string? DatabaseReconnectSeconds { get; set; }
    [Option("latency")] public string? DatabaseLatency { get; set; }
    [Option("seed")] public string? WorkloadSeed { get; set; }
    [Option("benchmark")] public string? WorkloadBenchmark { get; set; }
    [Option("prepared")] public string? WorkloadPrepared { get; set; }
    [Option("engine")] public string? ActorEngine { get; set; }
    [Option("router")] public string? ActorRouter { get; set; }
    [Option("http-port")] public string? ActorHttpPort { get; set; }
    [Option("actor.host")] public string? ActorHostName { get; set; }
    [Option("actor.port")] public string? ActorPort { get; set; }
    [Option("allowed-hosts")] public string? ActorAllowedHosts { get; set; }
    [Option("name")] public string? ClusterName { get; set; }
    [Option("server")] public string? ClusterServer { get; set; }
    [Option("state")] public string? ClusterStateFolder { get; set; }
    [Option("otlp")] public string? ClusterOtlp { get; set; }
    [Option("manager")] public string? ActorSeeds { get; set; }
    [Option("workers")] public string? ClusterWorkers { get; set; }
    [Option("servers")] public string? ClusterServers { get; set; }
    [Option("processes")] public string? ClusterProcesses { get; set; }
    [Option("secret-file")] public string? ClusterSecretFile { get; set; }
    [Option("run-id")] public string? OutputRunId { get; set; }
    [Option("json")] public string? OutputJson { get; set; }
    [Option("markdown")] public string? OutputMarkdown { get; set; }
    [Option("quiet")] public bool OutputQuiet { get; set; }
    [Option("once")] public bool OutputOnce { get; set; }
    [Option("config")] public string? ConfigurationFolder { get; set; }
    [Option("cert")] public string? ClusterCertificateFile { get; set; }
    [Option("key")] public string? ClusterKeyFile { get; set; }
    [Option("ca")] public string? ClusterAuthorityFile { get; set; }
    [Option("client-ca")] public string? ClusterClientAuthorityFile { get; set; }
    [Option("client-cert")] public string? ClusterClientCertificateFile { get; set; }
    [Option("client-key")] public string? ClusterClientKeyFile { get; set; }
    [Option("rounds")] public string? MeasureRounds { get; set; }
    [Option("starts")] public string? MeasureStarts { get; set; }
    [Option("duration")] public string? MeasureDuration { get; set; }
    [Option("blocks")] public string? MeasureBlocks { get; set; }
    [Option("rate")] public string? MeasureRate { get; set; }
    [Option("warmup")] public string? MeasureWarmupRounds { get; set; }
    [Option("quiet-budget")] public string? MeasureQuietBudget { get; set; }
    [Option("allow-disturbed")] public bool MeasureAllowDisturbed { get; set; }
    [Option("slice")] public string? MeasureSliceMs { get; set; }
    [Option("label")] public string? MeasureLabel { get; set; }
    [Option("ceiling")] public string? MeasureCeiling { get; set; }
    [Option("controls")] public string? MeasureControls { get; set; }
    [Option("fail-if")] public string? OutputFailIf { get; set; }
    [Option("verbose")] public bool OutputVerbose { get; set; }
    [Option("log-format")] public string? OutputLogFormat { get; set; }
    [Option("html")] public string? OutputHtml { get; set; }
    [Option("csv")] public string? OutputCsv { get; set; }
    [Option("hgrm")] public string? OutputHistogram { get; set; }
    [Option("junit")] public string? OutputJUnit { get; set; }
    [Option("profile")] public string? OutputProfile { get; set; }
    [Option("history")] public string? OutputHistory { get; set; }
    [Option("export-github")] public string? OutputGitHub { get; set; }
    [Option("export-bencher")] public string? OutputBencher { get; set; }
}

/// <summary>What CommandLineParser fills, one option a property.</summary>
public sealed class ScenarioArguments
{
    [Option("servers")] public string? ScenarioServers { get; set; }
    [Option("processes")] public string? ScenarioProcesses { get; set; }
    [Option("shards")] public string? ScenarioShards { get; set; }
    [Option("proxies")] public string? ScenarioProxies { get; set; }
    [Option("hosts")] public string? ScenarioHosts { get; set; }
    [Option("keep-logs")] public string? ScenarioLogs { get; set; }
}

/// <summary>What CommandLineParser fills, one option a property.</summary>
public sealed class SweepArguments
{
    [Option("min-runs")] public string? SweepMinRuns { get; set; }
    [Option("max-runs")] public string? SweepMaxRuns { get; set; }
    [Option("precision")] public string? SweepPrecision { get; set; }
    [Option("limit")] public string? SweepLimit { get; set; }
    [Option("budget")] public string? SweepBudget { get; set; }
    [Option("folder")] public string? SweepFolder { get; set; }
}

/// <summary>What CommandLineParser fills, one option a property.</summary>
public sealed class CompareArguments
{
    [Option("baseline")] public string? CompareBaseline { get; set; }
    [Option("candidate")] public string? CompareCandidate { get; set; }
    [Option("aa")] public bool CompareSame { get; set; }
    [Option("save-baseline")] public string? CompareSaved { get; set; }
    [Option("threshold")] public string? CompareThreshold { get; set; }
    [Option("budget")] public string? CompareBudget { get; set; }
    [Option("max-runs")] public string? CompareMaxRuns { get; set; }
    [Option("counts")] public string? CompareCounts { get; set; }
    [Option("allocation-floor")] public string? CompareAllocationFloor { get; set; }
    [Option("inconclusive")] public string? CompareInconclusive { get; set; }
    [Option("folder")] public string? CompareFolder { get; set; }
    [Option("json")] public string? CompareJson { get; set; }
    [Option("markdown")] public string? CompareMarkdown { get; set; }
    [Option("html")] public string? CompareHtml { get; set; }
    [Option("junit")] public string? CompareJunit { get; set; }
    [Option("history")] public string? CompareHistory { get; set; }
    [Option("export-github")] public string? CompareGithub { get; set; }
    [Option("export-bencher")] public string? CompareBencher { get; set; }
}

/// <summary>What CommandLineParser fills, one option a property.</summary>
public sealed class HistoryArguments
{
    [Option("markdown")] public string? HistoryMarkdown { get; set; }
}

/// <summary>What CommandLineParser fills, one option a property.</summary>
public sealed class VerifyArguments
{
    [Option("json")] public string? VerifyJson { get; set; }
    [Option("verbose")] public bool VerifyVerbose { get; set; }
}

/// <summary>What CommandLineParser fills, one option a property.</summary>
public sealed class ReproduceArguments
{
    [Option("threshold")] public string? ReproduceThreshold { get; set; }
    [Option("json")] public string? ReproduceJson { get; set; }
}

/// <summary>What CommandLineParser fills, one option a property.</summary>
public sealed class CleanupArguments
{
    [Option("remove")] public bool CleanupRemove { get; set; }
    [Option("run")] public string? CleanupRun { get; set; }
    [Option("older-than")] public string? CleanupOlderThan { get; set; }
    [Option("json")] public string? CleanupJson { get; set; }
}
