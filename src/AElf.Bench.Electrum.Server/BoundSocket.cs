using System.Net;
using System.Net.Sockets;

namespace AElf.Bench.Electrum.Server;

/// <summary>Takes the address of a server before work begins that takes long.</summary>
public static class BoundSocket
{
    /// <summary>A socket at an address, at which it does not listen yet.</summary>
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
