using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>Finds free loopback ports.</summary>
public static class LoopbackPort
{
    // Below the range from which Linux takes the ports of outgoing connections (32768 and up), so that no client can
    // sit on a port while its server is down for a restart.
    private const int First = 12_000;
    private const int Count = 20_000;

    // The owner of a port listens on it a moment later, and until then it looks free: what keeps others from it is a
    // socket with an abstract name for the port, which belongs to one process of this network namespace until it ends.
    private static readonly ConcurrentBag<Socket> Claims = [];

    /// <summary>A free port that no other process of these programs is given until this one ends.</summary>
    /// <exception cref="ScenarioException">All ports are in use.</exception>
    public static int Reserve()
    {
        var start = RandomNumberGenerator.GetInt32(Count);
        for (var attempt = 0; attempt < Count; attempt++)
        {
            var port = First + ((start + attempt) % Count);
            if (TryReserve(port))
            {
                return port;
            }
        }

        throw new ScenarioException($"no free loopback port from {First} to {First + Count - 1}");
    }

    /// <summary>A free port whose HTTP port, at a fixed distance, is free too.</summary>
    public static int ReserveForManager()
    {
        while (true)
        {
            var port = Reserve();
            var pages = port + ActorSystemOptions.HttpPortDistance;
            if (TryReserve(pages))
            {
                return port;
            }
        }
    }

    /// <summary>Puts a free port in place of port 0 in the settings of a manager or a worker.</summary>
    /// <exception cref="ScenarioException">All ports are in use.</exception>
    public static ResolvedSettings ChooseFor(ResolvedSettings settings)
    {
        if (settings.Get(ClusterSettings.ActorPort) != 0)
        {
            return settings;
        }

        var port = settings.Program == Programs.Manager ? ReserveForManager() : Reserve();
        return settings.With(new Dictionary<Setting, object> { [ClusterSettings.ActorPort] = port });
    }

    // A port is tested by listening on it for a moment, which must not happen where its owner is about to.
    private static bool TryReserve(int port)
    {
        var claim = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            claim.Bind(new UnixDomainSocketEndPoint($"\0aelf-bench/port/{port}"));
        }
        catch (SocketException)
        {
            claim.Dispose();
            return false;
        }

        Claims.Add(claim);
        return IsFree(port);
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
