using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration;

/// <summary>One setting as the run uses it.</summary>
/// <param name="Name">Section, dot, key.</param>
/// <param name="Text">The value; <c>none</c> when unset, <c>[redacted]</c> for secrets.</param>
/// <param name="Source">Where it came from.</param>
public sealed record EffectiveOption(string Name, string Text, SettingSource Source)
{
    /// <summary>The value and its source, as reports show it.</summary>
    public override string ToString() => $"{Text} ({SourceName})";

    private string SourceName => Source switch
    {
        SettingSource.File => "file",
        SettingSource.Environment => "environment",
        SettingSource.Scenario => "scenario",
        SettingSource.Submission => "submission",
        SettingSource.CommandLine => "command line",
        _ => "default",
    };
}

/// <summary>Every setting as the run uses it, sorted by name.</summary>
public sealed class EffectiveOptions
{
    private EffectiveOptions(IReadOnlyList<EffectiveOption> options)
    {
        All = options;
    }

    /// <summary>The settings, sorted by name.</summary>
    public IReadOnlyList<EffectiveOption> All { get; }

    /// <summary>Collects the merged settings; secrets are there, but never readable.</summary>
    public static EffectiveOptions From(
        IReadOnlyList<Setting> table, MergedSettings settings, IReadOnlyDictionary<Setting, SecretReading> secrets)
    {
        return new([.. table.Select(Option).OrderBy(option => option.Name, StringComparer.Ordinal)]);

        EffectiveOption Option(Setting setting) => setting.SecretFile is null
            ? new(setting.Name, settings[setting] ?? "none", settings.Source(setting))
            : new(setting.Name, secrets[setting].Secret?.ToString() ?? "none", secrets[setting].Source);
    }

    /// <summary>The same with some values that came from elsewhere over them.</summary>
    /// <param name="over">Names and texts.</param>
    /// <param name="origin">Where they came from, in a word.</param>
    public IReadOnlyDictionary<string, string> ToDictionary(IReadOnlyDictionary<string, string> over, string origin)
    {
        ArgumentNullException.ThrowIfNull(over);
        var merged = new SortedDictionary<string, string>(
            ToDictionary().ToDictionary(StringComparer.Ordinal), StringComparer.Ordinal);
        foreach (var (name, text) in over)
        {
            merged[name] = $"{text} ({origin})";
        }

        return merged;
    }

    /// <summary>Name → value and source, the shape a run's report keeps.</summary>
    public IReadOnlyDictionary<string, string> ToDictionary() =>
        new SortedDictionary<string, string>(
            All.ToDictionary(option => option.Name, option => option.ToString(), StringComparer.Ordinal),
            StringComparer.Ordinal);
}
