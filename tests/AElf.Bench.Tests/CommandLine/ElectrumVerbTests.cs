using System.Text.RegularExpressions;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark.Verbs.Electrum.Client;
using AElf.Benchmark.Verbs.Electrum.Node;
using AElf.Benchmark.Verbs.Electrum.Presets;
using AElf.Benchmark.Verbs.Electrum.Race;
using AElf.Benchmark.Verbs.Measure;
using AElf.Benchmark.Verbs.Sweep;

namespace AElf.Bench.Tests.CommandLine;

/// <summary>Options of <c>electrum node</c> and <c>electrum client</c>.</summary>
public sealed partial class ElectrumVerbTests
{
    [Fact]
    public void Node_Defaults_ServeThePublishedChainOnLoopback()
    {
        var (chain, settings) = Node();
        Assert.Equal("127.0.0.1:18443", settings.Get(NodeVerb.ListenAt).ToString());
        Assert.Equal(620, chain.Synthetic!.Blocks);
        Assert.Equal(3000, chain.Synthetic.WalletAddresses);
        Assert.Equal(0, Node("--listen", "[::1]:0", "--seed", "7").Settings.Get(NodeVerb.ListenAt).Port);
        Assert.Equal(7, Node("--listen", "0.0.0.0:7", "--public").Settings.Get(NodeVerb.ListenAt).Port);
    }

    [Theory]
    [InlineData("--listen: '7' is not valid", "--listen", "7")]
    [InlineData("--listen: 'localhost:1' is not valid", "--listen", "localhost:1")]
    [InlineData("--listen: '127.0.0.1:65536' is not valid", "--listen", "127.0.0.1:65536")]
    [InlineData("--listen: '0.0.0.0:18443' is not loopback", "--listen", "0.0.0.0:18443")]
    [InlineData("--chain-height: '100' is not valid", "--chain-height", "100")]
    [InlineData("--mempool: applies only to a synthetic chain", "--chain", "/", "--mempool", "1")]
    [InlineData("--blocks-every: applies only to a synthetic chain", "--chain", "/", "--blocks-every", "1s")]
    [InlineData("--chain-login: the node's .cookie is missing", "--chain", "http://127.0.0.1:1")]
    [InlineData("--chain-login: applies only to a node", "--chain-login", "x")]
    [InlineData("(not shown", "--chain", "http://user:canary@127.0.0.1:1")]
    [InlineData("--mempol: unknown option", "--mempol", "1")]
    public void Node_InvalidOptions_AreNamed(string expected, params string[] words)
    {
        var verb = new NodeVerb();
        Assert.Null(verb.Read(words));
        Assert.Contains(verb.Problems, problem => problem.ToString().Contains(expected, StringComparison.Ordinal));
        Assert.DoesNotContain("canary", string.Join('\n', verb.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public void Client_Defaults_AreThePublishedTestWithAKnownChain()
    {
        var request = Client("127.0.0.1:50001")!;
        Assert.Equal((50, 3, false, false), (
            request.Options.BatchSize, request.Options.Runs, request.Options.IsPipelined, request.Options.IsTls));
        Assert.NotNull(request.Chain!.Synthetic);
        Assert.Null(request.Settings.Get(ChainSettings.Scripts));

        // A wallet's number of addresses is the same option in all verbs.
        Assert.Equal((30, 30), (
            Client("h:1", "--wallet", "30")!.Chain!.Synthetic!.WalletAddresses,
            Node("--wallet", "30").Chain.Synthetic!.WalletAddresses));

        // A wallet alone does not define the chain; any option of the chain does.
        Assert.Null(Client("h:1", "--scripts", "/etc/hostname")!.Chain);
        Assert.NotNull(Client("h:1", "--scripts", "/etc/hostname", "--seed", "2")!.Chain);
        Assert.Null(Client("h:1", "--scripts", "/etc/hostname", "wallets=1,3")!.Chain);
    }

    [Theory]
    [InlineData("server: address missing")]
    [InlineData("server: 'here' is not valid", "here")]
    [InlineData("server: 'h:0' is not valid", "h:0")]
    [InlineData("--batch: '0' is not valid", "h:1", "--batch", "0")]
    [InlineData("--wallet: 'zpub' is not valid; expected a whole number", "h:1", "--wallet", "zpub")]
    [InlineData("--depth: applies only to a synthetic chain", "h:1", "--chain", "/", "--depth", "2")]
    [InlineData("--scripts: '/none' is not valid", "h:1", "--scripts", "/none")]
    [InlineData("other users can see a private key", "h:1", "--scripts", "zprvAcanary")]
    [InlineData("the connection is not TLS", "h:1", "--tls-ca", "x")]
    [InlineData("--rate: needs several wallets", "h:1", "--rate", "5")]
    [InlineData("--time: needs several wallets", "h:1", "wallets=1", "--time", "1s")]
    [InlineData("not numbers of wallets", "h:1", "wallets=10,1")]
    [InlineData("not numbers of wallets", "h:1", "wallets=")]
    [InlineData("not numbers of wallets", "h:1", "wallets=1,10001")]
    public void Client_InvalidOptions_AreNamed(string expected, params string[] words)
    {
        var verb = new ClientVerb();
        Assert.Null(verb.Read(words));
        Assert.Contains(verb.Problems, problem => problem.ToString().Contains(expected, StringComparison.Ordinal));
        Assert.DoesNotContain("canary", string.Join('\n', verb.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public void Client_NumbersOfWallets_AreTheCurveAndTheLargestIsThatOfTheChain()
    {
        var request = Client("h:1", "wallets=1,10", "--wallet", "5", "--wallet-sizes", "zipf")!;

        Assert.Equal([1, 10], request.Counts);
        Assert.Equal(10, request.Chain!.Synthetic!.Wallets);
        Assert.Equal([4], Client("h:1", "--wallets", "4")!.Counts);
    }

    [Theory]
    [InlineData("", "1", "empty")]
    [InlineData("[]", "1", "an object in braces")]
    [InlineData("{}", "1: servers", "missing")]
    [InlineData("{\n\"servers\": []}", "2: servers", "one entry or more")]
    [InlineData("{\n\"server\": []}", "2: server", "did you mean servers?")]
    [InlineData("{\"servers\": [\n{\"name\": \"a\"}]}", "2: servers[0].command", "missing")]
    [InlineData("{\"servers\": [{\"name\": \"a\", \"command\": []}]}", "1: servers[0].command", "one entry or more")]
    [InlineData("{\"servers\": [{\"name\": 5, \"command\": [\"x\"]}]}", "1: servers[0].name", "the number 5")]
    [InlineData("{\"servers\": [{\n\"redy\": \"\"}]}", "2: servers[0].redy", "did you mean ready?")]
    [InlineData("{\"servers\": [{\n\"colour\": \"\"}]}", "2: servers[0].colour", "needsOfNode")]
    [InlineData("{\"servers\": [{\"name\": \"../a\", \"command\": [\"x\"]}]}", "1: servers[0].name", "without a path")]
    [InlineData(
        "{\"servers\": [{\"name\": \"a\", \"command\": [\"x\", \"{prot}\"]}]}", "1: servers[0].command[1]", "{port}")]
    [InlineData(
        "{\"servers\": [{\"name\": \"a\", \"command\": [\"x\"], \"files\": {\"../../evil\": \"\"}}]}",
        "1: servers[0].files", "'../../evil'")]
    [InlineData(
        "{\"servers\": [{\"name\": \"a\", \"command\": [\"x\"]},\n{\"name\": \"a\", \"command\": [\"x\"]}]}",
        "2: servers[1].name", "the name a")]
    public void Race_FileThatIsNoList_IsNamedWithItsLine(string json, string place, string expected)
    {
        using var folder = new TemporaryFolder();
        var file = folder.Write("servers.json", json);

        var problem = Assert.Throws<ConfigurationFormatException>(() => RaceFile.Read(file)).Problem;

        Assert.StartsWith($"{file}:{place}", problem.What, StringComparison.Ordinal);
        Assert.Contains(expected, $"{problem}", StringComparison.Ordinal);
    }

    [Fact]
    public async Task Race_FileThatIsMissing_IsAUsageError() =>
        Assert.Equal((int)ExitCode.Usage, await new RaceVerb().RunAsync(["--servers", "/none.json"]));

    [Fact]
    public void Race_ReadyMadeEntries_AreReadAndNamed() => Assert.Superset(
        new HashSet<string>(["fulcrum-2", "electrumx", "electrs-0.9", "electrs-0.12"], StringComparer.Ordinal),
        new RaceVerb().Read([])!.Servers.Select(server => server.Name).ToHashSet(StringComparer.Ordinal));

    [Theory]
    [InlineData("raspberry-2022")]
    [InlineData("wallet-103000")]
    [InlineData("long-histories")]
    public async Task Preset_OptionOfTheCall_ReplacesThatOfThePreset(string name)
    {
        string[] given = [];
        var preset = new PresetVerb(new BenchmarkCommandLine(new ElectrumWorkloadType()).Program, words =>
        {
            given = words;
            return Task.FromResult(0);
        });

        await preset.RunAsync([name, "--engines=fulcrum", "--repeattime", "2"]);

        Assert.Single(given, word => word.Contains("engines", StringComparison.Ordinal));
        Assert.DoesNotContain("--rounds", given);
        var runs = new SweepVerb(new ElectrumWorkloadType());
        Assert.NotNull(runs.Read(["seed=1,2", "--test", "initial", .. given]));
    }

    [Fact]
    public void Help_EveryExample_IsAValidCall()
    {
        foreach (var example in new NodeVerb().Program.Examples)
        {
            Assert.Null(Record.Exception(() => Node(example.Arguments.Split(' '))));
        }

        Assert.Contains("--pipelined", HelpText.Write(new ClientVerb().Program), StringComparison.Ordinal);
        Assert.Contains("--login-file", HelpText.Write(new NodeVerb().Program), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Sweep_ExamplesOfItsHelp_AreSweepsOfWallets(bool isSearch)
    {
        var examples = new SweepVerb(new ElectrumWorkloadType(), isSearch).Program.Examples;
        Assert.NotEmpty(examples);
        Assert.All(examples, example =>
        {
            var verb = new SweepVerb(new ElectrumWorkloadType(), isSearch);
            var words = Words().Matches(example.Arguments).Select(word => word.Value.Trim('\'')).ToList();
            Assert.True(verb.Read(words) is not null, string.Join("; ", verb.Problems));
        });
    }

    [GeneratedRegex("'[^']*'|[^ ]+")]
    private static partial Regex Words();

    private static (ChainChoice Chain, ResolvedSettings Settings) Node(params string[] words)
    {
        var verb = new NodeVerb();
        var read = verb.Read(words);
        Assert.Empty(verb.Problems);
        return (read!, verb.Settings);
    }

    private static ClientRequest? Client(params string[] words)
    {
        var verb = new ClientVerb();
        var read = verb.Read(words);
        Assert.Empty(verb.Problems);
        return read;
    }
}
