using System.Net;
using System.Net.Sockets;
using AElf.Bench.IntegrationTests.Program;

namespace AElf.Bench.IntegrationTests.Serving;

public sealed class ServePortTests
{
    [Fact]
    public async Task A_port_that_is_taken_is_named_before_the_chain_is_indexed()
    {
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();

        var refused = await ProductCall.RunAsync(
            "electrum", "serve", "--chain-height", "100000", "--listen", $"{other.LocalEndpoint}");

        Assert.Equal((2, ""), (refused.ExitCode, refused.Output));
        Assert.Contains($"cannot listen on {other.LocalEndpoint}", refused.Error, StringComparison.Ordinal);
    }
}
