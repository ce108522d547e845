using System.Collections;
using System.Net;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings.Formats;

namespace AElf.Bench.Settings;

/// <summary>Merges the files of a configuration folder, the environment and the command line.</summary>
public static class ConfigurationReader
{
    /// <summary>
    /// Defaults &lt; HOCON &lt; JSON &lt; environment &lt; command line. All problems are in the result. A missing file
    /// is a problem only if a setting names it.
    /// </summary>
    /// <param name="scenario">
    /// The settings of a scenario, which override the environment; database.json does not apply to its store. Null for
    /// none.
    /// </param>
    public static ResolvedSettings Read(
        IReadOnlyList<Setting> table,
        string folder,
        Programs program,
        IReadOnlyDictionary<string, string> environment,
        SettingLayer commandLine,
        SettingLayer? scenario = null)
    {
        var none = new SettingLayer(SettingSource.File);
        var database = scenario is null
            ? ReadJson(table, Path.Combine(folder, "database.json"), SettingFile.Database)
            : none;
        var actor = ReadJson(table, Path.Combine(folder, "actor.json"), SettingFile.Actor);
        var variables = EnvironmentSettings.Read(table, environment);
        var hosts = new ResolvedSettings(program, actor, variables, scenario ?? none, commandLine);
        var hocon = ReadHocon(table, folder, HoconFile(hosts), hosts);
        return new ResolvedSettings(program, hocon, database, actor, variables, scenario ?? none, commandLine);
    }

    /// <summary>The rule over the interval and the acceptable pause of heartbeats.</summary>
    public static IEnumerable<ValidationError> CheckHeartbeats(ResolvedSettings settings)
    {
        var (interval, pause) = (ClusterSettings.HeartbeatInterval, ClusterSettings.AcceptableHeartbeatPause);
        return new RuleList(settings)
        {
            {
                settings.Get(pause) <= settings.Get(interval) && !settings.IsRejected(interval), pause,
                $"{settings[pause]} ms is not valid",
                $"expected more than the heartbeat interval, {settings[interval]} ms"
            },
        };
    }

    /// <summary>Whether only this machine can reach a listener on this host.</summary>
    public static bool IsLoopback(string host) =>
        IPAddress.TryParse(host, out var address)
            ? IPAddress.IsLoopback(address)
            : host.Equals("localhost", StringComparison.OrdinalIgnoreCase);

    // A folder with the name of the file is not missing: the reader reports it.
    private static SettingLayer ReadJson(IReadOnlyList<Setting> table, string path, SettingFile file) =>
        Path.Exists(path)
            ? JsonSettingsFile.Read(
                path, text: null, [.. table.Where(setting => setting.File == file)], setting => setting.Key)
            : new SettingLayer(SettingSource.File);

    /// <summary>The setting that names the HOCON file of a process.</summary>
    public static Setting<string> HoconFile(ResolvedSettings settings) => settings.Program switch
    {
        Programs.Worker => ClusterSettings.WorkerHoconFile,
        Programs.Manager => ClusterSettings.ManagerHoconFile,
        _ => settings.Get(CommonSettings.IsCluster) ? ClusterSettings.MasterHoconFile : ClusterSettings.SingleHoconFile,
    };

    private static SettingLayer ReadHocon(
        IReadOnlyList<Setting> table, string folder, Setting<string> file, ResolvedSettings settings)
    {
        var path = Path.Combine(folder, settings.Get(file));
        if (Path.Exists(path))
        {
            return HoconSettingsFile.Read(path, table);
        }

        var layer = new SettingLayer(SettingSource.File);
        if (!string.Equals(settings.Get(file), file.Default, StringComparison.Ordinal))
        {
            layer.Add(ValidationError.Error(
                settings.What(file),
                $"{Quoted.Text(settings.Get(file))} does not exist in the configuration folder",
                "expected a file of that folder"));
        }

        return layer;
    }
}

/// <summary>The settings of all workloads. A program's table has these and the settings of its workload.</summary>
public static class ProgramSettings
{
    /// <summary>In the order of <c>--help</c>.</summary>
    public static IReadOnlyList<Setting> All { get; } =
    [
        .. ActorSettings.All, .. StoreSettings.All, .. CommonSettings.All, .. ClusterSettings.All, .. TlsSettings.All,
        .. MeasureSettings.All, .. ReportSettings.All, .. ExportSettings.All,
    ];
}

/// <summary>Finds the folder with <c>database.json</c>, <c>actor.json</c> and the <c>.hocon</c> files.</summary>
public static class ConfigurationFolder
{
    /// <summary>The user's data folder, <c>~/.local/share</c>; it may not exist yet.</summary>
    public static string UserData => Environment.GetFolderPath(
        Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);

    /// <summary>The default state folder of a user; empty without a data folder.</summary>
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

/// <summary>
/// Reads the settings of the environment: <c>AELF_DATABASE_…</c>, <c>AELF_ACTOR_…</c>, <c>AELF_CLUSTER_…</c> and
/// <c>AELF_MEASURE_…</c>.
/// </summary>
public static class EnvironmentSettings
{
    private static readonly string[] Prefixes = ["AELF_DATABASE_", "AELF_ACTOR_", "AELF_CLUSTER_", "AELF_MEASURE_"];

    public static IReadOnlyDictionary<string, string> OfProcess() => Environment.GetEnvironmentVariables()
        .Cast<DictionaryEntry>()
        .ToDictionary(
            variable => (string)variable.Key, variable => (string?)variable.Value ?? "", StringComparer.Ordinal);

    /// <summary>
    /// Reads the variable of each setting. Warns of unknown names with these prefixes. Does not read secrets, which
    /// <see cref="SecretSource"/> reads.
    /// </summary>
    public static SettingLayer Read(IReadOnlyList<Setting> table, IReadOnlyDictionary<string, string> environment)
    {
        var layer = new SettingLayer(SettingSource.Environment);
        var known = table.Where(setting => setting.EnvironmentName is not null).ToDictionary(
            setting => setting.EnvironmentName!, StringComparer.Ordinal);
        foreach (var (name, text) in environment.OrderBy(variable => variable.Key, StringComparer.Ordinal))
        {
            if (!known.TryGetValue(name, out var setting) && HasOurPrefix(name))
            {
                var advice = NearestName.Suggest(name, known.Keys, "docs/settings.md has the table");
                layer.Add(ValidationError.Warning(name, "unknown environment variable", advice));
            }
            else if (setting is { SecretFile: null })
            {
                layer.Add(setting, name, text);
            }
        }

        return layer;
    }

    private static bool HasOurPrefix(string name) =>
        Array.Exists(Prefixes, prefix => name.StartsWith(prefix, StringComparison.Ordinal));
}
