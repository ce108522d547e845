using Akka.Actor;

namespace AElf.Bench.Akka.Secrets;

/// <summary>
/// The name by which the members of a cluster know their manager. Names are never resolved: each member dials its
/// manager at the address it was given, so that the manager's name on its own machine does not matter behind a proxy or
/// in another network.
/// </summary>
internal static class ManagerName
{
    public const string Host = "manager";

    public const int Port = 1;

    /// <summary>Whether an address is that of a manager, of whatever cluster.</summary>
    public static bool Is(Address address) => address is { Host: Host, Port: Port };
}
