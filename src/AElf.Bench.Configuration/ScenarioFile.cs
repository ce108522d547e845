using System.Globalization;
using AElf.Bench.Configuration.Formats;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration;

/// <summary>A scenario as it was read.</summary>
/// <param name="Scenario">The scenario; null when something critical is wrong.</param>
/// <param name="Run">What it sets for the run: of lower rank than the command line, of higher rank than all files.</param>
/// <param name="Problems">What is wrong, warnings included.</param>
public sealed record ScenarioReading(Scenario? Scenario, SettingLayer Run, IReadOnlyList<ValidationError> Problems);

/// <summary>Reads a scenario: JSON with comments, every field known, and the fields in keeping with each other.</summary>
public static class ScenarioFile
{
    private const int MaxWorkers = 256;

    /// <summary>Reads the file at <paramref name="path"/>, over which <paramref name="options"/> win.</summary>
    public static ScenarioReading Read(string path, SettingLayer options)
    {
        try
        {
            return Read(path, ConfigurationText.Read(path), options);
        }
        catch (ConfigurationFormatException exception)
        {
            return new ScenarioReading(null, new SettingLayer(SettingSource.Scenario), [.. options.Problems, exception.Problem]);
        }
    }

    /// <summary>The same over the file's text; <paramref name="path"/> is named in messages and gives the name when the file has none.</summary>
    public static ScenarioReading Read(string path, string text, SettingLayer options)
    {
        var settings = new MergedSettings(JsonSettingsFile.Read(path, text, ScenarioSettings.All), options);
        ValidationError[] problems = [.. settings.Problems, .. settings.Problems.Any(problem => problem.Critical) ? [] : Check(path, settings)];
        var isRight = !problems.Any(problem => problem.Critical);
        return new ScenarioReading(
            isRight ? Build(path, settings) : null, isRight ? RunSettings(settings) : new SettingLayer(SettingSource.Scenario), problems);
    }

    /// <summary>What the run is told of the store and the manager that were started.</summary>
    public static void TakeAddresses(SettingLayer run, Scenario? scenario, ScenarioAddresses addresses)
    {
        const string What = "scenario";
        if (scenario is not null && addresses.Manager is { } manager)
        {
            run.Add(Settings.IsCluster, What, "true");
            run.Add(Settings.Seeds, What, manager.ToString());
            run.Add(Settings.Workers, What, scenario.Workers.ToString(CultureInfo.InvariantCulture));
        }

        if (addresses.Store is { } store)
        {
            run.Add(Settings.Type, What, SettingRules.StoreTypes[(int)store]);
            run.Add(Settings.Host, What, addresses.Stores[0].Host);
            run.Add(Settings.Port, What, addresses.Stores[0].Port.ToString(CultureInfo.InvariantCulture));
            if (store == StoreType.Twemproxy)
            {
                run.Add(Settings.Shards, What, string.Join(',', addresses.Shards));
            }
        }
    }

    private static Scenario Build(string path, MergedSettings settings) => new()
    {
        Name = settings[ScenarioSettings.Name] ?? Path.GetFileNameWithoutExtension(path),
        Kind = KindOf(settings),
        Servers = Int(settings, ScenarioSettings.Servers),
        Processes = Int(settings, ScenarioSettings.Processes),
        Actors = Int(settings, ScenarioSettings.Actors),
        Lanes = Int(settings, ScenarioSettings.Lanes),
        Shards = Int(settings, ScenarioSettings.Shards),
        Proxies = Int(settings, ScenarioSettings.Proxies),
        IsAppendOnly = settings[ScenarioSettings.Persistence] is "aof",
        Manager = settings[ScenarioSettings.Manager] is { } manager ? AddressListRule.Parse(manager)[0] : null,
    };

    private static SettingLayer RunSettings(MergedSettings settings)
    {
        var layer = new SettingLayer(SettingSource.Scenario);
        foreach (var (field, setting) in new[]
        {
            (ScenarioSettings.Transfers, Settings.Transfers), (ScenarioSettings.Groups, Settings.GroupsFrom), (ScenarioSettings.Groups, Settings.GroupsTo),
            (ScenarioSettings.Rounds, Settings.Rounds), (ScenarioSettings.Mode, Settings.Mode),
            (ScenarioSettings.Actors, Settings.WorkerCount), (ScenarioSettings.Lanes, Settings.Lanes), (ScenarioSettings.Store, Settings.Type),
            (ScenarioSettings.Latency, Settings.Latency),
        }.Where(pair => settings[pair.Item1] is not null))
        {
            layer.Add(setting, settings.What(field), settings[field]!);
        }

        return layer;
    }

    private static IEnumerable<ValidationError> Check(string path, MergedSettings settings)
    {
        if (settings[ScenarioSettings.Kind] is null)
        {
            return [ValidationError.Error($"{path}: kind", "nothing", ScenarioSettings.Kind.Rule.Right)];
        }

        var isStarting = settings[ScenarioSettings.Manager] is null;
        return [.. Processes(settings), .. isStarting ? Started(settings) : Hosts(settings)];
    }

    private static IEnumerable<ValidationError> Processes(MergedSettings settings)
    {
        foreach (var setting in new[] { ScenarioSettings.Servers, ScenarioSettings.Processes })
        {
            if (KindOf(settings) == ScenarioKind.Single && Int(settings, setting) != 1)
            {
                yield return ValidationError.Error(settings.What(setting), $"{settings[setting]} in a scenario of one process", "1, or the kind cluster,");
            }
        }

        var workers = Int(settings, ScenarioSettings.Servers) * Int(settings, ScenarioSettings.Processes);
        if (workers > MaxWorkers)
        {
            yield return ValidationError.Error(settings.What(ScenarioSettings.Processes), $"{workers} workers, servers x processes,", $"at most {MaxWorkers}");
        }
    }

    private static IEnumerable<ValidationError> Started(MergedSettings settings)
    {
        var (kind, servers) = (KindOf(settings), Int(settings, ScenarioSettings.Servers));
        var (shards, proxies) = (Int(settings, ScenarioSettings.Shards), Int(settings, ScenarioSettings.Proxies));
        var what = settings.What(ScenarioSettings.Proxies);
        if (shards > 1 && proxies == 0)
        {
            yield return ValidationError.Error(what, $"no proxy in front of {shards} shards", "at least 1 proxy");
        }
        else if (kind == ScenarioKind.Distributed && proxies == 0)
        {
            yield return ValidationError.Error(what, "no proxy in a distributed scenario", "a proxy for each server, or the kind cluster,");
        }
        else if (kind == ScenarioKind.Distributed && proxies > servers)
        {
            var given = $"{proxies} proxies for {servers} server{(servers == 1 ? "" : "s")}, which would leave some idle,";
            yield return ValidationError.Error(what, given, $"at most {servers}");
        }
        else if (kind != ScenarioKind.Distributed && proxies > 1)
        {
            yield return ValidationError.Error(
                what, $"{proxies} proxies, of which only a distributed scenario uses more than one,", "0 or 1, or the kind distributed,");
        }
    }

    private static IEnumerable<ValidationError> Hosts(MergedSettings settings)
    {
        if (KindOf(settings) == ScenarioKind.Single)
        {
            yield return ValidationError.Error(
                settings.What(ScenarioSettings.Manager), "a manager in a scenario of one process", "no hosts, or the kind cluster or distributed,");
        }

        foreach (var setting in ScenarioSettings.OfStarting.Where(setting => settings.Source(setting) != SettingSource.Default))
        {
            yield return ValidationError.Warning(
                settings.What(setting), "a field that is not used beside hosts, whose processes others started,", "no such field");
        }
    }

    private static ScenarioKind KindOf(MergedSettings settings) => SettingRules.Choice<ScenarioKind>(ScenarioSettings.Kinds, settings[ScenarioSettings.Kind]!);

    private static int Int(MergedSettings settings, Setting setting) => (int)SettingOptions.Long(settings, setting);
}
