using AElf.Bench.Configuration.Formats;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration;

/// <summary>A secret and where it came from.</summary>
/// <param name="Secret">Null when none was given.</param>
/// <param name="Source">Which source.</param>
/// <param name="Problems">Why it could not be read.</param>
public sealed record SecretReading(Secret? Secret, SettingSource Source, IReadOnlyList<ValidationError> Problems)
{
    /// <summary>No secret, and nothing wrong with that.</summary>
    public static SecretReading None { get; } = new(null, SettingSource.Default, []);
}

/// <summary>Takes a secret from a file or the environment: the two places other users of the machine cannot read it from.</summary>
public sealed class SecretSource
{
    private const int MaxCharacters = 4096;

    private readonly Setting file;
    private readonly string variable;
    private readonly string noun;
    private readonly int minCharacters;
    private readonly string unfit;
    private readonly Func<string, string> secretOf;

    private SecretSource(Setting file, string variable, string noun, int minCharacters, string unfit, Func<string, string> secretOf)
    {
        this.file = file;
        this.variable = variable;
        this.noun = noun;
        this.minCharacters = minCharacters;
        this.unfit = unfit;
        this.secretOf = secretOf;
    }

    /// <summary>The store's password: a file's first line.</summary>
    public static SecretSource Password { get; } =
        new(Settings.PasswordFile, Settings.PasswordVariable, "password", 1, "an empty or unprintable password", text => text.Split('\n')[0].TrimEnd('\r'));

    /// <summary>The cluster's secret: a whole file, one newline at its end left out.</summary>
    public static SecretSource Cluster { get; } =
        new(Settings.SecretFile, Settings.SecretVariable, "secret", 16, "a secret that is too short, too long or unprintable", WithoutNewline);

    /// <summary>The secret of the winning source: the file when the command line names it, else the variable, else the file.</summary>
    public SecretReading Read(MergedSettings settings, IReadOnlyDictionary<string, string> environment)
    {
        var path = settings[file];
        var source = settings.Source(file);
        var hasVariable = environment.TryGetValue(variable, out var value);
        if (hasVariable && source == SettingSource.Environment)
        {
            return Refused(source, variable, $"a second {noun} beside {file.EnvironmentName}", "one of the two");
        }

        if (hasVariable && source != SettingSource.CommandLine)
        {
            return Validate(value!, SettingSource.Environment, variable);
        }

        return path is null ? SecretReading.None : ReadFile(path, source, settings.What(file));
    }

    /// <summary>Whether other users of the machine can read or write the file.</summary>
    public static bool IsOpenToOthers(string path)
    {
        const UnixFileMode Others = UnixFileMode.GroupRead | UnixFileMode.OtherRead | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;
        return !OperatingSystem.IsWindows() && (File.GetUnixFileMode(path) & Others) != UnixFileMode.None;
    }

    private SecretReading ReadFile(string path, SettingSource source, string what)
    {
        try
        {
            var reading = Validate(secretOf(ConfigurationText.Read(path)), source, what);
            return IsOpenToOthers(path) ? reading with { Problems = [.. reading.Problems, OpenToOthers(what)] } : reading;
        }
        catch (ConfigurationFormatException exception)
        {
            return Refused(source, what, $"{exception.Problem.Given} ({Quoted.Text(path)})", exception.Problem.Right);
        }
    }

    private SecretReading Validate(string text, SettingSource source, string what)
    {
        if (text.Length < minCharacters || text.Length > MaxCharacters || text.Any(char.IsControl))
        {
            return Refused(source, what, unfit, $"a {noun} of {minCharacters} to {MaxCharacters} characters in one line");
        }

        return new SecretReading(new Secret(text), source, []);
    }

    private static SecretReading Refused(SettingSource source, string what, string given, string right) =>
        new(null, source, [ValidationError.Error(what, given, right)]);

    private ValidationError OpenToOthers(string what) => ValidationError.Warning(what, $"a {noun} file other users can read", "a file with mode 0600");

    private static string WithoutNewline(string text) => text switch
    {
        [.. var line, '\r', '\n'] => line,
        [.. var line, '\n'] => line,
        _ => text,
    };
}
