using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;

namespace AElf.Benchmark.CommandLine;

/// <summary>The rules that look at several options at once.</summary>
internal static class OptionRules
{
    private static readonly Setting[] OfTheStore =
    [
        Settings.Type, Settings.Host, Settings.Port, Settings.Shards, Settings.User, Settings.PasswordFile, Settings.Tls, Settings.TlsAuthorityFile,
        Settings.TimeoutMs, Settings.ReconnectSeconds,
    ];

    // A scenario says itself what is started; beside processes of others only the way in is asked for.
    private static readonly Setting[] OfScenarios =
    [
        Settings.Type, Settings.Host, Settings.Port, Settings.User, Settings.PasswordFile, Settings.Tls, Settings.TlsAuthorityFile,
        Settings.Kind, Settings.Prepared, Settings.Seeds, Settings.Workers,
    ];

    private static readonly Setting[] OfTheWorkers = [Settings.Client, Settings.WorkerCount];

    /// <summary>Every rule that is broken. A rule over a value that was refused already stays silent.</summary>
    public static IEnumerable<ValidationError> Check(ProgramReading reading) =>
    [
        .. GroupRange(reading.Settings), .. reading.IsForManager ? [] : StoreRules.Check(reading.Settings, reading.Password), .. Accounts(reading.Settings),
        .. reading.IsForManager ? BesideManager(reading) : WithoutManager(reading.Settings),
    ];

    private static IEnumerable<ValidationError> BesideManager(ProgramReading reading) =>
        [.. OthersAffair(reading.Settings), .. AccountsOfNobody(reading.Settings), .. ClusterRules.Check(reading.Settings, reading.Secret)];

    private static IEnumerable<ValidationError> WithoutManager(MergedSettings settings) =>
        [.. AccountsInMemory(settings), .. Concurrency(settings), .. ConfigurationReader.CheckHosts(settings), .. UnusedWithoutManager(settings)];

    /// <summary>The same for the run of a scenario, which starts its processes or, with <paramref name="isForHosts"/>, joins those of others.</summary>
    public static IEnumerable<ValidationError> CheckForScenario(ProgramReading reading, bool isForHosts)
    {
        Setting[] refused = isForHosts ? OfScenarios : [.. OfScenarios, Settings.SecretFile, Settings.AuthorityFile];
        ValidationError[] problems =
        [
            .. refused
                .Where(setting => reading.Settings.Source(setting) == SettingSource.CommandLine)
                .Select(setting => ValidationError.Error(reading.Settings.What(setting), "an option for what a scenario starts itself", "no such option")),
        ];
        return problems.Length > 0 ? problems : Check(reading);
    }

    private static IEnumerable<ValidationError> GroupRange(MergedSettings settings)
    {
        if (settings.IsAnyRejected(Settings.GroupsFrom, Settings.GroupsTo))
        {
            yield break;
        }

        var from = SettingOptions.Long(settings, Settings.GroupsFrom);
        var to = SettingOptions.Long(settings, Settings.GroupsTo);
        var transfers = SettingOptions.Long(settings, Settings.Transfers);
        if (from > to)
        {
            yield return ValidationError.Error("--grouprange", Quoted.Text($"{from} {to}"), $"a first count that is not above the last, such as {to} {from},");
        }
        else if (to > transfers && settings[Settings.BlockFile] is null && !settings.IsRejected(Settings.Transfers))
        {
            var origin = settings.Source(Settings.GroupsTo) == SettingSource.Default ? " (the default)" : "";
            yield return ValidationError.Error(
                settings.What(Settings.GroupsTo), $"{Quoted.Text($"{from} {to}")}{origin}", $"at most {transfers} groups for {transfers} transfers (-n)");
        }
    }

    private static IEnumerable<ValidationError> Accounts(MergedSettings settings)
    {
        var isPreparing = settings[Settings.Kind] is "genAccount";
        if (isPreparing && settings[Settings.Prepared] is not null)
        {
            yield return ValidationError.Error("--prepared", "prepared accounts for genAccount, which prepares them,", "-f evenGroup, or no --prepared,");
        }

        if ((isPreparing || settings[Settings.Prepared] is not null)
            && !settings.IsAnyRejected(Settings.GroupsFrom, Settings.GroupsTo)
            && SettingOptions.Long(settings, Settings.GroupsFrom) != SettingOptions.Long(settings, Settings.GroupsTo))
        {
            var range = $"'{settings[Settings.GroupsFrom]} {settings[Settings.GroupsTo]}'";
            yield return ValidationError.Error("--grouprange", range, "one group count, such as 80 80, which is what accounts are prepared for,");
        }

        if (settings[Settings.Prepared] is not null && SettingOptions.Flag(settings, Settings.RoutingComparison))
        {
            yield return ValidationError.Error("--routing", "'all' with prepared accounts, which serve one run,", "one routing, or no --prepared,");
        }

        if (BlocksBeyondOne(settings) is { } blocks)
        {
            yield return ValidationError.Error(
                "--block-out", $"one file for the blocks of {blocks},", "one group count and one --skew, such as --grouprange 80 80 --skew 0,");
        }

        var file = settings[Settings.BlockFile];
        if (file is not null && !File.Exists(file))
        {
            yield return ValidationError.Error("--block-in", Quoted.Text(file), "a file that exists");
        }

        foreach (var setting in new[] { Settings.Transfers, Settings.GroupsFrom, Settings.Skew, Settings.Seed })
        {
            if (file is not null && settings.Source(setting) == SettingSource.CommandLine)
            {
                yield return ValidationError.Warning(setting.Option!, "an option that is not used beside --block-in", "one of the two");
            }
        }
    }

    /// <summary>What makes the runs differ in their blocks where only one can be kept; null when nothing does.</summary>
    private static string? BlocksBeyondOne(MergedSettings settings)
    {
        if (settings[Settings.BlockOutput] is null
            || settings[Settings.BlockFile] is not null
            || settings.IsAnyRejected(Settings.GroupsFrom, Settings.GroupsTo))
        {
            return null;
        }

        var (from, to) = (SettingOptions.Long(settings, Settings.GroupsFrom), SettingOptions.Long(settings, Settings.GroupsTo));
        return from != to ? $"the group counts {from} to {to}"
            : BenchmarkCommandLine.SkewsOf(settings).Length > 1 ? "even and of skewed groups, on which --routing all compares"
            : null;
    }

    /// <summary>The manager prepares no accounts: the benchmark does, in the manager's store, which it then has to know.</summary>
    private static IEnumerable<ValidationError> AccountsOfNobody(MergedSettings settings)
    {
        if (settings[Settings.Kind] is "genAccount" && settings[Settings.Type] is "inmemory" && !settings.IsRejected(Settings.Type))
        {
            yield return ValidationError.Error(
                "-f", "genAccount beside a manager, which prepares no accounts,", "the manager's store by --database, and no --manager,");
        }
    }

    private static IEnumerable<ValidationError> AccountsInMemory(MergedSettings settings)
    {
        if (settings[Settings.Type] is not "inmemory" || settings.IsRejected(Settings.Type))
        {
            yield break;
        }

        if (settings[Settings.Kind] is "genAccount")
        {
            yield return ValidationError.Error(
                "-f", "genAccount with the in-memory store, which is gone when the program ends,", "--database redis, ssdb or twemproxy");
        }

        if (settings[Settings.Prepared] is not null)
        {
            yield return ValidationError.Error(
                "--prepared", "prepared accounts with the in-memory store, which starts empty,", "--database redis, ssdb or twemproxy");
        }
    }

    private static IEnumerable<ValidationError> OthersAffair(MergedSettings settings)
    {
        foreach (var setting in OfTheStore.Concat(OfTheWorkers).Where(setting => settings.Source(setting) == SettingSource.CommandLine))
        {
            var others = OfTheStore.Contains(setting) ? "the manager and its workers" : "the workers";
            yield return ValidationError.Error(
                setting.Option!, $"an option of {others} beside a manager", $"the option where {others} are started, or no --manager,");
        }
    }

    private static IEnumerable<ValidationError> UnusedWithoutManager(MergedSettings settings)
    {
        foreach (var setting in new[] { Settings.Workers, Settings.SecretFile, Settings.AuthorityFile })
        {
            if (settings.Source(setting) == SettingSource.CommandLine)
            {
                yield return ValidationError.Warning(
                    setting.Option!, "an option that is not used without a manager", "--manager HOST:PORT, or no such option,");
            }
        }
    }

    private static IEnumerable<ValidationError> Concurrency(MergedSettings settings)
    {
        var level = SettingOptions.Long(settings, Settings.ConcurrencyLevel);
        var actors = SettingOptions.Long(settings, Settings.WorkerCount);
        if (level > 0 && level < actors && !settings.IsAnyRejected(Settings.ConcurrencyLevel, Settings.WorkerCount))
        {
            yield return ValidationError.Warning(
                settings.What(Settings.ConcurrencyLevel), $"{level} jobs for {actors} actors, some of which will idle,", $"0 (automatic) or at least {actors}");
        }
    }
}
