using AElf.Bench.Akka.Secrets;
using Akka.Actor;

namespace AElf.Bench.Akka.Nodes;

/// <summary>Opens the Akka systems of a process.</summary>
internal static class AkkaNode
{
    /// <summary>Opens a system.</summary>
    /// <exception cref="IOException">It cannot listen on its address, or a certificate file cannot be read.</exception>
    public static ActorSystem Open(NodeConfiguration configuration, NodeKind kind, NodeSetup setup)
    {
        var whole = BootstrapSetup.Create().WithConfig(configuration.Of(kind)).And(setup);
        if (NodeTls.Of(configuration.Hosts, kind, setup) is { } tls)
        {
            whole = whole.And(tls);
        }

        try
        {
            return ActorSystem.Create(configuration.Cluster, whole);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            throw new IOException(
                $"Akka cannot start at {configuration.Hosts.Address}: "
                    + $"{exception.GetBaseException().Message.TrimEnd('.')}; "
                    + "use another address with --actor.host and --actor.port",
                exception);
        }
    }
}
