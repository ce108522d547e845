using System.Net;
using System.Net.Sockets;

namespace AElf.Bench.Electrum.Server;

/// <summary>Binds the address of a server before long work, so that a used address is reported at once.</summary>
public static class BoundSocket
{
    /// <summary>A socket that is bound to an address, but does not listen yet.</summary>
    /// <exception cref="IOException">The address is in use, or is not an address of this machine.</exception>
    public static Socket At(IPEndPoint address)
    {
        var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(address);
            return socket;
        }
        catch (SocketException exception)
        {
            socket.Dispose();
            throw new IOException($"cannot listen on {address}: {exception.Message}", exception);
        }
    }
}
