using System.Collections.Concurrent;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>Serves an index over the Electrum protocol, 1.4 to 1.7, to many clients at once.</summary>
public sealed class ElectrumServer : IAsyncDisposable
{
    private static readonly TimeSpan SweepInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan PauseAfterFault = TimeSpan.FromMilliseconds(100);
    private static readonly byte[] Full =
    [
        .. "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-101,"u8,
        .. "\"message\":\"the server has its maximum of sessions\"},\"id\":null}\n"u8,
    ];

    private readonly ServerState state;
    private readonly ConcurrentDictionary<Session, Task> sessions = [];
    private readonly List<Socket> listeners = [];
    private readonly List<Task> accepting = [];
    private readonly ITimer sweep;
    private int connections;

    /// <summary>A server with a ready index; it does not listen yet.</summary>
    public ElectrumServer(ServedIndex index, ServerLimits limits, TimeProvider clock)
        : this(() => "", limits, clock) => Serve(index);

    /// <summary>A server whose index is not ready. Until then it answers requests with an error.</summary>
    /// <param name="progress">Returns the error's message, with the progress of the index.</param>
    public ElectrumServer(Func<string> progress, ServerLimits limits, TimeProvider clock)
    {
        state = new ServerState(progress, limits, clock);
        sweep = clock.CreateTimer(_ => EndLate(), null, SweepInterval, SweepInterval);
    }

    /// <summary>Number of current clients.</summary>
    public int SessionCount => sessions.Count;

    /// <summary>Begins to answer requests.</summary>
    public void Serve(ServedIndex ready)
    {
        ready.Changed += OnChange;
        state.Serve(ready);
    }

    /// <summary>Listens at an address. May be called for several addresses.</summary>
    /// <param name="address">The address; port 0 takes a free one.</param>
    /// <param name="certificate">The certificate for TLS, with its key; null for TCP alone.</param>
    /// <returns>The address.</returns>
    /// <exception cref="IOException">The address is in use, or is not an address of this machine.</exception>
    public IPEndPoint Listen(IPEndPoint address, X509Certificate2? certificate = null) =>
        Listen(BoundSocket.At(address), certificate);

    /// <summary>Listens with a bound socket.</summary>
    /// <param name="listener">The socket; the server disposes of it.</param>
    /// <param name="certificate">The certificate for TLS, with its key; null for TCP alone.</param>
    /// <returns>The address.</returns>
    public IPEndPoint Listen(Socket listener, X509Certificate2? certificate = null)
    {
        listeners.Add(listener);
        listener.Listen();
        accepting.Add(AcceptAsync(listener, certificate));
        return (IPEndPoint)listener.LocalEndPoint!;
    }

    /// <summary>Stops listening, and disconnects all clients.</summary>
    public async ValueTask DisposeAsync()
    {
        if (state.IfReady is { } ready)
        {
            ready.Changed -= OnChange;
        }

        await sweep.DisposeAsync();
        listeners.ForEach(listener => listener.Dispose());
        await Task.WhenAll(accepting);
        foreach (var session in sessions.Keys)
        {
            session.End();
        }

        await Task.WhenAll(sessions.Values);
    }

    /// <summary>Serves a stream until it ends.</summary>
    internal async Task ServeAsync(Stream stream)
    {
        using var session = new Session(stream, state);
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        sessions[session] = ended.Task;
        try
        {
            await session.RunAsync();
        }
        finally
        {
            sessions.TryRemove(session, out _);
            ended.SetResult();
        }
    }

    /// <summary>Disconnects clients that send or read nothing for too long.</summary>
    internal void EndLate()
    {
        foreach (var session in sessions.Keys)
        {
            if (session.IsLate())
            {
                session.End();
            }
        }
    }

    private void OnChange(object? sender, IndexChangedEventArgs change)
    {
        foreach (var session in sessions.Keys)
        {
            session.OnChange(change);
        }
    }

    private async Task AcceptAsync(Socket listener, X509Certificate2? certificate)
    {
        while (true)
        {
            try
            {
                var socket = await listener.AcceptAsync();
                _ = ServeAsync(socket, certificate);
            }
            catch (ObjectDisposedException)
            {
                return;
            }
            catch (SocketException exception) when (exception.SocketErrorCode == SocketError.OperationAborted)
            {
                return;
            }
            catch (SocketException)
            {
                // The client has already disconnected, or no file descriptor is free. Other clients may connect later.
                await Task.Delay(PauseAfterFault, state.Clock);
            }
        }
    }

    private async Task ServeAsync(Socket socket, X509Certificate2? certificate)
    {
        using (socket)
        {
            try
            {
                // Clients in their TLS handshake count too.
                socket.NoDelay = true;
                if (Interlocked.Increment(ref connections) > state.Limits.MaxSessions)
                {
                    await socket.SendAsync(certificate is null ? Full : ReadOnlyMemory<byte>.Empty);
                    return;
                }

                Stream stream = new NetworkStream(socket);
                if (certificate is not null)
                {
                    stream = await SecureAsync(stream, certificate);
                }

                await ServeAsync(stream);
            }
            catch (Exception exception) when (
                exception is SocketException or IOException or OperationCanceledException
                    or System.Security.Authentication.AuthenticationException or ObjectDisposedException)
            {
                // The client disconnected, or does not support TLS.
            }
            finally
            {
                Interlocked.Decrement(ref connections);
            }
        }
    }

    private async Task<Stream> SecureAsync(Stream stream, X509Certificate2 certificate)
    {
        var secure = new SslStream(stream);
        try
        {
            using var late = new CancellationTokenSource(state.Limits.MaxGreeting, state.Clock);
            await secure.AuthenticateAsServerAsync(
                new SslServerAuthenticationOptions { ServerCertificate = certificate }, late.Token);
            return secure;
        }
        catch
        {
            await secure.DisposeAsync();
            throw;
        }
    }
}
