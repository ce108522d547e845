using AElf.Bench.Harness.Configuration;

namespace AElf.Benchmark.CommandLine;

/// <summary>The rules that look at several options at once.</summary>
internal static class OptionRules
{
    /// <summary>Settings that make no sense over a store that is started for the run and removed after it.</summary>
    public static IReadOnlyList<Setting> NotOfScenarios { get; } =
    [
        Settings.Type, Settings.Host, Settings.Port, Settings.User, Settings.PasswordFile, Settings.Tls, Settings.TlsAuthorityFile,
        Settings.Kind, Settings.Prepared,
    ];

    /// <summary>Every rule that is broken. A rule over a value that was refused already stays silent.</summary>
    public static IEnumerable<ValidationError> Check(MergedSettings settings) =>
    [
        .. GroupRange(settings), .. Store(settings), .. Accounts(settings), .. Concurrency(settings), .. ConfigurationReader.CheckHosts(settings),
    ];

    private static IEnumerable<ValidationError> GroupRange(MergedSettings settings)
    {
        if (IsAnyRejected(settings, Settings.GroupsFrom, Settings.GroupsTo))
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

    private static IEnumerable<ValidationError> Store(MergedSettings settings)
    {
        if (IsAnyRejected(settings, Settings.Type))
        {
            return [];
        }

        return [.. Tls(settings, settings[Settings.Type]!), .. Shards(settings, settings[Settings.Type]!), .. InMemory(settings, settings[Settings.Type]!)];
    }

    private static IEnumerable<ValidationError> Tls(MergedSettings settings, string type)
    {
        var isTls = SettingOptions.Flag(settings, Settings.Tls);
        if (isTls && type is "ssdb" or "twemproxy")
        {
            yield return ValidationError.Error(settings.What(Settings.Tls), $"TLS with {type}, which cannot speak it,", "TLS with redis only, or no TLS,");
        }

        var authority = settings[Settings.TlsAuthorityFile];
        if (authority is not null && !File.Exists(authority))
        {
            yield return ValidationError.Error(settings.What(Settings.TlsAuthorityFile), Quoted.Text(authority), "a file that exists");
        }

        if (authority is not null && !isTls && !IsAnyRejected(settings, Settings.Tls))
        {
            yield return ValidationError.Warning(
                settings.What(Settings.TlsAuthorityFile), "an authority, which is not used without TLS,", "--tls, or no authority,");
        }
    }

    private static IEnumerable<ValidationError> Shards(MergedSettings settings, string type)
    {
        var hasShards = settings[Settings.Shards] is not null;
        if (type is "twemproxy" && !hasShards && !IsAnyRejected(settings, Settings.Shards))
        {
            yield return ValidationError.Warning(
                "--shards", "no list of the servers behind twemproxy, without which counters are not reconciled,", "--shards host:port,host:port");
        }

        if (type is not "twemproxy" && hasShards)
        {
            yield return ValidationError.Warning(
                settings.What(Settings.Shards), $"a list of shards, which {type} does not use,", "--database twemproxy, or no list,");
        }
    }

    private static IEnumerable<ValidationError> InMemory(MergedSettings settings, string type)
    {
        foreach (var setting in new[] { Settings.Host, Settings.Port, Settings.Client, Settings.Tls, Settings.User, Settings.PasswordFile })
        {
            if (type is "inmemory" && settings.Source(setting) == SettingSource.CommandLine)
            {
                yield return ValidationError.Warning(
                    settings.What(setting), "an option the in-memory store does not use", "--database redis, or no such option,");
            }
        }
    }

    private static IEnumerable<ValidationError> Accounts(MergedSettings settings)
    {
        var isPreparing = settings[Settings.Kind] is "genAccount";
        if (isPreparing && settings[Settings.Prepared] is not null)
        {
            yield return ValidationError.Error("--prepared", "prepared accounts for genAccount, which prepares them,", "-f evenGroup, or no --prepared,");
        }

        if (isPreparing && settings[Settings.Type] is "inmemory" && !IsAnyRejected(settings, Settings.Type))
        {
            yield return ValidationError.Error(
                "-f", "genAccount with the in-memory store, which is gone when the program ends,", "--database redis, ssdb or twemproxy");
        }

        if (settings[Settings.Prepared] is not null && settings[Settings.Type] is "inmemory" && !IsAnyRejected(settings, Settings.Type))
        {
            yield return ValidationError.Error(
                "--prepared",
                "prepared accounts with the in-memory store, which starts empty,",
                "--database redis, ssdb or twemproxy");
        }

        if ((isPreparing || settings[Settings.Prepared] is not null)
            && !IsAnyRejected(settings, Settings.GroupsFrom, Settings.GroupsTo)
            && SettingOptions.Long(settings, Settings.GroupsFrom) != SettingOptions.Long(settings, Settings.GroupsTo))
        {
            var range = $"'{settings[Settings.GroupsFrom]} {settings[Settings.GroupsTo]}'";
            yield return ValidationError.Error("--grouprange", range, "one group count, such as 80 80, which is what accounts are prepared for,");
        }

        var shards = settings[Settings.Shards]?.Split(',') ?? [];
        if (shards.Distinct(StringComparer.Ordinal).Count() < shards.Length)
        {
            yield return ValidationError.Error("--shards", $"'{settings[Settings.Shards]}'", "each shard once");
        }

        var file = settings[Settings.BlockFile];
        if (file is not null && !File.Exists(file))
        {
            yield return ValidationError.Error("--block-in", Quoted.Text(file), "a file that exists");
        }

        foreach (var setting in new[] { Settings.Transfers, Settings.GroupsFrom, Settings.Seed })
        {
            if (file is not null && settings.Source(setting) == SettingSource.CommandLine)
            {
                yield return ValidationError.Warning(setting.Option!, "an option that is not used beside --block-in", "one of the two");
            }
        }
    }

    private static IEnumerable<ValidationError> Concurrency(MergedSettings settings)
    {
        var level = SettingOptions.Long(settings, Settings.ConcurrencyLevel);
        var actors = SettingOptions.Long(settings, Settings.WorkerCount);
        if (level > 0 && level < actors && !IsAnyRejected(settings, Settings.ConcurrencyLevel, Settings.WorkerCount))
        {
            yield return ValidationError.Warning(
                settings.What(Settings.ConcurrencyLevel), $"{level} jobs for {actors} actors, some of which will idle,", $"0 (automatic) or at least {actors}");
        }
    }

    private static bool IsAnyRejected(MergedSettings settings, params ReadOnlySpan<Setting> needed)
    {
        foreach (var setting in needed)
        {
            if (settings.IsRejected(setting))
            {
                return true;
            }
        }

        return false;
    }
}
