using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings.Formats;

namespace AElf.Bench.Settings;

/// <summary>A secret and its source.</summary>
/// <param name="Secret">The secret; null if absent or refused.</param>
public sealed record SecretReading(Secret? Secret, SettingSource Source, IReadOnlyList<ValidationError> Problems)
{
    /// <summary>No secret, without a problem.</summary>
    public static SecretReading None { get; } = new(null, SettingSource.Default, []);
}

/// <summary>
/// Reads a secret from a file or the environment: other users of the machine can read neither.
/// </summary>
/// <param name="fallback">The variable of another program; null for none.</param>
public sealed class SecretSource(
    Setting setting, int minCharacters, Func<string, string> secretOf, string? fallback = null)
{
    private const int MaxCharacters = 4096;

    private readonly string noun = setting.Key.ToLowerInvariant();

    /// <summary>The store's password: the first line of its file. The fallback is the variable of redis-cli.</summary>
    public static SecretSource Password { get; } =
        new(StoreSettings.Password, 1, text => text.Split('\n')[0].TrimEnd('\r'), StoreSettings.RedisCliPassword);

    /// <summary>
    /// The cluster's secret, at least 16 characters: the whole file without one newline at its end.
    /// </summary>
    public static SecretSource Cluster { get; } = new(ClusterSettings.Secret, 16, WithoutNewline);

    /// <summary>
    /// The secret from the first of these: the file if the command line names it, the variable, the file, the variable
    /// of another program.
    /// </summary>
    public SecretReading Read(ResolvedSettings settings, IReadOnlyDictionary<string, string> environment)
    {
        var file = setting.SecretFile!;
        var source = settings.Source(file);
        var variable = setting.EnvironmentName!;
        return (environment.GetValueOrDefault(variable), settings.Get(file)) switch
        {
            ({ }, _) when source == SettingSource.Environment => Refused(
                source,
                ValidationError.Error(
                    variable, $"set together with {file.EnvironmentName}", "set only one of the two")),
            ({ } value, _) when source != SettingSource.CommandLine =>
                Validate(value, SettingSource.Environment, variable),
            (_, { } path) => ReadFile(path, source, settings.What(file)),
            _ when fallback is not null && environment.TryGetValue(fallback, out var other) =>
                Validate(other, SettingSource.Environment, fallback),
            _ => SecretReading.None,
        };
    }

    /// <summary>
    /// Whether other users of the machine can read or write the file. A container has no other users, and Compose and
    /// Kubernetes set the mode of its secrets.
    /// </summary>
    public static bool IsOpenToOthers(string path)
    {
        const UnixFileMode Others = UnixFileMode.GroupRead | UnixFileMode.OtherRead
            | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;
        return Environment.GetEnvironmentVariable("DOTNET_RUNNING_IN_CONTAINER") is not "true"
            && (File.GetUnixFileMode(path) & Others) != UnixFileMode.None;
    }

    /// <summary>The warning about a file that other users can read or write.</summary>
    /// <param name="what">The setting that names the file.</param>
    public static ValidationError OpenToOthers(string what, string noun) =>
        ValidationError.Warning(what, $"other users can read or write the {noun} file", "set its mode to 0600");

    private SecretReading ReadFile(string path, SettingSource source, string what)
    {
        try
        {
            var reading = Validate(secretOf(ConfigurationText.Read(path)), source, what);
            return IsOpenToOthers(path)
                ? reading with { Problems = [.. reading.Problems, OpenToOthers(what, noun)] }
                : reading;
        }
        catch (ConfigurationFormatException exception)
        {
            return Refused(
                source,
                exception.Problem with { What = what, Problem = $"{exception.Problem.Problem} ({Quoted.Text(path)})" });
        }
    }

    private SecretReading Validate(string text, SettingSource source, string what) =>
        text.Length < minCharacters || text.Length > MaxCharacters || text.Any(char.IsControl)
            ? Refused(
                source,
                ValidationError.Invalid(
                    what, $"the {noun}", $"{minCharacters} to {MaxCharacters} printable characters on one line"))
            : new SecretReading(new Secret(text), source, []);

    private static SecretReading Refused(SettingSource source, ValidationError problem) => new(null, source, [problem]);

    private static string WithoutNewline(string text) => text switch
    {
        [.. var line, '\r', '\n'] => line,
        [.. var line, '\n'] => line,
        _ => text,
    };
}
