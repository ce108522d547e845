using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Configuration;

/// <summary>The password and where it came from.</summary>
/// <param name="Password">Null when none was given.</param>
/// <param name="Source">Which source.</param>
/// <param name="Problems">Why it could not be read.</param>
public sealed record PasswordReading(Secret? Password, SettingSource Source, IReadOnlyList<ValidationError> Problems);

/// <summary>Takes the password from a file or the environment: the two places other users of the machine cannot read it from.</summary>
public static class PasswordSource
{
    private const int MostCharacters = 4096;

    /// <summary>The password of the winning source: the file when the command line names it, else the variable, else the file.</summary>
    public static PasswordReading Read(MergedSettings settings, IReadOnlyDictionary<string, string> environment)
    {
        var file = settings[Settings.PasswordFile];
        var fileSource = settings.Source(Settings.PasswordFile);
        var hasVariable = environment.TryGetValue(Settings.PasswordVariable, out var value);
        if (hasVariable && fileSource == SettingSource.Environment)
        {
            return Refused(fileSource, Settings.PasswordVariable, $"a second password beside {Settings.PasswordFile.EnvironmentName}", "one of the two");
        }

        if (hasVariable && fileSource != SettingSource.CommandLine)
        {
            return Judge(value!, SettingSource.Environment, Settings.PasswordVariable);
        }

        return file is null ? new PasswordReading(null, SettingSource.Default, []) : ReadFile(file, fileSource, settings.What(Settings.PasswordFile));
    }

    private static PasswordReading ReadFile(string path, SettingSource source, string what)
    {
        try
        {
            var reading = Judge(ConfigurationText.Read(path).Split('\n')[0].TrimEnd('\r'), source, what);
            return IsOpenToOthers(path) ? reading with { Problems = [.. reading.Problems, OpenToOthers(what)] } : reading;
        }
        catch (ConfigurationFormatException exception)
        {
            return Refused(source, what, $"{exception.Problem.Given} ({Quoted.Text(path)})", exception.Problem.Right);
        }
    }

    private static PasswordReading Judge(string text, SettingSource source, string what)
    {
        if (text.Length is 0 or > MostCharacters || text.Any(char.IsControl))
        {
            return Refused(source, what, "an empty or unprintable password", $"a password of 1 to {MostCharacters} characters in one line");
        }

        return new PasswordReading(new Secret(text), source, []);
    }

    private static PasswordReading Refused(SettingSource source, string what, string given, string right) =>
        new(null, source, [ValidationError.Error(what, given, right)]);

    private static ValidationError OpenToOthers(string what) => ValidationError.Warning(what, "a password file other users can read", "a file with mode 0600");

    private static bool IsOpenToOthers(string path) =>
        !OperatingSystem.IsWindows()
        && (File.GetUnixFileMode(path)
            & (UnixFileMode.GroupRead | UnixFileMode.OtherRead | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite)) != UnixFileMode.None;
}
