using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text;
using AElf.Bench.Akka.Nodes;
using AElf.Bench.Akka.Secrets;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using Akka.Actor;
using Google.Protobuf;
using Step = AElf.Bench.Akka.Secrets.Proto.Handshake;

namespace AElf.Bench.IntegrationTests.Links;

/// <summary>A peer without the secret of the cluster reaches nothing in the node of the manager.</summary>
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
    [InlineData("sixteen others!!", ProblemKind.SecretWrong)]
    [InlineData(null, ProblemKind.SecretMissing)]
    public async Task Join_WrongSecret_HearsTheReason(string? given, ProblemKind why)
    {
        var worker = TestNode.Settings() with { Secret = given is null ? null : new Secret(given) };

        Assert.Equal(why, (await clusters.ProblemAsync(worker, manager.Address)).Kind);
        await AssertServesAsync();
    }

    [Theory]
    [InlineData("no frame")]
    [InlineData("a frame that is no step")]
    [InlineData("a step in the wrong place")]
    [InlineData("a frame that is too long")]
    [InlineData("Akka's own first message")]
    [InlineData("nothing")]
    public async Task Stranger_AnyBytes_EndsItsConnectionOnly(string said)
    {
        using var stranger = new TcpClient();
        await stranger.ConnectAsync(manager.Address.Host, manager.Address.Port, ThisTest.Cancelled);

        await stranger.GetStream().WriteAsync(Bytes(said), ThisTest.Cancelled);

        await EndOf(stranger).WaitAsync(Wait.Deadline, ThisTest.Cancelled);
        await AssertServesAsync();
    }

    // A valid first step with an unknown field. Unknown fields are ignored, up to a maximum length.
    [Fact]
    public async Task FirstStep_TooLong_IsRejected() => Assert.Contains(
        HandshakeRules.NoHandshake,
        await AnswerToAsync([.. new Step { Began = true }.ToByteArray(), 0x7a, 0xd0, 0x0f, .. new byte[2000]]),
        StringComparison.Ordinal);

    // A proof over too few random bytes could be replayed.
    [Fact]
    public async Task Handshake_AnswerWithoutRandomBytes_IsInvalid() => Assert.Contains(
        HandshakeRules.NoHandshake,
        await AnswerToAsync(
            new Step { Began = true }.ToByteArray(),
            new Step { Answer = new() { Version = Message.ProtocolVersion } }.ToByteArray()),
        StringComparison.Ordinal);

    [Fact]
    public async Task Worker_ManagerDoesNotProveTheSecret_DoesNotJoin()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        _ = ImpersonateAsync(listener);

        Assert.Equal(
            ProblemKind.SecretWrong,
            (await clusters.ProblemAsync(
                TestNode.Settings() with { Secret = Right },
                new Endpoint("127.0.0.1", ((IPEndPoint)listener.LocalEndpoint).Port))).Kind);
    }

    [Fact]
    public async Task Node_OtherVersion_IsAnsweredWithTheVersions()
    {
        const int Other = Message.ProtocolVersion + 1;
        var setup = new NodeSetup(new ConnectionOptions(manager) with { Version = Other }, manager.Address);
        var node = new NodeConfiguration(TestNode.Settings()).Open(NodeKind.Worker, setup);
        try
        {
            Assert.Equal(
                ProblemKind.ProtocolVersion,
                (await setup.Refused.WaitAsync(Wait.Deadline, ThisTest.Cancelled)).Kind);
        }
        finally
        {
            await node.Terminate();
        }
    }

    [Fact]
    public async Task Node_OtherSecret_ReachesNoActorOfTheManager()
    {
        var setup = new NodeSetup(
            new ConnectionOptions(manager with { Secret = new Secret("sixteen others!!") }), manager.Address);
        var hostile = new NodeConfiguration(TestNode.Settings()).Open(NodeKind.Worker, setup);
        try
        {
            var cluster = global::Akka.Cluster.Cluster.Get(hostile);
            var address = Address.Parse(new NodeConfiguration(manager).Manager);

            // It tries to join as another manager, and to remove the first one.
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
    public async Task Listener_TooManyConnections_ClosesTheLongestSilentAndServesNewOnes()
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

            var last = strangers[^1];
            await last.GetStream().WriteAsync(Frame(new Step { Began = true }.ToByteArray()), ThisTest.Cancelled);
            Assert.Equal(1, await last.GetStream().ReadAsync(new byte[1], ThisTest.Cancelled)
                .AsTask().WaitAsync(Wait.Deadline, ThisTest.Cancelled));
            Assert.True(HasEnded(strangers[0]));
            await Task.WhenAll(strangers.Select(EndOf)).WaitAsync(Wait.Deadline, ThisTest.Cancelled);
            await AssertServesAsync();
        }
        finally
        {
            strangers.ForEach(stranger => stranger.Dispose());
        }
    }

    private static bool HasEnded(TcpClient stranger) => stranger.Client.Poll(TimeSpan.Zero, SelectMode.SelectRead);

    /// <summary>All bytes that a stranger receives after it has sent these steps.</summary>
    private async Task<string> AnswerToAsync(params byte[][] steps)
    {
        using var stranger = new TcpClient();
        await stranger.ConnectAsync(manager.Address.Host, manager.Address.Port, ThisTest.Cancelled);

        await stranger.GetStream().WriteAsync(steps.SelectMany(Frame).ToArray(), ThisTest.Cancelled);

        return Encoding.UTF8.GetString(await EndOf(stranger).WaitAsync(Wait.Deadline, ThisTest.Cancelled));
    }

    private static byte[] Bytes(string said) => said switch
    {
        "no frame" => "GET / HTTP/1.1\r\n\r\n"u8.ToArray(),
        "a frame that is no step" => Frame([0xff, 0xff, 0xff]),

        // A proof instead of an answer: field 3 with an empty message.
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

    /// <summary>The bytes until the end of the connection: the challenge and the refusal.</summary>
    private static async Task<byte[]> EndOf(TcpClient stranger)
    {
        using var all = new MemoryStream();
        try
        {
            await stranger.GetStream().CopyToAsync(all, ThisTest.Cancelled);
        }
        catch (IOException)
        {
            // A reset is an end too.
        }

        return all.ToArray();
    }

    /// <summary>
    /// Acts as a manager without the secret: it sends the proof of the worker back.
    /// </summary>
    private static async Task ImpersonateAsync(TcpListener listener)
    {
        while (true)
        {
            // The first connection only tests whether the port is open.
            using var worker = await listener.AcceptTcpClientAsync(ThisTest.Cancelled);
            var stream = worker.GetStream();
            try
            {
                await SendAsync(new Step
                {
                    Challenge = new()
                    {
                        Version = Message.ProtocolVersion,
                        Nonce = ByteString.CopyFrom(HandshakeRules.DrawNonce()),
                    },
                });
                Step answer;
                do
                {
                    answer = await ReceiveAsync();
                }
                while (answer.StepCase is not Step.StepOneofCase.Answer);
                await SendAsync(new Step { Proof = new() { Proof_ = answer.Answer.Proof } });
                await EndOf(worker);
            }
            catch (IOException)
            {
                // The worker closed the connection.
            }

            Task SendAsync(Step step) => stream.WriteAsync(Frame(step.ToByteArray()), ThisTest.Cancelled).AsTask();

            async Task<Step> ReceiveAsync()
            {
                var length = new byte[sizeof(int)];
                await stream.ReadExactlyAsync(length, ThisTest.Cancelled);
                var content = new byte[BinaryPrimitives.ReadInt32LittleEndian(length)];
                await stream.ReadExactlyAsync(content, ThisTest.Cancelled);
                return Step.Parser.ParseFrom(content);
            }
        }
    }

    private async Task AssertServesAsync()
    {
        await using var channel = await clusters.JoinAsync(
            TestNode.Settings() with { Secret = Right }, manager.Address);
        await clusters.Served;
    }
}
