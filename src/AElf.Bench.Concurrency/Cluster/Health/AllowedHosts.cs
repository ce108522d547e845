using System.Net;
using Microsoft.AspNetCore.Http;

namespace AElf.Bench.Concurrency.Cluster.Health;

/// <summary>
/// The names a listener answers to. A page of a stranger can point a name of its own at this address and then read what it answers (DNS
/// rebinding), but it cannot choose the name in the request's Host header.
/// </summary>
public sealed class AllowedHosts
{
    private readonly HashSet<string> names;
    private readonly bool isAnyAddress;

    /// <summary>Loopback names and <paramref name="configured"/>: what the listener is bound to, and further names it is reached by.</summary>
    /// <remarks>A listener bound to all addresses answers to every IP address: no stranger's name is one.</remarks>
    public AllowedHosts(params IEnumerable<string> configured)
    {
        names = configured.Select(Bare).ToHashSet(StringComparer.OrdinalIgnoreCase);
        isAnyAddress = names.Any(name => IPAddress.TryParse(name, out var address) && (address.Equals(IPAddress.Any) || address.Equals(IPAddress.IPv6Any)));
    }

    /// <summary>Whether a request with this Host header is answered, whatever its port.</summary>
    public bool Allow(HostString host)
    {
        var name = Bare(host.Host);
        if (IPAddress.TryParse(name, out var address))
        {
            return isAnyAddress || IPAddress.IsLoopback(address) || names.Contains(name);
        }

        return name.Length > 0 && (name.Equals("localhost", StringComparison.OrdinalIgnoreCase) || names.Contains(name));
    }

    private static string Bare(string host)
    {
        var bare = host is ['[', .., ']'] ? host[1..^1] : host;
        return IPAddress.TryParse(bare, out var address) ? address.ToString() : bare.TrimEnd('.');
    }
}
