using System.Net;
using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Scenarios;
using AElf.Bench.TestKit.Servers;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Endpoint = AElf.Bench.Core.Options.Endpoint;

namespace AElf.Bench.Tests.Cluster.Wire;

/// <summary>Over the server that the manager runs, on a free port.</summary>
public sealed class KestrelConnectionTests
{
    private static readonly ConnectionOptions Plain = SocketPair.With("canary-4711");

    [Fact]
    public async Task Frames_go_both_ways_over_a_real_socket()
    {
        await using var server = await Server.StartAsync(Plain, certificate: null);
        await using (var connection = await FrameConnection.ConnectAsync(
            server.Endpoint, "/cluster", Plain, ThisTest.Cancelled))
        {
            var large = new Message.OpenRun("r", "transfers", new byte[3_000_000], 1, TimeSpan.Zero);
            connection.Send(large);
            connection.Send(new Message.Sample(11, "run", 7));

            Assert.Equal(
                MessageText.Describe(large), MessageText.Describe(await connection.ReceiveAsync(ThisTest.Cancelled)));
            Assert.Equal(new Message.Sample(11, "run", 7), await connection.ReceiveAsync(ThisTest.Cancelled));
            connection.End("seen enough");
            Assert.Null(await connection.ReceiveAsync(ThisTest.Cancelled));
        }

        Assert.Equal("ended by the peer: seen enough", await server.Ended);
    }

    [Fact]
    public async Task A_wrong_secret_is_told_on_both_sides_of_a_real_socket()
    {
        await using var server = await Server.StartAsync(Plain, certificate: null);

        var refused = await Assert.ThrowsAsync<WireException>(() =>
            FrameConnection.ConnectAsync(server.Endpoint, "/cluster", SocketPair.With("other"), ThisTest.Cancelled));
        Assert.Equal(
            "ended by the peer: the proof of the secret is wrong: the two sides have different secrets",
            refused.Message);
        Assert.Equal("the proof of the secret is wrong: the two sides have different secrets", await server.Ended);
    }

    [Fact]
    public async Task A_server_of_something_else_is_told()
    {
        await using var server = await Server.StartAsync(Plain, certificate: null);

        var refused = await Assert.ThrowsAsync<WireException>(
            () => FrameConnection.ConnectAsync(server.Endpoint, "/other", Plain, ThisTest.Cancelled));
        Assert.Equal($"{server.Endpoint} answers, but has no WebSocket /other: it is no manager", refused.Message);
    }

    [Theory]
    [InlineData("400 Bad Request")]
    [InlineData("403 Forbidden")]
    [InlineData("421 Misdirected Request")]
    public async Task A_refused_host_name_is_told_with_what_to_set(string answer)
    {
        var greeting = Script.Greeting($"HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n");
        await using var server = ScriptedServer.Start(greeting.ThenClose());

        var refused = await Assert.ThrowsAsync<WireException>(
            () => FrameConnection.ConnectAsync(server.Endpoint, "/worker", Plain, ThisTest.Cancelled));
        Assert.Equal(
            $"{server.Endpoint} refuses the host name '127.0.0.1' (HTTP {answer[..3]}): "
            + "start the manager there with --allowed-hosts 127.0.0.1",
            refused.Message);
    }

    [Fact]
    public async Task A_server_of_an_older_HTTP_is_told_the_same()
    {
        await using var server =
            ScriptedServer.Start(Script.Greeting("HTTP/1.0 404 Not Found\r\nContent-Length: 0\r\n\r\n").ThenClose());

        var refused = await Assert.ThrowsAsync<WireException>(
            () => FrameConnection.ConnectAsync(server.Endpoint, "/worker", Plain, ThisTest.Cancelled));
        Assert.Equal($"{server.Endpoint} answers, but has no WebSocket /worker: it is no manager", refused.Message);
    }

    [Fact]
    public async Task Nobody_there_is_told()
    {
        var nobody = new Endpoint("127.0.0.1", LoopbackPort.Reserve());

        var refused = await Assert.ThrowsAsync<WireException>(
            () => FrameConnection.ConnectAsync(nobody, "/cluster", Plain, ThisTest.Cancelled));
        Assert.Equal($"{nobody} cannot be reached: Connection refused", refused.Message);
    }

    [Fact]
    public async Task Tls_with_a_certificate_of_the_own_authority_connects()
    {
        using var folder = new TemporaryFolder();
        var authority = new SelfMadeAuthority(folder);
        await using var server = await Server.StartAsync(Plain, authority);
        var options = Plain with { Tls = true, AuthorityFile = authority.AuthorityFile };
        await using var connection = await FrameConnection.ConnectAsync(
            server.Endpoint, "/cluster", options, ThisTest.Cancelled);

        connection.Send(new Message.Sample(11, "run", 7));
        Assert.Equal(new Message.Sample(11, "run", 7), await connection.ReceiveAsync(ThisTest.Cancelled));
    }

    [Fact]
    public async Task Tls_with_a_foreign_certificate_does_not()
    {
        using var folder = new TemporaryFolder();
        using var otherFolder = new TemporaryFolder();
        var foreign = new SelfMadeAuthority(otherFolder);
        await using var server = await Server.StartAsync(Plain, new SelfMadeAuthority(folder));
        string?[] authorityFiles = [foreign.AuthorityFile, null];
        foreach (var file in authorityFiles)
        {
            var refused = await Assert.ThrowsAsync<WireException>(() =>
                FrameConnection.ConnectAsync(
                    server.Endpoint, "/cluster", Plain with { Tls = true, AuthorityFile = file }, ThisTest.Cancelled));
            Assert.StartsWith(
                $"{server.Endpoint} made no trusted TLS connection: ", refused.Message, StringComparison.Ordinal);
            Assert.EndsWith(
                $"is its certificate signed by {file ?? "an authority of this system"}?",
                refused.Message,
                StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task Tls_to_a_server_without_it_is_told()
    {
        await using var server = await Server.StartAsync(Plain, certificate: null);

        var refused = await Assert.ThrowsAsync<WireException>(() =>
            FrameConnection.ConnectAsync(server.Endpoint, "/cluster", Plain with { Tls = true }, ThisTest.Cancelled));
        Assert.Contains("Does it speak TLS", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_authority_file_that_is_none_is_told()
    {
        using var folder = new TemporaryFolder();
        var file = folder.Write("empty.pem", "nothing");
        var options = Plain with { Tls = true, AuthorityFile = file };

        var refused = await Assert.ThrowsAsync<WireException>(
            () => FrameConnection.ConnectAsync(new Endpoint("127.0.0.1", 1), "/cluster", options, ThisTest.Cancelled));
        Assert.Equal($"the TLS authority file {file} holds no certificate in PEM form", refused.Message);

        refused = await Assert.ThrowsAsync<WireException>(() =>
            FrameConnection.ConnectAsync(
                new Endpoint("127.0.0.1", 1), "/cluster",
                options with { AuthorityFile = file + "x" }, ThisTest.Cancelled));
        Assert.StartsWith(
            $"the TLS authority file {file}x cannot be read: ", refused.Message, StringComparison.Ordinal);
    }

    /// <summary>Sends back what it gets, and tells how its connection ended.</summary>
    private sealed class Server : IAsyncDisposable
    {
        private readonly WebApplication application;
        private readonly TaskCompletionSource<string?> ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

        private Server(ConnectionOptions options, SelfMadeAuthority? authority)
        {
            var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
            builder.WebHost.UseKestrelCore().UseKestrelHttpsConfiguration().ConfigureKestrel(
                kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen =>
            {
                if (authority is not null)
                {
                    listen.UseHttps(X509Certificate2.CreateFromPemFile(authority.CertificateFile, authority.KeyFile));
                }
            }));
            application = builder.Build();
            application.UseWebSockets();
            application.Run(context => ServeAsync(context, options));
        }

        public Endpoint Endpoint => new("127.0.0.1", new Uri(Addresses.Single()).Port);

        public Task<string?> Ended => ended.Task;

        private ICollection<string> Addresses =>
            application.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses;

        public static async Task<Server> StartAsync(ConnectionOptions options, SelfMadeAuthority? certificate)
        {
            var server = new Server(options, certificate);
            await server.application.StartAsync();
            return server;
        }

        public async ValueTask DisposeAsync()
        {
            // Connections that are still open are not waited for.
            using var now = new CancellationTokenSource();
            await now.CancelAsync();
            await application.StopAsync(now.Token);
            await application.DisposeAsync();
        }

        private async Task ServeAsync(HttpContext context, ConnectionOptions options)
        {
            if (!context.WebSockets.IsWebSocketRequest || context.Request.Path != "/cluster")
            {
                context.Response.StatusCode = StatusCodes.Status404NotFound;
                return;
            }

            var socket = await context.WebSockets.AcceptWebSocketAsync(new WebSocketAcceptContext
            {
                KeepAliveInterval = FrameConnection.KeepAliveInterval,
                KeepAliveTimeout = FrameConnection.KeepAliveTimeout,
            });
            try
            {
                await using var connection = await FrameConnection.AcceptAsync(socket, options, context.RequestAborted);
                while (await connection.ReceiveAsync(default) is { } frame)
                {
                    connection.Send(frame);
                }

                ended.TrySetResult(connection.EndReason);
            }
            catch (WireException refused)
            {
                ended.TrySetResult(refused.Message);
            }
        }
    }
}
