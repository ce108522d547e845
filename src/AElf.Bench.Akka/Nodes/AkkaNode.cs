using Akka.Actor;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Akka.Nodes;

/// <summary>Opens Akka's systems of a process.</summary>
internal static class AkkaNode
{
    /// <summary>Opens one.</summary>
    /// <exception cref="IOException">Its address cannot be listened at.</exception>
    /// <inheritdoc cref="NodeConfiguration.Of"/>
    public static ActorSystem Open(ActorSystemOptions hosts, string provider, string role = "", Endpoint? seed = null)
    {
        try
        {
            return ActorSystem.Create(
                NodeConfiguration.ClusterOf(hosts), NodeConfiguration.Of(hosts, provider, role, seed));
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            throw new IOException(
                $"Akka does not start at {hosts.Address}: {exception.GetBaseException().Message.TrimEnd('.')}; "
                    + "--actor.host and --actor.port name another address",
                exception);
        }
    }
}
