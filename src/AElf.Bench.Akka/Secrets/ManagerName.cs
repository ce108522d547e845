using Akka.Actor;

namespace AElf.Bench.Akka.Secrets;

/// <summary>
/// What every manager is called by the members of its cluster. Members are told apart by names that nobody looks up:
/// each dials its manager at the address it was given, so that what a manager is called on its own machine is of no
/// matter to those behind a proxy or in another network.
/// </summary>
internal static class ManagerName
{
    /// <summary>Its host.</summary>
    public const string Host = "manager";

    /// <summary>The port of all names.</summary>
    public const int Port = 1;

    /// <summary>Whether an address is that of a manager, of whatever cluster.</summary>
    public static bool Is(Address address) => address is { Host: Host, Port: Port };
}
