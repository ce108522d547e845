using System.Net.Sockets;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Storage.Sockets;

/// <summary>A plain socket, with direct calls of the kernel.</summary>
internal sealed class SocketTransport(Socket socket, Endpoint endpoint, TimeSpan timeout) : IRespTransport
{
    public string Peer { get; } = endpoint.ToString();

    public bool IsEnded => PreciseReceive.IsEnded(socket);

    public void Send(ReadOnlySpan<byte> bytes, bool isAlone)
    {
        try
        {
            while (bytes.Length > 0)
            {
                bytes = bytes[socket.Send(bytes)..];
            }
        }
        catch (SocketException failure)
        {
            throw TransportFailure.Translate(failure, Peer, timeout);
        }
    }

    public int Receive(Span<byte> buffer)
    {
        try
        {
            return socket.Receive(buffer);
        }
        catch (SocketException failure)
        {
            throw TransportFailure.Translate(failure, Peer, timeout);
        }
    }

    public bool Await(TimeSpan atMost) => PreciseReceive.IsReady(socket, atMost);

    public void Dispose() => socket.Dispose();
}

/// <summary>A stream over a socket, for TLS.</summary>
internal sealed class StreamTransport(Stream stream, Socket socket, Endpoint endpoint, TimeSpan timeout)
    : IRespTransport
{
    public string Peer { get; } = endpoint.ToString();

    public bool IsEnded => PreciseReceive.IsEnded(socket);

    public void Send(ReadOnlySpan<byte> bytes, bool isAlone)
    {
        try
        {
            stream.Write(bytes);
        }
        catch (IOException failure)
        {
            throw TransportFailure.Translate(failure, Peer, timeout);
        }
    }

    public int Receive(Span<byte> buffer)
    {
        try
        {
            return stream.Read(buffer);
        }
        catch (IOException failure)
        {
            throw TransportFailure.Translate(failure, Peer, timeout);
        }
    }

    public void Dispose() => stream.Dispose();
}

/// <summary>Translates a failed socket call into an exception of the store.</summary>
internal static class TransportFailure
{
    /// <summary>Whether the socket's time-out ended the call.</summary>
    public static bool IsTimeout(Exception failure) =>
        (failure as SocketException ?? failure.InnerException as SocketException)?.SocketErrorCode
            is SocketError.TimedOut or SocketError.WouldBlock;

    /// <summary>
    /// The store's exception for a failed call: <see cref="StoreFault.Timeout"/>, otherwise
    /// <see cref="StoreFault.Closed"/>.
    /// </summary>
    public static StoreException Translate(Exception failure, string peer, TimeSpan timeout) => IsTimeout(failure)
        ? new(StoreFault.Timeout, $"{peer} did not answer within {timeout.TotalMilliseconds:0} ms", failure)
        : new(StoreFault.Closed, $"the connection to {peer} broke: {failure.Message}", failure);
}
