using System.Text;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;
using AElf.Benchmark.Submitted;

namespace AElf.Bench.Tests.Sessions;

/// <summary>
/// Which answers a benchmark accepts, and its errors for programs that are not a manager of its cluster.
/// </summary>
public sealed class RunClientTests
{
    private const string Run = "0badcafe";
    private static readonly ConnectionOptions Plain = new(new ActorSystemOptions());

    [Fact]
    public async Task Manager_DoesNotProveTheSecret_IsRefused()
    {
        // It asks for a proof like the right manager, accepts any, and sends a report at once.
        var asks = Script.Greeting(
            "HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n"
                + "WWW-Authenticate: AElf nonce=\"00\"\r\n\r\n");
        foreach (var proof in new[] { "", "Authentication-Info: AElf proof=\"00\"\r\n" })
        {
            await using var forged = ScriptedServer.Start(
                asks.ThenClose(),
                Script.Greeting($"HTTP/1.1 200 OK\r\n{proof}Content-Length: 2\r\n\r\n{{}}").ThenClose());
            using var client = ClientOf(forged.Endpoint, new Secret("sixteen letters!"));

            var refused = await Assert.ThrowsAsync<WireException>(
                () => client.SubmitAsync(new SubmittedRun(Run), default, ThisTest.Cancelled));

            Assert.Contains("prove", refused.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Proof_HandedBack_IsRefused()
    {
        var secret = new Secret("sixteen letters!");
        var proof = RunProof.Create(secret, "00", "POST /runs", []);

        Assert.False(proof.IsAnswered(secret, "POST /runs", proof.Proof));
        Assert.True(proof.IsAnswered(secret, "POST /runs", proof.Answer(secret, "POST /runs")));
    }

    [Theory]
    [InlineData("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "has no /runs (HTTP 404): it is not a manager")]
    [InlineData("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", "--allowed-hosts 127.0.0.1")]
    [InlineData("-ERR unknown command\r\n", "it does not answer in HTTP: it is not a manager")]
    [InlineData(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 8\r\n\r\nevent: x", "ended early")]
    [InlineData(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 25\r\n\r\nevent: nonsense\ndata: 1\n\n",
        "'nonsense' is not a state of a run")]
    [InlineData(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 100\r\n\r\nevent: x\n",
        "the connection was lost")]
    public async Task Client_NoManager_HasTheReason(string answer, string why)
    {
        await using var server = ScriptedServer.Start(Script.Greeting(answer).ThenClose());
        using var client = ClientOf(server.Endpoint);

        var refused = await Record.ExceptionAsync(async () =>
        {
            await foreach (var state in client.FollowAsync(Run, ThisTest.Cancelled))
            {
                Assert.Fail($"{state}");
            }

            throw new WireException("ended early");
        });

        Assert.Contains(why, Assert.IsType<WireException>(refused).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Client_ManagerClosesAtOnce_IsAway()
    {
        await using var server = ScriptedServer.Start(Script.Silent.ThenReset());
        using var client = ClientOf(server.Endpoint);

        // Each time HttpClient detects it at another place.
        for (var number = 0; number < 100; number++)
        {
            await Assert.ThrowsAsync<WireException>(() => client.CancelAsync(Run, ThisTest.Cancelled));
        }
    }

    [Fact]
    public async Task Client_ConnectionRefused_NamesTheOption()
    {
        using var client = ClientOf(new Endpoint("127.0.0.1", LoopbackPort.Reserve()));

        var refused = await Assert.ThrowsAsync<WireException>(() => client.CancelAsync(Run, ThisTest.Cancelled));

        Prose.AssertNames(refused.Message, "Connection refused", "--manager HOST:PORT", "--manager http://");
    }

    [Fact]
    public async Task Events_CutAnywhere_AreRead()
    {
        var report = new byte[100_000];
        Array.Fill(report, (byte)'x');
        byte[] sent =
        [
            .. Encoding.UTF8.GetBytes(": a comment\nevent: waiting\ndata: {\"reason\": \"for größe\\u001b\"}\n\n"),
            .. Encoding.UTF8.GetBytes("event: ended\ndata: 1\ndata: "), .. report, .. "\n\n"u8,
        ];
        foreach (var size in new[] { 1, 7, sent.Length })
        {
            using var stream = new Pieces(sent, size);
            await using var reader = new EventReader(stream, Wait.Deadline);

            var states = await reader.ReadAllAsync(ThisTest.Cancelled).ToListAsync(ThisTest.Cancelled);

            Assert.Equal(2, states.Count);
            Assert.Equal(new RunState.Waiting("for größe\uFFFD"), states[0]);
            var ended = Assert.IsType<RunState.Ended>(states[1]);
            Assert.Equal([.. "1\n"u8, .. report, .. "\n"u8], ended.Report.ToArray());
        }
    }

    [Fact]
    public async Task Manager_Silent_IsAway()
    {
        var pipe = new System.IO.Pipelines.Pipe();
        await using var reader = new EventReader(pipe.Reader.AsStream(), TimeSpan.FromMilliseconds(50));

        var away = await Assert.ThrowsAsync<WireException>(
            async () => await reader.ReadAllAsync(ThisTest.Cancelled).CountAsync(ThisTest.Cancelled));

        Assert.Contains("no event for", away.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("x")]
    [InlineData("data: x\n")]
    public async Task Client_EndlessEvent_IsRefused(string piece)
    {
        var sent = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(piece, 100_000)));
        using var stream = new MemoryStream(sent);
        await using var reader = new EventReader(stream, Wait.Deadline, maxEventBytes: 32 << 10);

        var refused = await Assert.ThrowsAsync<WireException>(
            async () => await reader.ReadAllAsync(ThisTest.Cancelled).CountAsync(ThisTest.Cancelled));

        Assert.Contains("32768 bytes", refused.Message, StringComparison.Ordinal);
        Assert.InRange(stream.Position, 0, 192 << 10);
    }

    private static RunClient ClientOf(Endpoint manager, Secret? secret = null) =>
        new(new Uri($"http://{manager}"), new ConnectionOptions(new ActorSystemOptions { Secret = secret }));

    /// <summary>Returns a few bytes at a time.</summary>
    private sealed class Pieces(byte[] bytes, int size) : MemoryStream(bytes)
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            base.ReadAsync(buffer[..Math.Min(size, buffer.Length)], cancellationToken);
    }
}
