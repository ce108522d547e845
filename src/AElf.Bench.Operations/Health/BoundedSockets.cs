using System.IO.Pipelines;
using System.Net;
using AElf.Bench.Concurrency.Cluster.Hosting;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace AElf.Bench.Operations.Health;

/// <summary>
/// Listens like Kestrel, with a limit on open connections. A new connection replaces the connection with the longest
/// silence, or waits in the kernel's queue if none is silent. Kestrel's own limit is too late: it accepts further
/// connections and closes them on threads of the pool. While the pool is busy, a thousand connections use up the file
/// descriptors of the process, and it ends.
/// </summary>
/// <param name="open">Maximum of connections served at once. One more is accepted and waits.</param>
internal sealed class BoundedSockets(int open, IOptions<SocketTransportOptions> options, ILoggerFactory loggers)
    : IConnectionListenerFactory
{
    private static readonly ConnectionAbortedException Silent =
        new("too many connections: this one had the longest silence");

    private readonly SocketTransportFactory sockets = new(options, loggers);

    public async ValueTask<IConnectionListener> BindAsync(
        EndPoint endpoint, CancellationToken cancellationToken = default) =>
        new Listener(await sockets.BindAsync(endpoint, cancellationToken), open);

    private sealed class Listener(IConnectionListener inner, int open) : IConnectionListener
    {
        private readonly ConnectionPlaces places = new(open, minSilence: TimeSpan.Zero, TimeProvider.System);
        private readonly CancellationTokenSource unbound = new();

        public EndPoint EndPoint => inner.EndPoint;

        public async ValueTask<ConnectionContext?> AcceptAsync(CancellationToken cancellationToken = default)
        {
            if (await inner.AcceptAsync(cancellationToken) is not { } accepted)
            {
                return null;
            }

            try
            {
                var place = await places.TakeAsync(() => accepted.Abort(Silent), unbound.Token);
                return new Connection(accepted, place);
            }
            catch (OperationCanceledException)
            {
                await accepted.DisposeAsync();
                return null;
            }
        }

        public async ValueTask UnbindAsync(CancellationToken cancellationToken = default)
        {
            await unbound.CancelAsync();
            await inner.UnbindAsync(cancellationToken);
        }

        // Connections may outlive the listener, and leave their places later.
        public async ValueTask DisposeAsync()
        {
            await inner.DisposeAsync();
            unbound.Dispose();
        }
    }

    private sealed class Connection : ConnectionContext
    {
        private readonly ConnectionContext inner;
        private readonly ConnectionPlace place;

        public Connection(ConnectionContext inner, ConnectionPlace place)
        {
            (this.inner, this.place) = (inner, place);
            inner.Features.Set(place);
        }

        public override string ConnectionId
        {
            get => inner.ConnectionId;
            set => inner.ConnectionId = value;
        }

        public override IFeatureCollection Features => inner.Features;

        public override IDictionary<object, object?> Items
        {
            get => inner.Items;
            set => inner.Items = value;
        }

        public override IDuplexPipe Transport
        {
            get => inner.Transport;
            set => inner.Transport = value;
        }

        public override CancellationToken ConnectionClosed
        {
            get => inner.ConnectionClosed;
            set => inner.ConnectionClosed = value;
        }

        public override EndPoint? LocalEndPoint
        {
            get => inner.LocalEndPoint;
            set => inner.LocalEndPoint = value;
        }

        public override EndPoint? RemoteEndPoint
        {
            get => inner.RemoteEndPoint;
            set => inner.RemoteEndPoint = value;
        }

        public override void Abort(ConnectionAbortedException abortReason) => inner.Abort(abortReason);

        public override async ValueTask DisposeAsync()
        {
            await inner.DisposeAsync();
            await base.DisposeAsync();
            place.Leave();
        }
    }
}
