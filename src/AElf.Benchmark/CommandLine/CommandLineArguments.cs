using AElf.Bench.Harness.Configuration;
using CommandLine;

namespace AElf.Benchmark.CommandLine;

/// <summary>The options as the command-line parser fills them: texts only, so that every bad value gets our own sentence.</summary>
internal sealed class CommandLineArguments
{
    [Option('n')]
    public string? Transfers { get; set; }

    [Option("grouprange")]
    public IEnumerable<string> GroupRange { get; set; } = [];

    [Option("seed")]
    public string? Seed { get; set; }

    [Option('f', "SupportedBenchmark")]
    public string? Kind { get; set; }

    [Option("prepared")]
    public string? Prepared { get; set; }

    [Option("block-in")]
    public string? BlockFile { get; set; }

    [Option("block-out")]
    public string? BlockOutput { get; set; }

    [Option("repeattime")]
    public string? Rounds { get; set; }

    [Option("warmup")]
    public string? WarmupRounds { get; set; }

    [Option("slice")]
    public string? SliceMs { get; set; }

    [Option("ceiling")]
    public string? Ceiling { get; set; }

    [Option("actors")]
    public string? Actors { get; set; }

    [Option("lanes")]
    public string? Lanes { get; set; }

    [Option("mode")]
    public string? Mode { get; set; }

    [Option("routing")]
    public string? Routing { get; set; }

    [Option("conlevel")]
    public string? ConcurrencyLevel { get; set; }

    [Option("database")]
    public string? Type { get; set; }

    [Option("dbhost")]
    public string? Host { get; set; }

    [Option("dbport")]
    public string? Port { get; set; }

    [Option("shards")]
    public string? Shards { get; set; }

    [Option("client")]
    public string? Client { get; set; }

    [Option("user")]
    public string? User { get; set; }

    [Option("password-file")]
    public string? PasswordFile { get; set; }

    [Option("tls")]
    public bool Tls { get; set; }

    [Option("tls-ca")]
    public string? TlsAuthorityFile { get; set; }

    [Option("timeout")]
    public string? TimeoutMs { get; set; }

    [Option("reconnect")]
    public string? ReconnectSeconds { get; set; }

    [Option("latency")]
    public string? Latency { get; set; }

    [Option("run-id")]
    public string? RunId { get; set; }

    [Option("json")]
    public string? JsonOutput { get; set; }

    [Option("markdown")]
    public string? MarkdownOutput { get; set; }

    [Option("quiet")]
    public bool Quiet { get; set; }

    [Option("config")]
    public string? Folder { get; set; }

    [Value(0)]
    public IEnumerable<string> Words { get; set; } = [];

    /// <summary>The single-valued options with the settings they set.</summary>
    public IEnumerable<(Setting Setting, string? Text)> Given() =>
    [
        (Settings.Transfers, Transfers), (Settings.Seed, Seed), (Settings.Kind, Kind), (Settings.Prepared, Prepared),
        (Settings.BlockFile, BlockFile), (Settings.BlockOutput, BlockOutput),
        (Settings.Rounds, Rounds), (Settings.WarmupRounds, WarmupRounds), (Settings.SliceMs, SliceMs), (Settings.Ceiling, Ceiling),
        (Settings.WorkerCount, Actors), (Settings.Lanes, Lanes), (Settings.Mode, Mode), (Settings.Routing, Routing), (
            Settings.ConcurrencyLevel, ConcurrencyLevel),
        (Settings.Type, Type), (Settings.Host, Host), (Settings.Port, Port), (Settings.Shards, Shards), (Settings.Client, Client), (Settings.User, User),
        (Settings.PasswordFile, PasswordFile), (Settings.Tls, Switch(Tls)), (Settings.TlsAuthorityFile, TlsAuthorityFile),
        (Settings.TimeoutMs, TimeoutMs), (Settings.ReconnectSeconds, ReconnectSeconds), (Settings.Latency, Latency),
        (Settings.RunId, RunId), (Settings.JsonOutput, JsonOutput), (Settings.MarkdownOutput, MarkdownOutput), (Settings.Quiet, Switch(Quiet)),
    ];

    private static string? Switch(bool isGiven) => isGiven ? "true" : null;
}
