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

/// <summary>A node that has the secret, and says to its manager what a test has it say.</summary>
internal sealed class HostileNode : IAsyncDisposable
{
    private readonly ActorSystem node;
    private readonly IActorRef self;
    private readonly ActorSelection manager;
    private readonly int frameBytes;
    private readonly Channel<LinkMessage> answers = Channel.CreateUnbounded<LinkMessage>();

    /// <summary>Starts one.</summary>
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

    /// <summary>What becomes of the node in the cluster.</summary>
    public global::Akka.Cluster.Cluster Cluster => global::Akka.Cluster.Cluster.Get(node);

    /// <summary>Asks for a link, to a cluster of a name or to the right one.</summary>
    public void Ask(string? cluster = null) => manager.Tell(
        new LinkMessage.Open(cluster ?? node.Name, frameBytes), self);

    /// <summary>Asks until there is a link: a manager does not answer before it knows the node as a member.</summary>
    public async Task LinkAsync()
    {
        using var asking = new Timer(_ => Ask(), state: null, TimeSpan.Zero, TimeSpan.FromMilliseconds(100));
        Assert.IsType<LinkMessage.Opened>(await ReceiveAsync());
    }

    /// <summary>What comes next.</summary>
    public async Task<LinkMessage> ReceiveAsync() =>
        await answers.Reader.ReadAsync(ThisTest.Cancelled).AsTask().WaitAsync(Wait.Deadline, ThisTest.Cancelled);

    /// <summary>Why the manager's side refuses or ends a link.</summary>
    /// <returns>The reason, and what else came before it.</returns>
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
            if (message is LinkMessage said)
            {
                answers.TryWrite(said);
            }
        }
    }
}
