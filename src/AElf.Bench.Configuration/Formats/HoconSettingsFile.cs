using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration.Formats;

/// <summary>Reads the documented part of a HOCON file; everything else in it is left to hosts that know it.</summary>
public static class HoconSettingsFile
{
    /// <summary>Most files inside one another by <c>include</c>.</summary>
    public const int MaxIncludes = 16;

    /// <summary>Reads the file at <paramref name="path"/> and its includes.</summary>
    public static SettingLayer Read(string path, IReadOnlyList<Setting> table) =>
        Read(path, table, ConfigurationText.Read);

    /// <summary>Reads with another way to get at the files; tests use it.</summary>
    internal static SettingLayer Read(string path, IReadOnlyList<Setting> table, Func<string, string> readText)
    {
        var layer = new SettingLayer(SettingSource.File);
        try
        {
            var root = new HoconResolver(ReadFile(path, [], readText)).Resolve();
            foreach (var setting in table.Where(setting => setting.HoconPath is not null))
            {
                ReadSetting(root, setting, layer);
            }
        }
        catch (ConfigurationFormatException exception)
        {
            layer.Add(exception.Problem);
        }

        return layer;
    }

    private static HoconObject ReadFile(string path, IReadOnlyList<string> outer, Func<string, string> readText)
    {
        var text = readText(path);
        return new HoconParser(
            path,
            text,
            (where, name) => Include(where, path, name, [.. outer, Path.GetFullPath(path)], readText)).Parse();
    }

    private static HoconObject Include(
        string where, string path, string name, IReadOnlyList<string> open, Func<string, string> readText)
    {
        if (name.Length == 0 || Path.IsPathRooted(name) || name.Contains('\0', StringComparison.Ordinal))
        {
            throw new ConfigurationFormatException(
                where, $"include {Quoted.Text(name)} is not valid", "expected a path relative to the including file");
        }

        var included = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(path) ?? "", name));
        if (open.Contains(included, StringComparer.Ordinal) || open.Count >= MaxIncludes)
        {
            throw new ConfigurationFormatException(
                where,
                $"include {Quoted.Text(name)} leads back to itself or too deep",
                $"expected files that do not include each other in a circle, at most {MaxIncludes} deep");
        }

        if (!File.Exists(included))
        {
            throw new ConfigurationFormatException(
                where, $"include {Quoted.Text(name)} does not exist", "expected a path relative to the including file");
        }

        return ReadFile(included, open, readText);
    }

    private static void ReadSetting(HoconObject root, Setting setting, SettingLayer layer)
    {
        var path = setting.HoconPath!;
        HoconNode? node = root;
        foreach (var name in path.Split('.'))
        {
            if (node is not HoconObject holder)
            {
                layer.Reject(
                    setting,
                    ValidationError.Invalid(
                        $"{node!.Where}: {path}", "a value in place of an object", "an object in braces"));
                return;
            }

            if (!holder.Members.TryGetValue(name, out node))
            {
                return;
            }
        }

        TakeValue(node, setting, $"{node.Where}: {path}", layer);
    }

    private static void TakeValue(HoconNode node, Setting setting, string what, SettingLayer layer)
    {
        if (node is HoconText value)
        {
            layer.Add(setting, what, value.Text);
        }
        else
        {
            layer.Reject(
                setting,
                ValidationError.Invalid(what, node is HoconArray ? "an array" : "an object", setting.Rule.Expected));
        }
    }
}
