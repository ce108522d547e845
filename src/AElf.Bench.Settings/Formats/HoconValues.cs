using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.Formats;

/// <summary>What stands at a place of a HOCON file.</summary>
internal enum HoconKind
{
    None,
    Text,
    Array,
    Object,
    Substitution,
}

/// <summary>The values of a HOCON file and its includes at the paths of settings.</summary>
internal sealed class HoconValues(IReadOnlyList<string> wanted)
{
    private readonly Dictionary<string, (string Where, HoconKind Kind, string? Text)> values =
        new(StringComparer.Ordinal);

    /// <summary>The path of <paramref name="name"/> in the object at a path; null when no setting is there.</summary>
    public string? Under(string? path, string name)
    {
        var under = path is null or "" ? name : $"{path}.{name}";
        var isKnown = path is not null
            && !name.Contains('.', StringComparison.Ordinal)
            && wanted.Any(each => IsIn(each, under));
        return isKnown ? under : null;
    }

    /// <summary>Replaces a value; objects and substitutions are merged.</summary>
    public void Put(string? path, string where, HoconKind kind, string? text = null)
    {
        if (path is null)
        {
            return;
        }

        var isMerged = kind is HoconKind.Object && !wanted.Contains(path, StringComparer.Ordinal);
        foreach (var (other, value) in values.ToArray())
        {
            var isHolder = IsIn(path, other);
            if (isHolder ? value.Kind is not HoconKind.Substitution : !isMerged && IsIn(other, path))
            {
                values.Remove(other);
            }
        }

        if (!isMerged)
        {
            values[path] = (where, kind, text);
        }
    }

    /// <summary>Moves the value of a setting, or its problem, to a layer.</summary>
    public void Read(Setting setting, SettingLayer layer)
    {
        var path = HoconSettingsFile.PathOf(setting)!;
        if (values.Keys.Where(each => IsIn(path, each)).MinBy(each => each.Length) is not { } holder)
        {
            return;
        }

        var (where, kind, text) = values[holder];
        var what = $"{where}: {path}";
        var isWhole = holder.Length == path.Length;
        if (isWhole && text is not null)
        {
            layer.Add(setting, what, text);
            return;
        }

        layer.Reject(setting, (kind, isWhole) switch
        {
            (HoconKind.Substitution, _) => ValidationError.Error(
                what, "a substitution", $"write the value itself, {setting.Rule.Expected}"),
            (_, false) => ValidationError.Invalid(what, "a value instead of an object", "an object in braces"),
            _ => ValidationError.Invalid(
                what, kind is HoconKind.Array ? "an array" : "an object", setting.Rule.Expected),
        });
    }

    private static bool IsIn(string path, string holder) =>
        path.StartsWith(holder, StringComparison.Ordinal)
        && (path.Length == holder.Length || path[holder.Length] == '.');
}
