using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using CommandLine;

namespace AElf.Concurrency.Worker.CommandLine;

/// <summary>The worker's own options, as the command-line parser fills them.</summary>
internal sealed class WorkerArguments : ProgramArguments
{
    [Option("manager")]
    public string? Managers { get; set; }

    [Option("actor.host")]
    public string? ActorHost { get; set; }

    [Option("actor.port")]
    public string? ActorPort { get; set; }

    [Option("allowed-hosts")]
    public string? AllowedHosts { get; set; }

    [Option("actors")]
    public string? Actors { get; set; }

    [Option("lanes")]
    public string? Lanes { get; set; }

    [Option("name")]
    public string? Name { get; set; }

    [Option("server")]
    public string? Server { get; set; }

    [Option("ca")]
    public string? AuthorityFile { get; set; }

    /// <inheritdoc/>
    public override IEnumerable<(Setting Setting, string? Text)> Given() =>
    [
        (Settings.Seeds, Managers), (Settings.HostName, ActorHost), (Settings.ActorPort, ActorPort), (Settings.WorkerCount, Actors), (Settings.Lanes, Lanes),
        (Settings.AllowedHosts, AllowedHosts), (Settings.WorkerName, Name), (Settings.Server, Server),
        (Settings.AuthorityFile, AuthorityFile),
        .. GivenToAll(),
    ];
}
