namespace AElf.Bench.Harness.Configuration;

/// <summary>Reads the settings of the environment: <c>AELF_DATABASE_…</c> and <c>AELF_ACTOR_…</c>.</summary>
public static class EnvironmentSettings
{
    /// <summary>Reads every variable that carries a setting; unknown names under the two prefixes are warnings.</summary>
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
            else if (IsOurs(name) && !name.Equals(Settings.PasswordVariable, StringComparison.Ordinal))
            {
                layer.Add(ValidationError.Warning(name, "an unknown name", NearestName.Find(name, known.Keys) ?? "a name of the table in config/README.md"));
            }
        }

        return layer;
    }

    private static bool IsOurs(string name) =>
        name.StartsWith("AELF_DATABASE_", StringComparison.Ordinal) || name.StartsWith("AELF_ACTOR_", StringComparison.Ordinal);
}
