using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// Holds requests back to a number per second, over all connections. Servers of others get no more than this: they
/// serve wallets, and a benchmark would be an attack.
/// </summary>
public sealed class RequestLimit(int perSecond)
{
    /// <summary>The limit for an address that is neither of this machine nor private.</summary>
    public const int OfPublicServers = 50;

    private readonly Lock gate = new();
    private long next;

    public int PerSecond => perSecond;

    /// <summary>Whether a request had to wait.</summary>
    public bool HasLimited { get; private set; }

    /// <summary>The limit for a server.</summary>
    /// <param name="host">Its name or address.</param>
    /// <param name="given">What the user wants: 0 for no limit; null for one of public servers only.</param>
    public static RequestLimit? For(string host, int? given) => given switch
    {
        > 0 and var limit => new(limit),
        null when AddressesOf(host).Any(IsPublic) => new(OfPublicServers),
        _ => null,
    };

    /// <summary>Whether an address is that of anybody: neither loopback, nor private, nor link-local.</summary>
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

    /// <summary>Waits until some requests may be sent.</summary>
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

    /// <summary>Counts requests, which others then wait for; their own turn would be at the returned time.</summary>
    public long Count(int requests)
    {
        lock (gate)
        {
            var due = Math.Max(next, Stopwatch.GetTimestamp());
            next = due + (requests * Stopwatch.Frequency / perSecond);
            return due;
        }
    }

    // A name that cannot be resolved is refused when it is connected to.
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
