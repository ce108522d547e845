using System.Globalization;
using System.Text;
using Akka.Configuration;
using Akka.Configuration.Hocon;
using AElf.Bench.Akka.Links;
using AElf.Bench.Akka.Routees;
using AElf.Bench.Akka.Secrets;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Akka.Nodes;

/// <summary>What a node is for.</summary>
internal enum NodeKind
{
    /// <summary>The first member of a cluster, which others dial.</summary>
    Manager,

    /// <summary>A member that dials its manager, and is dialled by nobody.</summary>
    Worker,

    /// <summary>No member, and no address: it has the actors of one process.</summary>
    Local,
}

/// <summary>
/// Akka's configuration of a process: what is forced everywhere, over the process's whole <c>.hocon</c> file, over what
/// suits a benchmark.
/// </summary>
internal static class NodeConfiguration
{
    /// <summary>The configuration of a node.</summary>
    public static Config Of(ActorSystemOptions hosts, NodeKind kind)
    {
        var shipped = Shipped();
        var file = File(hosts.HoconFile);
        return ConfigurationFactory.ParseString(Own(hosts, kind, file))
            .WithFallback(shipped.GetConfig("forced"))
            .WithFallback(file)
            .WithFallback(shipped.GetConfig("default"));
    }

    /// <summary>The name of the cluster in the process's file.</summary>
    public static string ClusterOf(ActorSystemOptions hosts) =>
        File(hosts.HoconFile).GetString("aelf.cluster-name", "AElfSystem");

    /// <summary>What every manager is called by the members of its cluster.</summary>
    public static string ManagerOf(ActorSystemOptions hosts) =>
        $"akka.{SecretTransport.Scheme}.{(IsTls(hosts) ? "ssl." : "")}tcp://{ClusterOf(hosts)}@"
            + FormattableString.Invariant($"{ManagerName.Host}:{ManagerName.Port}");

    private static string Own(ActorSystemOptions hosts, NodeKind kind, Config file)
    {
        var text = new StringBuilder();
        void Set(string path, string value) => text.Append(path).Append(" = ").AppendLine(value);

        Set("akka.actor.provider", kind is NodeKind.Local ? "local" : "cluster");
        Set("akka.actor.deployment./router.router", "from-code");
        Set("akka.loggers", List([NameOf(typeof(AkkaLog)), .. file.GetStringList("akka.loggers", [])]));
        if (kind is NodeKind.Local)
        {
            return text.ToString();
        }

        // Akka listens in every process; who dials does so where nobody else can reach it.
        var (address, name) = kind is NodeKind.Manager
            ? (hosts.Address, ManagerName.Host)
            : (new Endpoint("127.0.0.1", 0), $"worker-{Guid.NewGuid():N}");
        Set("akka.remote.dot-netty.tcp.hostname", $"\"{address.Host}\"");
        Set("akka.remote.dot-netty.tcp.port", address.Port.ToString(CultureInfo.InvariantCulture));
        Set("akka.remote.dot-netty.tcp.public-hostname", name);
        Set("akka.remote.dot-netty.tcp.public-port", ManagerName.Port.ToString(CultureInfo.InvariantCulture));
        Set("akka.remote.dot-netty.tcp.maximum-frame-size", FormattableString.Invariant($"{hosts.MaximumFrameBytes}b"));
        Set("akka.remote.dot-netty.tcp.enable-ssl", IsTls(hosts) ? "on" : "off");
        var role = kind is NodeKind.Manager ? "manager" : "worker";
        Set("akka.cluster.roles", List([role, .. file.GetStringList("akka.cluster.roles", [])]));
        Set("akka.cluster.seed-nodes", List([ManagerOf(hosts)]));
        return text.ToString();
    }

    private static string List(IEnumerable<string> values) =>
        $"[{string.Join(", ", values.Select(value => $"\"{value}\""))}]";

    private static bool IsTls(ActorSystemOptions hosts) => NodeTls.IsAskedFor(hosts)
        || File(hosts.HoconFile).GetBoolean("akka.remote.dot-netty.tcp.enable-ssl");

    private static Config Shipped()
    {
        using var text = new StreamReader(
            typeof(NodeConfiguration).Assembly.GetManifestResourceStream("node.hocon")!, Encoding.UTF8);
        return ConfigurationFactory.ParseString(text.ReadToEnd()
            .Replace("PARCEL", NameOf(typeof(ParcelSerializer)), StringComparison.Ordinal)
            .Replace("SECRET", NameOf(typeof(SecretTransportProvider)), StringComparison.Ordinal)
            .Replace("LANES", NameOf(typeof(LaneMailboxType)), StringComparison.Ordinal));
    }

    // Akka takes a blank behind the comma of an adapter's name for a part of the assembly's.
    private static string NameOf(Type type) => $"{type.FullName},{type.Assembly.GetName().Name}";

    private static Config File(string? path)
    {
        return path is null || !System.IO.File.Exists(path)
            ? ConfigurationFactory.Empty
            : ConfigurationFactory.ParseString(System.IO.File.ReadAllText(path), Include);

        HoconRoot Include(string name) =>
            Parser.Parse(System.IO.File.ReadAllText(Path.Combine(Path.GetDirectoryName(path)!, name)), Include);
    }
}
