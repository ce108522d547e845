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
/// A node of a cluster that has the secret and a link to the manager. It sends any message that a test chooses.
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
        node = configuration.Open(NodeKind.Worker, new NodeSetup(new ConnectionOptions(hosts), manager));
        var open = new LinkMessage.Open(node.Name, hosts.MaximumFrameBytes);
        var asked = node.ActorSelection($"{configuration.Manager}/user/{ManagerActor.Name}");
        link = node.ActorOf(Props.Create(() => new Link(asked, open, opened, ended)));
    }

    /// <summary>The reason that the manager gives when it ends the link.</summary>
    public Task<string> Ended => ended.Task;

    public ActorSystem Node => node;

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

    /// <summary>Sends a message to the manager's end of the link.</summary>
    public async Task SayAsync(LinkMessage message) => (await opened.Task).Tell(message, link);

    /// <summary>Sends bytes as if they were frames.</summary>
    public async Task SayAsync(byte[] bytes)
    {
        foreach (var part in bytes.Chunk(PartBytes))
        {
            await SayAsync(new LinkMessage.Frames(++parts, part));
        }
    }

    /// <summary>The frame with its length as a prefix.</summary>
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
                    // All other messages of the manager are ignored.
                    break;
            }
        }
    }
}
