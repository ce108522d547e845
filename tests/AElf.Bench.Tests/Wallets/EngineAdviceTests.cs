using AElf.Bench.Core.Workloads;
using AElf.Bench.Electrum;
using AElf.Bench.TestKit;

namespace AElf.Bench.Tests.Wallets;

public sealed class EngineAdviceTests
{
    [Fact]
    public void From_SmallerEngineOfSimilarTime_ChoosesIt()
    {
        var advice = EngineAdvice.From(
            [Run("fulcrum", 100, 100), Run("esplora", 190, 40), Run("electrs-0.9", 5_000, 5)]);

        Prose.AssertNames(advice[0], "run esplora");
        Prose.AssertNames(advice[1], "40.00 MB", "190.0 ms");
        Prose.AssertNames(advice[2], "electrs-0.9", "5.00 MB");
        Prose.AssertNames(advice[3], "fulcrum", "100.0 ms");
    }

    [Fact]
    public void From_SmallerEnginesThatTakeMoreThanTwice_ChoosesTheFastest()
    {
        var advice = EngineAdvice.From([Run("fulcrum", 100, 100), Run("esplora", 210, 40)]);

        Prose.AssertNames(advice[0], "run fulcrum");
        Prose.AssertNames(advice[1], "100.0 ms");
    }

    [Theory]
    [InlineData(1, "run electrs-0.9")]
    [InlineData(2, "run fulcrum")]
    public void From_TimesTooShortForOneWallet_ChoosesTheSmallestForOneWallet(int wallets, string expected)
    {
        // With two wallets the warm passes count: 0.01 and 100 ms.
        var advice = EngineAdvice.From(
            [
                Run("fulcrum", 1, 100, wallets, perSecond: 1e8),
                Run("electrs-0.9", 99, 5, wallets, perSecond: 1e4),
            ]);

        Assert.Contains(expected, advice[0], StringComparison.Ordinal);
    }

    [Fact]
    public void From_FastestIsAlsoSmallest_NamesNoOther()
    {
        var advice = EngineAdvice.From([Run("esplora", 10, 10), Run("bindex", 21, 40)]);

        Prose.AssertNames(advice[0], "run esplora");
        Prose.AssertNames(advice[1], "10.00 ms", "10.00 MB");
        Assert.DoesNotContain(advice, line => line.StartsWith("Smaller", StringComparison.Ordinal));
    }

    [Fact]
    public void From_ServerPublishedMuchSlowerThanItsDesign_UsesThePublishedRatio()
    {
        // Published: ElectrumX took 34.7 × the time of Fulcrum.
        var advice = EngineAdvice.From([Run("fulcrum", 10, 100), Run("electrumx", 9, 40)]);

        Assert.Contains("run fulcrum", advice[0], StringComparison.Ordinal);
        Assert.Contains(advice, line => line.StartsWith("In 2022 electrumx", StringComparison.Ordinal));
    }

    [Fact]
    public void From_Model_UsesTheModelledTimeAndNoPublishedRatio()
    {
        // Published: electrs 0.9 took 278 × the time of Fulcrum.
        var advice = EngineAdvice.From(
            [Run("fulcrum", 10, 100, modelMs: 10_000), Run("electrs-0.9", 10, 5, modelMs: 18_000)]);

        Prose.AssertNames(advice[0], "run electrs-0.9");
        Prose.AssertNames(advice[1], "18.00 s");
        Assert.Contains(advice, line => line.Contains("modelled", StringComparison.Ordinal));
        Assert.DoesNotContain(advice, line => line.StartsWith("In 2022", StringComparison.Ordinal));
    }

    [Fact]
    public void From_ModelOfAServerPublishedMuchSlower_SaysSo()
    {
        // Published: ElectrumX took 34.7 × the time of Fulcrum.
        var advice = EngineAdvice.From(
            [Run("fulcrum", 10, 100, modelMs: 10_000), Run("electrumx", 10, 5, modelMs: 11_000)]);

        Assert.Contains("run electrumx", advice[0], StringComparison.Ordinal);
        Assert.Contains(advice, line => line.StartsWith("Caution", StringComparison.Ordinal));
    }

    [Fact]
    public void From_SeveralSmallerEngines_NamesTheNextUnbeatenOne()
    {
        // Esplora is slower than electrs and larger.
        var advice = EngineAdvice.From(
            [Run("bindex", 10, 100), Run("electrs-0.9", 1_000, 1), Run("electrs", 210, 50), Run("esplora", 300, 60)]);

        Prose.AssertNames(
            Assert.Single(advice, line => line.StartsWith("Smaller", StringComparison.Ordinal)),
            "electrs", "50.00 MB", "21.00 times");
    }

    [Theory]
    [InlineData(59, false)]
    [InlineData(90, true)]
    public void From_BuildTimes_AreNamedBeyondAFactorOfTwo(double megabytes, bool isNamed)
    {
        var advice = EngineAdvice.From([Run("bindex", 10, 20), Run("esplora", 100, megabytes)]);

        Assert.Equal(isNamed, advice.Any(line => line.StartsWith("Build", StringComparison.Ordinal)));
    }

    [Fact]
    public void From_OneWallet_SaysThatTimesAreCold() => Assert.Contains(
        EngineAdvice.From([Run("bindex", 10, 20), Run("esplora", 100, 30)]),
        line => line.Contains("first load", StringComparison.Ordinal)
            && line.Contains("just started", StringComparison.Ordinal));

    [Theory]
    [InlineData("fulcrum-fast")]
    [InlineData("addrindexrs")]
    public void From_DesignWithoutUsableServer_IsNotRecommended(string engine)
    {
        var advice = EngineAdvice.From([Run(engine, 1, 1), Run("esplora", 10, 10)]);

        Prose.AssertNames(advice[0], "run esplora");
        Assert.DoesNotContain(advice, line => line.Contains(engine, StringComparison.Ordinal));
        Assert.Empty(EngineAdvice.From([Run(engine, 1, 1)]));
    }

    [Fact]
    public void From_ServerNeedsANewNode_SaysSo() => Assert.Contains(
        EngineAdvice.From([Run("electrs", 10, 1), Run("esplora", 10, 10)]),
        line => line.Contains("Bitcoin Core 31", StringComparison.Ordinal));

    [Fact]
    public void From_ManyWallets_UsesTheWarmPass()
    {
        // Cold 10 and 30 ms; warm passes of 1,000 requests at 100 and 1,000 per ms take 10 and 1 ms.
        var advice = EngineAdvice.From(
            [
                Run("esplora", 10, 40, wallets: 5, perSecond: 1e5),
                Run("bindex", 30, 100, wallets: 5, perSecond: 1e6),
            ]);

        Prose.AssertNames(advice[0], "5 wallets", "600 addresses", "run bindex");
        Assert.Contains(advice, line => line.Contains("of all wallets", StringComparison.Ordinal));
    }

    private static EngineRun Run(
        string engine,
        double coldMs,
        double megabytes,
        int wallets = 1,
        double perSecond = 1e5,
        double? modelMs = null) => new(new MeasuredRun(
        new Dictionary<string, FactValue>(StringComparer.Ordinal)
        {
            ["test"] = "initial",
            ["engine"] = engine,
            ["wallets"] = wallets,
            ["addresses"] = 3_000,
            ["coldMs"] = coldMs,
            ["indexBytes"] = megabytes * 1e6,
            ["indexBuildMs"] = megabytes,
            ["chainTransactions"] = 0,
            ["modelDiskMs"] = modelMs,
            ["modelNodeMs"] = modelMs is null ? default(double?) : 0,
            ["passMs"] = modelMs is null ? default(double?) : 0,
        },
        BlockWeight: 1_000,
        Tps: [perSecond],
        CpuMicroseconds: 1,
        IsDisturbed: false));
}
