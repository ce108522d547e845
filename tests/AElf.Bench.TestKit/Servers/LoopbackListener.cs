using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using AElf.Bench.Core.Options;

namespace AElf.Bench.TestKit.Servers;

/// <summary>Takes connections on a free loopback port and has each served.</summary>
internal sealed class LoopbackListener : IAsyncDisposable
{
    private readonly Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly ConcurrentDictionary<Socket, Task> connections = [];
    private readonly Func<Socket, Task> serve;
    private readonly Task accepting;

    /// <summary>Begins to listen.</summary>
    /// <param name="serve">Serves a connection, which is closed when it ends.</param>
    /// <param name="receiveBuffer">Bytes the kernel keeps for a connection; null for its own choice.</param>
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

    /// <summary>Where it listens.</summary>
    public Endpoint Endpoint { get; }

    /// <summary>Connections that are served now.</summary>
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

    /// <summary>Takes no more connections, resets those there are, and waits until none is served.</summary>
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
            // Disposed of.
        }
    }

    private async Task ServeAsync(Socket socket, Task isListed)
    {
        // It must be in the list before it can be taken out.
        await isListed;
        try
        {
            socket.NoDelay = true;
            await serve(socket);
        }
        catch (Exception exception) when (
            exception is SocketException or ObjectDisposedException or InvalidDataException)
        {
            // One of the peers is gone, or says what nobody understands.
        }
        finally
        {
            socket.Dispose();
            connections.TryRemove(socket, out _);
        }
    }
}
