using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using CommandLine;

namespace AElf.Benchmark.CommandLine;

/// <summary>The options as the command-line parser fills them: texts only, so that every bad value gets our own sentence.</summary>
internal sealed class CommandLineArguments : ProgramArguments
{
    [Option('n')]
    public string? Transfers { get; set; }

    [Option("grouprange")]
    public IEnumerable<string> GroupRange { get; set; } = [];

    [Option("skew")]
    public string? Skew { get; set; }

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

    [Option("latency")]
    public string? Latency { get; set; }

    [Option("run-id")]
    public string? RunId { get; set; }

    [Option("json")]
    public string? JsonOutput { get; set; }

    [Option("markdown")]
    public string? MarkdownOutput { get; set; }

    [Option("manager")]
    public string? Manager { get; set; }

    [Option("workers")]
    public string? Workers { get; set; }

    [Option("ca")]
    public string? AuthorityFile { get; set; }

    /// <inheritdoc/>
    public override IEnumerable<(Setting Setting, string? Text)> Given() =>
    [
        (Settings.Transfers, Transfers), (Settings.Skew, Skew), (Settings.Seed, Seed), (Settings.Kind, Kind), (Settings.Prepared, Prepared),
        (Settings.BlockFile, BlockFile), (Settings.BlockOutput, BlockOutput),
        (Settings.Rounds, Rounds), (Settings.WarmupRounds, WarmupRounds), (Settings.SliceMs, SliceMs), (Settings.Ceiling, Ceiling),
        (Settings.WorkerCount, Actors), (Settings.Lanes, Lanes), (Settings.Mode, Mode), (Settings.Routing, IsComparison ? null : Routing), (
            Settings.ConcurrencyLevel, ConcurrencyLevel),
        (Settings.Seeds, Manager), (Settings.Workers, Workers), (Settings.AuthorityFile, AuthorityFile),
        .. GivenToAll(), (Settings.Latency, Latency),
        (Settings.RunId, RunId), (Settings.JsonOutput, JsonOutput), (Settings.MarkdownOutput, MarkdownOutput),
    ];

    /// <inheritdoc/>
    public override void AddTo(SettingLayer layer)
    {
        base.AddTo(layer);
        TakeGroupRange([.. GroupRange], layer);
        if (IsComparison)
        {
            layer.Add(Settings.RoutingComparison, "--routing", "true");
        }

        if (Manager is not null)
        {
            layer.Add(Settings.IsCluster, "--manager", "true");
        }
    }

    private bool IsComparison => string.Equals(Routing, "all", StringComparison.OrdinalIgnoreCase);

    private static void TakeGroupRange(string[] texts, SettingLayer layer)
    {
        if (texts.Length == 0)
        {
            return;
        }

        if (texts.Length != 2)
        {
            var shown = Quoted.Text(string.Join(' ', texts));
            layer.Reject(
                Settings.GroupsFrom,
                ValidationError.Error("--grouprange", $"{shown} ({texts.Length} value{(texts.Length == 1 ? "" : "s")})", Settings.GroupsFrom.OptionRight!));
            return;
        }

        layer.Add(Settings.GroupsFrom, "--grouprange", texts[0]);
        layer.Add(Settings.GroupsTo, "--grouprange", texts[1]);
    }
}
