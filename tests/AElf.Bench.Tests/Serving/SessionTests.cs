using System.IO.Pipelines;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Text.Json;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Electrum;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.Tests.Serving;

/// <summary>Clients over streams and sockets: notifications, limits, and misbehaving clients.</summary>
public sealed class SessionTests
{
    private const int Blocks = 122;
    private const string Ping = """{"id":1,"method":"server.ping"}""";
    private const string Pong = """{"jsonrpc":"2.0","result":null,"id":1}""";

    [Fact]
    public async Task Subscribed_NewBlock_IsNotifiedOnce()
    {
        using var served = ServedChain.Of(seed: 6, Blocks);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        using var client = await SessionClient.ConnectAsync(server);
        await client.AskAsync("""{"id":1,"method":"blockchain.headers.subscribe"}""");
        var branch = served.Chain.Fork();
        var (first, second) = (served.Chain.Take(3), branch.Take(4));
        var scripts = new ChainModel([.. served.Blocks, .. first]).Scripts
            .Union(new ChainModel([.. served.Blocks, .. second]).Scripts).ToList();
        var known = new Dictionary<string, string?>(StringComparer.Ordinal);
        foreach (var script in scripts)
        {
            known[$"{script}"] = (await client.AskAsync(
                $$"""{"id":2,"method":"blockchain.scripthash.subscribe","params":["{{script}}"]}""")).GetString();
        }

        served.Reorganise(served.Chain, 0, first);
        await EnsureNotifiedAsync(client, known, served.Blocks, []);
        served.Reorganise(branch, 3, second);
        var returned = LedgerModel.TransactionsOf(first).ToList();
        await EnsureNotifiedAsync(client, known, served.Blocks, returned);
        served.FillMempool(40);
        await EnsureStatusesAsync(
            client, known, served.Blocks, [.. returned, .. branch.Mempool.Select(each => each.Bytes)]);
    }

    [Fact]
    public async Task Unsubscribed_IsNotNotified()
    {
        using var served = ServedChain.Of(seed: 6, Blocks);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        using var client = await SessionClient.ConnectAsync(server);
        await client.AskAsync("""{"id":1,"method":"server.version","params":["me","1.6"]}""");
        var next = served.Chain.Take(1);
        foreach (var script in new ChainModel([.. served.Blocks, .. next]).Scripts)
        {
            await client.AskAsync(
                $$"""{"id":2,"method":"blockchain.scripthash.subscribe","params":["{{script}}"]}""");
            var ended = await client.AskAsync(
                $$"""{"id":3,"method":"blockchain.scripthash.unsubscribe","params":["{{script}}"]}""");
            Assert.True(ended.GetBoolean());
        }

        served.Reorganise(served.Chain, 0, next);
        await client.SendAsync(Ping);
        Assert.Equal(Pong, await client.ReadAsync());
    }

    [Fact]
    public async Task Line_InPiecesOrManyAtOnce_IsAnswered()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        using var client = await SessionClient.ConnectAsync(server);
        foreach (var each in Encoding.UTF8.GetBytes(Ping + "\r\n"))
        {
            await client.Stream.WriteAsync(new[] { each }, ThisTest.Cancelled);
        }

        Assert.Equal(Pong, await client.ReadAsync());
        await client.Stream.WriteAsync(
            Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat($"{Ping}\n", 500))), ThisTest.Cancelled);
        for (var i = 0; i < 500; i++)
        {
            Assert.Equal(Pong, await client.ReadAsync());
        }
    }

    [Fact]
    public async Task Line_WithoutEnd_IsAnErrorAndEndsTheConnection()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        using var client = await SessionClient.ConnectAsync(server);
        var sent = client.Stream.WriteAsync(new byte[10_000_000], ThisTest.Cancelled);

        Assert.Contains("limit of 1048576", await client.ReadAsync(), StringComparison.Ordinal);
        await sent;
        Assert.Null(await client.ReadAsync());
        await EnsureLivesAsync(server);
    }

    [Fact]
    public async Task Session_ClientReadsNothing_IsEnded()
    {
        using var served = ServedChain.Of(seed: 1, Blocks);
        var limits = new ServerLimits { MaxUnread = TimeSpan.FromMilliseconds(500) };
        await using var server = new ElectrumServer(served.Index, limits, TimeProvider.System);
        using var client = await SessionClient.ConnectAsync(server);
        var headers = Encoding.UTF8.GetBytes(
            string.Concat(Enumerable.Repeat(
                """{"id":1,"method":"blockchain.block.headers","params":[0,2016]}""" + "\n", 20_000)));
        var sending = SendUntilClosedAsync(client.Stream, headers);

        await EnsureLivesAsync(server);
        await sending;
        await Wait.UntilAsync(() => server.SessionCount == 0, "the session to end");
    }

    [Fact]
    public async Task Session_ClientDisconnects_LeavesNothing()
    {
        using var served = ServedChain.Of(seed: 1, Blocks);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        var endpoint = server.Listen(new IPEndPoint(IPAddress.Loopback, 0));
        for (var i = 0; i < 30; i++)
        {
            using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
            await socket.ConnectAsync(endpoint, ThisTest.Cancelled);
            await socket.SendAsync(Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(
                """{"id":1,"method":"blockchain.block.headers","params":[0,2016]}""" + "\n", 1 + (20 * i)))));
            if (i % 2 == 0)
            {
                socket.LingerState = new LingerOption(enable: true, 0);
            }
        }

        await Wait.UntilAsync(() => server.SessionCount == 0, "all sessions to end");
        await EnsureLivesAsync(server);
    }

    [Fact]
    public async Task Session_Silent_IsEnded()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        var limits = new ServerLimits { MaxGreeting = TimeSpan.Zero, MaxIdle = TimeSpan.FromHours(1) };
        await using var server = new ElectrumServer(served.Index, limits, TimeProvider.System);
        using var silent = await SessionClient.ConnectAsync(server);
        await Wait.UntilAsync(() => server.SessionCount == 1, "the session");
        server.EndLate();

        Assert.Null(await silent.ReadAsync());
    }

    [Fact]
    public async Task Session_WithoutRequests_IsEnded()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        var limits = new ServerLimits { MaxGreeting = TimeSpan.FromHours(1), MaxIdle = TimeSpan.Zero };
        await using var server = new ElectrumServer(served.Index, limits, TimeProvider.System);
        using var client = await SessionClient.ConnectAsync(server);
        await client.SendAsync(Ping);
        Assert.Equal(Pong, await client.ReadAsync());
        server.EndLate();

        Assert.Null(await client.ReadAsync());
    }

    [Fact]
    public async Task Session_LineTooLong_IsEnded()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        var limits = new ServerLimits { MaxLine = 1000, MaxGreeting = TimeSpan.FromHours(1) };
        await using var server = new ElectrumServer(served.Index, limits, TimeProvider.System);
        using var client = await SessionClient.ConnectAsync(server);
        await client.SendAsync(new string('x', 1001));
        Assert.Contains("limit of 1000", await client.ReadAsync(), StringComparison.Ordinal);

        await Wait.UntilAsync(() => server.SessionCount == 0, "the session to end");
    }

    [Fact]
    public async Task Session_TlsWithoutHandshake_IsEnded()
    {
        using var folder = new TemporaryFolder();
        var authority = new SelfMadeAuthority(folder);
        using var served = ServedChain.Of(seed: 1, 3);
        var limits = new ServerLimits { MaxGreeting = TimeSpan.FromMilliseconds(100) };
        await using var server = new ElectrumServer(served.Index, limits, TimeProvider.System);
        using var certificate = X509Certificate2.CreateFromPemFile(authority.CertificateFile, authority.KeyFile);

        using var silent = await SessionClient.ConnectAsync(
            server.Listen(new IPEndPoint(IPAddress.Loopback, 0), certificate));

        await silent.EnsureClosedAsync();
    }

    [Fact]
    public async Task Session_BeyondTheLimit_IsRefused()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        await using var server = new ElectrumServer(
            served.Index, new ServerLimits { MaxSessions = 1 }, TimeProvider.System);
        using var first = await SessionClient.ConnectAsync(server);
        await first.SendAsync(Ping);
        Assert.Equal(Pong, await first.ReadAsync());
        using var second = await SessionClient.ConnectAsync(server);

        Assert.Contains("maximum of sessions", await second.ReadAsync(), StringComparison.Ordinal);
        Assert.Null(await second.ReadAsync());
    }

    [Fact]
    public async Task Session_ClientHasSentAll_EndsAfterTheLastAnswer()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        var (requests, answers) = (new Pipe(), new Pipe());
        var serving = server.ServeAsync(new TwoPipes(requests.Reader.AsStream(), answers.Writer.AsStream()));
        await requests.Writer.WriteAsync(Encoding.UTF8.GetBytes($"{Ping}\n{Ping}\nhalf a line"), ThisTest.Cancelled);
        await requests.Writer.CompleteAsync();
        await serving;

        using var reader = new StreamReader(answers.Reader.AsStream());
        Assert.Equal($"{Pong}\n{Pong}\n", await reader.ReadToEndAsync(ThisTest.Cancelled));
        Assert.Equal(0, server.SessionCount);
    }

    [Fact]
    public async Task Session_OverTls_WorksAndPlainClientsAreEnded()
    {
        using var folder = new TemporaryFolder();
        var authority = new SelfMadeAuthority(folder);
        using var served = ServedChain.Of(seed: 1, 3);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        using var certificate = X509Certificate2.CreateFromPemFile(authority.CertificateFile, authority.KeyFile);
        var endpoint = server.Listen(new IPEndPoint(IPAddress.Loopback, 0), certificate);

        using var plain = await SessionClient.ConnectAsync(endpoint);
        await plain.SendAsync(Ping);
        await plain.EnsureClosedAsync();
        using var tcp = new TcpClient();
        await tcp.ConnectAsync(endpoint, ThisTest.Cancelled);
        using var trusted = X509Certificate2.CreateFromPem(
            await File.ReadAllTextAsync(authority.AuthorityFile, ThisTest.Cancelled));
        var policy = new X509ChainPolicy
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            RevocationMode = X509RevocationMode.NoCheck,
        };
        policy.CustomTrustStore.Add(trusted);
        var stream = new SslStream(tcp.GetStream());
        await stream.AuthenticateAsClientAsync(
            new SslClientAuthenticationOptions { TargetHost = "localhost", CertificateChainPolicy = policy },
            ThisTest.Cancelled);
        using var client = new SessionClient(stream);
        await client.SendAsync(Ping);
        Assert.Equal(Pong, await client.ReadAsync());
    }

    private static async Task SendUntilClosedAsync(Stream stream, byte[] bytes)
    {
        try
        {
            await stream.WriteAsync(bytes);
        }
        catch (IOException)
        {
            // The connection was closed, as it should be.
        }
    }

    private static async Task EnsureLivesAsync(ElectrumServer server)
    {
        using var client = await SessionClient.ConnectAsync(server);
        await client.SendAsync(Ping);
        Assert.Equal(Pong, await client.ReadAsync());
    }

    // One notification of the last header, and then one of each script whose status has changed.
    private static async Task EnsureNotifiedAsync(
        SessionClient client, Dictionary<string, string?> known, List<byte[]> blocks, List<byte[]> candidates)
    {
        var header = JsonDocument.Parse((await client.ReadAsync())!).RootElement;
        Assert.Equal("blockchain.headers.subscribe", header.GetProperty("method").GetString());
        var tip = header.GetProperty("params")[0];
        Assert.Equal(blocks.Count - 1, tip.GetProperty("height").GetInt32());
        Assert.Equal(Convert.ToHexStringLower(blocks[^1].AsSpan(0, 80)), tip.GetProperty("hex").GetString());
        await EnsureStatusesAsync(client, known, blocks, candidates);
    }

    private static async Task EnsureStatusesAsync(
        SessionClient client, Dictionary<string, string?> known, List<byte[]> blocks, IReadOnlyList<byte[]> candidates)
    {
        var model = new LedgerModel(blocks, candidates);
        var expected = known.Keys.ToDictionary(
            script => script,
            script => ScriptStatus.Of(
                model.History(Electrum.Chain.Hash256.Parse(script)),
                model.WaitingOf(Electrum.Chain.Hash256.Parse(script))),
            StringComparer.Ordinal);
        while (known.Any(each => !string.Equals(each.Value, expected[each.Key], StringComparison.Ordinal)))
        {
            var notified = JsonDocument.Parse((await client.ReadAsync())!).RootElement;
            Assert.Equal("blockchain.scripthash.subscribe", notified.GetProperty("method").GetString());
            known[notified.GetProperty("params")[0].GetString()!] = notified.GetProperty("params")[1].GetString();
        }
    }

    private sealed class TwoPipes(Stream input, Stream output) : Stream
    {
        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            input.ReadAsync(buffer, cancellationToken);

        public override ValueTask WriteAsync(
            ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
            output.WriteAsync(buffer, cancellationToken);

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override void Flush() => output.Flush();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        protected override void Dispose(bool disposing)
        {
            output.Dispose();
            input.Dispose();
            base.Dispose(disposing);
        }
    }
}
