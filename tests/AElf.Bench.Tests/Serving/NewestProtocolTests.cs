using System.Globalization;
using System.Text;
using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Serving;

/// <summary>
/// Protocol 1.7: scripts in place of their hashes, the status of outputs, and pings without an answer.
/// </summary>
public sealed class NewestProtocolTests
{
    private const int Blocks = 122;

    public static TheoryData<string> Engines => [.. IndexEngines.Names];

    [Theory]
    [InlineData("1.4")]
    [InlineData("1.4.2")]
    [InlineData("1.4.3")]
    [InlineData("1.5")]
    [InlineData("1.6")]
    [InlineData("1.7")]
    public async Task Client_OfEachVersion_HasHistoriesAndNotifications(string version)
    {
        using var served = ServedChain.Of(seed: 6, Blocks);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        using var client = await SessionClient.ConnectAsync(server);
        var greeted = await client.AskAsync(
            $$"""{"id":1,"method":"server.version","params":["me",["{{version}}","{{version}}"]]}""");
        Assert.Equal(version, greeted[1].GetString());

        var family = version is "1.7" ? "scriptpubkey" : "scripthash";
        var next = served.Chain.Take(1);
        var model = new ChainModel([.. served.Blocks, .. next]);
        var scripts = ScriptsOf(next);
        foreach (var script in scripts)
        {
            var argument = version is "1.7" ? Hex(script) : $"{Hash256.Of(script)}";
            var status = await client.AskAsync(
                $$"""{"id":2,"method":"blockchain.{{family}}.subscribe","params":["{{argument}}"]}""");
            var history = await client.AskAsync(
                $$"""{"id":3,"method":"blockchain.{{family}}.get_history","params":["{{argument}}"]}""");
            var before = model.History(Hash256.Of(script)).Where(each => each.Height < Blocks).ToList();
            Assert.Equal(ScriptStatus.Of(before, []), status.GetString());
            Assert.Equal(before.Select(each => $"{each.Id}"), history.EnumerateArray().Select(each =>
                each.GetProperty("tx_hash").GetString()));
        }

        served.Reorganise(served.Chain, 0, next);
        var notified = new Dictionary<string, string?>(StringComparer.Ordinal);
        while (notified.Count < scripts.Count)
        {
            var each = JsonDocument.Parse((await client.ReadAsync())!).RootElement;
            Assert.Equal($"blockchain.{family}.subscribe", each.GetProperty("method").GetString());
            notified[each.GetProperty("params")[0].GetString()!] = each.GetProperty("params")[1].GetString();
        }

        Assert.All(scripts.Select(script => Hash256.Of(script)), script =>
            Assert.Equal(ScriptStatus.Of(model.History(script), []), notified[$"{script}"]));
    }

    [Fact]
    public void Script_Answers_EqualThoseOfItsHash()
    {
        using var served = ServedChain.Of(seed: 5, Blocks);
        served.FillMempool(40);
        var older = served.State;
        served.State = Newest(served);
        var newer = served.State;
        foreach (var script in ScriptsOf(served.Blocks))
        {
            foreach (var method in (string[])["get_balance", "get_history", "get_mempool", "listunspent", "subscribe"])
            {
                served.State = older;
                var expected = served.Result($"blockchain.scripthash.{method}", $"{Hash256.Of(script)}");
                served.State = newer;
                Assert.Equal($"{expected}", $"{served.Result($"blockchain.scriptpubkey.{method}", Hex(script))}");
            }

            Assert.True(served.Result("blockchain.scriptpubkey.unsubscribe", Hex(script)).GetBoolean());
        }
    }

    [Fact]
    public void Methods_Of17AndEarlier_ExcludeEachOther()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        served.Negotiate("1.6", "1.6");
        string[] newer =
        [
            "blockchain.scriptpubkey.subscribe", "blockchain.outpoint.subscribe", "blockchain.outpoint.get_status",
            "blockchain.outpoint.unsubscribe", "mempool.recent", "blockchain.transaction.testmempoolaccept",
        ];
        Assert.All(newer, method => Assert.Contains("unknown method", served.Error(method), StringComparison.Ordinal));
        Assert.Equal("sha256", served.Result("server.features").GetProperty("hash_function").GetString());

        served.State = Newest(served);
        Assert.All(newer[..4], method => Assert.Contains("missing", served.Error(method), StringComparison.Ordinal));
        Assert.Contains(
            "unknown method",
            served.Error("blockchain.scripthash.subscribe", new string('0', 64)),
            StringComparison.Ordinal);
        Assert.False(served.Result("server.features").TryGetProperty("hash_function", out _));
        Assert.Contains(
            "expected hexadecimal",
            served.Error("blockchain.scriptpubkey.subscribe", "xyz"),
            StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Engines))]
    public void Outputs_Statuses_EqualAWalkOverChainAndMempool(string engine)
    {
        using var served = ServedChain.Of(seed: 4, Blocks, engine);
        served.FillMempool(60);
        served.State = Newest(served);
        var model = new OutpointModel(served.Blocks, served.Chain.Mempool.Select(each => each.Bytes));
        Assert.Contains(model.Outputs, each => each.Status.Contains("_height\":-1", StringComparison.Ordinal));
        Assert.Contains(model.Outputs, each => each.Status.Contains("spender_height\":0", StringComparison.Ordinal));
        foreach (var (id, index, script, status) in model.Outputs)
        {
            Assert.Equal(status, $"{served.Result("blockchain.outpoint.get_status", $"{id}", index, Hex(script))}");
        }

        var (known, _, any, _) = model.Outputs[0];
        Assert.Equal("{}", $"{served.Result("blockchain.outpoint.get_status", $"{known}", 99, Hex(any))}");
        Assert.Equal(
            "{}", $"{served.Result("blockchain.outpoint.get_status", $"{Hash256.Of("none"u8)}", 0, Hex(any))}");
    }

    [Fact]
    public async Task Output_MadeSpentAndRemoved_IsNotifiedEachTime()
    {
        using var served = ServedChain.Of(seed: 6, Blocks);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        using var client = await SessionClient.ConnectAsync(server);
        await client.AskAsync("""{"id":1,"method":"server.version","params":["me",["1.4","1.7"]]}""");
        var branch = served.Chain.Fork();
        var (first, second) = (served.Chain.Take(3), branch.Take(4));

        // Most outputs of the two branches do not exist yet.
        var outputs = new OutpointModel([.. served.Blocks, .. first], []).Outputs
            .UnionBy(new OutpointModel([.. served.Blocks, .. second], []).Outputs, each => (each.Id, each.Index))
            .ToList();
        var known = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (id, index, script, _) in outputs)
        {
            var what = $"\"{id}\",{index}";
            known[what] = $"{await AskAsync(client, "subscribe", $"{what},\"{Hex(script)}\"")}";
        }

        Assert.Contains("{}", known.Values);
        served.Reorganise(served.Chain, 0, first);
        await EnsureNotifiedAsync(client, known, new OutpointModel(served.Blocks, []));
        served.Reorganise(branch, 3, second);
        var returned = LedgerModel.TransactionsOf(first).ToList();
        var waits = new LedgerModel(served.Blocks, returned).Waiting;
        var waiting = returned.Where(bytes => waits.Contains(TransactionView.Read(bytes).Id()));
        await EnsureNotifiedAsync(client, known, new OutpointModel(served.Blocks, waiting));

        foreach (var what in known.Keys)
        {
            Assert.True((await AskAsync(client, "unsubscribe", what)).GetBoolean());
        }

        served.FillMempool(40);
        await client.SendAsync("""{"id":4,"method":"server.ping"}""");
        Assert.Contains("\"id\":4", await client.ReadAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public void Outputs_Subscribed_CountAsSubscriptions()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        var limits = new ServerLimits { MaxSubscriptions = 1 };
        served.Begin(limits);
        served.Negotiate("1.7", "1.7");
        object[] one = [$"{Hash256.Of("one"u8)}", 0, "51"];
        served.Result("blockchain.outpoint.subscribe", one);
        served.Result("blockchain.outpoint.subscribe", one);
        Assert.Contains(
            "1 subscriptions", served.Error("blockchain.scriptpubkey.subscribe", "51"), StringComparison.Ordinal);

        Assert.True(served.Result("blockchain.outpoint.unsubscribe", one[..2]).GetBoolean());
        Assert.False(served.Result("blockchain.outpoint.unsubscribe", one[..2]).GetBoolean());
        served.Result("blockchain.scriptpubkey.subscribe", "51");
    }

    [Fact]
    public void Ping_Answer_HasTheRequestedLengthAndNeedsAnId()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        Assert.Contains("no arguments", served.Error("server.ping", 3), StringComparison.Ordinal);
        served.State = Newest(served);
        Assert.Equal("""{"data":""}""", $"{served.Result("server.ping")}");
        Assert.Equal("""{"data":"00000"}""", $"{served.Result("server.ping", 5, "abc")}");
        Assert.Contains("at most", served.Error("server.ping", (1 << 20) + 1), StringComparison.Ordinal);
        Assert.Contains("hexadecimal", served.Error("server.ping", 5, "xyz"), StringComparison.Ordinal);

        Assert.Equal("", served.Answer("""{"method":"server.ping","params":["00ff"]}"""));
        Assert.Equal("", served.Answer("""{"method":"server.ping","params":{"data":"00ff"}}"""));
    }

    [Theory]
    [InlineData("1.6", 1)]
    [InlineData("1.7", 10_001)]
    public void History_TooLong_HasItsErrorCode(string version, int code)
    {
        using var served = ServedChain.Of(seed: 1, Blocks);
        served.Begin(new ServerLimits { MaxHistory = 0 });
        served.Negotiate(version, version);
        var address = served.Chain.Wallets[0].Addresses[0];
        var refused = version is "1.7"
            ? served.Error("blockchain.scriptpubkey.get_history", Hex(address.Script))
            : served.Error("blockchain.scripthash.get_history", $"{address.ScriptHash}");

        Assert.Equal(code, JsonDocument.Parse(refused).RootElement.GetProperty("code").GetInt32());
    }

    [Fact]
    public void Mempool_RecentTransactions_AreTheLastTen()
    {
        using var served = ServedChain.Of(seed: 4, Blocks);
        served.State = Newest(served);
        Assert.Equal("[]", $"{served.Result("mempool.recent")}");
        served.FillMempool(30);

        var newest = served.Chain.Mempool.Reverse().Take(10).ToList();
        var recent = served.Result("mempool.recent").EnumerateArray().ToList();
        Assert.Equal(
            newest.Select(each => $"{each.Id}"),
            recent.Select(each => each.GetProperty("txid").GetString()));
        Assert.Equal(
            newest.Select(each => TransactionView.Read(each.Bytes).VirtualSize),
            recent.Select(each => each.GetProperty("vsize").GetInt32()));
        Assert.All(recent, each => Assert.True(each.GetProperty("fee").GetInt64() >= 0));
    }

    [Fact]
    public void TestAccept_Transaction_DoesNotWaitAfterwards()
    {
        using var served = ServedChain.Of(seed: 4, Blocks);
        served.State = Newest(served);
        served.Chain.FillMempool(30);
        string[] texts = [.. served.Chain.Mempool.Take(25).Select(each => Hex(each.Bytes))];
        var tested = served.Result("blockchain.transaction.testmempoolaccept", [texts]).EnumerateArray().ToList();
        Assert.Equal(
            served.Chain.Mempool.Take(25).Select(each => $"{each.Id} True"),
            tested.Select(each => $"{each.GetProperty("txid")} {each.GetProperty("allowed")}"));
        Assert.Equal(0, served.Index.WaitingCount);

        served.Index.AddToMempool(served.Chain.Mempool[0].Bytes);
        var again = served.Result("blockchain.transaction.testmempoolaccept", [texts[..1]])[0];
        Assert.False(again.GetProperty("allowed").GetBoolean());
        Assert.Contains("spent", again.GetProperty("reason").GetString(), StringComparison.Ordinal);
        Assert.Contains(
            "\"code\":1", served.Error("blockchain.transaction.testmempoolaccept", [(string[])[texts[1], "00"]]),
            StringComparison.Ordinal);
        Assert.Equal(1, served.Index.WaitingCount);
    }

    private static Task<JsonElement> AskAsync(SessionClient client, string verb, string arguments) =>
        client.AskAsync($$"""{"id":2,"method":"blockchain.outpoint.{{verb}}","params":[{{arguments}}]}""");

    // The outputs whose status changed, until all subscribed outputs have their known status.
    private static async Task EnsureNotifiedAsync(
        SessionClient client, Dictionary<string, string> known, OutpointModel model)
    {
        var expected = model.Outputs.ToDictionary(
            each => $"\"{each.Id}\",{each.Index}", each => each.Status, StringComparer.Ordinal);
        while (known.Any(each => !string.Equals(
            each.Value, expected.GetValueOrDefault(each.Key, "{}"), StringComparison.Ordinal)))
        {
            var notified = JsonDocument.Parse((await client.ReadAsync())!).RootElement;
            Assert.Equal("blockchain.outpoint.subscribe", notified.GetProperty("method").GetString());
            var what = notified.GetProperty("params");
            Assert.Equal(3, what.GetArrayLength());
            known[$"{what[0].GetRawText()},{what[1].GetRawText()}"] = $"{what[2]}";
        }
    }

    private static SessionState Newest(ServedChain served)
    {
        served.Begin();
        Assert.Equal("1.7", served.Negotiate("1.4", "9.9"));
        return served.State;
    }

    private static string Hex(byte[] bytes) => Convert.ToHexStringLower(bytes);

    private static List<byte[]> ScriptsOf(IEnumerable<byte[]> blocks) =>
    [
        .. new OutpointModel(blocks, []).Outputs.Select(each => each.Script)
            .Where(script => script is not [0x6a, ..])
            .DistinctBy(Hex, StringComparer.Ordinal),
    ];

    /// <summary>The status of outputs from a plain walk.</summary>
    private sealed class OutpointModel
    {
        private readonly List<(Hash256 Id, int Index, byte[] Script, int Height)> made = [];
        private readonly Dictionary<(Hash256, int), (Hash256 Id, int Height)> spenders = [];
        private readonly HashSet<Hash256> waiting = [];

        public OutpointModel(IEnumerable<byte[]> blocks, IEnumerable<byte[]> mempool)
        {
            foreach (var (height, block) in blocks.Index())
            {
                foreach (var transaction in new BlockReader(block))
                {
                    Add(transaction, height);
                }
            }

            foreach (var bytes in mempool)
            {
                var transaction = TransactionView.Read(bytes);
                var height = 0;
                foreach (var input in transaction.Inputs)
                {
                    height = waiting.Contains(input.PreviousId) ? -1 : height;
                }

                waiting.Add(transaction.Id());
                Add(transaction, height);
            }
        }

        public IReadOnlyList<(Hash256 Id, int Index, byte[] Script, string Status)> Outputs =>
            [.. made.Select(each => (each.Id, each.Index, each.Script, StatusOf(each.Id, each.Index, each.Height)))];

        private string StatusOf(Hash256 id, int index, int height)
        {
            var text = new StringBuilder();
            text.Append(CultureInfo.InvariantCulture, $"{{\"funder_height\":{height}");
            if (spenders.TryGetValue((id, index), out var spender))
            {
                text.Append(
                    CultureInfo.InvariantCulture,
                    $",\"spender_txhash\":\"{spender.Id}\",\"spender_height\":{spender.Height}");
            }

            return text.Append('}').ToString();
        }

        private void Add(TransactionView transaction, int height)
        {
            var id = transaction.Id();
            foreach (var input in transaction.Inputs)
            {
                spenders[(input.PreviousId, (int)input.PreviousIndex)] = (id, height);
            }

            foreach (var output in transaction.Outputs)
            {
                made.Add((id, (int)output.Index, output.Script.ToArray(), height));
            }
        }
    }
}
