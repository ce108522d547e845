using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Net;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Akka.Secrets;

/// <summary>
/// The processes that a manager refused: counts by kind, and one line for each address and minute. It limits the lines
/// per minute, because unknown peers can try any number of times. Thread-safe.
/// </summary>
internal sealed class Refusals(Action<string> write, TimeProvider clock)
{
    private const int MaxAddresses = 1000;
    private const int MaxLines = 20;

    // A joining worker first probes the port with a connection that it closes. A worker with other TLS settings closes
    // every connection.
    private const int MaxLost = 3;

    private const string Lost = "its connections end in the handshake: it may be another program, connect without "
        + "the TLS of this manager (--ca FILE), or not trust this manager's certificate";

    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly ConcurrentDictionary<ProblemKind, long> counts = [];
    private readonly LineQuota quota = new(MaxLines, clock);
    private readonly Dictionary<string, Peer> peers = new(StringComparer.Ordinal);

    /// <summary>Adds the counts to a manager's instruments.</summary>
    public void AddTo(Meter meter) => meter.CreateObservableCounter(
        "aelf.bench.manager.refusals",
        () => counts.Select(each => new Measurement<long>(
            each.Value, new KeyValuePair<string, object?>("kind", NameOf(each.Key)))),
        "{connection}",
        "Connections that ended before the end of the handshake, by kind of problem.");

    /// <param name="host">Address of the process; IPv4 addresses may be written as IPv6.</param>
    /// <param name="reason">The result of the handshake.</param>
    public void Note(string host, Problem reason)
    {
        counts.AddOrUpdate(reason.Kind, 1, (_, before) => before + 1);
        var isLost = reason == SecretHandshake.Lost;
        var address = IPAddress.TryParse(host.Trim('[', ']'), out var ip)
            ? $"{(ip.IsIPv4MappedToIPv6 ? ip.MapToIPv4() : ip)}"
            : host;
        if (IsDue(address, isLost) && quota.TryTake(out _))
        {
            write($"refused a process at {address}: {(isLost ? Lost : HandshakeProblems.ForManager(reason))}");
        }
    }

    private static string NameOf(ProblemKind kind) =>
        kind is ProblemKind.Unnamed ? "no-handshake" : Problem.NameOf(kind);

    private bool IsDue(string address, bool isLost)
    {
        lock (peers)
        {
            if (!peers.TryGetValue(address, out var peer) || clock.GetElapsedTime(peer.Since) >= Minute)
            {
                if (peers.Count >= MaxAddresses)
                {
                    peers.Clear();
                }

                peers[address] = peer = new Peer(clock.GetTimestamp());
            }

            peer.Lost += isLost ? 1 : 0;
            var isDue = !peer.IsWritten && (!isLost || peer.Lost > MaxLost);
            peer.IsWritten |= isDue;
            return isDue;
        }
    }

    /// <summary>The refusals of an address since the start of a minute.</summary>
    private sealed class Peer(long since)
    {
        public long Since => since;

        public int Lost { get; set; }

        public bool IsWritten { get; set; }
    }
}

/// <summary>Limits the log lines per minute about events that peers cause. Thread-safe.</summary>
internal sealed class LineQuota(int most, TimeProvider clock)
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly Lock gate = new();
    private long? began;
    private int lines;

    /// <summary>Whether another line may be written now.</summary>
    /// <param name="leftOut">
    /// With the first line of a minute: the number of suppressed lines before it; otherwise 0.
    /// </param>
    public bool TryTake(out int leftOut)
    {
        lock (gate)
        {
            leftOut = 0;
            if (began is not { } since || clock.GetElapsedTime(since) >= Minute)
            {
                leftOut = Math.Max(0, lines - most);
                (began, lines) = (clock.GetTimestamp(), 0);
            }

            return ++lines <= most;
        }
    }
}
