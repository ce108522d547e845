using System.Text;
using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Server.Node;

namespace AElf.Bench.Tests.Node;

/// <summary>The answers of the node stand-in, without HTTP.</summary>
public sealed class NodeRequestTests
{
    private static readonly SyntheticChainOptions Options = new()
    {
        Blocks = 130,
        TransactionsPerBlock = 5,
        WalletAddresses = 10,
        WalletTransactions = 20,
        WalletHeights = 10,
    };

    private readonly GrowingChain chain = new(Options);

    private readonly NodeRequests requests;

    public NodeRequestTests()
    {
        chain.Generate(130);
        requests = new NodeRequests(new NodeCalls(chain.Node, chain, TimeProvider.System));
    }

    [Fact]
    public void Node_ServedChain_EqualsTheChainOfItsSource()
    {
        foreach (var block in new SyntheticChainSource(Options).ReadFrom(0))
        {
            var hash = Text("getblockhash", block.Height);
            Assert.Equal(block.Header.Hash().ToString(), hash);
            Assert.Equal(Convert.ToHexStringLower(block.Bytes.Span), Text("getblock", hash, 0));
        }

        Assert.Equal(130, Call("getblockcount").GetInt32());
        Assert.Equal(Text("getblockhash", 130), Text("getbestblockhash"));
    }

    [Fact]
    public void Node_EveryTransactionButTheFirst_IsFoundById()
    {
        foreach (var id in Call("getblock", Text("getblockhash", 120)).GetProperty("tx").EnumerateArray())
        {
            var bytes = Convert.FromHexString(Text("getrawtransaction", id.GetString()!, false));
            Assert.Equal(id.GetString(), TransactionView.Read(bytes).Id().ToString());
        }

        var genesis = Call("getblock", Text("getblockhash", 0), 1).GetProperty("tx")[0].GetString()!;
        Assert.Equal(-5, Error("getrawtransaction", genesis));
    }

    [Fact]
    public void Generate_AddsABlockWithTheWaitingTransactions()
    {
        Assert.Equal(7, Call("fillmempool", 7).GetInt32());
        string[] waiting = [.. Call("getrawmempool", false).EnumerateArray().Select(id => id.GetString()!)];
        Assert.Equal(7, waiting.Length);
        Assert.Equal(7, Call("getmempoolinfo").GetProperty("size").GetInt32());
        Assert.All(waiting, id => Assert.NotEmpty(Text("getrawtransaction", id)));

        var made = Call("generate", 1)[0].GetString()!;
        Assert.Equal(131, Call("getblockcount").GetInt32());
        var held = Call("getblock", made).GetProperty("tx").EnumerateArray().Select(id => id.GetString()!);
        Assert.Empty(waiting.Except(held, StringComparer.Ordinal));
        Assert.Equal(0, Call("getrawmempool").GetArrayLength());
    }

    [Fact]
    public void InvalidateBlock_Tip_AllowsAnotherBranch()
    {
        var old = Text("getblockhash", 129);
        var (parent, orphan) = (Text("getblockhash", 128), Call("getblock", old).GetProperty("tx")[0].GetString()!);
        Assert.Equal(JsonValueKind.Null, Call("invalidateblock", old).ValueKind);
        Assert.Equal(128, Call("getblockcount").GetInt32());
        Assert.Equal(-5, Error("getrawtransaction", orphan));

        Call("generate", 3);
        Assert.Equal(131, Call("getblockcount").GetInt32());
        Assert.NotEqual(old, Text("getblockhash", 129), StringComparer.Ordinal);
        var header = Call("getblockheader", Text("getblockhash", 129));
        Assert.Equal(parent, header.GetProperty("previousblockhash").GetString());

        // Once more, from a block of the new branch.
        Call("invalidateblock", Text("getblockhash", 130));
        Call("generate", 2);
        Assert.Equal(131, Call("getblockcount").GetInt32());
        Assert.Equal(-8, Error("invalidateblock", Text("getblockhash", 50)));
    }

    [Fact]
    public void Send_WaitingTransaction_IsMinedAndReturnsAfterARollback()
    {
        var other = new SyntheticChain(Options);
        while (other.Height < 130)
        {
            other.NextBlock();
        }

        other.FillMempool(1);
        var sent = other.Mempool[0];
        var hex = Convert.ToHexString(sent.Bytes);
        Assert.Equal(-22, Error("sendrawtransaction", "zz"));
        Assert.Equal(-22, Error("sendrawtransaction", hex[..^2]));
        Assert.Equal(-1, Error("sendrawtransaction"));
        Assert.Equal($"{sent.Id}", Text("sendrawtransaction", hex));
        Assert.Equal($"{sent.Id}", Text("sendrawtransaction", hex, 0.1));
        Assert.Equal($"{sent.Id}", Call("getrawmempool")[0].GetString());

        Call("generate", 1);
        Assert.Contains($"{sent.Id}", Transactions(131), StringComparer.Ordinal);
        Assert.Equal(-25, Error("sendrawtransaction", hex));
        Call("invalidateblock", Text("getblockhash", 131));
        Assert.Equal($"{sent.Id}", Call("getrawmempool")[0].GetString());
        Call("generate", 16);
        Assert.DoesNotContain(
            $"{sent.Id}", Call("getrawmempool").EnumerateArray().Select(id => id.GetString()), StringComparer.Ordinal);
    }

    [Fact]
    public void Batch_WithAWrongCall_IsAnsweredInOrderWithItsError()
    {
        var answers = Post("""
            [{"method":"getblockcount","id":"a"},{"method":"getblockhash","params":[-1],"id":{"b":[1.50]}},7,
            {"method":"uptime"}]
            """);
        Assert.Equal(200, answers.Status);
        Assert.Equal(
            ["a", """{"b":[1.50]}""", "", ""],
            answers.Json.EnumerateArray().Select(each => each.GetProperty("id").ToString()),
            StringComparer.Ordinal);
        Assert.Equal(
            [0, -8, -32600, 0],
            answers.Json.EnumerateArray().Select(CodeOf));
    }

    [Theory]
    [InlineData("", 500, -32700)]
    [InlineData("{", 500, -32700)]
    [InlineData("7", 500, -32700)]
    [InlineData("null", 500, -32700)]
    [InlineData("{} x", 500, -32700)]
    [InlineData("{\"method\":\"uptime\",}", 500, -32700)]
    [InlineData("{}", 400, -32600)]
    [InlineData("{\"method\":null}", 400, -32600)]
    [InlineData("{\"method\":1}", 400, -32600)]
    [InlineData("{\"method\":\"\\ud800\"}", 400, -32600)]
    [InlineData("{\"\\ud800\":1}", 400, -32600)]
    [InlineData("{\"method\":\"uptime\",\"params\":1}", 400, -32600)]
    [InlineData("{\"method\":\"uptime\",\"params\":[1]}", 500, -1)]
    [InlineData("{\"method\":\"no\"}", 404, -32601)]
    [InlineData("{\"method\":\"GETBLOCKCOUNT\"}", 404, -32601)]
    [InlineData("{\"method\":\"getblockhash\"}", 500, -1)]
    [InlineData("{\"method\":\"getblockhash\",\"params\":{}}", 500, -1)]
    [InlineData("{\"method\":\"getblockhash\",\"params\":{\"h\":1}}", 500, -8)]
    [InlineData("{\"method\":\"getblockhash\",\"params\":{\"\\ud800\":1}}", 500, -8)]
    [InlineData("{\"method\":\"getblockhash\",\"params\":[\"1\"]}", 500, -1)]
    [InlineData("{\"method\":\"getblockhash\",\"params\":[1.0]}", 500, -1)]
    [InlineData("{\"method\":\"getblockhash\",\"params\":[-1]}", 500, -8)]
    [InlineData("{\"method\":\"getblockhash\",\"params\":[131]}", 500, -8)]
    [InlineData("{\"method\":\"getblockhash\",\"params\":[9007199254740993]}", 500, -1)]
    [InlineData("{\"method\":\"getblockhash\",\"params\":[1e400]}", 500, -1)]
    [InlineData("{\"method\":\"getblock\",\"params\":[\"00\"]}", 500, -8)]
    [InlineData("{\"method\":\"getblock\",\"params\":[7]}", 500, -1)]
    [InlineData("{\"method\":\"getrawtransaction\",\"params\":[\"\"]}", 500, -8)]
    [InlineData("{\"method\":\"estimatesmartfee\",\"params\":[\"x\"]}", 500, -3)]
    [InlineData("{\"method\":\"estimatesmartfee\",\"params\":[0]}", 500, -8)]
    [InlineData("{\"method\":\"generate\",\"params\":[0]}", 500, -8)]
    [InlineData("{\"method\":\"generate\",\"params\":[2000000000]}", 500, -8)]
    public void Node_InvalidRequest_HasOneErrorWithItsStatus(string body, int status, int code)
    {
        var answer = Post(body);
        Assert.Equal(status, answer.Status);
        Assert.Equal(code, CodeOf(answer.Json));
        Assert.Equal(130, Call("getblockcount").GetInt32());
    }

    [Fact]
    public void Node_InvalidTextOrDeepNesting_IsAParseError()
    {
        byte[] bad = [.. "{\"method\":\""u8, 0xff, .. "\"}"u8];
        Assert.Equal(-32700, CodeOf(Post(bad).Json));
        Assert.Equal(-32700, CodeOf(Post(new string('[', 1_000_000)).Json));
        Assert.Equal(-32600, CodeOf(Post($"[{string.Join(',', Enumerable.Repeat("1", 10_001))}]").Json));
        Assert.Equal("[]\n", Encoding.UTF8.GetString(requests.Answer("[]"u8.ToArray()).Body.Span));
    }

    [Fact]
    public void Generate_ChainOfAFolder_IsRefused()
    {
        var given = new NodeRequests(new NodeCalls(chain.Node, growing: null, TimeProvider.System));
        var answer = given.Answer("{\"method\":\"generate\",\"params\":[1]}"u8.ToArray());
        Assert.Equal(404, answer.Status);
    }

    private IEnumerable<string> Transactions(int height) => Call("getblock", Text("getblockhash", height))
        .GetProperty("tx").EnumerateArray().Select(id => id.GetString()!);

    private static int CodeOf(JsonElement answer) =>
        answer.GetProperty("error") is { ValueKind: JsonValueKind.Object } error
            ? error.GetProperty("code").GetInt32()
            : 0;

    private (int Status, JsonElement Json) Post(string body) => Post(Encoding.UTF8.GetBytes(body));

    private (int Status, JsonElement Json) Post(byte[] body)
    {
        var answer = requests.Answer(body);
        return (answer.Status, JsonDocument.Parse(answer.Body).RootElement.Clone());
    }

    private JsonElement Call(string method, params object[] arguments)
    {
        var answer = Post(JsonSerializer.Serialize(new { id = 1, method, @params = arguments }));
        Assert.Equal(200, answer.Status);
        return answer.Json.GetProperty("result");
    }

    private string Text(string method, params object[] arguments) => Call(method, arguments).GetString()!;

    private int Error(string method, params object[] arguments) =>
        CodeOf(Post(JsonSerializer.Serialize(new { id = 1, method, @params = arguments })).Json);
}
