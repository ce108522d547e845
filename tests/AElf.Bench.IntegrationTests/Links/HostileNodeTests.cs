using System.Buffers.Binary;
using Akka.Actor;
using AElf.Bench.Akka.Links;
using AElf.Bench.Akka.Links.Proto;
using AElf.Bench.Akka.Nodes;
using AElf.Bench.Akka.Secrets;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using Google.Protobuf;

namespace AElf.Bench.IntegrationTests.Links;

/// <summary>A node that has the secret, joins, and says what no node of ours would.</summary>
public sealed class HostileNodeTests : IAsyncDisposable
{
    private readonly TestClusters clusters = new();
    private readonly ActorSystemOptions manager = TestNode.Settings();

    public ValueTask DisposeAsync() => clusters.DisposeAsync();

    [Theory]
    [InlineData("a part without the one before it", "part 1 was lost on the way, part 2 came")]
    [InlineData("a message that is too long", "a message of 70000 bytes came; the most is 65536")]
    [InlineData("a message shorter than nothing", "a message of -1 bytes came; the most is 65536")]
    [InlineData("that more came than was sent", "1 bytes were confirmed of 0 that were sent")]
    [InlineData("that less than nothing came", "-1 bytes were confirmed of 0 that were sent")]
    public async Task What_no_node_says_ends_its_link_and_it_hears_why(string said, string reason) =>
        Assert.Equal(reason, await RefusalOfAsync(ParcelOf(said), cluster: null));

    [Fact]
    public async Task A_node_that_means_another_cluster_gets_no_link() => Assert.Equal(
        "the cluster 'another' is meant, and this is 'AElfSystem'",
        await RefusalOfAsync(new Parcel { Alive = new Alive() }, "another"));

    private static Parcel ParcelOf(string said) => said switch
    {
        "a part without the one before it" => PartOf(number: 2, length: 0),
        "a message that is too long" => PartOf(number: 1, length: 70_000),
        "a message shorter than nothing" => PartOf(number: 1, length: -1),
        "that more came than was sent" => new Parcel { Confirmed = new Confirmed { Bytes = 1 } },
        _ => new Parcel { Confirmed = new Confirmed { Bytes = -1 } },
    };

    private static Parcel PartOf(long number, int length)
    {
        var bytes = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, length);
        return new Parcel { Frames = new Frames { Number = number, Bytes = ByteString.CopyFrom(bytes) } };
    }

    private async Task<string> RefusalOfAsync(Parcel said, string? cluster)
    {
        _ = clusters.Listen(manager);
        var configuration = new NodeConfiguration(TestNode.Settings());
        var node = AkkaNode.Open(
            configuration, NodeKind.Worker, new NodeSetup(ConnectionOptions.Of(manager), manager.Address));
        try
        {
            var refused = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
            var asked = node.ActorSelection($"{configuration.Manager}/user/{ManagerActor.Name}");
            var open = new Open { Cluster = cluster ?? node.Name, FrameBytes = manager.MaximumFrameBytes };
            node.ActorOf(Props.Create(() => new HostileActor(asked, open, said, refused)));
            return await refused.Task.WaitAsync(Wait.Deadline, ThisTest.Cancelled);
        }
        finally
        {
            await node.Terminate();
        }
    }

    /// <summary>Asks for a link, says one thing over it, and hears why it ends.</summary>
    private sealed class HostileActor(
        ActorSelection manager, Open open, Parcel said, TaskCompletionSource<string> refused)
        : UntypedActor, IWithTimers
    {
        private const string Ask = "ask";

        public ITimerScheduler Timers { get; set; } = null!;

        // A manager does not answer before it knows the node as a member.
        protected override void PreStart() =>
            Timers.StartPeriodicTimer(Ask, Ask, TimeSpan.Zero, TimeSpan.FromMilliseconds(100));

        protected override void OnReceive(object message)
        {
            switch (message)
            {
                case Ask:
                    manager.Tell(new Parcel { Open = open });
                    break;
                case Parcel { KindCase: Parcel.KindOneofCase.Opened }:
                    Timers.Cancel(Ask);
                    Sender.Tell(said);
                    break;
                case Parcel { KindCase: Parcel.KindOneofCase.Close } parcel:
                    refused.TrySetResult(parcel.Close.Reason);
                    break;
                default:
                    Unhandled(message);
                    break;
            }
        }
    }
}
