using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Akka.Cluster.Tools.Client;
using Akka.Cluster.Tools.PublishSubscribe;
using Akka.Configuration;
using Akka.Configuration.Hocon;
using AElf.Bench.Akka.Links;
using AElf.Bench.Akka.Routees;
using AElf.Bench.Akka.Secrets;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Akka.Nodes;

/// <summary>
/// Akka's configuration of a process: what holds everywhere, over <c>actor.json</c> and the command line, over the
/// process's whole <c>.hocon</c> file.
/// </summary>
internal static class NodeConfiguration
{
    /// <summary>What all members must agree on, by its paths.</summary>
    private static readonly string[] Agreed =
    [
        "akka.cluster.failure-detector.heartbeat-interval",
        "akka.cluster.failure-detector.acceptable-heartbeat-pause",
        "akka.cluster.failure-detector.threshold",
        "akka.cluster.split-brain-resolver.active-strategy",
        "akka.cluster.split-brain-resolver.stable-after",
        "akka.remote.dot-netty.tcp.maximum-frame-size",
    ];

    /// <summary>The configuration of a node.</summary>
    /// <param name="hosts">The process's settings.</param>
    /// <param name="provider">Akka's: <c>cluster</c>, <c>remote</c> or <c>local</c>.</param>
    /// <param name="role">The node's role; empty for no member.</param>
    /// <param name="seed">The first member of the cluster; null where there is none to join.</param>
    public static Config Of(ActorSystemOptions hosts, string provider, string role, Endpoint? seed) =>
        ConfigurationFactory.ParseString(Own(hosts, provider, role, seed))
            .WithFallback(Everywhere())
            .WithFallback(File(hosts.HoconFile))
            .WithFallback(ClusterClientReceptionist.DefaultConfig())
            .WithFallback(DistributedPubSub.DefaultConfig());

    /// <summary>A hash of what all members must agree on, of the whole configuration of a system.</summary>
    public static string HashOf(Config whole) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(
        string.Join('\n', Agreed.Select(path => $"{path}={whole.GetString(path)}"))))[..8]);

    /// <summary>The name of the cluster in the process's file.</summary>
    public static string ClusterOf(ActorSystemOptions hosts) =>
        File(hosts.HoconFile).GetString("aelf.cluster-name", "AElfSystem");

    private static string Own(ActorSystemOptions hosts, string provider, string role, Endpoint? seed)
    {
        var text = new StringBuilder();
        void Set(string path, string value) => text.Append(path).Append(" = ").AppendLine(value);

        // A benchmark is called by nobody: it answers on any port.
        var port = provider is "remote" ? 0 : hosts.Address.Port;
        Set("akka.actor.provider", provider);
        Set("akka.actor.deployment./router.router", "from-code");
        Set("akka.remote.dot-netty.tcp.hostname", $"\"{hosts.Address.Host}\"");
        Set("akka.remote.dot-netty.tcp.public-hostname", $"\"{hosts.Address.Host}\"");
        Set("akka.remote.dot-netty.tcp.port", port.ToString(CultureInfo.InvariantCulture));
        Set("akka.remote.dot-netty.tcp.maximum-frame-size", FormattableString.Invariant($"{hosts.MaximumFrameBytes}b"));
        Set("akka.cluster.roles", role.Length == 0 ? "[]" : $"[{role}]");
        Set("akka.cluster.seed-nodes", seed is not { } first ? "[]" : $"[\"{AddressOf(hosts, first)}\"]");
        return text.ToString();
    }

    /// <summary>A node's address as Akka writes it.</summary>
    public static string AddressOf(ActorSystemOptions hosts, Endpoint node) =>
        $"akka.{SecretTransport.Scheme}.{(IsTls(hosts) ? "ssl." : "")}tcp://{ClusterOf(hosts)}@{node}";

    private static bool IsTls(ActorSystemOptions hosts) =>
        File(hosts.HoconFile).GetBoolean("akka.remote.dot-netty.tcp.enable-ssl");

    private static Config Everywhere()
    {
        using var text = new StreamReader(
            typeof(NodeConfiguration).Assembly.GetManifestResourceStream("node.hocon")!, Encoding.UTF8);
        return ConfigurationFactory.ParseString(text.ReadToEnd()
            .Replace("PARCEL", NameOf(typeof(ParcelSerializer)), StringComparison.Ordinal)
            .Replace("SECRET", NameOf(typeof(SecretTransportProvider)), StringComparison.Ordinal)
            .Replace("LANES", NameOf(typeof(LaneMailboxType)), StringComparison.Ordinal)
            + $"\nakka.loggers = [\"{NameOf(typeof(AkkaLog))}\"]\n");
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
