using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.RegularExpressions;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Electrum;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Serving;

/// <summary>The verb <c>electrum serve</c> over a node with new blocks, reorganisations and absences.</summary>
public sealed partial class NodeFollowingTests
{
    private static readonly string[] Small =
    [
        "--seed", "9", "--chain-height", "140", "--block-transactions", "12", "--wallet", "20",
        "--wallet-transactions", "60", "--wallet-heights", "20",
    ];

    [Fact]
    public Task Follow_RealNode_IsSeenByClients() => AssertSeenAsync("electrumx", "rocksdb");

    [SlowFact]
    public Task Follow_RealNode_IsSeenByClientsOfAnIndexInMemory() => AssertSeenAsync("fulcrum", "memory");

    private static async Task AssertSeenAsync(string engine, string store)
    {
        await using var node = await LitecoinNode.StartAsync();
        await GenerateAsync(node, 110);
        using var folder = new TemporaryFolder();
        using var server = Serve(
            $"http://127.0.0.1:{node.Port}/", folder.Write("login", $"{LitecoinNode.User}:{LitecoinNode.Password}"),
            "--network", "litecoin-regtest", "--engine", engine,
            "--store", store is "memory" ? store : $"{store}:{folder.File("index")}");
        using var client = await ElectrumSession.OpenAsync(await AddressAsync(server));
        await client.ComesToAsync(110);
        var address = await node.TextAsync("getnewaddress", "", "bech32");
        var info = await node.CallAsync("getaddressinfo", address);
        var script = ElectrumSession.HashOf(info.GetProperty("scriptPubKey").GetString()!);
        await client.CallAsync("blockchain.scripthash.subscribe", script);

        // The transaction waits, is in a block, waits again after the block is invalidated, and is in the block again.
        await node.CallAsync("sendtoaddress", address, 1);
        await client.HasAsync(script, 0);
        await client.IsNotifiedAsync(script);
        await GenerateAsync(node, 1);
        await client.HasAsync(script, 111);
        var tip = await node.TextAsync("getbestblockhash");
        await node.CallAsync("invalidateblock", tip);
        await client.ComesToAsync(110);
        await client.HasAsync(script, 0);
        await node.CallAsync("reconsiderblock", tip);
        await client.HasAsync(script, 111);

        // A longer branch from block 106. The transaction may be in another block.
        await node.CallAsync("invalidateblock", await node.TextAsync("getblockhash", 106));
        await GenerateAsync(node, 10);
        await client.ComesToAsync(115);
        var last = await client.CallAsync("blockchain.block.header", 115);
        Assert.Equal(
            await node.TextAsync("getblockheader", await node.TextAsync("getbestblockhash"), false), last.GetString());
    }

    [Theory]
    [InlineData("electrs", "rocksdb")]
    [SlowInlineData("fulcrum", "memory")]
    public async Task Serve_NodeBeginsExtensionBlocks_FollowsAndSkipsHiddenTransactions(
        string engine, string store)
    {
        await using var node = await LitecoinNode.StartAsync();
        await GenerateAsync(node, 430);
        using var folder = new TemporaryFolder();
        using var server = Serve(
            $"http://127.0.0.1:{node.Port}/", folder.Write("login", $"{LitecoinNode.User}:{LitecoinNode.Password}"),
            "--network", "litecoin-regtest", "--engine", engine,
            "--store", store is "memory" ? store : $"{store}:{folder.File("index")}");
        using var client = await ElectrumSession.OpenAsync(await AddressAsync(server));

        await node.BeginExtensionAsync(() => server.WaitForOutputAsync("cannot be read, and is skipped"));
        await client.ComesToAsync(432);
        await GenerateAsync(node, 1);
        await client.ComesToAsync(433);
        var block = await node.CallAsync("getblock", await node.TextAsync("getblockhash", 433), 2);
        var hogEx = block.GetProperty("tx").EnumerateArray().Last();
        Assert.Equal(
            hogEx.GetProperty("hex").GetString(),
            (await client.CallAsync("blockchain.transaction.get", hogEx.GetProperty("txid").GetString()!)).GetString());

        // Back before the first extension block. This litecoind does not accept the block again.
        await node.CallAsync("invalidateblock", await node.TextAsync("getblockhash", 432));
        await client.ComesToAsync(431);
        Assert.DoesNotContain("waiting for the node", server.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Serve_RealNode_HasItsFeesAndBroadcasts()
    {
        await using var node = await LitecoinNode.StartAsync("-minrelaytxfee=0.00023", "-incrementalrelayfee=0.00007");
        await GenerateAsync(node, 110);
        using var folder = new TemporaryFolder();
        using var server = Serve(
            $"http://127.0.0.1:{node.Port}/", folder.Write("login", $"{LitecoinNode.User}:{LitecoinNode.Password}"),
            "--network", "litecoin-regtest");
        var listening = await AddressAsync(server);
        using var client = await ElectrumSession.OpenAsync(listening);
        using var newer = await ElectrumSession.OpenAsync(listening, "1.6");
        Assert.Equal(0.00023m, (await client.CallAsync("blockchain.relayfee")).GetDecimal());
        Assert.Equal(-1, (await client.CallAsync("blockchain.estimatefee", 2)).GetDecimal());
        var fees = await newer.CallAsync("mempool.get_info");
        Assert.Equal(
            (0.00023m, 0.00023m, 0.00007m),
            (fees.GetProperty("mempoolminfee").GetDecimal(), fees.GetProperty("minrelaytxfee").GetDecimal(),
                fees.GetProperty("incrementalrelayfee").GetDecimal()));

        var address = await node.TextAsync("getnewaddress", "", "bech32");
        var empty = await node.TextAsync(
            "createrawtransaction",
            Array.Empty<object>(),
            new Dictionary<string, decimal>(StringComparer.Ordinal) { [address] = 0.5m });
        var funded = (await node.CallAsync("fundrawtransaction", empty)).GetProperty("hex").GetString()!;
        var signed = (await node.CallAsync("signrawtransactionwithwallet", funded)).GetProperty("hex").GetString()!;

        var refused = await client.ErrorAsync("blockchain.transaction.broadcast", funded);
        Assert.Contains("network rules", refused, StringComparison.Ordinal);
        Assert.Contains("script-verify-flag", refused, StringComparison.Ordinal);
        var id = (await client.CallAsync("blockchain.transaction.broadcast", signed)).GetString()!;
        var waiting = await node.CallAsync("getrawmempool");
        Assert.Equal(id, Assert.Single(waiting.EnumerateArray().Select(each => each.GetString())));
        Assert.Equal(signed, (await client.CallAsync("blockchain.transaction.get", id)).GetString());

        await GenerateAsync(node, 1);
        await client.ComesToAsync(111);
        var info = await node.CallAsync("getaddressinfo", address);
        await client.HasAsync(ElectrumSession.HashOf(info.GetProperty("scriptPubKey").GetString()!), 111);
    }

    [Fact]
    public async Task Serve_NodeLateOrKilled_WaitsAndServesClients()
    {
        using var folder = new TemporaryFolder();
        var cookie = folder.File("cookie");
        using var node = Node(cookie, "127.0.0.1:0");
        var url = (await MatchAsync(node, NodeAddress())).Value;
        using var server = Serve(url, cookie, "--node-timeout", "5s");
        using var client = await ElectrumSession.OpenAsync(await AddressAsync(server));
        await client.ComesToAsync(140);
        var transaction = WaitingOn(141)[0];
        var hex = Convert.ToHexStringLower(transaction.Bytes);

        node.Pause();
        await server.WaitForOutputAsync("gave no answer within 5 s");
        await client.ComesToAsync(140);
        var late = await client.ErrorAsync("blockchain.transaction.broadcast", hex);
        Assert.Contains("the node did not answer", late, StringComparison.Ordinal);
        node.Resume();
        await server.WaitForOutputAsync("following the node again: block 140");

        var before = AnswersAgain().Count(server.Output);
        node.Kill();
        await server.WaitForOutputAsync("refused");
        await client.ComesToAsync(140);

        // The new node has another cookie. Its blocks are the same, because the seed is the same.
        using var again = Node(cookie, new Uri(url).Authority);
        await MatchAsync(again, NodeAddress());
        await Wait.UntilAsync(
            server,
            () => AnswersAgain().Count(server.Output) > before,
            "one more line that the node is followed again");
        Assert.Equal(
            $"{transaction.Id}", (await client.CallAsync("blockchain.transaction.broadcast", hex)).GetString());
        await CallAsync(url, cookie, "generate", "2");
        await client.ComesToAsync(142);
        Assert.Equal(2, await ConfirmationsAsync(client, transaction));

        await CallAsync(url, cookie, "invalidateblock", $"\"{await HashAsync(url, cookie, 139)}\"");
        await client.ComesToAsync(138);
        Assert.DoesNotContain("\n   at ", server.Output + server.Error, StringComparison.Ordinal);
        server.Terminate();
        Assert.Equal(0, (await server.WaitForExitAsync()).ExitCode);
    }

    [Fact]
    public async Task Broadcast_SyntheticChain_IsInTheNextBlock()
    {
        using var server = ProductProcess.Start(
            new(), ["electrum", "serve", .. Small, "--listen", "127.0.0.1:0", "--blocks-every", "500ms"]);
        using var client = await ElectrumSession.OpenAsync(await AddressAsync(server));

        // The chain may have spent some of their outputs already.
        SyntheticTransaction? taken = null;
        foreach (var candidate in WaitingOn(141))
        {
            taken ??= await TryBroadcastAsync(client, candidate) ? candidate : null;
        }

        Assert.NotNull(taken);
        await Wait.UntilAsync(
            async () => await ConfirmationsAsync(client, taken) > 0, () => $"{taken.Id} in a block: {server.Output}");
    }

    [Fact]
    public async Task Serve_NodeThatMakesBlocks_FollowsIt()
    {
        using var folder = new TemporaryFolder();
        var cookie = folder.File("cookie");
        using var node = Node(cookie, "127.0.0.1:0", "--blocks-every", "200ms", "--mempool", "5");
        using var server = Serve((await MatchAsync(node, NodeAddress())).Value, cookie);
        await MatchAsync(server, TipLine());
        Assert.Equal(
            2, (await ProductCall.RunAsync(["electrum", "serve", "--chain", "http://127.0.0.1:1/", "--chain-login",
                folder.File("none")])).ExitCode);
    }

    private static async Task<bool> TryBroadcastAsync(ElectrumSession client, SyntheticTransaction transaction)
    {
        try
        {
            await client.CallAsync("blockchain.transaction.broadcast", Convert.ToHexStringLower(transaction.Bytes));
            return true;
        }
        catch (InvalidOperationException refused)
        {
            Assert.Contains("missingorspent", refused.Message, StringComparison.Ordinal);
            return false;
        }
    }

    private static async Task<int> ConfirmationsAsync(ElectrumSession client, SyntheticTransaction transaction)
    {
        var found = await client.CallAsync("blockchain.transaction.get", $"{transaction.Id}", true);
        return found.TryGetProperty("confirmations", out var confirmations) ? confirmations.GetInt32() : 0;
    }

    // Transactions that are valid on top of the small chain.
    private static IReadOnlyList<SyntheticTransaction> WaitingOn(int blocks)
    {
        var chain = TestChains.Of(seed: 9);
        chain.Take(blocks);
        chain.FillMempool(12);
        return chain.Mempool;
    }

    private static ProductProcess Serve(string url, string login, params string[] options) => ProductProcess.Start(
        new(),
        [
            "electrum", "serve", "--chain", url, "--chain-login", login, "--poll", "100ms", "--listen", "127.0.0.1:0",
            .. options,
        ]);

    private static ProductProcess Node(string cookie, string listen, params string[] options) => ProductProcess.Start(
        new(), ["electrum", "node", .. Small, "--listen", listen, "--cookie", cookie, .. options]);

    private static async Task<string> AddressAsync(ProductProcess server) =>
        (await MatchAsync(server, ServerAddress())).Groups[1].Value;

    private static async Task<Match> MatchAsync(ProductProcess process, Regex pattern)
    {
        await Wait.UntilAsync(process, () => pattern.IsMatch(process.Output), $"{pattern} in its output");
        return pattern.Match(process.Output);
    }

    private static async Task GenerateAsync(LitecoinNode node, int count) => await node.CallAsync(
        "generatetoaddress", count, await node.TextAsync("getnewaddress", "", "bech32"));

    private static async Task<string> HashAsync(string url, string cookie, int height) =>
        (await CallAsync(url, cookie, "getblockhash", $"{height}")).GetString()!;

    private static async Task<JsonElement> CallAsync(string url, string cookie, string method, string argument)
    {
        using var client = new HttpClient();
        client.DefaultRequestHeaders.Authorization =
            AuthenticationHeaderValue.Parse(NodeLogin.ReadCookie(cookie).Header);
        using var body = new StringContent($$"""{"method":"{{method}}","params":[{{argument}}]}""");
        using var answer = await client.PostAsync(new Uri(url), body);
        return (await answer.Content.ReadFromJsonAsync<JsonElement>()).GetProperty("result").Clone();
    }

    [GeneratedRegex(@"http://127\.0\.0\.1:\d+/")]
    private static partial Regex NodeAddress();

    [GeneratedRegex(@"listening on (127\.0\.0\.1:\d+)")]
    private static partial Regex ServerAddress();

    [GeneratedRegex("following the node again")]
    private static partial Regex AnswersAgain();

    [GeneratedRegex(@"block (14[3-9]|1[5-9][0-9]|[2-9][0-9]{2,}); 0 sessions, \d+ transactions? waits?")]
    private static partial Regex TipLine();
}
