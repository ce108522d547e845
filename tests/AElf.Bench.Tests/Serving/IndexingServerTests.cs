using System.Text.Json;
using AElf.Bench.Electrum.Server.Serving;

namespace AElf.Bench.Tests.Serving;

/// <summary>A server whose index is not ready yet.</summary>
public sealed class IndexingServerTests
{
    [Fact]
    public async Task Request_IndexNotReady_IsAnsweredWithTheProgress()
    {
        var percent = 43;
        await using var server = new ElectrumServer(
            () => $"indexing, {percent} %", new ServerLimits(), TimeProvider.System);
        using var client = await SessionClient.ConnectAsync(server);

        foreach (var method in (string[])["server.version", "server.ping", "blockchain.headers.subscribe"])
        {
            await client.SendAsync($$"""{"id":7,"method":"{{method}}"}""");
            var answer = JsonDocument.Parse((await client.ReadAsync())!).RootElement;
            Assert.Equal(7, answer.GetProperty("id").GetInt32());
            Assert.Equal(-32000, answer.GetProperty("error").GetProperty("code").GetInt32());
            Assert.Equal($"indexing, {percent} %", answer.GetProperty("error").GetProperty("message").GetString());
            percent++;
        }
    }

    [Fact]
    public async Task Session_IndexBecomesReady_ContinuesAsANewSession()
    {
        using var served = ServedChain.Of(seed: 1, 30);
        await using var server = new ElectrumServer(() => "indexing, 0 %", new ServerLimits(), TimeProvider.System);
        using var client = await SessionClient.ConnectAsync(server);
        const string Versions = """{"id":1,"method":"server.version","params":["me",["1.4","1.6"]]}""";
        await client.SendAsync(Versions);
        Assert.Contains("indexing", await client.ReadAsync(), StringComparison.Ordinal);

        server.Serve(served.Index);

        Assert.Equal("1.6", (await client.AskAsync(Versions))[1].GetString());
        var tip = await client.AskAsync("""{"id":2,"method":"blockchain.headers.subscribe"}""");
        Assert.Equal(29, tip.GetProperty("height").GetInt32());
        served.Reorganise(served.Chain, 0, [served.Chain.NextBlock().Bytes.ToArray()]);
        Assert.Contains("\"height\":30", await client.ReadAsync(), StringComparison.Ordinal);
    }
}
