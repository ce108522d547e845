using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration.CommandLine;

/// <summary>The rules over several settings of the store.</summary>
public static class StoreRules
{
    /// <summary>Every rule that is broken. A rule over a value that was refused already stays silent.</summary>
    public static IEnumerable<ValidationError> Check(MergedSettings settings, SecretReading password)
    {
        var user = User(settings, password);
        if (settings.IsRejected(Settings.Type))
        {
            return user;
        }

        var type = settings[Settings.Type]!;
        return [.. Tls(settings, type), .. Shards(settings, type), .. Proxies(settings), .. InMemory(settings, type), .. Latency(settings, type), .. user];
    }

    private static IEnumerable<ValidationError> User(MergedSettings settings, SecretReading password)
    {
        if (settings[Settings.User] is not null && password is { Secret: null, Problems.Count: 0 })
        {
            yield return ValidationError.Error(
                settings.What(Settings.User), "a user without a password", $"--password-file FILE or the environment's {Settings.PasswordVariable} beside it");
        }
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

        if (authority is not null && !isTls && !settings.IsRejected(Settings.Tls))
        {
            yield return ValidationError.Warning(
                settings.What(Settings.TlsAuthorityFile), "an authority, which is not used without TLS,", "--tls, or no authority,");
        }
    }

    private static IEnumerable<ValidationError> Shards(MergedSettings settings, string type)
    {
        var hasShards = settings[Settings.Shards] is not null;
        var isReconciled = settings.Role != ProcessRole.Worker;
        if (type is "twemproxy" && !hasShards && isReconciled && !settings.IsRejected(Settings.Shards))
        {
            yield return ValidationError.Warning(
                "--shards", "no list of the servers behind twemproxy, without which counters are not reconciled,", "--shards host:port,host:port");
        }

        if (type is not "twemproxy" && hasShards)
        {
            yield return ValidationError.Warning(
                settings.What(Settings.Shards), $"a list of shards, which {type} does not use,", "--database twemproxy, or no list,");
        }

        if (IsAnyTwice(settings[Settings.Shards]))
        {
            yield return ValidationError.Error(settings.What(Settings.Shards), $"'{settings[Settings.Shards]}'", "each shard once");
        }
    }

    private static IEnumerable<ValidationError> Proxies(MergedSettings settings)
    {
        var proxies = settings[Settings.Proxies];
        if (proxies is null || settings.Role != ProcessRole.Manager)
        {
            yield break;
        }

        var main = new Core.Options.Endpoint(settings[Settings.Host]!, SettingOptions.Int(settings, Settings.Port));
        if (IsAnyTwice($"{main},{proxies}") && !settings.IsAnyRejected(Settings.Host, Settings.Port))
        {
            yield return ValidationError.Error(settings.What(Settings.Proxies), $"'{proxies}' beside {main}", "each address once");
        }
    }

    private static IEnumerable<ValidationError> InMemory(MergedSettings settings, string type)
    {
        if (type is "inmemory" && settings.Role != ProcessRole.Benchmark)
        {
            var origin = settings.Source(Settings.Type) == SettingSource.Default ? " (the default)" : "";
            yield return ValidationError.Error(
                settings.What(Settings.Type), $"'inmemory'{origin}, a store no other process can reach,", "redis, ssdb or twemproxy");
            yield break;
        }

        foreach (var setting in new[] { Settings.Host, Settings.Port, Settings.Client, Settings.Tls, Settings.User, Settings.PasswordFile })
        {
            if (type is "inmemory" && settings.Source(setting) == SettingSource.CommandLine)
            {
                yield return ValidationError.Warning(
                    settings.What(setting), "an option the in-memory store does not use", "--database redis, or no such option,");
            }
        }
    }

    private static IEnumerable<ValidationError> Latency(MergedSettings settings, string type)
    {
        if (settings[Settings.Latency] is not { } latency || RoundTripRule.Parse(latency) == TimeSpan.Zero)
        {
            yield break;
        }

        var what = settings.What(Settings.Latency);
        if (type is "inmemory")
        {
            const string Right = "--database redis, ssdb or twemproxy, or --latency 0ms,";
            yield return ValidationError.Error(what, "a round trip to the in-memory store, which no wire leads to,", Right);
        }

        var timeout = SettingOptions.Long(settings, Settings.TimeoutMs);
        if (!settings.IsRejected(Settings.TimeoutMs) && RoundTripRule.Parse(latency).TotalMilliseconds >= timeout)
        {
            yield return ValidationError.Error(what, $"{latency}, which no answer survives,", $"a round trip shorter than the {timeout} ms of --timeout");
        }
    }

    private static bool IsAnyTwice(string? addresses)
    {
        var each = addresses?.Split(',') ?? [];
        return each.Distinct(StringComparer.OrdinalIgnoreCase).Count() < each.Length;
    }
}
