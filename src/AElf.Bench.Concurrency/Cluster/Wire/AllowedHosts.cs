using System.Net;
using System.Net.NetworkInformation;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// The host names of a listener, for ASP.NET's host filtering. A hostile page can point its own host name at this
/// address and then read the answers (DNS rebinding), but it cannot choose the request's Host header.
/// </summary>
public static class AllowedHosts
{
    private static readonly string[] Loopback = ["localhost", "127.0.0.1", "[::1]"];

    /// <summary>
    /// Loopback, the listener's own address, and the configured names. For a listener on all addresses, also the
    /// addresses of the machine.
    /// </summary>
    public static IList<string> For(ActorSystemOptions listener) =>
    [
        .. Loopback.Concat(Own(listener.Address.Host)).Concat(listener.AllowedHosts.Select(InHeader))
            .Distinct(StringComparer.OrdinalIgnoreCase),
    ];

    /// <summary>The explanation of an answer that refuses the host name; null for other answers.</summary>
    public static string? Refusal(Endpoint called, HttpStatusCode answer) =>
        answer is HttpStatusCode.BadRequest or HttpStatusCode.Forbidden or HttpStatusCode.MisdirectedRequest
            ? $"{called} refuses the host name '{called.Host}' (HTTP {(int)answer}): "
                + $"start the manager there with --allowed-hosts {called.Host}"
            : null;

    // ASP.NET treats 0.0.0.0 and [::] as "any name", so they must never be in the list.
    private static IEnumerable<string> Own(string host) => HostRule.IsWildcard(host)
        ? NetworkInterface.GetAllNetworkInterfaces()
            .SelectMany(device => device.GetIPProperties().UnicastAddresses)
            .Select(own => InHeader(new IPAddress(own.Address.GetAddressBytes()).ToString()))
        : [InHeader(host)];

    private static string InHeader(string host) => IPAddress.TryParse(host, out var address) switch
    {
        false => host,
        true when host.Contains(':', StringComparison.Ordinal) => $"[{address}]",
        true => $"{address}",
    };
}
