using System.Diagnostics;
using System.Globalization;
using System.Net;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Control;

namespace AElf.Bench.Storage.Cluster;

/// <summary>Makes a Redis Cluster of empty servers in cluster mode.</summary>
public static class ClusterMaker
{
    // Some servers do not allow another distance.
    private const int UsualDistance = 10_000;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <summary>The slots of a master in a new cluster.</summary>
    public static (int First, int Last) SlotsOf(int master, int masters) =>
        (HashSlot.Count * master / masters, (HashSlot.Count * (master + 1) / masters) - 1);

    /// <summary>Distributes the slots evenly over the first servers, and joins all.</summary>
    /// <param name="nodes">The servers, masters first.</param>
    /// <param name="masters">Number of servers with slots.</param>
    /// <param name="options">How to log in.</param>
    /// <param name="atMost">Maximum time until the servers know each other.</param>
    /// <exception cref="StoreException">A server does not answer, refuses, or does not join.</exception>
    public static void Make(IReadOnlyList<Endpoint> nodes, int masters, StoreOptions options, TimeSpan atMost)
    {
        for (var master = 0; master < masters; master++)
        {
            using var client = RespControlClient.Connect(nodes[master], options);
            var (first, last) = SlotsOf(master, masters);
            client.Ask("CLUSTER", "ADDSLOTSRANGE", Text(first), Text(last));
            client.Ask("CLUSTER", "SET-CONFIG-EPOCH", Text(master + 1));
        }

        Join(nodes, nodes.Skip(1), options, atMost);
    }

    /// <summary>Joins servers to the first one, and waits until each knows all servers and serves.</summary>
    /// <param name="nodes">All servers, including the new ones.</param>
    /// <inheritdoc cref="Make"/>
    public static void Join(
        IReadOnlyList<Endpoint> nodes, IEnumerable<Endpoint> joining, StoreOptions options, TimeSpan atMost)
    {
        using (var first = RespControlClient.Connect(nodes[0], options))
        {
            foreach (var node in joining)
            {
                // Servers join by address, and by the port of the cluster bus.
                var address = Dns.GetHostAddresses(node.Host)[0].ToString();
                var bus = BusPortOf(node, options);
                first.Ask(bus == node.Port + UsualDistance
                    ? ["CLUSTER", "MEET", address, Text(node.Port)]
                    : ["CLUSTER", "MEET", address, Text(node.Port), Text(bus)]);
            }
        }

        var since = Stopwatch.GetTimestamp();
        foreach (var node in nodes)
        {
            Await(node, options, $"cluster_known_nodes:{nodes.Count}\r", since, atMost);
            Await(node, options, "cluster_state:ok\r", since, atMost);
        }
    }

    private static void Await(Endpoint node, StoreOptions options, string line, long since, TimeSpan atMost)
    {
        using var client = RespControlClient.Connect(node, options);
        while (!client.Ask("CLUSTER", "INFO").Text.Contains(line, StringComparison.Ordinal))
        {
            if (Stopwatch.GetElapsedTime(since) > atMost)
            {
                throw new StoreException(
                    StoreFault.Timeout, $"{node} does not join the Redis Cluster: it does not report {line.Trim()}");
            }

            Thread.Sleep(Pause);
        }
    }

    // A line of CLUSTER NODES: id, host:port@bus, and "myself" for the server that answers.
    private static int BusPortOf(Endpoint node, StoreOptions options)
    {
        using var client = RespControlClient.Connect(node, options);
        var reply = client.Ask("CLUSTER", "NODES");
        var own = reply.Text.Split('\n').First(line => line.Contains("myself", StringComparison.Ordinal)).Split(' ')[1];
        return int.Parse(own[(own.LastIndexOf('@') + 1)..].Split(',')[0], CultureInfo.InvariantCulture);
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
