using System.Buffers.Binary;
using AElf.Bench.Akka.Links;
using AElf.Bench.Akka.Nodes;
using AElf.Bench.Akka.Secrets;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using Akka.Actor;

namespace AElf.Bench.TestKit.Network;

/// <summary>
/// A node of a cluster, with the secret and a link to the manager, that says on it whatever it is told to say.
/// </summary>
internal sealed class HostileMember : IAsyncDisposable
{
    private const int PartBytes = 60_000;

    private readonly ActorSystem node;
    private readonly TaskCompletionSource<IActorRef> opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource<string> ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly IActorRef link;
    private long parts;

    private HostileMember(ActorSystemOptions hosts, Endpoint manager)
    {
        var configuration = new NodeConfiguration(hosts);
        node = AkkaNode.Open(configuration, NodeKind.Worker, new NodeSetup(new ConnectionOptions(hosts), manager));
        var open = new LinkMessage.Open(node.Name, hosts.MaximumFrameBytes);
        var asked = node.ActorSelection($"{configuration.Manager}/user/{ManagerActor.Name}");
        link = node.ActorOf(Props.Create(() => new Link(asked, open, opened, ended)));
    }

    /// <summary>Ends with what the manager says when it ends the link.</summary>
    public Task<string> Ended => ended.Task;

    /// <summary>Its node.</summary>
    public ActorSystem Node => node;

    /// <summary>Joins.</summary>
    public static async Task<HostileMember> JoinAsync(ActorSystemOptions hosts, Endpoint manager)
    {
        var member = new HostileMember(hosts, manager);
        try
        {
            await member.opened.Task.WaitAsync(Wait.Deadline);
            return member;
        }
        catch
        {
            await member.DisposeAsync();
            throw;
        }
    }

    /// <summary>Says something to the manager's end of the link.</summary>
    public async Task SayAsync(LinkMessage message) => (await opened.Task).Tell(message, link);

    /// <summary>The same with bytes, in the place of frames.</summary>
    public async Task SayAsync(byte[] bytes)
    {
        foreach (var part in bytes.Chunk(PartBytes))
        {
            await SayAsync(new LinkMessage.Frames(++parts, part));
        }
    }

    /// <summary>A frame with its length before it.</summary>
    public static byte[] Framed(ReadOnlyMemory<byte> frame)
    {
        var bytes = new byte[sizeof(int) + frame.Length];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, frame.Length);
        frame.CopyTo(bytes.AsMemory(sizeof(int)));
        return bytes;
    }

    public async ValueTask DisposeAsync() => await node.Terminate();

    private sealed class Link(
        ActorSelection manager,
        LinkMessage.Open open,
        TaskCompletionSource<IActorRef> opened,
        TaskCompletionSource<string> ended)
        : UntypedActor, IWithTimers
    {
        public ITimerScheduler Timers { get; set; } = null!;

        protected override void PreStart() =>
            Timers.StartPeriodicTimer(this, open, TimeSpan.Zero, TimeSpan.FromMilliseconds(100));

        protected override void OnReceive(object message)
        {
            switch (message)
            {
                case LinkMessage.Open:
                    manager.Tell(open);
                    break;
                case LinkMessage.Opened:
                    Timers.CancelAll();
                    opened.TrySetResult(Sender);
                    break;
                case LinkMessage.Close close:
                    ended.TrySetResult(close.Reason);
                    break;
                default:
                    // Whatever else the manager says.
                    break;
            }
        }
    }
}
