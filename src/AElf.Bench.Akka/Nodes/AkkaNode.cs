using Akka.Actor;
using AElf.Bench.Akka.Secrets;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Akka.Nodes;

/// <summary>Opens Akka's systems of a process.</summary>
internal static class AkkaNode
{
    /// <summary>Opens one.</summary>
    /// <exception cref="IOException">Its address cannot be listened at.</exception>
    /// <inheritdoc cref="NodeConfiguration.Of"/>
    public static ActorSystem Open(
        ActorSystemOptions hosts, string provider, string role = "", Endpoint? seed = null) =>
        Open(hosts, provider, role, seed, new NodeSetup(ConnectionOptions.Of(hosts)));

    /// <summary>Opens one that is told what its configuration does not say.</summary>
    /// <inheritdoc cref="Open(ActorSystemOptions, string, string, Endpoint?)"/>
    public static ActorSystem Open(
        ActorSystemOptions hosts, string provider, string role, Endpoint? seed, NodeSetup setup)
    {
        try
        {
            return ActorSystem.Create(
                NodeConfiguration.ClusterOf(hosts),
                BootstrapSetup.Create().WithConfig(NodeConfiguration.Of(hosts, provider, role, seed)).And(setup));
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
