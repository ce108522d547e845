using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>The rules over several settings of the store.</summary>
public static class StoreRules
{
    /// <summary>Every rule that is broken. A rule over a value that was refused already stays silent.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings, SecretReading password)
    {
        var user = User(settings, password);
        if (settings.IsRejected(CommonSettings.Type))
        {
            return user;
        }

        var type = settings.Get(CommonSettings.Type);
        return
        [
            .. Tls(settings, type), .. Shards(settings, type), .. Proxies(settings), .. InMemory(settings, type),
            .. Latency(settings, type), .. user,
        ];
    }

    private static IEnumerable<ValidationError> User(ResolvedSettings settings, SecretReading password)
    {
        if (settings.Get(CommonSettings.User) is not null && password is { Secret: null, Problems.Count: 0 })
        {
            yield return ValidationError.Error(
                settings.What(CommonSettings.User),
                "a user without a password",
                $"add {CommonSettings.PasswordFile.Option} FILE or the environment variable "
                    + $"{CommonSettings.Password.EnvironmentName}");
        }
    }

    private static IEnumerable<ValidationError> Tls(ResolvedSettings settings, StoreType type)
    {
        var isTls = settings.Get(CommonSettings.Tls);
        if (isTls && type is StoreType.Ssdb or StoreType.Twemproxy)
        {
            yield return ValidationError.Error(
                settings.What(CommonSettings.Tls),
                $"{settings[CommonSettings.Type]} does not support TLS",
                "use redis, or no TLS");
        }

        var authority = settings.Get(CommonSettings.TlsAuthorityFile);
        if (authority is not null && !File.Exists(authority))
        {
            yield return ValidationError.MissingFile(settings.What(CommonSettings.TlsAuthorityFile), authority);
        }

        if (authority is not null && !isTls && !settings.IsRejected(CommonSettings.Tls))
        {
            yield return ValidationError.Warning(
                settings.What(CommonSettings.TlsAuthorityFile), "has no effect without TLS", "add --tls, or remove it");
        }
    }

    private static IEnumerable<ValidationError> Shards(ResolvedSettings settings, StoreType type)
    {
        var shards = settings.Get(CommonSettings.Shards);
        var hasShards = shards is not null;
        var isReconciled = settings.Program != Programs.Worker;
        if (type is StoreType.Twemproxy && !hasShards && isReconciled && !settings.IsRejected(CommonSettings.Shards))
        {
            yield return ValidationError.Warning(
                "--shards",
                "not set, so counters of the servers behind twemproxy are not reconciled",
                "add --shards HOST:PORT,HOST:PORT");
        }

        if (type is not StoreType.Twemproxy && hasShards)
        {
            yield return ValidationError.Warning(
                settings.What(CommonSettings.Shards),
                $"has no effect with {settings[CommonSettings.Type]}",
                "use --database twemproxy, or remove it");
        }

        if (IsAnyTwice(shards))
        {
            yield return ValidationError.Error(
                settings.What(CommonSettings.Shards),
                $"{settings.Shown(CommonSettings.Shards)} names a shard twice",
                "name each once");
        }
    }

    private static IEnumerable<ValidationError> Proxies(ResolvedSettings settings)
    {
        var proxies = settings.Get(CommonSettings.Proxies);
        if (proxies is null || settings.Program != Programs.Manager)
        {
            yield break;
        }

        var main = new Endpoint(settings.Get(CommonSettings.Host), settings.Get(CommonSettings.Port));
        if (IsAnyTwice([main, .. proxies]) && !settings.IsAnyRejected(CommonSettings.Host, CommonSettings.Port))
        {
            yield return ValidationError.Error(
                settings.What(CommonSettings.Proxies),
                $"{settings.Shown(CommonSettings.Proxies)} and the store's address {main} are not all different",
                "name each once");
        }
    }

    private static readonly Setting[] OfSockets =
    [
        CommonSettings.Host, CommonSettings.Port, CommonSettings.Client, CommonSettings.Tls, CommonSettings.User,
        CommonSettings.PasswordFile,
    ];

    private static IEnumerable<ValidationError> InMemory(ResolvedSettings settings, StoreType type)
    {
        if (type is StoreType.InMemory && settings.Program != Programs.Benchmark)
        {
            yield return ValidationError.Error(
                settings.What(CommonSettings.Type),
                $"other processes cannot reach {settings.Shown(CommonSettings.Type)}",
                "expected redis, ssdb or twemproxy");
            yield break;
        }

        foreach (var setting in OfSockets)
        {
            if (type is StoreType.InMemory && settings.IsTyped(setting))
            {
                yield return ValidationError.Warning(
                    settings.What(setting),
                    "has no effect on the in-memory store",
                    "use --database redis, or remove it");
            }
        }
    }

    private static IEnumerable<ValidationError> Latency(ResolvedSettings settings, StoreType type)
    {
        if (settings.Get(CommonSettings.Latency) is not { } latency || latency == TimeSpan.Zero)
        {
            yield break;
        }

        var what = settings.What(CommonSettings.Latency);
        if (type is StoreType.InMemory)
        {
            const string Advice = "use --database redis, ssdb or twemproxy, or --latency 0ms";
            yield return ValidationError.Error(what, "there is no network to the in-memory store", Advice);
        }

        var timeout = settings.Get(CommonSettings.TimeoutMs);
        if (!settings.IsRejected(CommonSettings.TimeoutMs) && latency.TotalMilliseconds >= timeout)
        {
            yield return ValidationError.Error(
                what,
                $"{settings[CommonSettings.Latency]} is too long for the time-out of {timeout} ms",
                "use a shorter round trip, or a longer --timeout");
        }
    }

    private static bool IsAnyTwice(IReadOnlyList<Endpoint>? addresses) => addresses is not null
        && addresses.DistinctBy(each => each.ToString(), StringComparer.OrdinalIgnoreCase).Count() < addresses.Count;
}
