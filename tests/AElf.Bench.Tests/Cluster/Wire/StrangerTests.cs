using System.Net.WebSockets;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.Tests.Cluster.Wire;

/// <summary>What a peer may do before it is known, and after.</summary>
public sealed class StrangerTests
{
    private static readonly TimeSpan Soon = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Late = TimeSpan.FromMinutes(10);

    [Fact]
    public async Task A_stranger_may_send_little_and_a_worker_more()
    {
        var limits = PeerLimits.OfWorkers(Late);
        Assert.Equal("a message of more than 64 KiB came", await EndOfAsync(limits, isAdmitted: false, 65_537));
        Assert.Equal("a message of more than 1 MiB came", await EndOfAsync(limits, isAdmitted: true, (1 << 20) + 1));

        await using var open = await OpenAsync(limits);
        open.Accepting.Admit();
        open.Connecting.Send(Report(WireRules.MaxAttempts));
        Assert.IsType<Message.Done>(await open.Accepting.ReceiveAsync(ThisTest.Cancelled));
    }

    [Fact]
    public async Task A_stranger_that_says_nothing_is_let_go_and_a_peer_that_was_admitted_stays()
    {
        var limits = PeerLimits.OfWorkers(Soon);
        await using var known = await OpenAsync(PeerLimits.OfWorkers(Wait.Deadline));
        known.Accepting.Admit();
        await using var silent = await OpenAsync(limits);

        Assert.Null(await silent.Accepting.ReceiveAsync(ThisTest.Cancelled));
        Assert.Equal("no worker after 0.05 s", silent.Accepting.EndReason);
        Assert.Null(known.Accepting.EndReason);
        known.Connecting.Send(Report(1));
        Assert.NotNull(await known.Accepting.ReceiveAsync(ThisTest.Cancelled));
    }

    [Fact]
    public async Task A_stranger_that_only_talks_is_let_go_too()
    {
        await using var open = await OpenAsync(PeerLimits.OfWorkers(TimeSpan.FromMilliseconds(500)));
        var end = Task.Run(async () =>
        {
            while (await open.Accepting.ReceiveAsync(default) is not null)
            {
                // It says hello, and is refused, as often as it likes.
            }
        }, ThisTest.Cancelled);
        while (!end.IsCompleted)
        {
            open.Connecting.Send(new Message.Sample(1, "run", 1));
            await Task.Delay(5, ThisTest.Cancelled);
        }

        Assert.Equal("no worker after 0.5 s", open.Accepting.EndReason);
    }

    [Fact]
    public async Task No_more_strangers_are_let_in_than_there_is_room_for_and_who_is_admitted_makes_room()
    {
        var limits = new PeerLimits { MaxStrangers = 1 };
        await using var first = await OpenAsync(limits);
        await using var refused = new SocketPair();
        var options = SocketPair.Plain with { Limits = limits };
        await Assert.ThrowsAsync<WireException>(
            () => FrameConnection.AcceptAsync(refused.Accepting, options, CancellationToken.None));

        first.Accepting.Admit();
        await using (await OpenAsync(limits))
        {
            await Assert.ThrowsAsync<WireException>(
                () => FrameConnection.AcceptAsync(refused.Accepting, options, CancellationToken.None));
        }

        await using var last = await OpenAsync(limits);
        Assert.Null(last.Accepting.EndReason);
    }

    [Fact]
    public async Task What_only_others_send_is_refused_before_anything_is_made_of_it()
    {
        Assert.Equal(
            "a message 'close_run', which nobody sends who connects here",
            await EndAfterAsync(PeerLimits.OfWorkers(Late), new Message.CloseRun("r", Failure: null)));
    }

    [Fact]
    public async Task One_answer_may_wait_for_a_stranger_that_does_not_read_and_not_many()
    {
        await using var open = await OpenAsync(PeerLimits.OfWorkers(Late));
        var large = Work(20 << 20);
        open.Accepting.Send(large);
        Assert.Null(open.Accepting.EndReason);
        open.Accepting.Send(large);
        Assert.Equal(
            "the receiving side is too slow: more than 64 KiB wait to be sent to it", open.Accepting.EndReason);
    }

    [Fact]
    public async Task Large_messages_are_taken_one_at_a_time()
    {
        var limits = PeerLimits.OfWorkers(Late);
        await using var first = await OpenAsync(limits);
        await using var second = await OpenAsync(limits);
        first.Accepting.Admit();
        second.Accepting.Admit();
        first.Connecting.Send(Report(WireRules.MaxAttempts));
        Assert.NotNull(await first.Accepting.ReceiveAsync(ThisTest.Cancelled));
        second.Connecting.Send(Report(WireRules.MaxAttempts));
        var next = second.Accepting.ReceiveAsync(ThisTest.Cancelled);
        second.Connecting.Send(Report(1));

        await Task.Delay(Soon, ThisTest.Cancelled);
        Assert.False(next.IsCompleted, "the first is not done with its message");
        var end = first.Accepting.ReceiveAsync(ThisTest.Cancelled);
        Assert.NotNull(await next);
        first.Connecting.End("enough");
        Assert.Null(await end);
    }

    private static Message.Done Report(int attempts) =>
        new(11, 1, "run", 0, [.. Enumerable.Range(0, attempts).Select(unit => new Attempt(unit, 1 << 30))]);

    private static Message.Assign Work(int length) =>
        new(11, "run", 0, -1, Grant.Initial(0), [0], new WorkPart(0, length, new byte[length]));

    // Nobody reads at the stranger's end: its answer to the close is not waited for.
    private static Task<SocketPair.OpenPair> OpenAsync(PeerLimits limits)
    {
        var plain = SocketPair.Plain with { ClosingDeadline = Soon };
        return SocketPair.OpenAsync(plain, plain with { Limits = limits });
    }

    private static async Task<string?> EndAfterAsync(PeerLimits limits, Message message)
    {
        await using var open = await OpenAsync(limits);
        open.Connecting.Send(message);
        Assert.Null(await open.Accepting.ReceiveAsync(default));
        return open.Accepting.EndReason;
    }

    private static async Task<string?> EndOfAsync(PeerLimits limits, bool isAdmitted, int length)
    {
        var (peer, connection, pair) =
            await SocketPair.OpenToBarePeerAsync(SocketPair.Plain with { Limits = limits });
        await using var first = connection;
        await using var second = pair;
        if (isAdmitted)
        {
            connection.Admit();
        }

        var receive = connection.ReceiveAsync(default);
        await peer.SendAsync(new byte[length], WebSocketMessageType.Binary, endOfMessage: true, default);
        await peer.ReceiveAsync(new byte[200], default);
        await peer.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, default);
        Assert.Null(await receive);
        return connection.EndReason;
    }
}
