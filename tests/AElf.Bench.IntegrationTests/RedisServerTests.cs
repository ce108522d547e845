using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests;

public sealed class RedisServerTests
{
    [Fact]
    public async Task A_server_answers_and_is_gone_after_dispose()
    {
        string folder;
        int port;
        await using (var server = await RedisServer.StartAsync())
        {
            (folder, port) = (server.Folder, server.Port);
            Assert.Equal("+OK\r\n", await server.AskAsync("SET", "k", "v"));
            Assert.Equal("$1\r\nv\r\n", await server.AskAsync("GET", "k"));
        }

        Assert.False(Directory.Exists(folder));
        await Assert.ThrowsAsync<System.Net.Sockets.SocketException>(
            () => RespSocket.ConnectAsync(new("127.0.0.1", port)));
    }

    [Fact]
    public async Task Without_persistence_a_killed_server_comes_back_empty()
    {
        await using var server = await RedisServer.StartAsync();
        await server.AskAsync("SET", "k", "v");

        server.Kill();
        Assert.True(server.HasExited);
        await server.RestartAsync();

        Assert.Equal("$-1\r\n", await server.AskAsync("GET", "k"));
    }

    [Theory]
    [InlineData(RedisPersistence.AppendOnly)]
    [InlineData(RedisPersistence.AppendOnlyEverySecond)]
    [InlineData(RedisPersistence.AppendOnlyAlways)]
    public async Task With_an_append_only_file_a_killed_server_keeps_what_it_acknowledged(RedisPersistence persistence)
    {
        await using var server = await RedisServer.StartAsync(new RedisServerOptions { Persistence = persistence });
        var process = server.ProcessId;
        await server.AskAsync("SET", "k", "v");

        server.Kill();
        await server.RestartAsync();

        Assert.NotEqual(process, server.ProcessId);
        Assert.Equal("$1\r\nv\r\n", await server.AskAsync("GET", "k"));
    }

    [Fact]
    public async Task A_paused_server_answers_only_after_it_is_resumed()
    {
        await using var server = await RedisServer.StartAsync();
        await using var connection = await server.ConnectAsync();
        server.Pause();

        var reply = connection.AskAsync("PING");
        await Assert.ThrowsAsync<TimeoutException>(
            () => reply.WaitAsync(TimeSpan.FromMilliseconds(200), ThisTest.Cancelled));
        server.Resume();

        Assert.Equal("+PONG\r\n", await reply);
    }

    [Fact]
    public async Task A_password_is_demanded()
    {
        await using var server = await RedisServer.StartAsync(new RedisServerOptions { Password = "open-sesame" });
        await using var stranger = await RespSocket.ConnectAsync(server.Endpoint);

        Assert.StartsWith("-NOAUTH", await stranger.AskAsync("GET", "k"), StringComparison.Ordinal);
        Assert.StartsWith("-WRONGPASS", await stranger.AskAsync("AUTH", "open-barley"), StringComparison.Ordinal);
        Assert.Equal("+OK\r\n", await stranger.AskAsync("AUTH", "open-sesame"));
        Assert.Equal("+OK\r\n", await server.AskAsync("SET", "k", "v"));
    }

    [Fact]
    public async Task An_acl_user_logs_in_by_name_and_the_default_user_is_off()
    {
        await using var server = await RedisServer.StartAsync(
            new RedisServerOptions { User = "bench", Password = "open-sesame" });
        await using var stranger = await RespSocket.ConnectAsync(server.Endpoint);

        Assert.StartsWith("-WRONGPASS", await stranger.AskAsync("AUTH", "open-sesame"), StringComparison.Ordinal);
        Assert.Equal("+OK\r\n", await stranger.AskAsync("AUTH", "bench", "open-sesame"));
    }

    [Fact]
    public async Task Over_tls_it_is_trusted_by_its_own_authority_only()
    {
        await using var server = await RedisServer.StartAsync(
            new RedisServerOptions { Tls = true, Password = "open-sesame" });
        await using var other = await RedisServer.StartAsync(new RedisServerOptions { Tls = true });

        Assert.Equal("+OK\r\n", await server.AskAsync("SET", "k", "v"));
        await Assert.ThrowsAsync<System.Security.Authentication.AuthenticationException>(
            () => RespSocket.ConnectAsync(server.Endpoint, other.Authority));
    }

    [Fact]
    public async Task A_full_server_refuses_writes()
    {
        await using var server = await RedisServer.StartAsync(new RedisServerOptions { MaxMemoryBytes = 1 });

        Assert.StartsWith("-OOM", await server.AskAsync("SET", "k", "v"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_that_cannot_start_says_why()
    {
        var thrown = await Assert.ThrowsAsync<ScenarioException>(() =>
            RedisServer.StartAsync(new RedisServerOptions { Directives = ["no-such-directive 1"] }));

        Assert.Contains("no-such-directive", thrown.Message, StringComparison.Ordinal);
    }
}
