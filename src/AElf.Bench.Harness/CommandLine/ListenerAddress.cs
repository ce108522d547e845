using System.Net;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.CommandLine;

/// <summary>Where a program listens.</summary>
public static class ListenerAddress
{
    /// <summary>The address of an endpoint; a name stands for the first address it has.</summary>
    /// <exception cref="IOException">The name has no address.</exception>
    public static IPEndPoint Of(Endpoint endpoint)
    {
        if (IPAddress.TryParse(endpoint.Host, out var address))
        {
            return new IPEndPoint(address, endpoint.Port);
        }

        try
        {
            return new IPEndPoint(Dns.GetHostAddresses(endpoint.Host)[0], endpoint.Port);
        }
        catch (Exception exception) when (exception is System.Net.Sockets.SocketException or IndexOutOfRangeException)
        {
            throw new IOException($"'{endpoint.Host}' has no address to listen at: {exception.Message}", exception);
        }
    }
}
