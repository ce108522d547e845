using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// Limits requests per second, over all connections. It protects public servers: a benchmark without a limit would be
/// an attack.
/// </summary>
public sealed class RequestLimit(int perSecond)
{
    /// <summary>The limit for public addresses.</summary>
    public const int OfPublicServers = 50;

    private readonly Lock gate = new();
    private long next;

    public int PerSecond => perSecond;

    /// <summary>Whether a request had to wait.</summary>
    public bool HasLimited { get; private set; }

    /// <summary>The limit for a server.</summary>
    /// <param name="host">Its name or address.</param>
    /// <param name="given">The user's limit: 0 for no limit; null limits public servers only.</param>
    public static RequestLimit? For(string host, int? given) => given switch
    {
        > 0 and var limit => new(limit),
        null when AddressesOf(host).Any(IsPublic) => new(OfPublicServers),
        _ => null,
    };

    /// <summary>Whether an address is public: neither loopback, nor private, nor link-local.</summary>
    public static bool IsPublic(IPAddress address)
    {
        if (address.IsIPv4MappedToIPv6)
        {
            return IsPublic(address.MapToIPv4());
        }

        return !IPAddress.IsLoopback(address) && (address.AddressFamily is AddressFamily.InterNetworkV6
            ? !address.IsIPv6UniqueLocal && !address.IsIPv6LinkLocal
            : address.GetAddressBytes() is not (
                [10, ..] or [172, >= 16 and < 32, ..] or [192, 168, ..] or [169, 254, ..]));
    }

    /// <summary>Waits until this number of requests may be sent.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public void Take(int requests, CancellationToken cancellation)
    {
        if (Count(requests) - Stopwatch.GetTimestamp() is > 0 and var left)
        {
            HasLimited = true;
            cancellation.WaitHandle.WaitOne(TimeSpan.FromSeconds((double)left / Stopwatch.Frequency));
            cancellation.ThrowIfCancellationRequested();
        }
    }

    /// <summary>
    /// Counts requests, so that later requests wait longer. Returns the time at which these requests are allowed.
    /// </summary>
    public long Count(int requests)
    {
        lock (gate)
        {
            var due = Math.Max(next, Stopwatch.GetTimestamp());
            next = due + (requests * Stopwatch.Frequency / perSecond);
            return due;
        }
    }

    // An unknown name is reported when the client connects.
    private static IPAddress[] AddressesOf(string host)
    {
        try
        {
            return Dns.GetHostAddresses(host);
        }
        catch (SocketException)
        {
            return [];
        }
    }
}
