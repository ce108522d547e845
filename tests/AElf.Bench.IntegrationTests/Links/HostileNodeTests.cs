using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.IntegrationTests.Links;

/// <summary>A manager and a node that has the secret but violates the protocol.</summary>
public sealed class HostileNodeTests : IAsyncDisposable
{
    private const string Another = "the cluster 'another' was requested, but this is 'AElfSystem'";

    private readonly TestClusters clusters = new();
    private readonly ActorSystemOptions manager = TestNode.Settings();

    public ValueTask DisposeAsync() => clusters.DisposeAsync();

    [Fact]
    public async Task Link_MemberAsksRepeatedly_IsOpenedOnce()
    {
        _ = clusters.Listen(manager);
        await using var node = new HostileNode(manager);
        await node.LinkAsync();

        await AssertAsksInVainAsync(node);
    }

    [Fact]
    public async Task Link_NodeIsNotAMember_IsRefused()
    {
        _ = clusters.Listen(manager);
        await using var node = new HostileNode(manager, joins: false);

        await AssertAsksInVainAsync(node);
    }

    [Fact]
    public async Task Member_AsksForNoLink_IsRemoved()
    {
        _ = clusters.Listen(manager, maxJoining: TimeSpan.FromMilliseconds(300));
        await using var node = new HostileNode(manager);
        var removed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        node.Cluster.RegisterOnMemberRemoved(removed.SetResult);

        await removed.Task.WaitAsync(Wait.Deadline, ThisTest.Cancelled);
    }

    // Sends valid and invalid requests in turns. An answer to a valid one would come before later refusals.
    private static async Task AssertAsksInVainAsync(HostileNode node)
    {
        for (var time = 0; time < 10; time++)
        {
            node.Ask();
            node.Ask("another");
            var (reason, before) = await node.ReceiveCloseAsync();
            Assert.Equal(Another, reason);
            Assert.Empty(before);
        }
    }
}
