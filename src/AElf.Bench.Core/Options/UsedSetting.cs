namespace AElf.Bench.Core.Options;

/// <summary>A setting as a run used it.</summary>
/// <param name="Text">The value; <c>none</c> when unset, <c>[redacted]</c> for secrets.</param>
/// <param name="Source">Where it came from, in words; empty if unknown.</param>
public sealed record UsedSetting(string Text, string Source)
{
    /// <summary>Creates it from a value and its source in this process.</summary>
    public UsedSetting(string? text, SettingSource source)
        : this(text ?? "none", source is SettingSource.CommandLine ? "command line" : $"{source}".ToLowerInvariant())
    {
    }

    /// <summary>Whether the value is the default.</summary>
    public bool IsDefault => Source is "default";

    /// <summary>Reads what <see cref="ToString"/> wrote.</summary>
    public static UsedSetting Parse(string shown)
    {
        var at = shown.LastIndexOf(" (", StringComparison.Ordinal);
        return at < 0 || !shown.EndsWith(')') ? new(shown, "") : new(shown[..at], shown[(at + 2)..^1]);
    }

    /// <summary>
    /// Merges settings, sorted by name. <paramref name="over"/> replaces values of <paramref name="settings"/>.
    /// </summary>
    public static IReadOnlyDictionary<string, UsedSetting> Merge(
        IEnumerable<KeyValuePair<string, UsedSetting>> settings, IEnumerable<KeyValuePair<string, UsedSetting>> over)
    {
        var merged = new SortedDictionary<string, UsedSetting>(StringComparer.Ordinal);
        foreach (var (name, used) in settings.Concat(over))
        {
            merged[name] = used;
        }

        return merged;
    }

    /// <summary>The value and its source, as reports show them.</summary>
    public override string ToString() => Source.Length == 0 ? Text : $"{Text} ({Source})";
}
