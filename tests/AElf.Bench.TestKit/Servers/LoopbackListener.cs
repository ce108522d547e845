using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using AElf.Bench.Core.Options;

namespace AElf.Bench.TestKit.Servers;

/// <summary>Accepts connections on a free loopback port and serves each of them.</summary>
internal sealed class LoopbackListener : IAsyncDisposable
{
    private readonly Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly ConcurrentDictionary<Socket, Task> connections = [];
    private readonly Func<Socket, Task> serve;
    private readonly Task accepting;

    /// <param name="serve">Serves a connection; the listener closes it afterwards.</param>
    /// <param name="receiveBuffer">The kernel's receive buffer for a connection in bytes; null for the default.</param>
    public LoopbackListener(Func<Socket, Task> serve, int? receiveBuffer = null)
    {
        this.serve = serve;
        if (receiveBuffer is { } bytes)
        {
            listener.ReceiveBufferSize = bytes;
        }

        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        Endpoint = new Endpoint("127.0.0.1", ((IPEndPoint)listener.LocalEndPoint!).Port);
        accepting = AcceptAsync();
    }

    public Endpoint Endpoint { get; }

    /// <summary>Connections that are being served.</summary>
    public IEnumerable<Socket> Connections => connections.Keys;

    /// <summary>Closes a connection with a reset, if it is open.</summary>
    public static void Reset(Socket socket)
    {
        try
        {
            socket.LingerState = new LingerOption(enable: true, 0);
            socket.Close();
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // Closed already.
        }
    }

    /// <summary>Stops accepting connections, resets the existing ones, and waits until none is served.</summary>
    public async ValueTask DisposeAsync()
    {
        listener.Dispose();
        await accepting;
        foreach (var socket in Connections)
        {
            Reset(socket);
        }

        await Task.WhenAll(connections.Values);
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                var socket = await listener.AcceptAsync();
                var isListed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                connections[socket] = ServeAsync(socket, isListed.Task);
                isListed.SetResult();
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The listener was disposed of.
        }
    }

    private async Task ServeAsync(Socket socket, Task isListed)
    {
        // The task must be in the list before it can be removed.
        await isListed;
        try
        {
            socket.NoDelay = true;
            await serve(socket);
        }
        catch (Exception exception) when (
            exception is SocketException or ObjectDisposedException or InvalidDataException)
        {
            // The peer is gone, or it sent malformed bytes.
        }
        finally
        {
            socket.Dispose();
            connections.TryRemove(socket, out _);
        }
    }
}
