using System.Net;
using System.Net.Sockets;

namespace AElf.Bench.TestKit.Processes;

/// <summary>Hands out loopback ports that nobody listens on.</summary>
public static class LoopbackPort
{
    // Below the range from which Linux takes the ports of outgoing connections (32768 and up), so that no client of another
    // test can sit on a port while its server is down for a restart.
    private const int First = 12_000;
    private const int Count = 20_000;

    private static int next = (int)((uint)Environment.ProcessId * 131 % Count);

    /// <summary>The next free port; never the same twice in a row in one process.</summary>
    /// <exception cref="InvalidOperationException">All of them are in use.</exception>
    public static int Take()
    {
        for (var attempt = 0; attempt < Count; attempt++)
        {
            var port = First + (int)((uint)Interlocked.Increment(ref next) % Count);
            if (IsFree(port))
            {
                return port;
            }
        }

        throw new InvalidOperationException($"no free loopback port from {First} to {First + Count - 1}");
    }

    private static bool IsFree(int port)
    {
        try
        {
            using var listener = new TcpListener(IPAddress.Loopback, port);
            listener.Start();
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
