using System.Buffers.Binary;
using Akka.Actor;
using AElf.Bench.Akka.Links.Proto;
using AElf.Bench.Core.Options;
using Google.Protobuf;

namespace AElf.Bench.IntegrationTests.Links;

/// <summary>What a manager makes of a node that has the secret and does what no node of ours would.</summary>
public sealed class HostileNodeTests : IAsyncDisposable
{
    private const string Another = "the cluster 'another' is meant, and this is 'AElfSystem'";

    private readonly TestClusters clusters = new();
    private readonly ActorSystemOptions manager = TestNode.Settings();

    public ValueTask DisposeAsync() => clusters.DisposeAsync();

    [Theory]
    [InlineData("a part without the one before it", "part 1 was lost on the way, part 2 came")]
    [InlineData("a message that is too long", "a message of 70000 bytes came; the most is 65536")]
    [InlineData("a message shorter than nothing", "a message of -1 bytes came; the most is 65536")]
    [InlineData("that more came than was sent", "1 bytes were confirmed of 0 that were sent")]
    [InlineData("that less than nothing came", "-1 bytes were confirmed of 0 that were sent")]
    public async Task What_no_node_says_ends_its_link_and_it_hears_why(string said, string reason)
    {
        _ = clusters.Listen(manager);
        await using var node = new HostileNode(manager);
        var link = await node.LinkAsync();

        node.Tell(link, ParcelOf(said));

        Assert.Equal(reason, (await node.HearCloseAsync()).Reason);
    }

    [Theory]
    [InlineData("a part without the one before it")]
    [InlineData("that more came than was sent")]
    [InlineData("that the link ends")]
    public async Task What_others_say_over_a_node_s_link_is_passed_over(string said)
    {
        _ = clusters.Listen(manager);
        await using var node = new HostileNode(manager);
        var link = await node.LinkAsync();

        link.Tell(ParcelOf(said), ActorRefs.NoSender);
        node.Tell(link, ParcelOf("a message that is too long"));

        Assert.Equal("a message of 70000 bytes came; the most is 65536", (await node.HearCloseAsync()).Reason);
    }

    [Fact]
    public async Task A_member_has_one_link_however_often_it_asks()
    {
        _ = clusters.Listen(manager);
        await using var node = new HostileNode(manager);
        await node.LinkAsync();

        await AssertAsksInVainAsync(node);
    }

    [Fact]
    public async Task A_node_that_is_no_member_gets_no_link()
    {
        _ = clusters.Listen(manager);
        await using var node = new HostileNode(manager, joins: false);

        await AssertAsksInVainAsync(node);
    }

    [Fact]
    public async Task A_member_that_never_asks_for_a_link_is_let_go()
    {
        _ = clusters.Listen(manager, maxJoining: TimeSpan.FromMilliseconds(300));
        await using var node = new HostileNode(manager);
        var removed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        node.Cluster.RegisterOnMemberRemoved(removed.SetResult);

        await removed.Task.WaitAsync(Wait.Deadline, ThisTest.Cancelled);
    }

    // It asks rightly and wrongly in turns: an answer to the one would come before many answers to the other.
    private static async Task AssertAsksInVainAsync(HostileNode node)
    {
        for (var time = 0; time < 10; time++)
        {
            node.Ask();
            node.Ask("another");
            var (reason, before) = await node.HearCloseAsync();
            Assert.Equal(Another, reason);
            Assert.Empty(before);
        }
    }

    private static Parcel ParcelOf(string said) => said switch
    {
        "a part without the one before it" => PartOf(number: 2, length: 0),
        "a message that is too long" => PartOf(number: 1, length: 70_000),
        "a message shorter than nothing" => PartOf(number: 1, length: -1),
        "that more came than was sent" => new Parcel { Confirmed = new Confirmed { Bytes = 1 } },
        "that the link ends" => new Parcel { Close = new Close { Reason = said } },
        _ => new Parcel { Confirmed = new Confirmed { Bytes = -1 } },
    };

    private static Parcel PartOf(long number, int length)
    {
        var bytes = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, length);
        return new Parcel { Frames = new Frames { Number = number, Bytes = ByteString.CopyFrom(bytes) } };
    }
}
