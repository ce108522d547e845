using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Concurrency.Manager.CommandLine;

/// <summary>The folder the manager keeps its logs in.</summary>
internal static class StateFolder
{
    /// <summary>
    /// The folder given, else <c>aelf/state</c> of the user's data, as a whole path; empty when there is neither.
    /// </summary>
    public static string Find(ResolvedSettings settings, string userData) =>
        settings.Get(CommonSettings.StateFolder) is { } given
            ? Path.GetFullPath(given)
            : ConfigurationFolder.StateOf(userData);

    /// <summary>The reasons why the folder cannot be used; makes nothing.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings, string userData)
    {
        var path = Find(settings, userData);
        var what = settings.What(CommonSettings.StateFolder);
        if (settings.IsRejected(CommonSettings.StateFolder))
        {
            yield break;
        }

        if (path.Length == 0)
        {
            yield return ValidationError.Error(what, "not set, and this user has no data folder", "add --state DIR");
        }
        else if (File.Exists(path))
        {
            yield return ValidationError.Error(
                what, $"{Quoted.Text(path)} is a file", "expected a folder, or the name of a new one");
        }
        else if (!OutputFiles.IsWritableFolder(Existing(path)))
        {
            yield return ValidationError.Error(
                what, $"{Quoted.Text(path)} is not writable", "expected a writable folder");
        }
        else if (Directory.Exists(path)
            && File.GetUnixFileMode(path) is var mode
            && (mode & ~FolderEntries.OwnerOnly) != UnixFileMode.None)
        {
            yield return ValidationError.Warning(
                what,
                $"{Quoted.Text(path)} is open to others (mode {Convert.ToString((int)mode, 8)})",
                "expected a folder for its owner alone (chmod 700)");
        }
    }

    private static string Existing(string path)
    {
        var folder = path;
        while (!Path.Exists(folder) && Path.GetDirectoryName(folder) is { } parent)
        {
            folder = parent;
        }

        return folder;
    }
}
