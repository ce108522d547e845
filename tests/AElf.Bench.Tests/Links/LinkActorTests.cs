using System.Buffers.Binary;
using AElf.Bench.Akka.Links;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using Akka.Actor;
using Akka.Remote;
using Akka.TestKit;

namespace AElf.Bench.Tests.Links;

/// <summary>One end of a link, with a probe as its other end and a clock that tests advance.</summary>
public sealed class LinkActorTests() : global::Akka.TestKit.Xunit.TestKit(
    """
    akka.scheduler.implementation = "Akka.TestKit.TestScheduler, Akka.TestKit"
    akka.loglevel = off
    akka.stdout-loglevel = off
    """)
{
    private static readonly ConnectionOptions Options = new(new ActorSystemOptions())
    {
        Limits = PeerLimits.OfWorkers(TimeSpan.FromSeconds(7)),
        StallDeadline = TimeSpan.FromSeconds(11),
        ClosingDeadline = TimeSpan.FromSeconds(2),
    };

    private const int MaxPartBytes = 64 << 10;

    private readonly TaskCompletionSource<IMessageChannel> served = new();

    [Theory]
    [InlineData("a part without its predecessor", "part 1 was lost, part 2 arrived")]
    [InlineData("a message that is too long", "a message of 70000 bytes arrived; expected at most 65536")]
    [InlineData("a message of negative length", "a message of -1 bytes arrived; expected at most 65536")]
    [InlineData("more confirmed than sent", "1 bytes were confirmed of 0 that were sent")]
    [InlineData("a negative number confirmed", "-1 bytes were confirmed of 0 that were sent")]
    public async Task Link_InvalidMessage_EndsWithTheReason(string invalid, string reason)
    {
        var (worker, link) = await AcceptAsync();

        link.Tell(MessageOf(invalid), worker);

        Assert.Equal(reason, await CloseReasonAsync(worker));
        await IdentifyAsync(link);
        Assert.Equal(reason, (await served.Task).EndReason);
    }

    [Fact]
    public async Task Link_ConfirmsLessThanBefore_IsEnded()
    {
        var (worker, link) = await AcceptAsync();
        (await served.Task).Send(new Message.CloseRun("00000001", Failure: null));
        var sent = await FramesAsync(worker, atLeast: 1);

        link.Tell(new LinkMessage.Confirmed(sent), worker);
        link.Tell(new LinkMessage.Confirmed(sent - 1), worker);

        Prose.AssertNames(await CloseReasonAsync(worker), $"{sent - 1} bytes", $" {sent} ");
    }

    [Fact]
    public async Task Link_MessagesOfOthers_AreIgnored()
    {
        var (worker, link) = await AcceptAsync();
        var another = CreateTestProbe();

        link.Tell(PartOf(number: 2, length: 0), another);
        link.Tell(new LinkMessage.Confirmed(1), another);
        link.Tell(new LinkMessage.Close("none of yours"), another);
        link.Tell(new LinkMessage.Close("the worker ends"), worker);

        Assert.Equal("heard", await CloseReasonAsync(worker));
        await IdentifyAsync(link);
        Assert.Equal("the worker ends", (await served.Task).EndReason);
        await another.ExpectNoMsgAsync(TimeSpan.Zero, ThisTest.Cancelled);
    }

    [Fact]
    public async Task Link_WithoutAWorkerName_IsEnded()
    {
        var (worker, link) = await AcceptAsync();

        await PassAsync(link, TimeSpan.FromSeconds(7));

        Assert.Equal("no worker after 7 s", await CloseReasonAsync(worker));
    }

    [Fact]
    public async Task Link_WithAWorkerName_Stays()
    {
        var (worker, link) = await AcceptAsync();
        (await served.Task).Admit();

        await PassAsync(link, TimeSpan.FromMinutes(1));
        link.Tell(PartOf(number: 2, length: 0), worker);

        Prose.AssertNames(await CloseReasonAsync(worker), "part 1", "part 2");
    }

    [Fact]
    public async Task Link_NothingConfirmed_StopsSendingAndEnds()
    {
        var (worker, link) = await AcceptAsync();
        var channel = await served.Task;
        channel.Admit();
        var message = new Message.CloseRun("00000001", new string('x', 3 << 20));

        channel.Send(message);
        channel.Send(message);
        channel.Send(message);
        channel.Flush();
        var window = await FramesAsync(worker, LinkActor.WindowBytes);
        await PassAsync(link, TimeSpan.FromSeconds(10));
        link.Tell(new LinkMessage.Confirmed(window), worker);
        var another = await FramesAsync(worker, LinkActor.WindowBytes);
        await PassAsync(link, TimeSpan.FromSeconds(10));
        Assert.Null(channel.EndReason);

        // Messages sent meanwhile do not extend the time-out.
        channel.Send(message);
        await PassAsync(link, TimeSpan.FromSeconds(1));

        Assert.InRange(window, LinkActor.WindowBytes, LinkActor.WindowBytes + MaxPartBytes);
        Assert.InRange(another, LinkActor.WindowBytes, LinkActor.WindowBytes + MaxPartBytes);
        Assert.Equal(0, await FramesUntilCloseAsync(worker));
        Assert.EndsWith(" 11 s", channel.EndReason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(128_000, MaxPartBytes)]
    [InlineData(32_000, 32_000 - 2048)]
    public async Task Part_Message_FitsIntoAnAkkaFrameAndASmallArray(int frame, int part)
    {
        var (worker, _) = await AcceptAsync(frame);
        var channel = await served.Task;
        channel.Admit();

        channel.Send(new Message.CloseRun("00000001", new string('x', 200_000)));

        Assert.Equal(part, BytesOf(await NextAsync(worker)));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Link_Ended_StaysUntilThePeerHasAnswered(bool isAnswered)
    {
        var (worker, link) = await AcceptAsync();
        await WatchAsync(link);

        (await served.Task).End("the manager ends");
        Assert.Equal("the manager ends", await CloseReasonAsync(worker));
        if (isAnswered)
        {
            link.Tell(new LinkMessage.Close("heard"), worker);
        }
        else
        {
            await PassAsync(link, TimeSpan.FromSeconds(2));
        }

        await ExpectTerminatedAsync(link, Wait.Deadline, cancellationToken: ThisTest.Cancelled);
    }

    [Fact]
    public async Task Connection_Lost_EndsItsLinkOnly()
    {
        var (_, link) = await AcceptAsync();
        await WatchAsync(link);
        var own = Address.Parse("akka://another@127.0.0.1:1");

        Sys.EventStream.Publish(new DisassociatedEvent(own, own, inbound: true));
        await IdentifyAsync(link);
        Assert.Null((await served.Task).EndReason);
        Sys.EventStream.Publish(new DisassociatedEvent(own, TestActor.Path.Address, inbound: true));

        await ExpectTerminatedAsync(link, Wait.Deadline, cancellationToken: ThisTest.Cancelled);
        Assert.Contains("lost", (await served.Task).EndReason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Connect_SeveralManagers_TheFirstAnswerWins()
    {
        var (manager, another) = (CreateTestProbe(), CreateTestProbe());
        var opened = new TaskCompletionSource<AkkaChannel>();
        var asked = new LinkMessage.Open("AElfSystem", 128_000);
        var link = Sys.ActorOf(Props.Create(() => new DialledLink(
            new ActorSelection(manager, string.Empty), asked, Options, opened)));
        for (var times = 0; times < 3; times++)
        {
            await PassAsync(link, TimeSpan.FromMilliseconds(200));
            Assert.Equal(asked, await NextAsync(manager));
        }

        link.Tell(new LinkMessage.Opened(TimeSpan.Zero), manager);
        var channel = await opened.Task.WaitAsync(Wait.Deadline, ThisTest.Cancelled);
        link.Tell(new LinkMessage.Opened(TimeSpan.Zero), another);
        link.Tell(new LinkMessage.Close("none of yours"), another);
        channel.Send(new Message.Sample(1, "00000001", 7));
        channel.Flush();

        Assert.InRange(await FramesAsync(manager, atLeast: 1), 1, MaxPartBytes);
        Assert.Null(channel.EndReason);
    }

    private async Task<(TestProbe Worker, IActorRef Link)> AcceptAsync(int frameBytes = 128_000)
    {
        var worker = CreateTestProbe();
        var options = Options with { Hosts = new ActorSystemOptions { MaximumFrameBytes = frameBytes } };
        var link = Sys.ActorOf(Props.Create(() => new AcceptedLink(worker, options, Serve)));
        Assert.IsType<LinkMessage.Opened>(await NextAsync(worker));
        await served.Task.WaitAsync(Wait.Deadline, ThisTest.Cancelled);
        return (worker, link);
    }

    private Task Serve(IMessageChannel channel)
    {
        served.SetResult(channel);
        return Task.CompletedTask;
    }

    /// <summary>Advances the time for an actor that has handled all earlier messages.</summary>
    private async Task PassAsync(IActorRef actor, TimeSpan time)
    {
        await IdentifyAsync(actor);
        ((TestScheduler)Sys.Scheduler).Advance(time);
        await IdentifyAsync(actor);
    }

    private static async Task<string> CloseReasonAsync(TestProbe probe)
    {
        while (true)
        {
            if (await NextAsync(probe) is LinkMessage.Close close)
            {
                return close.Reason;
            }
        }
    }

    /// <summary>The bytes of frames, until there are at least this many.</summary>
    private static async Task<long> FramesAsync(TestProbe probe, long atLeast)
    {
        var sum = 0L;
        while (sum < atLeast)
        {
            sum += BytesOf(await NextAsync(probe));
        }

        return sum;
    }

    private static async Task<long> FramesUntilCloseAsync(TestProbe probe)
    {
        var sum = 0L;
        while (await NextAsync(probe) is not LinkMessage.Close and var message)
        {
            sum += BytesOf(message);
        }

        return sum;
    }

    private static int BytesOf(LinkMessage message) => message is LinkMessage.Frames part ? part.Bytes.Length : 0;

    private static ValueTask<LinkMessage> NextAsync(TestProbe probe) =>
        probe.ExpectMsgAsync<LinkMessage>(Wait.Deadline, cancellationToken: ThisTest.Cancelled);

    // Its answer shows that it has handled all earlier messages.
    private static Task IdentifyAsync(IActorRef actor) =>
        actor.Ask<ActorIdentity>(new Identify(0), Wait.Deadline, ThisTest.Cancelled);

    private static LinkMessage MessageOf(string invalid) => invalid switch
    {
        "a part without its predecessor" => PartOf(number: 2, length: 0),
        "a message that is too long" => PartOf(number: 1, length: 70_000),
        "a message of negative length" => PartOf(number: 1, length: -1),
        "more confirmed than sent" => new LinkMessage.Confirmed(1),
        _ => new LinkMessage.Confirmed(-1),
    };

    private static LinkMessage.Frames PartOf(long number, int length)
    {
        var bytes = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, length);
        return new LinkMessage.Frames(number, bytes);
    }
}
