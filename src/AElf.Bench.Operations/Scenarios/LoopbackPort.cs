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
    // Below the ports that Linux gives to outgoing connections (32768 and up). Otherwise a client could take the port
    // of a server during its restart.
    private const int First = 12_000;
    private const int Count = 20_000;

    // A reserved port looks free until its owner listens on it. So a reservation also binds a Unix socket with an
    // abstract name, which belongs to one process of this network namespace until the process ends.
    private static readonly ConcurrentBag<Socket> Claims = [];

    /// <summary>A port from the same range, at random, for another machine.</summary>
    public static int Draw() => First + RandomNumberGenerator.GetInt32(Count);

    /// <summary>A free port. No other process of these programs gets it until this process ends.</summary>
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

    /// <summary>Replaces port 0 by a free port in the settings of a manager or a worker.</summary>
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

    // The test listens on the port, so the claim comes first: the port's owner may be about to listen.
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
