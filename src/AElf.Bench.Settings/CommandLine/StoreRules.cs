using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>The rules over several settings of the store.</summary>
public static class StoreRules
{
    /// <summary>Every rule that is broken. A rule over a value that was refused already stays silent.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings, SecretReading password)
    {
        var user = User(settings, password);
        if (settings.IsRejected(StoreSettings.Type))
        {
            return user;
        }

        var type = settings.Get(StoreSettings.Type);
        return
        [
            .. Tls(settings, type), .. Shards(settings, type), .. Proxies(settings), .. InMemory(settings, type),
            .. Latency(settings, type), .. user,
        ];
    }

    /// <summary>The rules about the login to a Redis server.</summary>
    public static IEnumerable<ValidationError> CheckLogin(ResolvedSettings settings, SecretReading password) =>
        [.. Tls(settings, StoreType.Redis), .. User(settings, password)];

    private static IEnumerable<ValidationError> User(ResolvedSettings settings, SecretReading password)
    {
        if (settings.Get(StoreSettings.User) is not null && password is { Secret: null, Problems.Count: 0 })
        {
            yield return ValidationError.Error(
                settings.What(StoreSettings.User),
                "a user without a password",
                $"add {StoreSettings.PasswordFile.Option} FILE or the environment variable "
                    + $"{StoreSettings.Password.EnvironmentName}");
        }
    }

    private static IEnumerable<ValidationError> Tls(ResolvedSettings settings, StoreType type)
    {
        var isTls = settings.Get(StoreSettings.Tls);
        if (isTls && type is StoreType.Ssdb or StoreType.Twemproxy)
        {
            yield return ValidationError.Error(
                settings.What(StoreSettings.Tls),
                $"{settings[StoreSettings.Type]} does not support TLS",
                "use redis, or no TLS");
        }

        var authority = settings.Get(StoreSettings.TlsAuthorityFile);
        if (authority is not null && !File.Exists(authority))
        {
            yield return ValidationError.MissingFile(settings.What(StoreSettings.TlsAuthorityFile), authority);
        }

        if (authority is not null && !isTls && !settings.IsRejected(StoreSettings.Tls))
        {
            yield return NoEffect(
                settings, StoreSettings.TlsAuthorityFile, "has no effect without TLS", "add --tls, or remove it");
        }
    }

    private static IEnumerable<ValidationError> Shards(ResolvedSettings settings, StoreType type)
    {
        var shards = settings.Get(StoreSettings.Shards);
        var hasShards = shards is not null;
        var isReconciled = settings.Program != Programs.Worker;
        if (type is StoreType.Twemproxy && !hasShards && isReconciled && !settings.IsRejected(StoreSettings.Shards))
        {
            yield return ValidationError.Warning(
                "--shards",
                "not set, so the counters of the servers behind twemproxy are not compared",
                "add --shards HOST:PORT,HOST:PORT");
        }

        if (type is not StoreType.Twemproxy && hasShards)
        {
            yield return NoEffect(
                settings,
                StoreSettings.Shards,
                $"has no effect with {settings[StoreSettings.Type]}",
                "use --database twemproxy, or remove it");
        }

        if (IsAnyTwice(shards))
        {
            yield return ValidationError.Error(
                settings.What(StoreSettings.Shards),
                $"{settings.Shown(StoreSettings.Shards)} names a shard twice",
                "name each once");
        }
    }

    private static IEnumerable<ValidationError> Proxies(ResolvedSettings settings)
    {
        var proxies = settings.Get(StoreSettings.Proxies);
        if (proxies is null || settings.Program != Programs.Manager)
        {
            yield break;
        }

        var main = new Endpoint(settings.Get(StoreSettings.Host), settings.Get(StoreSettings.Port));
        if (IsAnyTwice([main, .. proxies]) && !settings.IsAnyRejected(StoreSettings.Host, StoreSettings.Port))
        {
            yield return ValidationError.Error(
                settings.What(StoreSettings.Proxies),
                $"{settings.Shown(StoreSettings.Proxies)} and the store's address {main} contain duplicates",
                "name each once");
        }
    }

    private static readonly Setting[] OfSockets =
    [
        StoreSettings.Host, StoreSettings.Port, StoreSettings.Client, StoreSettings.Tls, StoreSettings.User,
        StoreSettings.PasswordFile,
    ];

    private static IEnumerable<ValidationError> InMemory(ResolvedSettings settings, StoreType type)
    {
        if (type is StoreType.InMemory && settings.Program != Programs.Benchmark)
        {
            yield return ValidationError.Of(StoreProblem());
            yield break;
        }

        foreach (var setting in OfSockets)
        {
            if (type is StoreType.InMemory && settings.IsTyped(setting))
            {
                // What verbs add to a recorded or shared command line names the store there.
                yield return ValidationError.Warning(
                    settings.What(setting),
                    "has no effect on the in-memory store",
                    "use --database redis, or remove it");
            }
        }
    }

    // A typed option is intended; a value in a file may be for other calls.
    private static ValidationError NoEffect(ResolvedSettings settings, Setting setting, string why, string advice) =>
        new(settings.Source(setting) is SettingSource.CommandLine, settings.What(setting), why, advice)
        {
            Kind = ProblemKind.NoEffect,
            Setting = setting,
        };

    private static Problem StoreProblem() => new(
        ProblemKind.SharedStore,
        "a cluster needs a shared store: add --database redis, ssdb or twemproxy")
    {
        Setting = StoreSettings.Type,
    };

    private static IEnumerable<ValidationError> Latency(ResolvedSettings settings, StoreType type)
    {
        if (settings.Get(StoreSettings.Latency) is not { } latency || latency == TimeSpan.Zero)
        {
            yield break;
        }

        var what = settings.What(StoreSettings.Latency);
        if (type is StoreType.InMemory)
        {
            const string Advice = "use --database redis, ssdb or twemproxy, or --latency 0ms";
            yield return ValidationError.Error(what, "the in-memory store has no network", Advice);
        }

        var timeout = settings.Get(StoreSettings.TimeoutMs);
        if (!settings.IsRejected(StoreSettings.TimeoutMs) && latency.TotalMilliseconds >= timeout)
        {
            yield return ValidationError.Error(
                what,
                $"{settings[StoreSettings.Latency]} is too long for the time-out of {timeout} ms",
                "use a shorter round trip, or a longer --timeout");
        }
    }

    private static bool IsAnyTwice(IReadOnlyList<Endpoint>? addresses) => addresses is not null
        && addresses.DistinctBy(each => each.ToString(), StringComparer.OrdinalIgnoreCase).Count() < addresses.Count;
}
