using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>Finds the folder with <c>database.json</c>, <c>actor.json</c> and the <c>.hocon</c> files.</summary>
public static class ConfigurationFolder
{
    /// <summary>The user's data folder: <c>~/.local/share</c>.</summary>
    /// <remarks>Whether it is there or not: a fresh account has none yet.</remarks>
    public static string UserData => Environment.GetFolderPath(
        Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);

    /// <summary>Where a user's state is kept that no option puts elsewhere; empty without a data folder.</summary>
    public static string StateOf(string userData) =>
        userData.Length == 0 ? "" : Path.Combine(userData, "aelf", "state");

    /// <summary>The folder of the command line, by the rule of <see cref="Find(string?, string, string)"/>.</summary>
    public static string From(SettingLayer commandLine, string userData, string programDirectory) =>
        Find(commandLine.Values.GetValueOrDefault(CommonSettings.Folder)?.Value as string, userData, programDirectory);

    /// <summary>
    /// The folder given, else <c>aelf/config</c> of the user's data when it exists, else <c>config</c> beside the
    /// program.
    /// </summary>
    public static string Find(string? given, string userData, string programDirectory)
    {
        if (given is not null)
        {
            return given;
        }

        var ofUser = Path.Combine(userData, "aelf", "config");
        return userData.Length > 0 && Directory.Exists(ofUser) ? ofUser : Path.Combine(programDirectory, "config");
    }
}
