using System.Buffers.Binary;
using System.Net.Sockets;
using Akka.Actor;
using AElf.Bench.Akka.Nodes;
using AElf.Bench.Akka.Secrets;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;

namespace AElf.Bench.IntegrationTests.Links;

/// <summary>Who has not the cluster's secret reaches nothing of a manager's node, whatever it says.</summary>
public sealed class StrangerTests : IAsyncLifetime
{
    private static readonly Secret Right = new("sixteen letters!");

    private readonly TestClusters clusters = new();
    private readonly ActorSystemOptions manager = TestNode.Settings() with { Secret = Right };

    public ValueTask InitializeAsync()
    {
        _ = clusters.Listen(manager);
        return ValueTask.CompletedTask;
    }

    public ValueTask DisposeAsync() => clusters.DisposeAsync();

    [Theory]
    [InlineData("sixteen others!!", "different secrets")]
    [InlineData(null, "the cluster has one")]
    public async Task Who_joins_without_the_right_secret_hears_why_not(string? given, string why)
    {
        var worker = TestNode.Settings() with { Secret = given is null ? null : new Secret(given) };

        Assert.Contains(why, await clusters.RefusalAsync(worker, manager.Address), StringComparison.Ordinal);
        await AssertServesAsync();
    }

    [Theory]
    [InlineData("no frame")]
    [InlineData("a frame that is no step")]
    [InlineData("a step in the wrong place")]
    [InlineData("a frame that is too long")]
    [InlineData("Akka's own first message")]
    [InlineData("nothing")]
    public async Task What_a_stranger_says_ends_its_connection_and_nothing_else(string said)
    {
        using var stranger = new TcpClient();
        await stranger.ConnectAsync(manager.Address.Host, manager.Address.Port, ThisTest.Cancelled);

        await stranger.GetStream().WriteAsync(Bytes(said), ThisTest.Cancelled);

        await EndOf(stranger).WaitAsync(Wait.Deadline, ThisTest.Cancelled);
        await AssertServesAsync();
    }

    [Fact]
    public async Task A_node_with_another_secret_can_tell_the_manager_nothing()
    {
        var setup = new NodeSetup(
            ConnectionOptions.Of(manager) with { Secret = new Secret("sixteen others!!") }, manager.Address);
        var hostile = AkkaNode.Open(new NodeConfiguration(TestNode.Settings()), NodeKind.Worker, setup);
        try
        {
            var cluster = global::Akka.Cluster.Cluster.Get(hostile);
            var address = Address.Parse(new NodeConfiguration(manager).Manager);

            // It wants in as another manager, and the first one out.
            cluster.Join(address);
            cluster.Down(address);
            cluster.Leave(address);
            hostile.ActorSelection(new RootActorPath(address) / "system" / "cluster" / "core" / "daemon")
                .Tell(PoisonPill.Instance);

            await setup.Refused.WaitAsync(Wait.Deadline, ThisTest.Cancelled);
            await AssertServesAsync();
        }
        finally
        {
            await hostile.Terminate();
        }
    }

    [Fact]
    public async Task Silent_strangers_are_let_go_and_keep_nobody_out()
    {
        var strangers = new List<TcpClient>();
        try
        {
            for (var i = 0; i < 400; i++)
            {
                var stranger = new TcpClient();
                strangers.Add(stranger);
                await stranger.ConnectAsync(manager.Address.Host, manager.Address.Port, ThisTest.Cancelled);
            }

            await Task.WhenAll(strangers.Select(EndOf)).WaitAsync(Wait.Deadline, ThisTest.Cancelled);
            await AssertServesAsync();
        }
        finally
        {
            strangers.ForEach(stranger => stranger.Dispose());
        }
    }

    private static byte[] Bytes(string said) => said switch
    {
        "no frame" => "GET / HTTP/1.1\r\n\r\n"u8.ToArray(),
        "a frame that is no step" => Frame([0xff, 0xff, 0xff]),

        // A proof, where an answer is due: field 3, with an empty message.
        "a step in the wrong place" => Frame([0x1a, 0x00]),
        "a frame that is too long" => Frame(new byte[64_000]),

        // An AkkaProtocolMessage whose instruction is ASSOCIATE, as Akka.Remote's WireFormats.proto has it.
        "Akka's own first message" => Frame([0x12, 0x02, 0x08, 0x01]),
        _ => [],
    };

    private static byte[] Frame(byte[] content)
    {
        var frame = new byte[sizeof(int) + content.Length];
        BinaryPrimitives.WriteInt32LittleEndian(frame, content.Length);
        content.CopyTo(frame, sizeof(int));
        return frame;
    }

    private static async Task EndOf(TcpClient stranger)
    {
        var rest = new byte[1024];
        try
        {
            while (await stranger.GetStream().ReadAsync(rest, ThisTest.Cancelled) > 0)
            {
                // The challenge, and why not.
            }
        }
        catch (IOException)
        {
            // Reset: it has ended as well.
        }
    }

    private async Task AssertServesAsync()
    {
        await using var channel = await clusters.JoinAsync(
            TestNode.Settings() with { Secret = Right }, manager.Address);
        await clusters.Served;
    }
}
