using System.Collections;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>
/// Reads the settings of the environment: <c>AELF_DATABASE_…</c>, <c>AELF_ACTOR_…</c>, <c>AELF_CLUSTER_…</c> and
/// <c>AELF_MEASURE_…</c>.
/// </summary>
public static class EnvironmentSettings
{
    private static readonly string[] Prefixes = ["AELF_DATABASE_", "AELF_ACTOR_", "AELF_CLUSTER_", "AELF_MEASURE_"];

    public static IReadOnlyDictionary<string, string> OfProcess() => Environment.GetEnvironmentVariables()
        .Cast<DictionaryEntry>()
        .ToDictionary(
            variable => (string)variable.Key, variable => (string?)variable.Value ?? "", StringComparer.Ordinal);

    /// <summary>
    /// Reads every variable that carries a setting; unknown names under these prefixes are warnings. Secrets are left
    /// to <see cref="SecretSource"/>.
    /// </summary>
    public static SettingLayer Read(IReadOnlyList<Setting> table, IReadOnlyDictionary<string, string> environment)
    {
        var layer = new SettingLayer(SettingSource.Environment);
        var known = table.Where(setting => setting.EnvironmentName is not null).ToDictionary(
            setting => setting.EnvironmentName!, StringComparer.Ordinal);
        foreach (var (name, text) in environment.OrderBy(variable => variable.Key, StringComparer.Ordinal))
        {
            if (!known.TryGetValue(name, out var setting) && IsOurs(name))
            {
                var advice = NearestName.Suggest(name, known.Keys, "docs/settings.md has the table");
                layer.Add(ValidationError.Warning(name, "unknown environment variable", advice));
            }
            else if (setting is { SecretFile: null })
            {
                layer.Add(setting, name, text);
            }
        }

        return layer;
    }

    private static bool IsOurs(string name) =>
        Array.Exists(Prefixes, prefix => name.StartsWith(prefix, StringComparison.Ordinal));
}
