using AElf.Bench.Configuration.Formats;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration;

/// <summary>A scenario as it was read.</summary>
/// <param name="Scenario">The scenario; null when something critical is wrong.</param>
/// <param name="Run">What it sets for the run: of lower rank than the command line, of higher rank than all
/// files.</param>
/// <param name="Problems">What is wrong, warnings included.</param>
public sealed record ScenarioReading(Scenario? Scenario, SettingLayer Run, IReadOnlyList<ValidationError> Problems);

/// <summary>
/// Reads a scenario: JSON with comments, every field known, and the fields in keeping with each other.
/// </summary>
public static class ScenarioFile
{
    private const int MaxWorkers = 256;

    // Of no use when others started everything.
    private static readonly Setting[] OfStarting =
    [
        Settings.ActorCount, ScenarioSettings.Shards, ScenarioSettings.Proxies, ScenarioSettings.Store,
        ScenarioSettings.IsAppendOnly,
    ];

    /// <summary>Reads the file at <paramref name="path"/>, over which <paramref name="options"/> win.</summary>
    public static ScenarioReading Read(IReadOnlyList<Setting> table, string path, SettingLayer options)
    {
        try
        {
            return Read(table, path, ConfigurationText.Read(path), options);
        }
        catch (ConfigurationFormatException exception)
        {
            return new ScenarioReading(
                null, new SettingLayer(SettingSource.Scenario), [.. options.Problems, exception.Problem]);
        }
    }

    /// <summary>
    /// The same over the file's text; <paramref name="path"/> is named in messages and gives the name when the file has
    /// none.
    /// </summary>
    public static ScenarioReading Read(IReadOnlyList<Setting> table, string path, string text, SettingLayer options)
    {
        Setting[] fields = [.. table.Where(setting => setting.ScenarioKey is not null)];
        var settings = new ResolvedSettings(
            Programs.Scenario, JsonSettingsFile.Read(path, text, fields, setting => setting.ScenarioKey!), options);
        ValidationError[] problems =
            [.. settings.Problems, .. settings.Problems.Any(problem => problem.Critical) ? [] : Check(path, settings)];
        var isRight = !problems.Any(problem => problem.Critical);
        return new ScenarioReading(
            isRight ? Build(path, settings) : null,
            isRight ? RunSettings(fields, settings) : new SettingLayer(SettingSource.Scenario),
            problems);
    }

    /// <summary>What the run is told of the store and the manager that were started.</summary>
    public static void TakeAddresses(SettingLayer run, Scenario? scenario, ScenarioAddresses addresses)
    {
        const string What = "scenario";
        if (scenario is { Kind: not ScenarioKind.Single, IsInOneProcess: true })
        {
            run.Set(Settings.ActorCount, What, scenario.Workers * scenario.Actors);
        }

        if (scenario is not null && addresses.Manager is { } manager)
        {
            run.Set(Settings.IsCluster, What, true);
            run.Set(Settings.Seeds, What, new ManagerPlaces([manager]));
            run.Set(Settings.Workers, What, scenario.Workers);
        }

        if (addresses.Store is { } store)
        {
            run.Set(Settings.Type, What, store);
            run.Set(Settings.Host, What, addresses.Stores[0].Host);
            run.Set(Settings.Port, What, addresses.Stores[0].Port);
            if (store == StoreType.Twemproxy)
            {
                run.Set(Settings.Shards, What, addresses.Shards);
            }
        }
    }

    private static Scenario Build(string path, ResolvedSettings settings) => new()
    {
        Name = settings[ScenarioSettings.Name] ?? Path.GetFileNameWithoutExtension(path),
        Kind = settings.Get(ScenarioSettings.Kind)!.Value,
        Servers = settings.Get(ScenarioSettings.Servers),
        Processes = settings.Get(ScenarioSettings.Processes),
        Actors = settings.Get(Settings.ActorCount),
        Engine = settings.Get(Settings.Engine),
        Router = settings.Get(Settings.Router),
        Lanes = settings.Get(Settings.Lanes),
        Shards = settings.Get(ScenarioSettings.Shards),
        Proxies = settings.Get(ScenarioSettings.Proxies),
        IsAppendOnly = settings.Get(ScenarioSettings.IsAppendOnly),
        Manager = settings.Get(ScenarioSettings.Manager),
    };

    // What the run has too is set to what the scenario says; the kind of store is a field of its own, with fewer names.
    private static SettingLayer RunSettings(Setting[] fields, ResolvedSettings settings)
    {
        var layer = new SettingLayer(SettingSource.Scenario);
        foreach (var setting in fields.Except(ScenarioSettings.All)
            .Where(setting => settings.ValueOf(setting) is not null))
        {
            layer.Take(setting, settings);
        }

        layer.Set(Settings.Type, settings.What(ScenarioSettings.Store), settings.Get(ScenarioSettings.Store));
        return layer;
    }

    private static IEnumerable<ValidationError> Check(string path, ResolvedSettings settings)
    {
        if (settings.Get(ScenarioSettings.Kind) is null)
        {
            return [ValidationError.Error(
                $"{path}: kind", "value missing", $"expected {ScenarioSettings.Kind.Rule.Expected}")];
        }

        var isStarting = settings.Get(ScenarioSettings.Manager) is null;
        return [.. Processes(settings), .. isStarting ? Started(settings) : Hosts(settings)];
    }

    private static IEnumerable<ValidationError> Processes(ResolvedSettings settings)
    {
        foreach (var setting in new[] { ScenarioSettings.Servers, ScenarioSettings.Processes })
        {
            if (settings.Get(ScenarioSettings.Kind) == ScenarioKind.Single && settings.Get(setting) != 1)
            {
                yield return ValidationError.Error(
                    settings.What(setting),
                    $"{settings[setting]} is not possible in a scenario of one process",
                    "use 1, or the kind cluster");
            }
        }

        var workers = settings.Get(ScenarioSettings.Servers) * settings.Get(ScenarioSettings.Processes);
        if (workers > MaxWorkers)
        {
            yield return ValidationError.Error(
                settings.What(ScenarioSettings.Processes),
                $"{workers} workers (servers x processes) are too many",
                $"expected at most {MaxWorkers}");
        }
    }

    private static IEnumerable<ValidationError> Started(ResolvedSettings settings)
    {
        var (kind, servers) = (settings.Get(ScenarioSettings.Kind), settings.Get(ScenarioSettings.Servers));
        var (shards, proxies) = (settings.Get(ScenarioSettings.Shards), settings.Get(ScenarioSettings.Proxies));
        var what = settings.What(ScenarioSettings.Proxies);
        if (shards > 1 && proxies == 0)
        {
            yield return ValidationError.Error(what, $"no proxy in front of {shards} shards", "expected at least 1");
        }
        else if (kind == ScenarioKind.Distributed && proxies == 0)
        {
            yield return ValidationError.Error(
                what, "no proxy in a distributed scenario", "use a proxy for each server, or the kind cluster");
        }
        else if (kind == ScenarioKind.Distributed && proxies > servers)
        {
            var problem = $"{proxies} proxies for {servers} server{(servers == 1 ? "" : "s")} leave some idle";
            yield return ValidationError.Warning(what, problem, $"{servers} are enough");
        }
        else if (kind != ScenarioKind.Distributed && proxies > 1)
        {
            yield return ValidationError.Error(
                what,
                $"{proxies} proxies, but only a distributed scenario uses more than one",
                "use 0 or 1, or the kind distributed");
        }
    }

    private static IEnumerable<ValidationError> Hosts(ResolvedSettings settings)
    {
        if (settings.Get(ScenarioSettings.Kind) == ScenarioKind.Single)
        {
            yield return ValidationError.Error(
                settings.What(ScenarioSettings.Manager),
                "a scenario of one process has no manager",
                "remove hosts, or use the kind cluster or distributed");
        }

        foreach (var setting in OfStarting.Where(setting => settings.Source(setting) != SettingSource.Default))
        {
            yield return ValidationError.Warning(
                settings.What(setting), "has no effect with hosts, whose processes others started", "remove it");
        }
    }
}
