using System.Threading.Channels;
using AElf.Bench.Akka.Links;
using AElf.Bench.Akka.Nodes;
using AElf.Bench.Akka.Secrets;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using Akka.Actor;
using Akka.Configuration;

namespace AElf.Bench.IntegrationTests.Links;

/// <summary>A node with the secret that sends messages of the test to its manager.</summary>
internal sealed class HostileNode : IAsyncDisposable
{
    private readonly ActorSystem node;
    private readonly IActorRef self;
    private readonly ActorSelection manager;
    private readonly int frameBytes;
    private readonly Channel<LinkMessage> answers = Channel.CreateUnbounded<LinkMessage>();

    /// <summary>Starts a node.</summary>
    /// <param name="manager">The manager's settings.</param>
    /// <param name="joins">Whether it joins the manager's cluster.</param>
    public HostileNode(ActorSystemOptions manager, bool joins = true)
    {
        var configuration = new NodeConfiguration(TestNode.Settings());
        var setup = new NodeSetup(new ConnectionOptions(manager), manager.Address);
        var own = configuration.Of(NodeKind.Worker);
        var seeds = joins ? own : ConfigurationFactory.ParseString("akka.cluster.seed-nodes = []").WithFallback(own);
        node = ActorSystem.Create(configuration.Cluster, BootstrapSetup.Create().WithConfig(seeds).And(setup));
        self = node.ActorOf(Props.Create(() => new Listener(answers.Writer)));
        this.manager = node.ActorSelection($"{configuration.Manager}/user/{ManagerActor.Name}");
        frameBytes = manager.MaximumFrameBytes;
    }

    /// <summary>The Akka cluster of the node.</summary>
    public global::Akka.Cluster.Cluster Cluster => global::Akka.Cluster.Cluster.Get(node);

    /// <summary>Requests a link.</summary>
    /// <param name="cluster">The cluster name in the request; null for the right one.</param>
    public void Ask(string? cluster = null) => manager.Tell(
        new LinkMessage.Open(cluster ?? node.Name, frameBytes), self);

    /// <summary>Requests a link until it is opened. A manager answers only members.</summary>
    public async Task LinkAsync()
    {
        using var asking = new Timer(_ => Ask(), state: null, TimeSpan.Zero, TimeSpan.FromMilliseconds(100));
        Assert.IsType<LinkMessage.Opened>(await ReceiveAsync());
    }

    /// <summary>Receives the next message.</summary>
    public async Task<LinkMessage> ReceiveAsync() =>
        await answers.Reader.ReadAsync(ThisTest.Cancelled).AsTask().WaitAsync(Wait.Deadline, ThisTest.Cancelled);

    /// <summary>Receives messages until the manager refuses or ends the link.</summary>
    /// <returns>The reason, and the messages before it.</returns>
    public async Task<(string Reason, IReadOnlyList<LinkMessage> Before)> ReceiveCloseAsync()
    {
        var before = new List<LinkMessage>();
        while (true)
        {
            switch (await ReceiveAsync())
            {
                case LinkMessage.Close close:
                    return (close.Reason, before);
                case LinkMessage.Alive:
                    break;
                case var other:
                    before.Add(other);
                    break;
            }
        }
    }

    public async ValueTask DisposeAsync() => await node.Terminate();

    private sealed class Listener(ChannelWriter<LinkMessage> answers) : UntypedActor
    {
        protected override void OnReceive(object message)
        {
            if (message is LinkMessage received)
            {
                answers.TryWrite(received);
            }
        }
    }
}
