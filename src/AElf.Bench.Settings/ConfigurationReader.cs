using System.Net;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings.Formats;

namespace AElf.Bench.Settings;

/// <summary>Reads a configuration folder and the environment and merges them with the command line.</summary>
public static class ConfigurationReader
{
    /// <summary>
    /// Defaults &lt; HOCON &lt; JSON &lt; environment &lt; command line, merged once. All problems are in the result.
    /// Files that are missing leave the defaults, unless a setting names them.
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

    /// <summary>The rules that look at several settings of heartbeats at once.</summary>
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

    /// <summary>Whether other machines cannot reach a listener on this host.</summary>
    public static bool IsLoopback(string host) =>
        IPAddress.TryParse(host, out var address)
            ? IPAddress.IsLoopback(address)
            : host.Equals("localhost", StringComparison.OrdinalIgnoreCase);

    // A folder of that name is not a missing file: the reader says so.
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
        var isExpected = !string.Equals(settings.Get(file), file.Default, StringComparison.Ordinal);
        if (Path.Exists(path) || !isExpected)
        {
            return Path.Exists(path) ? HoconSettingsFile.Read(path, table) : new SettingLayer(SettingSource.File);
        }

        var layer = new SettingLayer(SettingSource.File);
        layer.Add(ValidationError.Error(
            settings.What(file),
            $"{Quoted.Text(settings.Get(file))} does not exist in the configuration folder",
            "expected a file of that folder"));
        return layer;
    }
}
