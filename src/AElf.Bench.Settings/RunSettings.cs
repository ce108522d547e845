using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>The settings that a benchmark submits to a manager with a run.</summary>
public static class RunSettings
{
    /// <summary>The texts of the settings to submit, by name. Settings without a value are omitted.</summary>
    /// <param name="withStore">Whether the benchmark was configured for a store.</param>
    public static IReadOnlyDictionary<string, string> From(
        IReadOnlyList<Setting> table, ResolvedSettings settings, bool withStore) =>
        table
        .Where(setting => setting.Submission switch
        {
            Submission.Always => true,
            Submission.WhenTyped => settings.IsTyped(setting),
            Submission.WithStore => withStore,
            _ => false,
        })
        .Where(setting => settings[setting] is not null)
        .ToDictionary(setting => setting.Name, setting => settings[setting]!, StringComparer.Ordinal);

    /// <summary>The effective settings of a run: submitted settings override the manager's.</summary>
    /// <param name="submitted">The result of <see cref="Read"/>.</param>
    public static IReadOnlyDictionary<string, UsedSetting> Effective(
        IReadOnlyDictionary<string, UsedSetting> own, IReadOnlyList<Setting> table, ResolvedSettings submitted) =>
        UsedSetting.Merge(
            own,
            From(table, submitted, withStore: false)
                .Select(each => KeyValuePair.Create(each.Key, new UsedSetting(each.Value, "benchmark"))));

    /// <summary>Reads submitted settings and checks each by its rule.</summary>
    public static ResolvedSettings Read(
        IReadOnlyList<Setting> table, IEnumerable<KeyValuePair<string, string>> texts)
    {
        var layer = new SettingLayer(SettingSource.Submission);
        var known = table
            .Where(setting => setting.Submission != Submission.Never)
            .ToDictionary(setting => setting.Name, StringComparer.Ordinal);
        foreach (var (name, text) in texts.OrderBy(pair => pair.Key, StringComparer.Ordinal))
        {
            if (known.TryGetValue(name, out var setting))
            {
                layer.Add(setting, setting.Option ?? name, text);
            }
            else
            {
                const string Advice = "expected settings of the workload, measurement and actors";
                layer.Add(ValidationError.Error(Quoted.Text(name), "not a setting of a run", Advice));
            }
        }

        return new ResolvedSettings(layer);
    }
}
