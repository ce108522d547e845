using System.Runtime.InteropServices;
using AElf.Bench.Akka.Links;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Network;

namespace AElf.Bench.Tests.Links;

/// <summary>A channel with a probe instead of its link.</summary>
public sealed class AkkaChannelTests : global::Akka.TestKit.Xunit.TestKit
{
    private static readonly ConnectionOptions Options = new(new ActorSystemOptions())
    {
        Limits = new PeerLimits { MaxUnauthenticatedQueuedBytes = 64 << 10 },
    };

    private readonly AkkaChannel channel = new(Options);

    public AkkaChannelTests()
        : base("akka.loglevel = off, akka.stdout-loglevel = off") => channel.Attach(TestActor);

    [Fact]
    public void Channel_LargeMessageOfAnUnknownPeer_MayWaitAlone()
    {
        channel.Send(MessageOf(100 << 10));
        Assert.Null(channel.EndReason);

        channel.Send(MessageOf(1));

        Assert.EndsWith("too slow", channel.EndReason, StringComparison.Ordinal);
    }

    [Fact]
    public void Channel_AdmittedPeer_MayWaitForMore()
    {
        channel.Admit();

        channel.Send(MessageOf(100 << 10));
        channel.Send(MessageOf(100 << 10));

        Assert.Null(channel.EndReason);
    }

    [Fact]
    public void Channel_BytesInFlight_CountAsWaiting()
    {
        channel.Send(MessageOf(40 << 10));
        channel.TakeWaiting();

        channel.Send(MessageOf(40 << 10));

        Assert.EndsWith("too slow", channel.EndReason, StringComparison.Ordinal);
    }

    [Fact]
    public void Channel_AfterALargeMessage_ReleasesItsBuffer()
    {
        channel.Send(MessageOf(3 << 20));
        channel.TakeWaiting();
        channel.TakeWaiting();

        channel.Send(MessageOf(1));

        Assert.True(MemoryMarshal.TryGetArray(channel.TakeWaiting(), out var room));
        Assert.InRange(room.Array!.Length, 1, 1 << 20);
    }

    [Fact]
    public async Task Channel_Acknowledgements_AreSentAtAFlushOrInALargeNumber()
    {
        var acknowledged = new Message.Acknowledged(1, 7);
        channel.Admit();
        channel.Flush();
        channel.Send(acknowledged);
        Assert.Empty(await SignalsAsync());

        channel.Flush();
        channel.Flush();
        Assert.Equal([LinkSignal.Flush], await SignalsAsync());

        channel.TakeWaiting();
        for (var sent = 0; sent < 32 << 10; sent++)
        {
            channel.Send(acknowledged);
        }

        Assert.Equal([LinkSignal.Flush], await SignalsAsync());
    }

    [Fact]
    public async Task Channel_QuarterOfTheWindowRead_IsConfirmed()
    {
        var half = FrameBytes.Of(MessageOf(AkkaChannel.ConfirmedBytes / 2));
        foreach (var expected in (LinkSignal[][])[[], [LinkSignal.Confirm], [], [LinkSignal.Confirm]])
        {
            channel.Receive(half);
            await channel.ReceiveAsync(ThisTest.Cancelled);

            Assert.Equal(expected, await SignalsAsync());
        }
    }

    private static Message.CloseRun MessageOf(int length) => new("00000001", new string('x', length));

    /// <summary>The signals to the link since the last call.</summary>
    private async Task<List<LinkSignal>> SignalsAsync()
    {
        var signals = new List<LinkSignal>();
        TestActor.Tell("that is all", TestActor);
        while (await ExpectMsgAsync<object>(Wait.Deadline, cancellationToken: ThisTest.Cancelled) is LinkSignal signal)
        {
            signals.Add(signal);
        }

        return signals;
    }
}
