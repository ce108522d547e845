using Akka.Actor;
using AElf.Bench.Akka.Links;
using AElf.Bench.Akka.Links.Proto;
using AElf.Bench.Akka.Nodes;
using AElf.Bench.Akka.Secrets;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;

namespace AElf.Bench.IntegrationTests.Links;

/// <summary>A node that has the secret, joins, and asks for what no node of ours would.</summary>
public sealed class HostileNodeTests : IAsyncDisposable
{
    private readonly TestClusters clusters = new();
    private readonly ActorSystemOptions manager = TestNode.Settings();

    public ValueTask DisposeAsync() => clusters.DisposeAsync();

    [Fact]
    public async Task A_node_that_means_another_cluster_gets_no_link() => Assert.Equal(
        "the cluster 'another' is meant, and this is 'AElfSystem'",
        await RefusalOfAsync("another"));

    private async Task<string> RefusalOfAsync(string cluster)
    {
        _ = clusters.Listen(manager);
        var configuration = new NodeConfiguration(TestNode.Settings());
        var node = AkkaNode.Open(
            configuration, NodeKind.Worker, new NodeSetup(ConnectionOptions.Of(manager), manager.Address));
        try
        {
            var refused = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
            var asked = node.ActorSelection($"{configuration.Manager}/user/{ManagerActor.Name}");
            var open = new Open { Cluster = cluster, FrameBytes = manager.MaximumFrameBytes };
            node.ActorOf(Props.Create(() => new HostileActor(asked, open, refused)));
            return await refused.Task.WaitAsync(Wait.Deadline, ThisTest.Cancelled);
        }
        finally
        {
            await node.Terminate();
        }
    }

    /// <summary>Asks for a link until it hears why there is none.</summary>
    private sealed class HostileActor(ActorSelection manager, Open open, TaskCompletionSource<string> refused)
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
