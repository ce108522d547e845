using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Scenarios;

/// <summary>Finds loopback ports that nobody listens on.</summary>
public static class LoopbackPort
{
    // Below the range from which Linux takes the ports of outgoing connections (32768 and up), so that no client can
    // sit on a port while its server is down for a restart.
    private const int First = 12_000;
    private const int Count = 20_000;

    // Who takes a port listens on it a moment later: until then nobody else of this process may be given it.
    private static readonly ConcurrentDictionary<int, bool> Given = [];

    /// <summary>
    /// A free port, drawn anew each time: several processes that look at once seldom find the same one.
    /// </summary>
    /// <exception cref="ScenarioException">All of them are in use.</exception>
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

    /// <summary>The same for a manager, which listens at a second port beside it.</summary>
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

    /// <summary>The settings of a manager or a worker, with a free port in place of 0.</summary>
    /// <exception cref="ScenarioException">All of them are in use.</exception>
    public static ResolvedSettings ChooseFor(ResolvedSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        if (settings.Get(Settings.ActorPort) != 0)
        {
            return settings;
        }

        var port = settings.Program == Programs.Manager ? ReserveForManager() : Reserve();
        return settings.With(new Dictionary<Setting, object> { [Settings.ActorPort] = port });
    }

    // To find out whether a port is free is to listen there for a moment: never where its owner is about to.
    private static bool TryReserve(int port) => Given.TryAdd(port, value: true) && IsFree(port);

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
