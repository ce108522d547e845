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

/// <summary>The values of a HOCON file and its includes at the paths of settings, and its references.</summary>
/// <param name="wanted">The paths of settings.</param>
internal sealed class HoconValues(IReadOnlyList<string> wanted)
{
    private readonly Dictionary<string, (string Where, HoconKind Kind, string? Text)> values =
        new(StringComparer.Ordinal);

    private readonly List<(string Where, string From, string To)> references = [];

    /// <summary>Replaces a value where a setting is; objects and substitutions are merged.</summary>
    public void Put(string path, string where, HoconKind kind, string? text = null)
    {
        if (!wanted.Any(each => IsIn(each, path)))
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

    /// <summary>Notes that the value at a path refers to another.</summary>
    public void Refer(string where, string from, string to) => references.Add((where, from, to));

    /// <summary>Refuses a value that leads back to itself: Akka's stack would overflow, and end the process.</summary>
    /// <exception cref="ConfigurationFormatException">There is one.</exception>
    public void CheckCircles()
    {
        foreach (var start in references)
        {
            var reached = new HashSet<(string Where, string From, string To)>();
            var open = new Stack<(string Where, string From, string To)>([start]);
            while (open.TryPop(out var at))
            {
                foreach (var next in references.Where(each => IsIn(each.From, at.To) || IsIn(at.To, each.From)))
                {
                    if (next == start)
                    {
                        throw new ConfigurationFormatException(
                            start.Where,
                            $"the value of {Quoted.Text(start.From)} refers to itself through ${{{start.To}}}",
                            "expected a value without a cycle, because Akka cannot read it");
                    }

                    if (reached.Add(next))
                    {
                        open.Push(next);
                    }
                }
            }
        }
    }

    /// <summary>Moves the value of a setting, or its problem, to a layer.</summary>
    public void Read(Setting setting, string path, SettingLayer layer)
    {
        if (values.Keys.Where(each => IsIn(path, each)).MinBy(each => each.Length) is not { } holder)
        {
            return;
        }

        var (where, kind, text) = values[holder];
        var what = $"{where}: {path}";
        switch (kind)
        {
            case HoconKind.Substitution:
                layer.Reject(setting, ValidationError.Error(
                    what, "a substitution", $"write the value itself, {setting.Rule.Expected}"));
                break;
            case var _ when holder.Length < path.Length:
                layer.Reject(
                    setting, ValidationError.Invalid(what, "a value instead of an object", "an object in braces"));
                break;
            case HoconKind.Text:
                layer.Add(setting, what, text!);
                break;
            default:
                var shown = kind is HoconKind.Array ? "an array" : "an object";
                layer.Reject(setting, ValidationError.Invalid(what, shown, setting.Rule.Expected));
                break;
        }
    }

    private static bool IsIn(string path, string holder) =>
        path.StartsWith(holder, StringComparison.Ordinal)
        && (path.Length == holder.Length || path[holder.Length] == '.');
}
