using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests;

public sealed class ScriptedServerTests
{
    [Fact]
    public async Task A_greeting_comes_unasked()
    {
        await using var server = ScriptedServer.Start(Script.Greeting("+HELLO\r\n"));
        await using var connection = await RespSocket.ConnectAsync(server.Endpoint);

        Assert.Equal("+HELLO\r\n", await connection.ReadReplyAsync());
        Assert.Equal(0, server.CommandsReceived);
    }

    [Fact]
    public async Task Commands_and_bytes_are_counted_even_when_nothing_is_answered()
    {
        await using var server = ScriptedServer.Start(Script.Silent);
        await using var connection = await RespSocket.ConnectAsync(server.Endpoint);
        var commands = RespSocket.Encode("GET", "a") + RespSocket.Encode("SET", "a", "1");

        await connection.SendAsync(commands);
        await server.WaitForCommandsAsync(2);

        Assert.Equal([["GET", "a"], ["SET", "a", "1"]], server.Connections[0].Commands);
        Assert.Equal(commands.Length, server.BytesReceived);
    }

    [Fact]
    public async Task A_reply_can_be_cut_in_pieces_or_trickle()
    {
        var script = Script.Silent.ThenAwait(1).ThenSendSplit("$5\r\nhello\r\n", 1, 4, 10)
            .ThenAwait(1).ThenTrickle("+OK\r\n", TimeSpan.FromMilliseconds(1));
        await using var server = ScriptedServer.Start(script);
        await using var connection = await RespSocket.ConnectAsync(server.Endpoint);

        Assert.Equal("$5\r\nhello\r\n", await connection.AskAsync("GET", "a"));
        Assert.Equal("+OK\r\n", await connection.AskAsync("SET", "a", "1"));
    }

    [Fact]
    public async Task A_connection_can_end_in_the_middle_of_a_reply()
    {
        await using var server = ScriptedServer.Start(Script.Replying("$5\r\nhe").ThenClose());
        await using var connection = await RespSocket.ConnectAsync(server.Endpoint);

        await connection.SendAsync(RespSocket.Encode("GET", "a"));

        Assert.Equal("$5\r\nhe", await connection.ReadToEndAsync());
    }

    [Fact]
    public async Task A_connection_can_end_with_a_reset()
    {
        await using var server = ScriptedServer.Start(Script.Silent.ThenAwait(1).ThenReset());
        await using var connection = await RespSocket.ConnectAsync(server.Endpoint);

        await Assert.ThrowsAsync<IOException>(() => connection.AskAsync("GET", "a"));
    }

    [Fact]
    public async Task One_reply_too_many_can_be_sent()
    {
        await using var server = ScriptedServer.Start(Script.Replying("+OK\r\n+OK\r\n"));
        await using var connection = await RespSocket.ConnectAsync(server.Endpoint);

        Assert.Equal("+OK\r\n", await connection.AskAsync("SET", "a", "1"));
        Assert.Equal("+OK\r\n", await connection.ReadReplyAsync());
    }

    [Fact]
    public async Task Each_connection_plays_the_next_script_and_the_last_is_repeated()
    {
        await using var server = ScriptedServer.Start(
            Script.Answering(_ => "+first\r\n"),
            Script.Answering(command => $"+{command[0]}\r\n"));
        await using var first = await RespSocket.ConnectAsync(server.Endpoint);
        await using var second = await RespSocket.ConnectAsync(server.Endpoint);
        await using var third = await RespSocket.ConnectAsync(server.Endpoint);

        Assert.Equal("+first\r\n", await first.AskAsync("PING"));
        Assert.Equal("+PING\r\n", await second.AskAsync("PING"));
        Assert.Equal("+GET\r\n", await third.AskAsync("GET", "a"));
        Assert.Equal(3, server.Connections.Count);
    }

    [Fact]
    public async Task Server_InvalidResp_IsCountedInBytes()
    {
        await using var server = ScriptedServer.Start(Script.Silent);
        await using (var connection = await RespSocket.ConnectAsync(server.Endpoint))
        {
            await connection.SendAsync(HostileReplies.Http);
        }

        await AElf.Bench.TestKit.Wait.UntilAsync(
            () => server.BytesReceived == HostileReplies.Http.Length, "all bytes at the scripted server");
        Assert.Equal(0, server.CommandsReceived);
    }
}
