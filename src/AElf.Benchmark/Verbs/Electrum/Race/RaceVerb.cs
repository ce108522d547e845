using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark.Verbs.Electrum.Client;

namespace AElf.Benchmark.Verbs.Electrum.Race;

/// <summary>The verb <c>electrum race</c>: starts a node and servers over it, and measures them in turns.</summary>
internal sealed class RaceVerb : Verb<RaceRequest>
{
    public const string Word = "race";

    private static readonly SettingGroup Rows = new("Race", Topic.Process, Programs.Verb);

    private static readonly Setting<string?> Servers = new(
        Rows, "servers", SettingRules.Path, null,
        "JSON file with the servers (default electrum-servers.json of the configuration)", "--servers FILE");

    private static readonly Setting<int> Starts = new(
        Rows, "starts", new WholeNumberRule(1, 100), 5,
        "starts of each server, in turns: the first makes the index, each measures a cold run and three more",
        "--starts N");

    private static readonly Setting[] OfClient =
        [ClientSettings.Batch, .. ClientSettings.OfCrowd, ClientSettings.Timeout];

    public override ProgramDescription Program { get; } = new()
    {
        Word = ElectrumWorkloadType.WorkloadName,
        Verb = Word,
        Table = [.. ChainSettings.All, .. Rows.All, .. OfClient],
        Purpose = "Starts a node and real Electrum servers over it, and measures them in turns.",
        Sections =
        [
            new("Servers", Topic.Process), new("Wallets and chain", Topic.Workload),
            new("Measurement", Topic.Measurement),
        ],
        Notes = """
            The file describes how to start each server, and when it is ready. electrum-servers.json has Fulcrum 2,
            ElectrumX, electrs 0.9 and 0.12, and engines of this program. The race skips a server that is not
            installed. It reports a server that ends, does not answer or gives a wrong answer, and continues with the
            others.

            The first start of each server builds its index. Before each further start the kernel drops the index from
            its page cache. The last start also measures --wallets at once, for --time, and the time from a block to
            its notification.

            Without --chain, the node is this program over a synthetic chain. electrs fetches blocks over a node's P2P
            port, which this node does not have: name a bitcoind with --chain http://HOST:PORT.

            Exit codes: 0 all measured or not installed, 1 usage, 2 no server is installed, or no node, 3 a wrong
            answer, 5 a server failed, or interrupted
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--starts 1",
        Examples =
        [
            new("all servers that are installed", ""),
            new("your own list, with 100 wallets", "--servers servers.json --wallet 30 --wallets 100"),
        ],
    };

    public override RaceRequest? Read(IReadOnlyList<string> words)
    {
        var settings = Resolve(words);
        var chain = ChainSettings.Read(settings);
        Problems.AddRange(new RuleList(settings)
        {
            ChainSettings.Check(settings),
            {
                chain is { Synthetic: null, IsNode: false }, ChainSettings.Chain,
                "a race needs a node", "remove it, or use --chain http://HOST:PORT"
            },
        });
        return Problems.Count > 0 ? null : new RaceRequest(
            RaceFile.Read(settings.Get(Servers) ?? Path.Combine(
                AppContext.BaseDirectory, "config", "electrum-servers.json")),
            settings.Get(Starts),
            settings.Get(ChainSettings.Wallets),
            settings,
            chain);
    }

    protected override ExitCode? Interrupted => ExitCode.DegradedOrFailed;

    protected override async Task<ExitCode> RunAsync(RaceRequest request)
    {
        using var ended = new Termination();
        return await new RaceCommand(request, ended.Token).RunAsync() is var code and not ExitCode.Environment
            ? code
            : Fail(ExitCode.Environment, "no server of the list can be started: no figure");
    }
}

/// <summary>The checked arguments of <c>electrum race</c>.</summary>
/// <param name="Starts">Starts of each server.</param>
/// <param name="Wallets">Wallets that ask at once, at the end.</param>
internal sealed record RaceRequest(
    IReadOnlyList<RacedServer> Servers, int Starts, int Wallets, ResolvedSettings Settings, ChainChoice Chain);
