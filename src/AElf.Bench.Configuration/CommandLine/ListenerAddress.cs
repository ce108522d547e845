using System.Net;
using System.Net.Sockets;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration.CommandLine;

/// <summary>Where a program listens.</summary>
public static class ListenerAddress
{
    /// <summary>The address of an endpoint; a name stands for the first address it has.</summary>
    /// <exception cref="IOException">The name has no address.</exception>
    public static IPEndPoint From(Endpoint endpoint)
    {
        if (IPAddress.TryParse(endpoint.Host, out var address))
        {
            return new IPEndPoint(address, endpoint.Port);
        }

        try
        {
            return new IPEndPoint(Dns.GetHostAddresses(endpoint.Host)[0], endpoint.Port);
        }
        catch (Exception exception) when (exception is SocketException or IndexOutOfRangeException)
        {
            throw new IOException($"'{endpoint.Host}' has no address to listen at: {exception.Message}", exception);
        }
    }

    /// <summary>Starts what listens at an endpoint.</summary>
    /// <exception cref="IOException">
    /// It cannot: the address is in use, is not this machine's, or may not be taken.
    /// </exception>
    public static async Task StartAsync(Endpoint endpoint, Func<Task> start)
    {
        try
        {
            await start();
        }
        catch (Exception exception) when (exception is IOException or SocketException)
        {
            throw new IOException(
                $"{endpoint} cannot be listened at: {exception.GetBaseException().Message}; --actor.host and "
                    + "--actor.port name another address",
                exception);
        }
    }
}
