using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.Formats;

/// <summary>
/// Reads the settings that have a path in a HOCON file. Akka reads the same file for its other values.
/// </summary>
public static class HoconSettingsFile
{
    /// <summary>Maximum depth of nested includes.</summary>
    public const int MaxIncludes = 16;

    /// <summary>The path of each setting; all but one are Akka's.</summary>
    internal static readonly IReadOnlyDictionary<Setting, string> Paths = new Dictionary<Setting, string>
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

    /// <summary>Reads the file at <paramref name="path"/> and its includes.</summary>
    public static SettingLayer Read(string path, IReadOnlyList<Setting> table) =>
        Read(path, table, ConfigurationText.Read);

    /// <summary>Reads with another reader of files, for tests.</summary>
    internal static SettingLayer Read(string path, IReadOnlyList<Setting> table, Func<string, string> readText)
    {
        var (entries, layer) = (new List<HoconEntry>(), new SettingLayer(SettingSource.File));
        try
        {
            ReadFile(path, [], "");
            CheckCircles([.. entries.Where(entry => entry.Kind is HoconKind.Substitution)]);
            foreach (var setting in table.Where(Paths.ContainsKey))
            {
                Take(setting, Paths[setting], entries, layer);
            }
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
                entries,
                (where, name, inside) => ReadFile(Included(where, file, name, open), open, inside)).Parse(place);
        }
    }

    // The last entry wins. An object replaces a value above the setting, but is merged with a substitution there.
    private static void Take(Setting setting, string path, List<HoconEntry> entries, SettingLayer layer)
    {
        HoconEntry? found = null;
        foreach (var entry in entries)
        {
            var isAbove = found is not null && found.Path.Length < path.Length && IsIn(entry.Path, found.Path);
            found = isAbove && found!.Kind is not HoconKind.Substitution ? null : found;
            var isMerged = (entry.Kind is HoconKind.Object && entry.Path.Length < path.Length)
                || (isAbove && found is not null && entry.Path.Length > found.Path.Length);
            found = IsIn(path, entry.Path) && !isMerged ? entry : found;
        }

        var what = $"{found?.Where}: {path}";
        switch (found)
        {
            case null:
                break;
            case { Kind: HoconKind.Substitution }:
                layer.Reject(setting, ValidationError.Error(
                    what, "a substitution", $"write the value itself, {setting.Rule.Expected}"));
                break;
            case var _ when found.Path.Length < path.Length:
                layer.Reject(
                    setting,
                    ValidationError.Invalid(
                        $"{found.Where}: {found.Path}", "a value instead of an object", "an object in braces"));
                break;
            case { Kind: HoconKind.Text, Text: { } text }:
                layer.Add(setting, what, text);
                break;
            default:
                var shown = found.Kind is HoconKind.Array ? "an array" : "an object";
                layer.Reject(setting, ValidationError.Invalid(what, shown, setting.Rule.Expected));
                break;
        }
    }

    // A value that refers to itself overflows Akka's stack, which ends the process.
    private static void CheckCircles(HoconEntry[] references)
    {
        for (var remaining = references; remaining.Length > 0;)
        {
            var connected = Array.FindAll(
                remaining,
                each => Array.Exists(remaining, other => LeadsTo(each, other))
                    && Array.Exists(remaining, other => LeadsTo(other, each)));
            if (connected.Length == remaining.Length)
            {
                throw new ConfigurationFormatException(
                    connected[0].Where,
                    $"the value of {Quoted.Text(connected[0].Path)} refers to itself through ${{{connected[0].Text}}}",
                    "expected a value without a cycle, because Akka cannot read it");
            }

            remaining = connected;
        }

        static bool LeadsTo(HoconEntry from, HoconEntry to) => IsIn(to.Path, from.Text!) || IsIn(from.Text!, to.Path);
    }

    private static bool IsIn(string path, string holder) =>
        path.StartsWith(holder, StringComparison.Ordinal)
        && (path.Length == holder.Length || path[holder.Length] == '.');

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
