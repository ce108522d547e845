using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.Formats;

/// <summary>
/// Reads from a HOCON file the settings that have a path there. Whatever else it holds is Akka's, which is handed the
/// same file.
/// </summary>
public static class HoconSettingsFile
{
    /// <summary>Most files inside one another by <c>include</c>.</summary>
    public const int MaxIncludes = 16;

    // All but one are Akka's.
    private static readonly Dictionary<Setting, string> Paths = new()
    {
        [ActorSettings.ActorCount] = "akka.actor.deployment./router.nr-of-instances",
        [ActorSettings.Routing] = "akka.actor.deployment./router.router",
        [ActorSettings.MailboxCapacity] = "akka.actor.default-mailbox.mailbox-capacity",
        [ActorSettings.VirtualNodes] = "akka.actor.deployment./router.virtual-nodes-factor",
        [ClusterSettings.HostName] = "akka.remote.dot-netty.tcp.hostname",
        [ClusterSettings.ActorPort] = "akka.remote.dot-netty.tcp.port",
        [ClusterSettings.AllowPublicAddress] = "aelf.allow-public-address",
        [ClusterSettings.HeartbeatInterval] = "akka.cluster.failure-detector.heartbeat-interval",
        [ClusterSettings.AcceptableHeartbeatPause] = "akka.cluster.failure-detector.acceptable-heartbeat-pause",
        [ClusterSettings.MaximumFrameBytes] = "akka.remote.dot-netty.tcp.maximum-frame-size",
    };

    /// <summary>The dotted path of a setting; null when HOCON cannot carry it.</summary>
    public static string? PathOf(Setting setting) => Paths.GetValueOrDefault(setting);

    /// <summary>Reads the file at <paramref name="path"/> and its includes.</summary>
    public static SettingLayer Read(string path, IReadOnlyList<Setting> table) =>
        Read(path, table, ConfigurationText.Read);

    /// <summary>Reads with another way to get the text of files; tests use it.</summary>
    internal static SettingLayer Read(string path, IReadOnlyList<Setting> table, Func<string, string> readText)
    {
        Setting[] settings = [.. table.Where(Paths.ContainsKey)];
        var values = new HoconValues(Array.ConvertAll(settings, setting => Paths[setting]));
        var layer = new SettingLayer(SettingSource.File);
        try
        {
            ReadFile(path, [], "");
            values.CheckCircles();
            Array.ForEach(settings, setting => values.Read(setting, Paths[setting], layer));
        }
        catch (ConfigurationFormatException exception)
        {
            layer.Add(exception.Problem);
        }

        return layer;

        void ReadFile(string file, string[] outer, string place)
        {
            string[] open = [.. outer, Path.GetFullPath(file)];
            new HoconParser(
                file,
                readText(file),
                values,
                (where, name, inside) => ReadFile(Included(where, file, name, open), open, inside)).Parse(place);
        }
    }

    private static string Included(string where, string path, string name, string[] open)
    {
        const string Expected = "expected a path relative to the including file";
        if (name.Length == 0 || Path.IsPathRooted(name) || name.Contains('\0', StringComparison.Ordinal))
        {
            throw new ConfigurationFormatException(where, $"include {Quoted.Text(name)} is not valid", Expected);
        }

        var included = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(path) ?? "", name));
        if (open.Contains(included, StringComparer.Ordinal) || open.Length >= MaxIncludes)
        {
            throw new ConfigurationFormatException(
                where,
                $"include {Quoted.Text(name)} is circular or nested too deep",
                $"expected at most {MaxIncludes} levels without a cycle");
        }

        return File.Exists(included)
            ? included
            : throw new ConfigurationFormatException(where, $"include {Quoted.Text(name)} does not exist", Expected);
    }
}
