using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.BlockFiles;
using AElf.Bench.Electrum.Server;
using AElf.Bench.Electrum.Server.Node;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Node;

/// <summary>The node stand-in, compared with a litecoind that has the same chain.</summary>
public sealed class NodeStandInTests(NodeStandInTests.NodePair pair) : IClassFixture<NodeStandInTests.NodePair>
{
    private static readonly string[] OfTheNodeAlone = ["size_on_disk", "softforks", "verificationprogress"];

    [Fact]
    public async Task Answer_AboutTheChain_EqualsLitecoinds()
    {
        await pair.AssertSameAsync("getblockcount");
        await pair.AssertSameAsync("getbestblockhash");
        await pair.AssertSameAsync("getrawmempool");
        await pair.AssertSameAsync("getrawmempool", false);
        await pair.AssertSameAsync("getindexinfo");
        await pair.AssertSameAsync("getindexinfo", "txindex");
        await pair.AssertSameAsync("getindexinfo", "other");
        for (var height = 0; height <= pair.Height; height += height is > 2 and < 100 ? 16 : 1)
        {
            var hash = (await pair.AssertSameAsync("getblockhash", height)).GetString()!;
            await pair.AssertSameAsync("getblock", hash, 0);
            await pair.AssertSameAsync("getblock", hash, false);
            await pair.AssertSameAsync("getblockheader", hash, false);
            await pair.AssertSameAsync("getblockheader", hash);
            var block = await pair.AssertSameAsync("getblock", hash);
            foreach (var id in block.GetProperty("tx").EnumerateArray().Skip(height == 0 ? 1 : 0))
            {
                await pair.AssertSameAsync("getrawtransaction", id.GetString()!, false);
                await pair.AssertSameAsync("getrawtransaction", id.GetString()!, 0);
            }
        }
    }

    [Fact]
    public async Task Answer_AboutTheNode_HasMembersAndKindsOfLitecoind()
    {
        var (chain, expected) = await pair.CallAsync("getblockchaininfo");
        AssertSameShape(expected, chain, "getblockchaininfo");
        foreach (var member in expected.EnumerateObject().Where(each => !OfTheNodeAlone.Contains(each.Name)))
        {
            Assert.True(
                JsonElement.DeepEquals(member.Value, chain.GetProperty(member.Name)),
                $"{member}, and not {chain.GetProperty(member.Name)}");
        }

        var (mempool, expectedMempool) = await pair.CallAsync("getmempoolinfo");
        AssertSameShape(expectedMempool, mempool, "getmempoolinfo");
        Assert.Equal(expectedMempool.GetProperty("bytes").GetInt64(), mempool.GetProperty("bytes").GetInt64());
        foreach (var method in (string[])["getnetworkinfo", "uptime", "help"])
        {
            var (answer, litecoinds) = await pair.CallAsync(method);
            AssertSameShape(litecoinds, answer, method);
        }

        var (fee, litecoindsFee) = await pair.CallAsync("estimatesmartfee", 2);
        AssertSameShape(litecoindsFee, fee, "estimatesmartfee");
    }

    [Fact]
    public async Task Node_InvalidRequest_HasLitecoindsError()
    {
        var absent = new string('a', 64);
        string[] bodies =
        [
            "", "{", "7", "[]", "{}", "{} x", "[7]", "[[]]",
            """{"method":1}""", """{"method":"uptime","params":1}""",
            """{"method":"nothing","id":[1.50]}""", """[{"method":"nothing","id":"a"},{"method":"getblockcount"}]""",
            """{"method":"getblockhash","params":["a"]}""", """{"method":"getblockhash","params":[1.5]}""",
            """{"method":"getblockhash","params":[-1]}""", """{"method":"getblockhash","params":[1000]}""",
            """{"method":"getblockhash","params":[9007199254740993]}""",
            """{"method":"getblockhash","params":{"height":1},"id":null}""",
            """{"method":"getblock","params":["00"]}""", """{"method":"getblock","params":[7]}""",
            $$"""{"method":"getblock","params":["{{absent}}"]}""",
            $$"""{"method":"getblock","params":["zz{{absent[2..]}}"]}""",
            $$"""{"method":"getblockheader","params":["{{absent}}"]}""",
            $$"""{"method":"getblockheader","params":["{{absent}}",1]}""",
            $$"""{"method":"getrawtransaction","params":["{{absent}}"]}""",
            """{"method":"getrawtransaction","params":["aa"]}""",
            """{"method":"getrawtransaction","params":[true]}""",
            """{"method":"getrawmempool","params":["x"]}""",
            """{"method":"estimatesmartfee","params":["x"]}""", """{"method":"estimatesmartfee","params":[0]}""",
            """{"method":"help","params":["nothing"]}""",
        ];
        foreach (var body in bodies)
        {
            await pair.AssertSameAnswerAsync(body);
        }
    }

    [Fact]
    public async Task Node_WrongPasswordOrPath_HasLitecoindsStatus()
    {
        foreach (var login in (string?[])[null, "test:wrong", "tes:ttest", "test:test:", ":"])
        {
            await pair.AssertSameStatusAsync(HttpMethod.Post, "/", login);
        }

        await pair.AssertSameStatusAsync(HttpMethod.Get, "/", "test:test");
        await pair.AssertSameStatusAsync(HttpMethod.Post, "/none", "test:test");
        await pair.AssertSameStatusAsync(HttpMethod.Post, "/", "test:test");
    }

    private static void AssertSameShape(JsonElement expected, JsonElement answer, string path)
    {
        Assert.True(string.Equals(KindOf(expected), KindOf(answer), StringComparison.Ordinal),
            $"{path}: {answer.ValueKind} in place of {expected}");
        if (expected.ValueKind != JsonValueKind.Object || path.EndsWith("softforks", StringComparison.Ordinal))
        {
            return;
        }

        Assert.Equal(
            expected.EnumerateObject().Select(member => member.Name),
            answer.EnumerateObject().Select(member => member.Name),
            StringComparer.Ordinal);
        foreach (var member in expected.EnumerateObject())
        {
            AssertSameShape(member.Value, answer.GetProperty(member.Name), $"{path}.{member.Name}");
        }
    }

    private static string KindOf(JsonElement value) =>
        value.ValueKind is JsonValueKind.True or JsonValueKind.False ? "a flag" : value.ValueKind.ToString();

    /// <summary>A litecoind with a small chain and a waiting transaction, and the stand-in with the same.</summary>
    public sealed class NodePair : IAsyncLifetime
    {
        private readonly HttpClient client = new();
        private LitecoinNode? litecoind;
        private NodeServer? standIn;

        internal int Height { get; private set; }

        public async ValueTask InitializeAsync()
        {
            litecoind = await LitecoinNode.StartAsync();
            var address = await litecoind.TextAsync("getnewaddress", "", "bech32");
            await litecoind.CallAsync("generatetoaddress", 110, address);
            await litecoind.CallAsync("sendtoaddress", address, 0.5m);
            await litecoind.CallAsync("generatetoaddress", 2, address);
            var waiting = await litecoind.TextAsync("sendtoaddress", address, 0.25m);
            var chain = new NodeChain(ChainNetwork.LitecoinRegtest);
            foreach (var block in BlockFileChain.Open(litecoind.BlockFolder, ChainNetwork.LitecoinRegtest).ReadFrom(0))
            {
                chain.Append(block.Bytes.ToArray());
            }

            chain.Mempool.Add(Convert.FromHexString(await litecoind.TextAsync("getrawtransaction", waiting)));
            var login = new NodeLogin($"{LitecoinNode.User}:{LitecoinNode.Password}");
            standIn = await NodeServer.StartAsync(
                chain, growing: null, BoundSocket.At(new(IPAddress.Loopback, 0)), login);
            Height = chain.Height;
        }

        public async ValueTask DisposeAsync()
        {
            client.Dispose();
            if (standIn is not null)
            {
                await standIn.DisposeAsync();
            }

            if (litecoind is not null)
            {
                await litecoind.DisposeAsync();
            }
        }

        internal async Task<JsonElement> AssertSameAsync(string method, params object[] arguments)
        {
            var (answer, expected) = await CallAsync(method, arguments);
            Assert.True(
                JsonElement.DeepEquals(expected, answer),
                $"{method} {JsonSerializer.Serialize(arguments)}: {answer}, and not {expected}");
            return answer;
        }

        internal async Task<(JsonElement Answer, JsonElement Expected)> CallAsync(
            string method, params object[] arguments)
        {
            var body = JsonSerializer.Serialize(new { id = 1, method, @params = arguments });
            var (answer, expected) = await PostAsync(body);
            Assert.Equal(HttpStatusCode.OK, expected.Status);
            Assert.True(answer.Status == HttpStatusCode.OK, $"{method}: {answer.Body}");
            return (Result(answer.Body), Result(expected.Body));
        }

        internal async Task AssertSameAnswerAsync(string body)
        {
            var (answer, expected) = await PostAsync(body);
            Assert.True(answer == expected, $"{body}: {answer}, and not {expected}");
        }

        internal async Task AssertSameStatusAsync(HttpMethod method, string path, string? login)
        {
            using var answer = await SendAsync(standIn!.Endpoint.Port, method, path, login, "{}");
            using var expected = await SendAsync(litecoind!.Port, method, path, login, "{}");
            Assert.Equal(expected.StatusCode, answer.StatusCode);
            Assert.Equal(
                expected.Headers.WwwAuthenticate.ToString(), answer.Headers.WwwAuthenticate.ToString());
        }

        private static JsonElement Result(string body)
        {
            using var read = JsonDocument.Parse(body);
            return read.RootElement.GetProperty("result").Clone();
        }

        private async Task<(NodeReply Answer, NodeReply Expected)> PostAsync(string body) =>
            (await ReplyAsync(standIn!.Endpoint.Port, body), await ReplyAsync(litecoind!.Port, body));

        private async Task<NodeReply> ReplyAsync(int port, string body)
        {
            using var response = await SendAsync(port, HttpMethod.Post, "/", "test:test", body);
            return new NodeReply(
                response.StatusCode,
                response.Content.Headers.ContentType?.ToString(),
                await response.Content.ReadAsStringAsync());
        }

        private async Task<HttpResponseMessage> SendAsync(
            int port, HttpMethod method, string path, string? login, string body)
        {
            using var request = new HttpRequestMessage(method, new Uri($"http://127.0.0.1:{port}{path}"));
            if (method == HttpMethod.Post)
            {
                request.Content = new StringContent(body);
            }

            if (login is not null)
            {
                request.Headers.Authorization = new AuthenticationHeaderValue(
                    "Basic", Convert.ToBase64String(Encoding.ASCII.GetBytes(login)));
            }

            return await client.SendAsync(request);
        }
    }

    private sealed record NodeReply(HttpStatusCode Status, string? Kind, string Body);
}
