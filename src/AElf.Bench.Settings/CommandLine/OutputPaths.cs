using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>Finds out before the run whether its results can be written after it.</summary>
public static class OutputPaths
{
    /// <summary>What is wrong with the output files that are named; existing ones are left as they are.</summary>
    public static IEnumerable<ValidationError> Check(IReadOnlyList<Setting> table, ResolvedSettings settings)
    {
        var taken = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var setting in table.Where(setting => setting.Rule == SettingRules.OutputFile))
        {
            if (settings[setting] is { } path
                && (Clash(taken, setting, path) ?? CheckOne(setting.Option!, path)) is { } problem)
            {
                yield return problem;
            }
        }
    }

    private static ValidationError? Clash(Dictionary<string, string> taken, Setting setting, string path) =>
        taken.TryAdd(Path.GetFullPath(path), setting.Option!)
            ? null
            : ValidationError.Error(
                setting.Option!,
                $"{Quoted.Text(path)} is also the file of {taken[Path.GetFullPath(path)]}",
                "expected a file of its own");

    private static ValidationError? CheckOne(string option, string path)
    {
        var folder = Path.GetDirectoryName(Path.GetFullPath(path));
        if (Directory.Exists(path) || folder is null)
        {
            return ValidationError.Error(option, $"{Quoted.Text(path)} is a folder", "expected the name of a file");
        }

        if (!Directory.Exists(folder))
        {
            return ValidationError.Error(
                option, $"{Quoted.Text(path)} is in a folder that does not exist", "expected an existing folder");
        }

        return IsWritable(path, folder)
            ? null
            : ValidationError.Error(option, $"{Quoted.Text(path)} is not writable", "expected a writable file");
    }

    /// <summary>Whether files can be made in a folder.</summary>
    public static bool IsWritableFolder(string folder) => CanOpen(
        Path.Combine(folder, $".{Path.GetRandomFileName()}"),
        FileMode.CreateNew,
        FileShare.None,
        FileOptions.DeleteOnClose);

    private static bool IsWritable(string path, string folder) => File.Exists(path)
        ? CanOpen(path, FileMode.Open, FileShare.ReadWrite, FileOptions.None)
        : IsWritableFolder(folder);

    private static bool CanOpen(string path, FileMode mode, FileShare share, FileOptions options)
    {
        try
        {
            using var probe = new FileStream(path, mode, FileAccess.Write, share, 1, options);
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
