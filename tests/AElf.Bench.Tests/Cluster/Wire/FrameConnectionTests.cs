using System.Net.WebSockets;
using System.Text;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Tests.Cluster.Wire;

public sealed class FrameConnectionTests
{
    private static readonly TimeSpan Soon = TimeSpan.FromMilliseconds(50);

    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(128_000)]
    public async Task Frames_arrive_whole_and_in_order(int maximumFrameBytes)
    {
        var options = SocketPair.With(secret: null, maximumFrameBytes);
        await using var open = await SocketPair.OpenAsync(options, options);
        var (connecting, accepting) = open;
        var frames = new List<Message>();
        for (var i = 0; i < 200; i++)
        {
            frames.Add(i % 50 == 49 ? Work(i * 160) : Sample(i));
        }

        frames.ForEach(connecting.Send);
        foreach (var frame in frames)
        {
            Assert.Equal(
                MessageText.Describe(frame), MessageText.Describe(await accepting.ReceiveAsync(ThisTest.Cancelled)));
        }
    }

    [Fact]
    public async Task Both_sides_may_send_more_than_fits_under_way()
    {
        await using var open = await SocketPair.OpenAsync(SocketPair.Plain, SocketPair.Plain);
        var (connecting, accepting) = open;
        for (var i = 0; i < 100; i++)
        {
            connecting.Send(Work(65_536));
            accepting.Send(Work(65_536));
        }

        for (var i = 0; i < 100; i++)
        {
            Assert.NotNull(await accepting.ReceiveAsync(ThisTest.Cancelled));
            Assert.NotNull(await connecting.ReceiveAsync(ThisTest.Cancelled));
        }
    }

    [Fact]
    public async Task Frames_that_wait_together_go_out_together_and_no_web_socket_frame_is_too_large()
    {
        const int Most = 20_000;
        var (peer, connection, pair) = await SocketPair.OpenToBarePeerAsync(SocketPair.With(secret: null, Most));
        await using var first = connection;
        await using var second = pair;

        // The first is more than the pipe holds: the others queue up behind it.
        connection.Send(Work(1_000_000));
        for (var i = 0; i < 1000; i++)
        {
            connection.Send(Sample(i));
        }

        Assert.InRange(await ReceiveMessageAsync(peer, Most), 1_000_000, 1_000_100);
        var left = Enumerable.Range(0, 1000).Sum(i => 4 + FrameCodec.Encode(Sample(i)).Length);
        var messages = 0;
        while (left > 0)
        {
            left -= await ReceiveMessageAsync(peer, Most);
            messages++;
        }

        // Some may have been queued before the writer took the first; all others wait together.
        Assert.InRange(messages, 1, 2);
        connection.Send(Sample(1));
        Assert.Equal(4 + FrameCodec.Encode(Sample(1)).Length, await ReceiveMessageAsync(peer, Most));
    }

    [Fact]
    public async Task An_end_comes_after_what_was_sent_and_says_why()
    {
        await using var open = await SocketPair.OpenAsync(SocketPair.Plain, SocketPair.Plain);
        var (connecting, accepting) = open;

        connecting.Send(Sample(1));
        connecting.End("the run is over");
        connecting.Send(Sample(2));
        connecting.End("too late");

        Assert.Equal(Sample(1), await accepting.ReceiveAsync(ThisTest.Cancelled));
        Assert.Null(accepting.EndReason);
        Assert.Null(await accepting.ReceiveAsync(ThisTest.Cancelled));
        Assert.Null(await connecting.ReceiveAsync(ThisTest.Cancelled));
        Assert.Equal(
            ("the run is over", "ended by the peer: the run is over"), (connecting.EndReason, accepting.EndReason));
    }

    [Fact]
    public async Task A_long_reason_is_cut_between_characters()
    {
        await using var open = await SocketPair.OpenAsync(SocketPair.Plain, SocketPair.Plain);
        var (connecting, accepting) = open;

        connecting.End("a" + string.Concat(Enumerable.Repeat("😀", 100)));

        Assert.Null(await accepting.ReceiveAsync(ThisTest.Cancelled));
        Assert.Equal("ended by the peer: a" + string.Concat(Enumerable.Repeat("😀", 29)), accepting.EndReason);
    }

    [Fact]
    public async Task A_connection_that_is_disposed_of_has_ended_for_both()
    {
        await using var open = await SocketPair.OpenAsync(SocketPair.Plain, SocketPair.Plain);
        var (connecting, accepting) = open;
        var receive = accepting.ReceiveAsync(ThisTest.Cancelled);
        await connecting.DisposeAsync();

        Assert.Null(await receive);
        Assert.Null(await connecting.ReceiveAsync(ThisTest.Cancelled));
        Assert.Equal("ended by the peer: the connection is not needed any more", accepting.EndReason);
        await connecting.DisposeAsync();
    }

    [Fact]
    public async Task A_peer_that_vanishes_is_told()
    {
        var (_, connection, pair) = await SocketPair.OpenToBarePeerAsync(SocketPair.Plain);
        await using var first = connection;
        var receive = connection.ReceiveAsync(ThisTest.Cancelled);
        pair.Cut();

        Assert.Null(await receive);
        Assert.StartsWith("the connection was lost: ", connection.EndReason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_peer_that_closes_without_a_word_is_told()
    {
        var (peer, connection, pair) = await SocketPair.OpenToBarePeerAsync(SocketPair.Plain);
        await using var first = connection;
        await using var second = pair;
        await peer.CloseOutputAsync(WebSocketCloseStatus.EndpointUnavailable, null, ThisTest.Cancelled);

        Assert.Null(await connection.ReceiveAsync(ThisTest.Cancelled));
        Assert.Equal("ended by the peer, without a reason (EndpointUnavailable)", connection.EndReason);
    }

    [Fact]
    public async Task What_is_no_frame_ends_the_connection()
    {
        await AssertEndedAsync(
            "a text message came; frames are binary",
            peer => peer.SendAsync("hello"u8.ToArray(), WebSocketMessageType.Text, true, default));
        await AssertEndedAsync("a message without a frame", peer => SendAsync(peer, []));
        await AssertEndedAsync("a message ends in 3 bytes that are no frame", peer => SendAsync(peer, [1, 0, 0]));
        await AssertEndedAsync(
            "a message ends in 6 bytes that are no frame", peer => SendAsync(peer, [3, 0, 0, 0, 1, 2]));
        await AssertEndedAsync(
            "a message ends in 6 bytes that are no frame", peer => SendAsync(peer, [255, 255, 255, 255, 1, 2]));
        await AssertEndedAsync("a frame without a message", peer => SendAsync(peer, [0, 0, 0, 0]));
        await AssertEndedAsync(
            "a message of kind 19, which this version does not know; both sides must run the same build",
            peer => SendAsync(peer, [3, 0, 0, 0, 0x9A, 1, 0]));
    }

    [Fact]
    public async Task A_message_of_more_than_64_MiB_ends_the_connection() =>
        await AssertEndedAsync("a message of more than 64 MiB came", async peer =>
    {
        var piece = new byte[1 << 20];
        for (var i = 0; i < 65; i++)
        {
            await peer.SendAsync(piece, WebSocketMessageType.Binary, endOfMessage: i == 64, default);
        }
    });

    [Fact]
    public async Task The_largest_frame_arrives()
    {
        await using var open = await SocketPair.OpenAsync(SocketPair.Plain, SocketPair.Plain);
        var (connecting, accepting) = open;
        const int Half = 1 << 25;
        var most = FrameCodec.MaxBytes - FrameCodec.Encode(Work(Half)).Length + Half;

        connecting.Send(Work(most));

        Assert.Equal(
            most, Assert.IsType<Message.Assign>(await accepting.ReceiveAsync(ThisTest.Cancelled)).Work.Length);
        Assert.Throws<WireException>(() => connecting.Send(Work(most + 1)));
        connecting.Send(Sample(1));
        Assert.Equal(Sample(1), await accepting.ReceiveAsync(ThisTest.Cancelled));
    }

    [Fact]
    public async Task A_peer_that_does_not_read_is_let_go()
    {
        var options = SocketPair.Plain with { ClosingDeadline = Soon };
        var (_, connection, pair) = await SocketPair.OpenToBarePeerAsync(options);
        await using var first = connection;
        await using var second = pair;
        var frame = Work(1 << 20);
        for (var i = 0; i < 63; i++)
        {
            connection.Send(frame);
        }

        Assert.Null(connection.EndReason);
        connection.Send(frame);
        connection.Send(frame);

        Assert.Null(await connection.ReceiveAsync(ThisTest.Cancelled));
        Assert.Equal("the receiving side is too slow: more than 64 MiB wait to be sent to it", connection.EndReason);
    }

    [Fact]
    public async Task A_peer_that_reads_nothing_is_let_go_long_before_the_queue_is_full()
    {
        var options = SocketPair.Plain with { ClosingDeadline = Soon, StallDeadline = Soon };
        var (_, connection, pair) = await SocketPair.OpenToBarePeerAsync(options);
        await using var first = connection;
        await using var second = pair;
        connection.Send(Work(20 << 20));

        Assert.Null(await connection.ReceiveAsync(ThisTest.Cancelled));
        Assert.Equal(
            $"the receiving side has read nothing for {Soon.TotalSeconds:0.###} s", connection.EndReason);
    }

    [Fact]
    public async Task A_peer_that_reads_in_time_may_be_slow()
    {
        await using var open = await SocketPair.OpenAsync(SocketPair.Plain, SocketPair.Plain);
        var (connecting, accepting) = open;
        var frame = Work(1 << 20);
        for (var i = 0; i < 70; i++)
        {
            // Forty wait at any time.
            connecting.Send(frame);
            if (i >= 40)
            {
                Assert.NotNull(await accepting.ReceiveAsync(ThisTest.Cancelled));
            }
        }

        Assert.Null(connecting.EndReason);
    }

    [Fact]
    public async Task A_peer_that_never_answers_a_close_does_not_keep_the_connection()
    {
        var (_, connection, pair) = await SocketPair.OpenToBarePeerAsync(
            SocketPair.Plain with { ClosingDeadline = Soon });
        await using var second = pair;
        connection.End("enough");

        await connection.DisposeAsync();
        Assert.Equal("enough", connection.EndReason);
    }

    [Fact]
    public async Task A_cancelled_receive_ends_the_connection()
    {
        await using var open = await SocketPair.OpenAsync(SocketPair.Plain, SocketPair.Plain);
        var (connecting, accepting) = open;
        using var cancellation = new CancellationTokenSource();
        var receive = connecting.ReceiveAsync(cancellation.Token);
        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => receive);
        Assert.Equal("this side does not listen any more", connecting.EndReason);
        Assert.Null(await accepting.ReceiveAsync(ThisTest.Cancelled));
    }

    private static async Task AssertEndedAsync(string reason, Func<WebSocket, Task> act)
    {
        var (peer, connection, pair) = await SocketPair.OpenToBarePeerAsync(SocketPair.Plain);
        await using var first = connection;
        await using var second = pair;
        var receive = connection.ReceiveAsync(default);
        await act(peer);
        var close = await peer.ReceiveAsync(new byte[200], default);
        await peer.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, default);

        Assert.Null(await receive);
        Assert.Equal(reason, connection.EndReason);
        Assert.Equal((WebSocketMessageType.Close, reason), (close.MessageType, peer.CloseStatusDescription));
        Assert.InRange(Encoding.UTF8.GetByteCount(reason), 1, 120);
    }

    private static async Task<int> ReceiveMessageAsync(WebSocket peer, int maxFrameBytes)
    {
        // One receive never returns bytes of two WebSocket frames.
        var buffer = new byte[1 << 20];
        for (var length = 0; ;)
        {
            var part = await peer.ReceiveAsync(buffer.AsMemory(), default);
            Assert.InRange(part.Count, 0, maxFrameBytes);
            length += part.Count;
            if (part.EndOfMessage)
            {
                return length;
            }
        }
    }

    private static Task SendAsync(WebSocket peer, byte[] bytes) =>
        peer.SendAsync(bytes, WebSocketMessageType.Binary, endOfMessage: true, default);

    private static Message.Assign Work(int length) => new(
        11,
        "run",
        0,
        -1,
        Grant.Initial(0),
        [0],
        new WorkPart(0, length, Enumerable.Range(0, length).Select(i => (byte)i).ToArray()));

    private static Message.Sample Sample(long committed) => new(0, string.Empty, committed);
}
