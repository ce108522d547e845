using System.Net;
using System.Text;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Tests.Node;

/// <summary>The chain over JSON-RPC, with nodes that send arbitrary answers.</summary>
public sealed class NodeClientTests
{
    private const string Canary = "canary-93b1";

    private static readonly Uri Url = new("http://node.test/");
    private static readonly string Genesis = ChainNetwork.BitcoinRegtest.GenesisHash.ToString();

    [Theory]
    [InlineData("", "other than JSON")]
    [InlineData("<html>", "other than JSON")]
    [InlineData("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", "other than JSON")]
    [InlineData("7", "one answer")]
    [InlineData("{}", "one answer")]
    [InlineData("[]", "one answer")]
    [InlineData("[{},{}]", "one answer")]
    [InlineData("[7]", "in place of an answer")]
    [InlineData("[{\"result\":1}]", "not made")]
    [InlineData("[{\"result\":1,\"id\":null}]", "not made")]
    [InlineData("[{\"result\":1,\"id\":1}]", "not made")]
    [InlineData("[{\"result\":1,\"id\":-1}]", "not made")]
    [InlineData("[{\"result\":1,\"id\":0.5}]", "not made")]
    [InlineData("[{\"result\":1,\"id\":\"0\"}]", "not made")]
    [InlineData("[{\"id\":0}]", "without a result")]
    [InlineData("[{\"id\":0,\"result\":7}]", "invalid hash")]
    [InlineData("[{\"id\":0,\"result\":null}]", "invalid hash")]
    [InlineData("[{\"id\":0,\"result\":\"00\"}]", "invalid hash")]
    [InlineData("[{\"id\":0,\"result\":\"\\ud800\"}]", "invalid hash")]
    [InlineData("{\"error\":{\"code\":-32600,\"message\":\"no lists\"}}", "no lists")]
    [InlineData("[{\"id\":0,\"error\":{}}]", "without a message")]
    [InlineData("[{\"id\":0,\"error\":{\"code\":\"x\",\"message\":7}}]", "without a message")]
    public void Node_InvalidAnswer_IsNamed(string answer, string expected)
    {
        var error = Assert.Throws<IOException>(() => Open(_ => answer));
        Assert.Contains(expected, error.Message, StringComparison.Ordinal);
        Assert.Contains(Url.ToString(), error.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(Canary, error.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(HttpStatusCode.Unauthorized, "refuses user and password")]
    [InlineData(HttpStatusCode.Forbidden, "rpcallowip")]
    [InlineData(HttpStatusCode.NotFound, "status 404")]
    [InlineData(HttpStatusCode.Found, "status 302")]
    [InlineData(HttpStatusCode.ServiceUnavailable, "too busy")]
    public void Node_InvalidStatus_IsNamed(HttpStatusCode status, string expected)
    {
        var error = Assert.Throws<IOException>(() => Open(_ => "[]", status));
        Assert.Contains(expected, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Node_Pruned_IsRefused()
    {
        var error = Assert.Throws<ChainException>(() => Open(body =>
            body.Contains("getblockhash", StringComparison.Ordinal)
                ? Results($"\"{Genesis}\"")
                : Results("""{"pruned":true}""")));
        Assert.Contains("pruned", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Node_WarmingUp_IsAskedAgain()
    {
        var calls = 0;
        using var source = Open(
            body => ++calls < 3 ? """[{"id":0,"error":{"code":-28,"message":"Loading block index..."}}]"""
                : body.Contains("getblockhash", StringComparison.Ordinal) ? Results($"\"{Genesis}\"")
                : Results("""{"pruned":false}"""),
            patience: TimeSpan.FromMinutes(1));
        Assert.Equal(4, calls);
    }

    [Theory]
    [InlineData("\"00\"", "80 bytes")]
    [InlineData("\"0\"", "invalid block")]
    [InlineData("\"zz\"", "invalid block")]
    [InlineData("null", "invalid block")]
    public void Node_InvalidBlock_IsNamed(string block, string expected)
    {
        using var source = Open(body => Answer(body, block));
        var error = Assert.ThrowsAny<Exception>(() => source.ReadFrom(0).Count());
        Assert.True(error is IOException or ChainException, error.ToString());
        Assert.Contains(expected, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Block_OfAnotherHash_IsRefused()
    {
        var other = Regtest.GenesisBlock();
        other[BlockHeader.Size - 1] ^= 1;
        using var source = Open(body => Answer(body, $"\"{Convert.ToHexString(other)}\""));
        var error = Assert.Throws<ChainException>(() => source.ReadFrom(0).Count());
        Assert.Contains($"expected {Genesis}", error.Message, StringComparison.Ordinal);
    }

    private static string Answer(string body, string block) =>
        body.Contains("getblockhash", StringComparison.Ordinal) ? Results($"\"{Genesis}\"")
        : body.Contains("getblockcount", StringComparison.Ordinal) ? Results("0")
        : body.Contains("getblockchaininfo", StringComparison.Ordinal) ? Results("{}")
        : Results(block);

    private static string Results(string result) => $$"""[{"id":0,"error":null,"result":{{result}}}]""";

    private static NodeChainSource Open(
        Func<string, string> answer, HttpStatusCode status = HttpStatusCode.OK, TimeSpan patience = default)
    {
        var address = new NodeAddress(Url, new NodeLogin($"user:{Canary}")) { RetryTimeout = patience };
        return NodeChainSource.Open(
            new NodeClient(address, new Scripted(answer, status)), Url, ChainNetwork.BitcoinRegtest);
    }

    private sealed class Scripted(Func<string, string> answer, HttpStatusCode status) : HttpMessageHandler
    {
        protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            using var body = new StreamReader(request.Content!.ReadAsStream(cancellationToken));
            return new HttpResponseMessage(status)
            {
                Content = new ByteArrayContent(Encoding.UTF8.GetBytes(answer(body.ReadToEnd()))),
            };
        }

        protected override Task<HttpResponseMessage> SendAsync(
            HttpRequestMessage request, CancellationToken cancellationToken) =>
            throw new NotSupportedException("the client is synchronous");
    }
}
