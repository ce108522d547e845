using AElf.Bench.Akka;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;

namespace AElf.Bench.AkkaTests;

/// <summary>The engines of a test, and the first channel that a manager among them serves.</summary>
internal sealed class TestEngines : IAsyncDisposable
{
    private readonly List<IActorEngine> engines = [];
    private readonly TaskCompletionSource<IMessageChannel> served =
        new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The first channel that is served.</summary>
    public Task<IMessageChannel> Served => served.Task;

    /// <summary>An engine on Akka.</summary>
    public IActorEngine Open(ActorSystemOptions hosts)
    {
        var engine = AkkaBuild.Open(hosts);
        engines.Add(engine);
        return engine;
    }

    /// <summary>A manager that serves whoever comes.</summary>
    public void Listen(ActorSystemOptions manager) =>
        Open(manager).Listen(ConnectionOptions.Of(manager), Wait.Deadline, Serve, Serve);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (var engine in engines)
        {
            await engine.DisposeAsync();
        }
    }

    private Task Serve(IMessageChannel channel)
    {
        served.TrySetResult(channel);
        return Task.CompletedTask;
    }
}
