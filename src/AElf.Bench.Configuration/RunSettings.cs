using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration;

/// <summary>The settings that make a run what it is: what a benchmark sends to the manager that shall make it.</summary>
public static class RunSettings
{
    /// <summary>Where the benchmark would look for the accounts: sent when it was configured, so that two stores are not taken for one.</summary>
    private static readonly Setting[] StoreAddress = [Settings.Type, Settings.Host, Settings.Port];

    private static readonly Setting[] Travelling =
    [
        Settings.Transfers, Settings.GroupsFrom, Settings.GroupsTo, Settings.Skew, Settings.Seed, Settings.Prepared,
        Settings.Rounds, Settings.WarmupRounds, Settings.SliceMs, Settings.Ceiling,
        Settings.Workers, Settings.Lanes, Settings.Mode, Settings.Routing, Settings.ConcurrencyLevel, Settings.MailboxCapacity, Settings.VirtualNodes,
        Settings.Latency,
    ];

    /// <summary>Their names and texts; what is unset is left out.</summary>
    /// <param name="settings">The benchmark's.</param>
    /// <param name="withStore">Whether the benchmark was configured for a store.</param>
    public static IReadOnlyDictionary<string, string> From(MergedSettings settings, bool withStore) => Travelling.Concat(withStore ? StoreAddress : [])
        .Where(setting => settings[setting] is not null)
        .ToDictionary(setting => setting.Name, setting => settings[setting]!, StringComparer.Ordinal);

    /// <summary>Reads them back, each judged by its rule.</summary>
    public static MergedSettings Read(IReadOnlyDictionary<string, string> texts)
    {
        ArgumentNullException.ThrowIfNull(texts);
        var layer = new SettingLayer(SettingSource.CommandLine);
        foreach (var (name, text) in texts.OrderBy(pair => pair.Key, StringComparer.Ordinal))
        {
            if (Travelling.Concat(StoreAddress).FirstOrDefault(setting => string.Equals(setting.Name, name, StringComparison.Ordinal)) is { } setting)
            {
                layer.Add(setting, setting.Option ?? name, text);
            }
            else
            {
                layer.Add(
                    ValidationError.Error(Quoted.Text(name), "a setting that does not concern a run", "settings of the workload, of measuring and of actors"));
            }
        }

        return new MergedSettings(layer);
    }
}
