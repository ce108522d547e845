using System.Globalization;
using System.Text;
using AElf.Bench.Akka.Links;
using AElf.Bench.Akka.Routees;
using AElf.Bench.Akka.Secrets;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using Akka.Actor;
using Akka.Configuration;

namespace AElf.Bench.Akka.Nodes;

/// <summary>A node's part in the cluster.</summary>
internal enum NodeKind
{
    /// <summary>The first member of a cluster, which others dial.</summary>
    Manager,

    /// <summary>A member that dials its manager and accepts no connections.</summary>
    Worker,

    /// <summary>Not a member, without an address: it has the actors of one process.</summary>
    Local,
}

/// <summary>
/// Akka's configuration of a process, in three layers: forced settings, over the process's <c>.hocon</c> file, over
/// defaults for a benchmark. The file is read once for all nodes of the process.
/// </summary>
internal sealed class NodeConfiguration(ActorSystemOptions hosts)
{
    private static readonly Lazy<Config> Shipped = new(ReadShipped);

    private readonly Lazy<Config> file = new(() => NodeFile.Read(hosts.HoconFile));

    /// <summary>The name of the cluster in the process's file.</summary>
    public string Cluster => file.Value.GetString("aelf.cluster-name", "AElfSystem");

    /// <summary>The address of the manager for the members of any cluster.</summary>
    public string Manager =>
        $"akka.{SecretTransport.Scheme}.{(IsTls ? "ssl." : "")}tcp://{Cluster}@"
            + FormattableString.Invariant($"{ManagerName.Host}:{ManagerName.Port}");

    private bool IsTls => NodeTls.IsAskedFor(hosts)
        || file.Value.GetBoolean("akka.remote.dot-netty.tcp.enable-ssl");

    public Config Of(NodeKind kind) => ConfigurationFactory.ParseString(Own(kind))
        .WithFallback(Shipped.Value.GetConfig("forced"))
        .WithFallback(file.Value)
        .WithFallback(Shipped.Value.GetConfig("default"));

    /// <summary>Opens a node of the process.</summary>
    /// <exception cref="IOException">It cannot listen on its address, or a certificate file cannot be read.</exception>
    public ActorSystem Open(NodeKind kind, NodeSetup setup)
    {
        var whole = BootstrapSetup.Create().WithConfig(Of(kind)).And(setup);
        if (NodeTls.Of(hosts, kind, setup) is { } tls)
        {
            whole = whole.And(tls);
        }

        try
        {
            return ActorSystem.Create(Cluster, whole);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            throw new IOException(
                $"Akka cannot start at {hosts.Address}: "
                    + $"{exception.GetBaseException().Message.TrimEnd('.')}; "
                    + "use another address with --actor.host and --actor.port",
                exception);
        }
    }

    private string Own(NodeKind kind)
    {
        var text = new StringBuilder();
        void Set(string path, string value) => text.Append(path).Append(" = ").AppendLine(value);

        Set("akka.actor.provider", kind is NodeKind.Local ? "local" : "cluster");
        Set("akka.loggers", List([NameOf(typeof(AkkaLog)), .. file.Value.GetStringList("akka.loggers", [])]));
        if (kind is NodeKind.Local)
        {
            return text.ToString();
        }

        // Akka listens in every process; a node that only dials listens on a loopback port.
        var (address, name) = kind is NodeKind.Manager
            ? (hosts.Address, ManagerName.Host)
            : (new Endpoint("127.0.0.1", 0), $"worker-{Guid.NewGuid():N}");
        Set("akka.remote.dot-netty.tcp.hostname", $"\"{address.Host}\"");
        Set("akka.remote.dot-netty.tcp.port", address.Port.ToString(CultureInfo.InvariantCulture));
        Set("akka.remote.dot-netty.tcp.public-hostname", name);
        Set("akka.remote.dot-netty.tcp.public-port", ManagerName.Port.ToString(CultureInfo.InvariantCulture));
        Set("akka.remote.dot-netty.tcp.maximum-frame-size", FormattableString.Invariant($"{hosts.MaximumFrameBytes}b"));
        Set("akka.remote.dot-netty.tcp.enable-ssl", IsTls ? "on" : "off");
        var role = kind is NodeKind.Manager ? "manager" : "worker";
        Set("akka.cluster.roles", List([role, .. file.Value.GetStringList("akka.cluster.roles", [])]));
        Set("akka.cluster.seed-nodes", List([Manager]));

        // A manager that a member considers down stops serving, and reports it. A worker's node ends with its link,
        // after the link has received the reason.
        Set("akka.cluster.run-coordinated-shutdown-when-down", kind is NodeKind.Manager ? "on" : "off");
        return text.ToString();
    }

    private static string List(IEnumerable<string> values) =>
        $"[{string.Join(", ", values.Select(value => $"\"{value}\""))}]";

    private static Config ReadShipped()
    {
        using var text = new StreamReader(
            typeof(NodeConfiguration).Assembly.GetManifestResourceStream("node.hocon")!, Encoding.UTF8);
        return ConfigurationFactory.ParseString(text.ReadToEnd()
            .Replace("LINKS", NameOf(typeof(LinkSerializer)), StringComparison.Ordinal)
            .Replace("SECRET", NameOf(typeof(SecretTransportProvider)), StringComparison.Ordinal)
            .Replace("ROUTEES", NameOf(typeof(RouteeMailboxType)), StringComparison.Ordinal));
    }

    // Akka treats a blank after the comma in an adapter's name as a part of the assembly's name.
    private static string NameOf(Type type) => $"{type.FullName},{type.Assembly.GetName().Name}";
}
