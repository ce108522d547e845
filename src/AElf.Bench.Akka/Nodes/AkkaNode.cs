using Akka.Actor;
using AElf.Bench.Akka.Secrets;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Akka.Nodes;

/// <summary>Opens Akka's systems of a process.</summary>
internal static class AkkaNode
{
    /// <summary>Opens one.</summary>
    /// <param name="hosts">The process's settings.</param>
    /// <param name="kind">What it is for.</param>
    /// <param name="setup">What its configuration does not say.</param>
    /// <exception cref="IOException">
    /// Its address cannot be listened at, or a file of its certificates cannot be read.
    /// </exception>
    public static ActorSystem Open(ActorSystemOptions hosts, NodeKind kind, NodeSetup setup)
    {
        var whole = BootstrapSetup.Create().WithConfig(NodeConfiguration.Of(hosts, kind)).And(setup);
        if (NodeTls.Of(hosts, kind, setup) is { } tls)
        {
            whole = whole.And(tls);
        }

        try
        {
            return ActorSystem.Create(NodeConfiguration.ClusterOf(hosts), whole);
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
