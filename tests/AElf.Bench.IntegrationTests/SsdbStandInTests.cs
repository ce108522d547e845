using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests;

/// <summary>The stand-in for SSDB. The expected replies are those of an SSDB 1.9.8, byte by byte.</summary>
public sealed class SsdbStandInTests
{
    private const string Password = "0123456789-0123456789-0123456789";

    [Theory]
    [InlineData("PING", "+PONG|")]
    [InlineData("AUTH anything", "+OK|")]
    [InlineData("AUTH user anything", "-ERR |")]
    [InlineData("GET a", "$1|1|")]
    [InlineData("GET missing", "$-1|")]
    [InlineData("GET", "-ERR wrong number of arguments|")]
    [InlineData("SET a 2", "+OK|")]
    [InlineData("SET a", "-ERR wrong number of arguments|")]
    [InlineData("SETNX a 2", ":0|")]
    [InlineData("SETNX new 2", ":1|")]
    [InlineData("GETSET a 2", "$1|1|")]
    [InlineData("GETSET new 2", "$-1|")]
    [InlineData("MGET b missing a a", "*4|$1|2|$-1|$1|1|$1|1|")]
    [InlineData("MGET missing", "*1|$-1|")]
    [InlineData("MSET a 2 new 3", "+OK|")]
    [InlineData("MSET a", "-ERR |")]
    [InlineData("MSET a 1 b", "-ERR |")]
    [InlineData("DEL a missing", ":2|")]
    [InlineData("DEL missing", ":1|")]
    [InlineData("EVAL script 0", "-ERR Unknown Command: eval|")]
    [InlineData("MULTI", "-ERR Unknown Command: multi|")]
    [InlineData("SELECT 0", "-ERR Unknown Command: select|")]
    [InlineData("ECHO hi", "-ERR Unknown Command: echo|")]
    [InlineData("CLIENT ID", "-ERR Unknown Command: client|")]
    [InlineData("CONFIG GET save", "-ERR Unknown Command: config|")]
    [InlineData("TYPE a", "-ERR Unknown Command: type|")]
    [InlineData("HELLO 3", "-ERR Unknown Command: hello|")]
    [InlineData("QUIT", "-ERR Unknown Command: quit|")]
    public async Task Command_Known_IsAnsweredAsBySsdb(string command, string reply)
    {
        await using var server = SsdbStandIn.Start();
        await using var connection = await RespSocket.ConnectAsync(server.Endpoint);
        await connection.AskAsync("MSET", "a", "1", "b", "2");

        Assert.Equal(
            reply, (await connection.AskAsync(command.Split(' '))).Replace("\r\n", "|", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("NX")]
    [InlineData("XX")]
    [InlineData("GET")]
    public async Task Set_WithConditions_IgnoresThemAndOverwrites(string condition)
    {
        await using var server = SsdbStandIn.Start();
        await using var connection = await RespSocket.ConnectAsync(server.Endpoint);
        await connection.AskAsync("SET", "k", "old");

        Assert.Equal("+OK\r\n", await connection.AskAsync("SET", "k", "new", condition));
        Assert.Equal("$3\r\nnew\r\n", await connection.AskAsync("GET", "k"));
    }

    [Fact]
    public async Task Info_FlatArray_CountsUnderNativeNames()
    {
        await using var server = SsdbStandIn.Start();
        await using var connection = await RespSocket.ConnectAsync(server.Endpoint);
        await connection.AskAsync("MGET", "a", "b");
        await connection.AskAsync("MGET");

        Assert.StartsWith(
            "*17\r\n$11\r\nssdb-server\r\n$7\r\nversion\r\n$5\r\n1.9.8\r\n",
            await connection.AskAsync("INFO"),
            StringComparison.Ordinal);
        Prose.AssertNames(await connection.AskAsync("INFO", "cmd"), "$13\r\ncmd.multi_get\r\n$34\r\n", "calls: 2\t");
        Assert.Equal(2, server.Calls("mget"));
    }

    [Fact]
    public async Task Set_KeyTooLongOrEmpty_IsNotStored()
    {
        await using var server = SsdbStandIn.Start();
        await using var connection = await RespSocket.ConnectAsync(server.Endpoint);
        var tooLong = new string('k', 256);

        Assert.Equal("-ERR \r\n", await connection.AskAsync("SET", tooLong, "v"));
        Assert.Equal("+OK\r\n", await connection.AskAsync("SET", "", "v"));
        Assert.Equal("+OK\r\n", await connection.AskAsync("MSET", "fine", "v", tooLong, "v"));
        Assert.Empty(server.Keys);
    }

    [Fact]
    public async Task Password_Set_IsRequired()
    {
        await using var server = SsdbStandIn.Start(Password);
        await using var connection = await RespSocket.ConnectAsync(server.Endpoint);

        Assert.StartsWith("-NOAUTH ", await connection.AskAsync("PING"), StringComparison.Ordinal);
        Assert.Equal("-ERR invalid password\r\n", await connection.AskAsync("AUTH", "wrong"));
        Assert.Equal("+OK\r\n", await connection.AskAsync("AUTH", Password));
        Assert.Equal("+PONG\r\n", await connection.AskAsync("PING"));
    }

    [Fact]
    public async Task Commands_Pipelined_AreAnsweredInOrder()
    {
        await using var server = SsdbStandIn.Start();
        await using var connection = await RespSocket.ConnectAsync(server.Endpoint);

        await connection.SendAsync(
            RespSocket.Encode("SET", "k", "1") + RespSocket.Encode("NOPE") + RespSocket.Encode("GET", "k"));

        Assert.Equal("+OK\r\n", await connection.ReadReplyAsync());
        Assert.StartsWith("-ERR ", await connection.ReadReplyAsync(), StringComparison.Ordinal);
        Assert.Equal("$1\r\n1\r\n", await connection.ReadReplyAsync());
    }

    [Theory]
    [InlineData("PING\r\n")]
    [InlineData("*0\r\n")]
    [InlineData("*-1\r\n")]
    [InlineData("*1\r\n$-1\r\n")]
    [InlineData("GET / HTTP/1.1\r\n\r\n")]
    public async Task Command_Invalid_EndsTheConnection(string raw)
    {
        await using var server = SsdbStandIn.Start();
        await using var connection = await RespSocket.ConnectAsync(server.Endpoint);

        await connection.SendAsync(raw);

        Assert.Equal("", await connection.ReadToEndAsync());
    }

    [Fact]
    public async Task Connections_Cut_EndAndNewOnesAreServed()
    {
        await using var server = SsdbStandIn.Start();
        await using var cut = await RespSocket.ConnectAsync(server.Endpoint);
        await cut.AskAsync("SET", "k", "1");

        server.CutConnections();

        Assert.Equal("", await cut.ReadToEndAsync());
        await using var next = await RespSocket.ConnectAsync(server.Endpoint);
        Assert.Equal("$1\r\n1\r\n", await next.AskAsync("GET", "k"));
    }
}
