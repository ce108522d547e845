using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Operations.Health;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.TestKit.Processes;
using AElf.Benchmark.Submitted;
using AElf.Concurrency.Manager;
using AElf.Concurrency.Manager.Submitted;
using Microsoft.AspNetCore.Builder;

namespace AElf.Bench.Tests.Sessions;

/// <summary>A manager without workers that accepts runs over HTTP on a free port.</summary>
internal sealed class RunListener : IAsyncDisposable
{
    private readonly ManagerRig manager = new();
    private readonly CancellationTokenSource ending = new();
    private readonly WebApplication application;
    private readonly ActorSystemOptions hosts;

    private RunListener(string? secret, TimeSpan deadline, TimeProvider clock)
    {
        hosts = new ActorSystemOptions
        {
            Address = new Endpoint("127.0.0.1", LoopbackPort.Reserve()),
            Secret = secret is null ? null : new Secret(secret),
        };
        Queue = new RunQueue(manager.Archive, manager.Executor, manager.Watch, manager.Events);
        application = ClusterListener.Build(hosts, new ListenerLimits(100) { AdmissionDeadline = deadline });
        new RunEndpoints(Queue, new Authorisation(hosts, clock), new RunBody(deadline), ending.Token).Map(application);
    }

    /// <summary>Executes the runs; it waits for workers that never join.</summary>
    public RunQueue Queue { get; }

    public RunArchive Archive => manager.Archive;

    /// <summary>Its HTTP address.</summary>
    public Uri Address => new($"http://{hosts.Address}");

    /// <summary>A client without the benchmark's headers and proofs.</summary>
    public HttpClient Http { get; } = new(new SocketsHttpHandler { UseProxy = false });

    public static async Task<RunListener> StartAsync(
        string? secret = null, TimeSpan? deadline = null, TimeProvider? clock = null)
    {
        var listener = new RunListener(secret, deadline ?? Wait.Deadline, clock ?? TimeProvider.System);
        await ClusterListener.StartAsync(listener.application, listener.hosts);
        return listener;
    }

    /// <summary>The client of a benchmark.</summary>
    public RunClient Client(string? secret = null) =>
        new(Address, new ConnectionOptions(hosts with { Secret = secret is null ? null : new Secret(secret) }));

    public Uri At(string path) => new(Address, $"/runs{path}");

    public async ValueTask DisposeAsync()
    {
        while (Queue.Current is { } run)
        {
            Queue.Cancel(run.Id);
            await Task.Delay(5);
        }

        await ending.CancelAsync();
        Http.Dispose();
        await application.DisposeAsync();
        manager.Dispose();
        ending.Dispose();
    }
}
