using System.Globalization;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests;

public sealed class NutcrackerTests
{
    private const int Keys = 200;

    [Fact]
    public async Task Keys_are_spread_over_the_shards()
    {
        await using var first = await RedisServer.StartAsync();
        await using var second = await RedisServer.StartAsync();
        await using var proxy = await Nutcracker.StartAsync([first.Endpoint, second.Endpoint]);

        await SetKeysAsync(proxy);

        var counts = new[] { await SizeAsync(first), await SizeAsync(second) };
        Assert.Equal(Keys, counts.Sum());
        Assert.All(counts, count => Assert.InRange(count, Keys / 4, Keys * 3 / 4));
    }

    [Fact]
    public async Task A_killed_proxy_comes_back_on_its_port()
    {
        await using var shard = await RedisServer.StartAsync();
        await using var proxy = await Nutcracker.StartAsync([shard.Endpoint]);
        await SetKeysAsync(proxy);
        var port = proxy.Port;

        proxy.Kill();
        Assert.True(proxy.HasExited);
        await proxy.RestartAsync();

        Assert.Equal(port, proxy.Port);
        await using var connection = await RespSocket.ConnectAsync(proxy.Endpoint);
        Assert.Equal("$1\r\nv\r\n", await connection.AskAsync("GET", "run:0@0"));
    }

    [Fact]
    public async Task A_proxy_restarted_with_another_order_looks_elsewhere()
    {
        await using var first = await RedisServer.StartAsync();
        await using var second = await RedisServer.StartAsync();
        await using var proxy = await Nutcracker.StartAsync([first.Endpoint, second.Endpoint]);
        await SetKeysAsync(proxy);

        await proxy.RestartAsync([second.Endpoint, first.Endpoint]);

        Assert.Equal(0, await FoundAsync(proxy));
        await proxy.RestartAsync([first.Endpoint, second.Endpoint]);
        Assert.Equal(Keys, await FoundAsync(proxy));
    }

    [Fact]
    public async Task A_dead_shard_is_an_error_unless_hosts_are_ejected()
    {
        await using var first = await RedisServer.StartAsync();
        await using var second = await RedisServer.StartAsync();
        await using var faithful = await Nutcracker.StartAsync([first.Endpoint, second.Endpoint]);
        await using var ejecting = await Nutcracker.StartAsync(
            [first.Endpoint, second.Endpoint],
            new NutcrackerOptions { AutoEjectHosts = true, ServerRetryTimeout = TimeSpan.FromMinutes(1) });
        await SetKeysAsync(faithful);
        second.Kill();

        var kept = await FoundAsync(faithful);
        Assert.InRange(kept, 1, Keys - 1);
        Assert.Equal(Keys - kept, await ErrorsAsync(faithful));
        await FoundAsync(ejecting);
        Assert.Equal(0, await ErrorsAsync(ejecting));
        Assert.Equal(kept, await FoundAsync(ejecting));
    }

    private static async Task SetKeysAsync(Nutcracker proxy)
    {
        await using var connection = await RespSocket.ConnectAsync(proxy.Endpoint);
        for (var i = 0; i < Keys; i++)
        {
            Assert.Equal("+OK\r\n", await connection.AskAsync("SET", $"run:{i}@0", "v"));
        }
    }

    private static async Task<int> FoundAsync(Nutcracker proxy) =>
        (await GetAllAsync(proxy)).Count(reply => string.Equals(reply, "$1\r\nv\r\n", StringComparison.Ordinal));

    private static async Task<int> ErrorsAsync(Nutcracker proxy) =>
        (await GetAllAsync(proxy)).Count(reply => reply[0] == '-');

    private static async Task<IReadOnlyList<string>> GetAllAsync(Nutcracker proxy)
    {
        await using var connection = await RespSocket.ConnectAsync(proxy.Endpoint);
        List<string> replies = [];
        for (var i = 0; i < Keys; i++)
        {
            replies.Add(await connection.AskAsync("GET", $"run:{i}@0"));
        }

        return replies;
    }

    private static async Task<int> SizeAsync(RedisServer server) =>
        int.Parse((await server.AskAsync("DBSIZE")).AsSpan(1).TrimEnd(), CultureInfo.InvariantCulture);
}
