using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using CommandLine;

namespace AElf.Concurrency.Manager.CommandLine;

/// <summary>The manager's own options, as the command-line parser fills them.</summary>
internal sealed class ManagerArguments : ProgramArguments
{
    [Option("actor.host")]
    public string? ActorHost { get; set; }

    [Option("actor.port")]
    public string? ActorPort { get; set; }

    [Option("allowed-hosts")]
    public string? AllowedHosts { get; set; }

    [Option("workers")]
    public string? Workers { get; set; }

    [Option("state")]
    public string? StateFolder { get; set; }

    [Option("proxies")]
    public string? Proxies { get; set; }

    [Option("cert")]
    public string? CertificateFile { get; set; }

    [Option("key")]
    public string? KeyFile { get; set; }

    [Option("otlp")]
    public string? Otlp { get; set; }

    /// <inheritdoc/>
    public override IEnumerable<(Setting Setting, string? Text)> Given() =>
    [
        (Settings.HostName, ActorHost), (Settings.ActorPort, ActorPort), (Settings.Workers, Workers), (Settings.StateFolder, StateFolder),
        (Settings.CertificateFile, CertificateFile), (Settings.KeyFile, KeyFile), (Settings.Otlp, Otlp), (Settings.Proxies, Proxies),
        (Settings.AllowedHosts, AllowedHosts), .. GivenToAll(),
    ];
}
