using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Serving;

/// <summary>
/// A server caches the answers that the real server of its layout caches, and computes all others anew.
/// </summary>
public sealed class KeptAnswersTests
{
    private const int Blocks = 125;

    /// <summary>Engines whose server computes the answer again for a second client.</summary>
    public static TheoryData<string> ForgetfulEngines =>
        ["electrs", "electrs-0.9", "esplora", "esplora-light", "addrindexrs"];

    [Theory]
    [InlineData("fulcrum")]
    [InlineData("fulcrum-fast")]
    [InlineData("electrumx")]
    public void Cache_Shared_IsFilledOnce(string engine)
    {
        using var served = ServedChain.Of(seed: 5, Blocks, engine);
        var script = UsedScript(served);
        var first = SubscribeAnew(served, script);
        var second = SubscribeAnew(served, script);

        Assert.True(first.Lookups + first.Scans > 0);
        Assert.Equal((0, 0, 1), (second.Lookups, second.Scans, second.CacheHits));
    }

    [Theory]
    [MemberData(nameof(ForgetfulEngines))]
    public void Cache_Private_IsFilledForEachClient(string engine)
    {
        using var served = ServedChain.Of(seed: 5, Blocks, engine);
        var script = UsedScript(served);
        var first = SubscribeAnew(served, script);
        var second = SubscribeAnew(served, script);

        Assert.True(first.Scans > 0);
        Assert.Equal(
            (first.Lookups, first.Scans, first.Blocks, first.NodeTransactions, 0),
            (second.Lookups, second.Scans, second.Blocks, second.NodeTransactions, second.CacheHits));
    }

    [Theory]
    [InlineData("electrs")]
    [InlineData("electrs-0.9")]
    public void Electrs_Subscribed_AnswersFromTheSubscriptionUntilUnsubscribe(string engine)
    {
        using var served = ServedChain.Of(seed: 5, Blocks, engine);
        served.Negotiate("1.4", "1.6");
        var (script, costs) = (UsedScript(served), served.State.Costs);
        served.Result("blockchain.scripthash.get_history", $"{script}");
        var asked = costs.Scans;
        Assert.True(asked > 0);

        served.Result("blockchain.scripthash.subscribe", $"{script}");
        Assert.Equal(2 * asked, costs.Scans);
        served.Result("blockchain.scripthash.subscribe", $"{script}");
        var kept = served.Result("blockchain.scripthash.get_history", $"{script}");
        Assert.Equal(2 * asked, costs.Scans);

        served.Result("blockchain.scripthash.unsubscribe", $"{script}");
        Assert.Equal($"{kept}", $"{served.Result("blockchain.scripthash.get_history", $"{script}")}");
        Assert.Equal(3 * asked, costs.Scans);
    }

    [Theory]
    [InlineData("electrs")]
    [InlineData("fulcrum")]
    [InlineData("electrumx")]
    public async Task Cache_ScriptChanged_IsForgotten(string engine)
    {
        using var served = ServedChain.Of(seed: 6, Blocks, engine);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        using var client = await SessionClient.ConnectAsync(server);
        var branch = served.Chain.Fork();
        var (first, second) = (served.Chain.Take(3), branch.Take(4));
        var scripts = new ChainModel([.. served.Blocks, .. first, .. second]).Scripts;
        foreach (var script in scripts)
        {
            await client.AskAsync("blockchain.scripthash.subscribe", script);
        }

        served.Reorganise(served.Chain, 0, first);
        await EnsureHistoriesAsync(client, scripts, served.Blocks);
        served.Reorganise(branch, 3, second);
        await EnsureHistoriesAsync(client, scripts, served.Blocks);
    }

    [Theory]
    [InlineData("fulcrum", 0)]
    [InlineData("electrumx", 0)]
    [InlineData("addrindexrs", 0)]
    [InlineData("electrs", 1)]
    [InlineData("esplora", 1)]
    public void BlockIds_Cache_IsThatOfTheRealServer(string engine, int readAgain)
    {
        using var served = ServedChain.Of(seed: 5, Blocks, engine);
        served.Result("blockchain.transaction.id_from_pos", 110, 0, true);
        Assert.Equal(1, served.State.Costs.Blocks);
        served.Result("blockchain.transaction.id_from_pos", 110, 0, true);

        Assert.Equal(1 + readAgain, served.State.Costs.Blocks);
    }

    [Theory]
    [InlineData("electrs", null, "AElf.Bench 1.0 (electrs)")]
    [InlineData("fulcrum", null, "AElf.Bench 1.0 (fulcrum)")]
    [InlineData("electrs", 10, "AElf.Bench 1.0 (electrs; caches statuses, unlike electrs)")]
    [InlineData("fulcrum", 0, "AElf.Bench 1.0 (fulcrum; caches no statuses, unlike fulcrum)")]
    [InlineData("electrs", 0, "AElf.Bench 1.0 (electrs)")]
    public void Cache_OtherSetting_IsInTheServersName(string engine, int? maxStatuses, string expected)
    {
        using var served = ServedChain.Of(seed: 1, 3, engine, maxStatuses);

        Assert.Equal(expected, served.Result("server.version", "me", "1.4")[0].GetString());
        Assert.Equal(expected, served.Result("server.features").GetProperty("server_version").GetString());
        Assert.StartsWith(expected, served.Result("server.banner").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public void KeptAnswers_WhenRequested_KeepStatusesWithAnyEngine()
    {
        using var served = ServedChain.Of(seed: 5, Blocks, "electrs-0.9", maxStatuses: 1);
        var script = UsedScript(served);

        Assert.True(SubscribeAnew(served, script).Blocks > 0);
        Assert.Equal(0, SubscribeAnew(served, script).Blocks);
    }

    private static Hash256 UsedScript(ServedChain served) =>
        new ChainModel(served.Blocks).Scripts.First(script => new ChainModel(served.Blocks).History(script).Count > 1);

    private static IndexCosts SubscribeAnew(ServedChain served, Hash256 script)
    {
        served.Begin();
        served.Result("blockchain.scripthash.subscribe", $"{script}");
        return served.State.Costs;
    }

    private static async Task EnsureHistoriesAsync(
        SessionClient client, IReadOnlyCollection<Hash256> scripts, List<byte[]> blocks)
    {
        var model = new ChainModel(blocks);
        foreach (var script in scripts)
        {
            var history = await client.AskAsync("blockchain.scripthash.get_history", script);
            Assert.Equal(
                model.History(script).Select(each => $"{each.Id}:{each.Height}"),
                history.EnumerateArray()
                    .Where(each => !each.TryGetProperty("fee", out _))
                    .Select(each => $"{each.GetProperty("tx_hash").GetString()}:{each.GetProperty("height")}"),
                StringComparer.Ordinal);
        }
    }
}
