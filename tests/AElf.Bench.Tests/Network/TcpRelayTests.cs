using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Network;
using AElf.Bench.Harness.Scenarios;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.Tests.Network;

public sealed class TcpRelayTests : IDisposable
{
    private static readonly RelayOptions NoDelay = new(TimeSpan.Zero);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly TcpListener target = new(IPAddress.Loopback, 0);
    private readonly List<Socket> opened = [];

    public TcpRelayTests()
    {
        target.Start();
    }

    private Endpoint Target => new("127.0.0.1", ((IPEndPoint)target.LocalEndpoint).Port);

    public void Dispose()
    {
        opened.ForEach(socket => socket.Dispose());
        target.Dispose();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Bytes_arrive_in_their_order_whatever_the_jitter(bool precise)
    {
        const int Total = 3_000_000;
        var options = new RelayOptions(TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(3), Seed: 7);
        using var relay = TcpRelay.Start(Target, options, precise && OperatingSystem.IsLinux());
        var (near, far) = await ConnectAsync(relay);
        var sent = new byte[Total];
        var random = new SeededRandom(1);
        for (var i = 0; i < Total; i++)
        {
            sent[i] = (byte)random.NextBits();
        }

        var sending = Task.WhenAll(SendAsync(near, sent, random), SendAsync(far, sent, new SeededRandom(2)));

        Assert.Equal(sent, await ReceiveAsync(far, Total));
        Assert.Equal(sent, await ReceiveAsync(near, Total));
        await sending;
        Assert.Equal(2 * Total, relay.Snapshot().ForwardedBytes);
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(30, true)]
    [InlineData(30, false)]
    public async Task Each_way_takes_at_least_the_delay(int milliseconds, bool precise)
    {
        var delay = TimeSpan.FromMilliseconds(milliseconds);
        using var relay = TcpRelay.Start(Target, new RelayOptions(delay), precise && OperatingSystem.IsLinux());
        var (near, far) = await ConnectAsync(relay);
        for (var i = 0; i < 5; i++)
        {
            var start = Stopwatch.GetTimestamp();
            await near.SendAsync(new byte[] { 1 });
            await ReceiveAsync(far, 1);
            var there = Stopwatch.GetElapsedTime(start);
            await far.SendAsync(new byte[] { 2 });
            await ReceiveAsync(near, 1);

            Assert.True(there >= delay, $"one way took {there}");
            Assert.True(Stopwatch.GetElapsedTime(start) >= 2 * delay, $"there and back took {Stopwatch.GetElapsedTime(start)}");
        }
    }

    [Fact]
    public async Task Much_may_be_under_way_at_once()
    {
        using var relay = TcpRelay.Start(Target, new RelayOptions(TimeSpan.FromHours(1)));
        var (near, _) = await ConnectAsync(relay);

        for (var sent = 1; sent <= 20; sent++)
        {
            await near.SendAsync(new byte[1000]);
            await Wait.UntilAsync(() => relay.Snapshot().QueuedBytes == sent * 1000, "the relay to read while earlier bytes are still under way");
        }
    }

    [Fact]
    public async Task A_paused_relay_holds_what_comes_and_then_lets_it_go()
    {
        using var relay = TcpRelay.Start(Target, NoDelay);
        var (near, far) = await ConnectAsync(relay);

        relay.Pause();
        await near.SendAsync(new byte[] { 1, 2, 3 });
        await Wait.UntilAsync(() => relay.Snapshot().QueuedBytes == 3, "the relay to read");
        Assert.Equal((0, 1), (relay.Snapshot().ForwardedBytes, relay.Snapshot().Connections));
        Assert.Equal(0, far.Available);
        var (late, _) = await ConnectAsync(relay);
        relay.Resume();

        Assert.Equal(new byte[] { 1, 2, 3 }, await ReceiveAsync(far, 3));
        Assert.True(late.Connected);
    }

    [Fact]
    public async Task What_was_sent_before_the_sender_left_arrives_after_a_pause()
    {
        using var relay = TcpRelay.Start(Target, NoDelay);
        var (near, far) = await ConnectAsync(relay);

        relay.Pause();
        await near.SendAsync(new byte[] { 1, 2, 3 });
        near.LingerState = new LingerOption(enable: true, seconds: 0);
        near.Dispose();
        await Wait.UntilAsync(() => relay.Snapshot().QueuedBytes == 3, "the relay to read");
        relay.Resume();

        Assert.Equal(new byte[] { 1, 2, 3 }, await ReceiveAsync(far, 3));
        await AssertResetAsync(far);
    }

    [Fact]
    public async Task A_cut_resets_both_sides()
    {
        using var relay = TcpRelay.Start(Target, NoDelay);
        var (near, far) = await ConnectAsync(relay);

        relay.Cut();

        await AssertResetAsync(near);
        await AssertResetAsync(far);
        Assert.Equal(0, relay.Snapshot().Connections);
        var (again, other) = await ConnectAsync(relay);
        await again.SendAsync(new byte[] { 9 });
        Assert.Equal(new byte[] { 9 }, await ReceiveAsync(other, 1));
    }

    [Fact]
    public async Task A_partition_holds_what_is_open_and_resets_who_connects_until_it_heals()
    {
        using var relay = TcpRelay.Start(Target, NoDelay);
        var (near, far) = await ConnectAsync(relay);

        relay.Partition();
        await near.SendAsync(new byte[] { 1 });
        await Wait.UntilAsync(() => relay.Snapshot().QueuedBytes == 1, "the relay to read");
        await AssertResetAsync(async () => await ReceiveAsync(await OpenAsync(relay), 1));
        Assert.Equal((1, 0), (relay.Snapshot().Accepted, relay.Snapshot().ForwardedBytes));
        relay.Heal();

        Assert.Equal(new byte[] { 1 }, await ReceiveAsync(far, 1));
        await ConnectAsync(relay);
    }

    [Fact]
    public async Task A_sender_beyond_the_bound_is_left_waiting()
    {
        const int Most = 100_000;
        using var relay = TcpRelay.Start(Target, NoDelay with { MaxQueuedBytes = Most });
        var (near, far) = await ConnectAsync(relay);
        relay.Pause();
        near.Blocking = false;
        var sent = 0;
        await Wait.UntilAsync(
            () =>
            {
                for (var error = SocketError.Success; error == SocketError.Success;)
                {
                    sent += near.Send(new byte[65_536], SocketFlags.None, out error);
                }

                return relay.Snapshot().QueuedBytes == Most;
            },
            "the relay to fill up");

        Assert.Equal(Most, relay.Snapshot().QueuedBytes);
        relay.Resume();

        Assert.Equal(sent, (await ReceiveAsync(far, sent)).Length);
    }

    [Fact]
    public async Task An_end_follows_the_last_bytes_and_the_other_way_stays_open()
    {
        using var relay = TcpRelay.Start(Target, new RelayOptions(TimeSpan.FromMilliseconds(5)));
        var (near, far) = await ConnectAsync(relay);

        await near.SendAsync(new byte[] { 1, 2 });
        near.Shutdown(SocketShutdown.Send);

        Assert.Equal(new byte[] { 1, 2 }, await ReceiveAsync(far, 2));
        Assert.Empty(await ReceiveAsync(far, 1));
        await far.SendAsync(new byte[] { 3 });
        far.Dispose();
        Assert.Equal(new byte[] { 3 }, await ReceiveAsync(near, 1));
        Assert.Empty(await ReceiveAsync(near, 1));
        await Wait.UntilAsync(() => relay.Snapshot().Connections == 0, "the connection to be over");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Nobody_behind_it_is_a_reset(bool precise)
    {
        using var relay = TcpRelay.Start(new Endpoint("127.0.0.1", LoopbackPort.Reserve()), NoDelay, precise && OperatingSystem.IsLinux());

        await AssertResetAsync(async () => await ReceiveAsync(await OpenAsync(relay), 1));

        await Wait.UntilAsync(() => relay.Snapshot().Connections == 0, "the connection to be over");
    }

    [Fact]
    public async Task A_name_is_resolved()
    {
        using var relay = TcpRelay.Start(Target with { Host = "localhost" }, NoDelay);
        using var deadline = new CancellationTokenSource(Patience);
        var near = await OpenAsync(relay);
        await near.SendAsync(new byte[] { 5 });

        // A name of several addresses is tried with a connection that says nothing.
        byte[] received = [];
        while (received.Length == 0)
        {
            var far = await target.AcceptSocketAsync(deadline.Token);
            opened.Add(far);
            received = await ReceiveAsync(far, 1);
        }

        Assert.Equal(new byte[] { 5 }, received);
    }

    [Fact]
    public async Task Disposing_ends_connections_thread_and_port()
    {
        var relay = TcpRelay.Start(Target, NoDelay);
        var (near, far) = await ConnectAsync(relay);

        relay.Dispose();
        relay.Dispose();

        await AssertResetAsync(near);
        await AssertResetAsync(far);
        Assert.Null(relay.Failure);
        Assert.Equal(1, relay.Snapshot().Accepted);
        relay.Cut();
        var refused = await Assert.ThrowsAsync<SocketException>(() => OpenAsync(relay));
        Assert.Equal(SocketError.ConnectionRefused, refused.SocketErrorCode);
    }

    private static async Task SendAsync(Socket socket, byte[] bytes, SeededRandom random)
    {
        for (var sent = 0; sent < bytes.Length;)
        {
            sent += await socket.SendAsync(bytes.AsMemory(sent, Math.Min(bytes.Length - sent, 1 + random.Next(20_000))));
        }
    }

    /// <summary>As many bytes as asked for; fewer when the stream ends.</summary>
    private static async Task<byte[]> ReceiveAsync(Socket socket, int length)
    {
        using var deadline = new CancellationTokenSource(Patience);
        var bytes = new byte[length];
        var got = 0;
        for (int read; got < length && (read = await socket.ReceiveAsync(bytes.AsMemory(got), deadline.Token)) > 0;)
        {
            got += read;
        }

        return bytes[..got];
    }

    private static Task AssertResetAsync(Socket socket) => AssertResetAsync(() => ReceiveAsync(socket, 1));

    // Whoever connects may see the reset before its connect has returned.
    private static async Task AssertResetAsync(Func<Task> use)
    {
        var broken = await Assert.ThrowsAsync<SocketException>(use);
        Assert.Equal(SocketError.ConnectionReset, broken.SocketErrorCode);
    }

    private async Task<Socket> OpenAsync(TcpRelay relay)
    {
        var near = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        opened.Add(near);
        await near.ConnectAsync(relay.Endpoint.Host, relay.Endpoint.Port);
        return near;
    }

    private async Task<(Socket Near, Socket Far)> ConnectAsync(TcpRelay relay)
    {
        using var deadline = new CancellationTokenSource(Patience);
        var near = await OpenAsync(relay);
        var far = await target.AcceptSocketAsync(deadline.Token);
        far.NoDelay = true;
        opened.Add(far);
        return (near, far);
    }
}
