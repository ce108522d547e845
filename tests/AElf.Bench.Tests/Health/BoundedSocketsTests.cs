using System.Net;
using System.Net.Sockets;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Operations.Health;
using AElf.Bench.TestKit.Processes;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace AElf.Bench.Tests.Health;

public sealed class BoundedSocketsTests : IAsyncLifetime
{
    private readonly List<TcpClient> clients = [];
    private IConnectionListener listener = null!;

    public async ValueTask InitializeAsync()
    {
        var sockets = new BoundedSockets(
            2, new OptionsWrapper<SocketTransportOptions>(new()), NullLoggerFactory.Instance);
        listener = await sockets.BindAsync(new IPEndPoint(IPAddress.Loopback, 0));
        for (var i = 0; i < 4; i++)
        {
            var client = new TcpClient();
            clients.Add(client);
            await client.ConnectAsync((IPEndPoint)listener.EndPoint);
        }
    }

    public async ValueTask DisposeAsync()
    {
        clients.ForEach(client => client.Dispose());
        await listener.DisposeAsync();
    }

    [Fact]
    public async Task Accept_OpenConnectionDisposed_AcceptsTheNext()
    {
        var first = (await listener.AcceptAsync(ThisTest.Cancelled))!;
        await using var second = await listener.AcceptAsync(ThisTest.Cancelled);
        var third = listener.AcceptAsync(ThisTest.Cancelled).AsTask();

        Assert.False(third.IsCompleted);
        await first.DisposeAsync();

        await using var accepted = await third;
        Assert.NotNull(accepted);
    }

    [Fact]
    public async Task Accept_NoPlace_EndsTheLongestSilentConnection()
    {
        await using var asking = await listener.AcceptAsync(ThisTest.Cancelled);
        var silent = (await listener.AcceptAsync(ThisTest.Cancelled))!;
        asking!.Features.Get<ConnectionPlace>()!.BeginRequest();
        var third = listener.AcceptAsync(ThisTest.Cancelled).AsTask();

        await EnsureEndedAsync(silent);
        Assert.False(asking.ConnectionClosed.IsCancellationRequested);
        await using var accepted = await third;
        Assert.NotNull(accepted);
    }

    [Fact]
    public async Task Accept_AllBusy_WaitsForAnAnswer()
    {
        var first = (await listener.AcceptAsync(ThisTest.Cancelled))!;
        await using var second = await listener.AcceptAsync(ThisTest.Cancelled);
        first.Features.Get<ConnectionPlace>()!.BeginRequest();
        second!.Features.Get<ConnectionPlace>()!.BeginRequest();
        var third = listener.AcceptAsync(ThisTest.Cancelled).AsTask();
        Assert.False(third.IsCompleted);

        first.Features.Get<ConnectionPlace>()!.EndRequest();
        await first.DisposeAsync();
        await using var accepted = await third;
        Assert.NotNull(accepted);
        Assert.False(second.ConnectionClosed.IsCancellationRequested);
    }

    [Fact]
    public async Task Dispose_Twice_FreesOnePlace()
    {
        var first = (await listener.AcceptAsync(ThisTest.Cancelled))!;
        await using var second = await listener.AcceptAsync(ThisTest.Cancelled);
        await first.DisposeAsync();
        await first.DisposeAsync();

        await using var third = await listener.AcceptAsync(ThisTest.Cancelled);

        var fourth = listener.AcceptAsync(ThisTest.Cancelled).AsTask();
        Assert.False(fourth.IsCompleted);
        await listener.UnbindAsync(ThisTest.Cancelled);
        Assert.Null(await fourth);
    }

    [Fact]
    public async Task Accept_Stopped_EndsTheWaiting()
    {
        await using var first = await listener.AcceptAsync(ThisTest.Cancelled);
        await using var second = await listener.AcceptAsync(ThisTest.Cancelled);
        var third = listener.AcceptAsync(ThisTest.Cancelled).AsTask();

        await listener.UnbindAsync(ThisTest.Cancelled);

        Assert.Null(await third);
    }

    [Fact]
    public async Task Listener_OfManagerAndWorker_IsBounded()
    {
        await using var application = ClusterListener.Build(
            new ActorSystemOptions { Address = new("127.0.0.1", 0) }, new ListenerLimits(1));

        // Kestrel uses the factory that was registered last.
        Assert.IsType<BoundedSockets>(application.Services.GetServices<IConnectionListenerFactory>().Last());
    }

    private static async Task EnsureEndedAsync(ConnectionContext connection)
    {
        var ended = new TaskCompletionSource();
        await using var registered = connection.ConnectionClosed.Register(ended.SetResult);
        await ended.Task.WaitAsync(Wait.Deadline, ThisTest.Cancelled);
        await connection.DisposeAsync();
    }
}
