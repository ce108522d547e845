using System.Security.Cryptography.X509Certificates;
using Akka.Actor;
using Akka.Actor.Setup;
using Akka.Remote.Transport.DotNetty;
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
        var setup = ActorSystemSetup.Create(
            BootstrapSetup.Create().WithConfig(NodeConfiguration.Of(hosts, provider, role, seed)));
        if (hosts.CertificateFile is { } certificate)
        {
            setup = setup.And(new DotNettySslSetup(
                X509Certificate2.CreateFromPemFile(certificate, hosts.KeyFile), suppressValidation: false));
        }

        try
        {
            return ActorSystem.Create(NodeConfiguration.ClusterOf(hosts), setup);
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
