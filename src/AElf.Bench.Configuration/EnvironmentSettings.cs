using System.Collections;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration;

/// <summary>Reads the settings of the environment: <c>AELF_DATABASE_…</c>, <c>AELF_ACTOR_…</c> and <c>AELF_CLUSTER_…</c>.</summary>
public static class EnvironmentSettings
{
    private static readonly string[] Prefixes = ["AELF_DATABASE_", "AELF_ACTOR_", "AELF_CLUSTER_"];
    private static readonly string[] Secrets = [Settings.PasswordVariable, Settings.SecretVariable];

    /// <summary>The variables of this process.</summary>
    public static IReadOnlyDictionary<string, string> OfProcess() => Environment.GetEnvironmentVariables()
        .Cast<DictionaryEntry>()
        .ToDictionary(variable => (string)variable.Key, variable => (string?)variable.Value ?? "", StringComparer.Ordinal);

    /// <summary>Reads every variable that carries a setting; unknown names under these prefixes are warnings.</summary>
    public static SettingLayer Read(IReadOnlyDictionary<string, string> environment)
    {
        var layer = new SettingLayer(SettingSource.Environment);
        var known = Settings.All.Where(setting => setting.EnvironmentName is not null).ToDictionary(
            setting => setting.EnvironmentName!, StringComparer.Ordinal);
        foreach (var (name, text) in environment.OrderBy(variable => variable.Key, StringComparer.Ordinal))
        {
            if (known.TryGetValue(name, out var setting))
            {
                layer.Add(setting, name, text);
            }
            else if (IsOurs(name) && !Secrets.Contains(name, StringComparer.Ordinal))
            {
                var right = NearestName.Find(name, [.. known.Keys, .. Secrets]) ?? "a name of the table in config/README.md";
                layer.Add(ValidationError.Warning(name, "an unknown name", right));
            }
        }

        return layer;
    }

    private static bool IsOurs(string name) =>
        Array.Exists(Prefixes, prefix => name.StartsWith(prefix, StringComparison.Ordinal));
}
