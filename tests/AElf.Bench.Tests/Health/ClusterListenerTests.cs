using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Operations.Health;

namespace AElf.Bench.Tests.Health;

public sealed class ClusterListenerTests
{
    [Fact]
    public async Task Stop_BeforeListening_EndsWithoutError()
    {
        var hosts = new ActorSystemOptions { Address = new("127.0.0.1", 0) };
        await using var application = ClusterListener.Build(hosts, new ListenerLimits(1));
        application.Lifetime.StopApplication();

        await ClusterListener.StartAsync(application, hosts);

        Assert.False(application.Lifetime.ApplicationStarted.IsCancellationRequested);
    }
}
