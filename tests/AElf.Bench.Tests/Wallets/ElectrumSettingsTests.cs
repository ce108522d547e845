using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Execution;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Tests.CommandLine;
using AElf.Benchmark.Verbs.Electrum.Node;
using AElf.Benchmark.Verbs.Measure;

namespace AElf.Bench.Tests.Wallets;

public sealed class ElectrumSettingsTests : IDisposable
{
    private readonly ProgramUnderTest program = new(new BenchmarkCommandLine(new ElectrumWorkloadType()).Parse);

    public void Dispose() => program.Dispose();

    [Fact]
    public void Defaults_BothTests_AreThePublishedWallet()
    {
        var options = (BenchmarkOptions)program.Options("");

        Assert.Equal(
            [(WalletTest.Initial, "fulcrum"), (WalletTest.Refresh, "fulcrum")],
            options.Plans.Select(plan => ElectrumSettings.Options(plan.Settings))
                .Select(run => (run.Test, run.Engine)));
        var chain = ElectrumSettings.Options(options.Plans.First().Settings).Chain;
        Assert.Equal((3_000, 3_962, 491, 620), (
            chain.WalletAddresses, chain.WalletTransactions, chain.WalletHeights, chain.Blocks));
    }

    [Fact]
    public void Settings_EachEngineAndTest_IsARun()
    {
        var options = (BenchmarkOptions)program.Options("--engines all --wallet 300 --depth 2.5");

        Assert.Equal(2 * IndexEngines.Names.Count, options.Plans.Count());
        var chain = ElectrumSettings.Options(options.Plans.Last().Settings).Chain;
        Assert.Equal((300, 750), (chain.WalletAddresses, chain.WalletTransactions));
    }

    [Fact]
    public void Settings_SameWords_GiveTheSameChainInWorkloadAndVerbs()
    {
        const string Line = "--wallet 300 --depth 2.5 --chain-height 300 --block-transactions 40 --seed 7";
        var options = (BenchmarkOptions)program.Options(Line);
        var run = ElectrumSettings.Options(options.Plans.First().Settings);
        var verb = new NodeVerb();
        Assert.Equal(run.Chain, verb.Read(Line.Split(' '))!.Synthetic);
        Assert.Null(run.Given);
        Assert.Empty(verb.Problems);
    }

    [Fact]
    public void GivenChain_WalletOptions_GiveTheNumberOfScripts()
    {
        var options = (BenchmarkOptions)program.Options("--chain / --wallet 30 --wallets 2 --network main --seed 5");
        var given = ElectrumSettings.Options(options.Plans.First().Settings).Given!;
        var chain = new ChainChoice(Synthetic: null, "/", LoginFile: null, ChainNetwork.Main);
        Assert.Equal(new GivenWallets(chain, 5) { Count = 60, KeyAddresses = 1500 }, given);
    }

    [Fact]
    public void Options_ManyLargeWallets_NeedAllTheirScripts()
    {
        var options = (BenchmarkOptions)program.Options("--chain / --wallet 10000000 --wallets 10000");
        Assert.Equal(100_000_000_000, ElectrumSettings.Options(options.Plans.First().Settings).Given!.Count);
    }

    [Theory]
    [InlineData("--engines bitcoin", "'bitcoin' is not valid; expected all, or some of fulcrum, fulcrum-fast")]
    [InlineData("--engines fulcrum,fulcrum", "'fulcrum,fulcrum' is not valid")]
    [InlineData("--engines ,", "',' is not valid")]
    [InlineData("--test load", "'load' is not valid; expected one of initial, refresh, both")]
    [InlineData("--wallet 0", "'0' is not valid; expected a whole number from 1")]
    [InlineData("--depth 0.5", "'0.5' is not valid; expected a number from 1 to 1000")]
    [InlineData("--chain-height 100", "'100' is not valid; expected a whole number from 101")]
    [InlineData("--wallet 100000 --chain-height 101", "do not fit into 101 blocks; expected at most 4000 transactions")]
    [InlineData("--wallet 10000000 --depth 1000", "do not fit into 620 blocks")]
    [InlineData(
        "--wallet 10000000 --wallets 10000 --wallet-sizes zipf --wallet-transactions 1",
        "the largest of 10000 wallets has 3688592739 addresses; expected at most 2147483647")]
    [InlineData("--rate 100 --concurrency 4", "batches in one job wait")]
    [InlineData("--store rocksdb:x --database redis", "a folder and in redis; remove one of the two")]
    [InlineData("--store rocksdb:", "'rocksdb:' is not valid; expected memory, or rocksdb:FOLDER")]
    [InlineData("--store sqlite:/x", "'sqlite:/x' is not valid; expected memory, or rocksdb:FOLDER")]
    [InlineData("--store redis", "'redis' is not valid; expected memory, or rocksdb:FOLDER")]
    [InlineData("--chain / --chain-height 200", "--chain-height: applies only to a synthetic chain")]
    [InlineData("--chain http://127.0.0.1:1", "--chain-login: the node's .cookie is missing")]
    [InlineData("--chain ftp://h --network moon", "'moon' is not valid; expected one of main, regtest")]
    [InlineData("--depth 2 --wallet-transactions 9", "--depth sets the same")]
    [InlineData("--scripts /none", "'/none' is not valid; expected an existing file, or an account's key")]
    [InlineData("--scripts zprvA", "other users can see a private key")]
    [InlineData("-n 8000", "-n: unknown option")]
    public void Settings_Impossible_AreRefusedWithTheExpected(string line, string problem) =>
        Assert.Contains(problem, program.Problems(line), StringComparison.Ordinal);

    [Fact]
    public void Help_Examples_HaveTheNameOfTheCalledProgram()
    {
        var help = Assert.IsType<ParseOutcome.Printed>(program.Parse(["--help", "all"])).Text;

        Prose.AssertNames(help, "Electrum wallets", "electrum --engines all");
    }
}
