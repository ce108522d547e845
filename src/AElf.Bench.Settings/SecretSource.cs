using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings.Formats;

namespace AElf.Bench.Settings;

/// <summary>A secret and where it came from.</summary>
/// <param name="Secret">Null when none was given.</param>
public sealed record SecretReading(Secret? Secret, SettingSource Source, IReadOnlyList<ValidationError> Problems)
{
    /// <summary>No secret, and nothing wrong with that.</summary>
    public static SecretReading None { get; } = new(null, SettingSource.Default, []);
}

/// <summary>
/// Takes a secret from a file or the environment: the two places other users of the machine cannot read it from.
/// </summary>
/// <param name="fallback">The variable of another program; null for none.</param>
public sealed class SecretSource(
    Setting setting, int minCharacters, Func<string, string> secretOf, string? fallback = null)
{
    private const int MaxCharacters = 4096;

    private readonly string noun = setting.Key.ToLowerInvariant();

    /// <summary>The store's password: a file's first line, or else the variable that redis-cli reads too.</summary>
    public static SecretSource Password { get; } =
        new(StoreSettings.Password, 1, text => text.Split('\n')[0].TrimEnd('\r'), StoreSettings.RedisCliPassword);

    /// <summary>
    /// The cluster's secret: a whole file, one newline at its end left out, of at least 16 characters.
    /// </summary>
    public static SecretSource Cluster { get; } = new(ClusterSettings.Secret, 16, WithoutNewline);

    /// <summary>
    /// The secret of the winning source: the file when the command line names it, else the variable, else the file,
    /// else the variable of another program.
    /// </summary>
    public SecretReading Read(ResolvedSettings settings, IReadOnlyDictionary<string, string> environment)
    {
        var file = setting.SecretFile!;
        var path = settings.Get(file);
        var source = settings.Source(file);
        var variable = setting.EnvironmentName!;
        var hasVariable = environment.TryGetValue(variable, out var value);
        if (hasVariable && source == SettingSource.Environment)
        {
            return Refused(
                source,
                ValidationError.Error(
                    variable, $"set together with {file.EnvironmentName}", "set only one of the two"));
        }

        if (hasVariable && source != SettingSource.CommandLine)
        {
            return Validate(value!, SettingSource.Environment, variable);
        }

        if (path is not null)
        {
            return ReadFile(path, source, settings.What(file));
        }

        return fallback is not null && environment.TryGetValue(fallback, out var other)
            ? Validate(other, SettingSource.Environment, fallback)
            : SecretReading.None;
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

    /// <summary>The warning of a file that others can read or write.</summary>
    /// <param name="what">Where the file was named.</param>
    public static ValidationError OpenToOthers(string what, string noun) =>
        ValidationError.Warning(what, $"other users can read the {noun} file", "set its mode to 0600");

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
