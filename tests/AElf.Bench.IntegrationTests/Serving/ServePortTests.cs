using System.Net;
using System.Net.Sockets;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Serving;

/// <summary>Ports and time-outs of <c>electrum serve</c>, <c>node</c> and <c>client</c>.</summary>
public sealed class ServePortTests
{
    [Fact]
    public async Task Serve_WhileTheChainIsIndexed_AnswersWithTheProgress()
    {
        using var server = ProductProcess.Start(
            new(), ["electrum", "serve", "--chain-height", "800", "--listen", "127.0.0.1:0"]);
        await server.WaitForOutputAsync("until the index is ready");
        var address = server.Output.Split(' ')[0];

        var early = await Assert.ThrowsAsync<InvalidOperationException>(() => ElectrumSession.OpenAsync(address));
        Assert.Matches("indexing, [0-9]+.%", early.Message);

        await server.WaitForOutputAsync("listening on");
        using var client = await ElectrumSession.OpenAsync(address);
        await client.ComesToAsync(800);
        server.Terminate();
        Assert.Equal(0, (await server.WaitForExitAsync()).ExitCode);
    }

    [Theory]
    [InlineData("serve")]
    [InlineData("node")]
    public async Task Listen_PortInUse_IsNamedBeforeTheChainIsGenerated(string verb)
    {
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();

        var refused = await ProductCall.RunAsync(
            "electrum", verb, "--chain-height", "100000", "--listen", $"{other.LocalEndpoint}");

        Assert.Equal((2, ""), (refused.ExitCode, refused.Output));
        Assert.Equal(
            $"error: cannot listen on {other.LocalEndpoint}", refused.Error[..refused.Error.LastIndexOf(':')]);
    }

    [Fact]
    public async Task Serve_NodeSilent_EndsAfterTheTimeout()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        using var folder = new TemporaryFolder();

        var refused = await ProductCall.RunAsync(
            "electrum", "serve", "--chain", $"http://{silent.LocalEndpoint}", "--chain-login",
            folder.Write("login", "a:b"), "--node-timeout", "300ms", "--listen", "127.0.0.1:0");

        Assert.Equal(2, refused.ExitCode);
        Prose.AssertNames(refused.Error, $"{silent.LocalEndpoint}/", "0.3 s");
    }

    [Fact]
    public async Task Client_NodeSilent_EndsAfterTheTimeout()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        using var folder = new TemporaryFolder();

        var refused = await ProductCall.RunAsync(
            "electrum", "client", "127.0.0.1:1", "--chain", $"http://{silent.LocalEndpoint}", "--chain-login",
            folder.Write("login", "a:b"), "--timeout", "1s");

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("within 1 s", refused.Error, StringComparison.Ordinal);
    }
}
