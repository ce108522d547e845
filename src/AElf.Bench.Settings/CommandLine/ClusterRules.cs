using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>
/// The rules over several settings of a manager, a worker, or a benchmark that gives its runs to a manager.
/// </summary>
public static class ClusterRules
{
    // None of Akka's own messages can be split.
    private const int MinFrameBytes = 32_000;

    private const string SecretName = "cluster.secret";

    /// <summary>Every rule that is broken. A rule over a value that was refused already stays silent.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings, SecretReading secret) =>
    [
        .. ConfigurationReader.CheckHeartbeats(settings), .. PublicAddress(settings, secret),
        .. Managers(settings),
        .. Url(settings), .. TlsRules.Check(settings), .. FrameBytes(settings),
    ];

    /// <summary>The rules of a verb that asks one manager something.</summary>
    public static IEnumerable<ValidationError> CheckOneManager(ResolvedSettings settings) =>
        [.. OneManager(settings), .. Url(settings), .. TlsRules.Check(settings)];

    private static Uri? UrlOf(ResolvedSettings settings) => settings.Get(CommonSettings.Seeds)?.Url;

    private static IReadOnlyList<Endpoint> ManagersOf(ResolvedSettings settings) =>
        settings.Get(CommonSettings.Seeds)?.Addresses ?? [];

    private static IEnumerable<ValidationError> Url(ResolvedSettings settings)
    {
        if (UrlOf(settings) is { Scheme: "http" } url && settings[TlsSettings.AuthorityFile] is not null)
        {
            yield return ValidationError.Error(
                settings.What(TlsSettings.AuthorityFile),
                $"{url.GetLeftPart(UriPartial.Authority)} does not use TLS",
                "expected https://HOST:PORT, or remove it");
        }
    }

    private static IEnumerable<ValidationError> FrameBytes(ResolvedSettings settings)
    {
        if (!settings.IsRejected(CommonSettings.MaximumFrameBytes)
            && settings.Get(CommonSettings.MaximumFrameBytes) < MinFrameBytes)
        {
            yield return ValidationError.Invalid(
                settings.What(CommonSettings.MaximumFrameBytes),
                $"{settings[CommonSettings.MaximumFrameBytes]} bytes",
                $"at least {MinFrameBytes}, because Akka's messages must fit");
        }
    }

    private static IEnumerable<ValidationError> OneManager(ResolvedSettings settings)
    {
        var managers = ManagersOf(settings).Count;
        if (UrlOf(settings) is null && managers != 1 && !settings.IsRejected(CommonSettings.Seeds))
        {
            var problem = managers == 0 ? "no manager" : $"{managers} managers";
            yield return ValidationError.Error(
                CommonSettings.Seeds.Option!, problem, "expected one, such as 127.0.0.1:4053");
        }
    }

    private static IEnumerable<ValidationError> PublicAddress(ResolvedSettings settings, SecretReading secret)
    {
        var host = settings.Get(CommonSettings.HostName);
        var isAllowed = settings.Get(CommonSettings.AllowPublicAddress);
        var isGuarded = secret.Secret is not null
            || secret.Problems.Count > 0
            || settings.IsRejected(CommonSettings.SecretFile);
        var listens = settings.Program != Programs.Benchmark;
        if (!listens || ConfigurationReader.IsLoopback(host) || (isAllowed && isGuarded))
        {
            yield break;
        }

        // TLS encrypts, but does not authenticate clients.
        string[] missing =
        [
            .. isAllowed ? Array.Empty<string>() : [CommonSettings.AllowPublicAddress.Key],
            .. isGuarded ? Array.Empty<string>() : ["a secret (TLS alone lets anybody join)"],
        ];
        var refusal = ValidationError.Error(
            settings.What(CommonSettings.HostName),
            $"the public address {Quoted.Text(host)} needs {string.Join(" and ", missing)}",
            $"use a loopback address such as 127.0.0.1, or {Pasted(settings.Program, isGuarded)}");
        yield return refusal with { Recipe = RecipeFor(settings.Program, isAllowed, isGuarded) };
    }

    private static string Pasted(Programs program, bool isGuarded) =>
        isGuarded ? "paste these lines"
        : program == Programs.Manager ? $"paste these lines; its workers and benchmarks need the same {SecretName}"
        : $"copy the manager's {SecretName} to this folder and paste these lines";

    private static string RecipeFor(Programs program, bool isAllowed, bool isGuarded)
    {
        const string MakeSecret =
            $"[ -e {SecretName} ] || (umask 077; head -c 32 /dev/urandom | base64 > {SecretName})";
        var isMade = !isGuarded && program == Programs.Manager;
        string[] lines =
        [
            .. isMade ? [MakeSecret] : Array.Empty<string>(),
            .. isGuarded
                ? Array.Empty<string>()
                : [$"export {CommonSettings.SecretFile.EnvironmentName}=\"$PWD/{SecretName}\""],
            .. isAllowed ? Array.Empty<string>() : [$"export {CommonSettings.AllowPublicAddress.EnvironmentName}=true"],
        ];
        return string.Join('\n', lines);
    }

    private static IEnumerable<ValidationError> Managers(ResolvedSettings settings)
    {
        if (settings.Program == Programs.Manager || settings.IsRejected(CommonSettings.Seeds))
        {
            yield break;
        }

        if (UrlOf(settings) is { } url)
        {
            if (settings.Program == Programs.Worker)
            {
                yield return ValidationError.Error(
                    settings.What(CommonSettings.Seeds),
                    $"{url.GetLeftPart(UriPartial.Authority)} is the address for submitting runs",
                    "expected HOST:PORT, the address for joining");
            }

            yield break;
        }

        var managers = ManagersOf(settings);
        var program = settings.Program == Programs.Worker ? "a worker" : "a benchmark in a cluster";
        if (managers.Count == 0)
        {
            yield return ValidationError.Error(
                CommonSettings.Seeds.Option!,
                $"{program} needs a manager",
                "add --manager HOST:PORT, or Seeds in actor.json");
        }

        if (managers.Count > 1 && settings.Program == Programs.Benchmark)
        {
            yield return ValidationError.Error(
                settings.What(CommonSettings.Seeds),
                $"{managers.Count} managers",
                "expected one, such as 127.0.0.1:4053");
        }

        var own = new Endpoint(settings.Get(CommonSettings.HostName), settings.Get(CommonSettings.ActorPort));
        if (settings.Program == Programs.Worker && managers.Contains(own))
        {
            yield return ValidationError.Error(
                settings.What(CommonSettings.Seeds), $"'{own}' is the worker's own address", "expected the manager's");
        }
    }
}
