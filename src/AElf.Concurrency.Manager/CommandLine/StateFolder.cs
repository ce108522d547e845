using AElf.Bench.Concurrency.Hosts;
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
        settings.Get(ClusterSettings.StateFolder) is { } given
            ? Path.GetFullPath(given)
            : ConfigurationFolder.StateOf(userData);

    /// <summary>The reasons why the folder cannot be used; makes nothing.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings, string userData)
    {
        var (path, setting) = (Find(settings, userData), ClusterSettings.StateFolder);
        var isWritable = path.Length > 0 && !File.Exists(path) && OutputFiles.IsWritableFolder(Existing(path));
        var mode = Directory.Exists(path) ? File.GetUnixFileMode(path) : UnixFileMode.None;
        return new RuleList(settings)
        {
            { path.Length == 0, setting, "not set, and this user has no data folder", "add --state DIR" },
            {
                File.Exists(path), setting,
                $"{Quoted.Text(path)} is a file", "expected a folder, or the name of a new one"
            },
            {
                path.Length > 0 && !File.Exists(path) && !isWritable, setting,
                $"{Quoted.Text(path)} is not writable", "expected a writable folder"
            },
            {
                isWritable && (mode & ~FolderEntries.OwnerOnly) != UnixFileMode.None, setting,
                $"{Quoted.Text(path)} is open to others (mode {Convert.ToString((int)mode, 8)})",
                "expected a folder for its owner alone (chmod 700)", RuleEffect.Warning
            },
        };
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
