using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>The health checks of the container images.</summary>
public sealed class HealthScriptTests
{
    private const string Programs = "health.sh";
    private const string Proxy = "twemproxy/health.sh";

    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{}", 0, "")]
    [InlineData("HTTP/1.1 200\r\n\r\n", 0, "")]
    [InlineData("HTTP/1.1 503 Service Unavailable\r\n\r\n{}", 1, "answered 503")]
    [InlineData("HTTP/1.1 2000 OK\r\n\r\n", 1, "answered 2000")]
    [InlineData("", 1, "answered nothing")]
    public async Task Health_ProgramAnswers200_IsHealthy(string answer, int exitCode, string message)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        var asking = AnswerAsync(listener, "\r\n\r\n", answer);

        var (code, error) = await RunAsync(Programs, port);

        Assert.Equal(exitCode, code);
        Assert.Contains(message, error, StringComparison.Ordinal);
        Assert.Equal(["GET /metrics HTTP/1.0", $"Host: 127.0.0.1:{port}", "", ""], (await asking).Split("\r\n"));
    }

    [Theory]
    [InlineData(Programs)]
    [InlineData(Proxy)]
    public async Task Health_NothingListens_Fails(string script)
    {
        var port = LoopbackPort.Reserve();

        Assert.Equal((1, $"health.sh: nothing listens on 127.0.0.1:{port}\n"), await RunAsync(script, port));
    }

    [Fact]
    public async Task Health_ProxyWithOrWithoutItsShard_IsHealthy()
    {
        await using var shard = await RedisServer.StartAsync();
        await using var proxy = await Nutcracker.StartAsync([shard.Endpoint]);
        Assert.Equal((0, ""), await RunAsync(Proxy, proxy.Port));

        shard.Kill();

        Assert.Equal((0, ""), await RunAsync(Proxy, proxy.Port));
    }

    [Fact]
    public async Task Health_ServerIsNotAProxy_Fails()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var asking = AnswerAsync(listener, "PING\r\n", "-ERR unknown command\r\n");

        var (code, error) = await RunAsync(Proxy, ((IPEndPoint)listener.LocalEndpoint).Port);

        Assert.Equal(1, code);
        Assert.Contains("-ERR unknown command", error, StringComparison.Ordinal);
        Assert.Equal("*1\r\n$4\r\nPING\r\n", await asking);
    }

    // Accepts one connection, reads the request until its end, answers, closes, and returns the request. bash sends the
    // request line by line.
    private static async Task<string> AnswerAsync(TcpListener listener, string end, string answer)
    {
        using var client = await listener.AcceptTcpClientAsync();
        await using var stream = client.GetStream();
        var asked = "";
        var piece = new byte[1024];
        while (!asked.EndsWith(end, StringComparison.Ordinal) && await stream.ReadAsync(piece) is > 0 and var length)
        {
            asked += Encoding.ASCII.GetString(piece, 0, length);
        }

        await stream.WriteAsync(Encoding.ASCII.GetBytes(answer));
        return asked;
    }

    private static async Task<(int Code, string Error)> RunAsync(string script, int port)
    {
        var path = Path.Combine(AppContext.BaseDirectory, "docker", script);
        var result = await new Command("bash", path, port.ToString(CultureInfo.InvariantCulture)).RunAsync();
        return (result.ExitCode, result.Error);
    }
}
