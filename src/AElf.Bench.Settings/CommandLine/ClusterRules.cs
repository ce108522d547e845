using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>
/// The rules over several settings of a manager, a worker, or a benchmark that submits its runs to a manager.
/// </summary>
public static class ClusterRules
{
    // Akka cannot split its own messages.
    private const int MinFrameBytes = 32_000;

    private const string SecretName = "cluster.secret";

    /// <summary>The broken rules. Skips the rules over refused values.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings, SecretReading secret) =>
        new RuleList(settings)
        {
            ConfigurationReader.CheckHeartbeats(settings),
            PublicAddress(settings, secret),
            settings.Program == Programs.Manager ? new RuleList(settings) : Managers(settings),
            Url(settings),
            TlsRules.Check(settings),
            {
                settings.Get(ClusterSettings.MaximumFrameBytes) < MinFrameBytes, ClusterSettings.MaximumFrameBytes,
                $"{settings[ClusterSettings.MaximumFrameBytes]} bytes is not valid",
                $"expected at least {MinFrameBytes}, because Akka's messages must fit"
            },
        };

    /// <summary>The rules of a verb that calls one manager.</summary>
    public static IEnumerable<ValidationError> CheckOneManager(ResolvedSettings settings)
    {
        var managers = ManagersOf(settings).Count;
        return new RuleList(settings)
        {
            {
                UrlOf(settings) is null && managers != 1, ClusterSettings.Seeds,
                managers == 0 ? "no manager" : $"{managers} managers", "expected one, such as 127.0.0.1:4053"
            },
            Url(settings),
            TlsRules.Check(settings),
        };
    }

    /// <summary>The rule over the router inside a worker and the routing.</summary>
    public static IEnumerable<ValidationError> CheckRouter(ResolvedSettings settings)
    {
        var routing = settings.Get(ActorSettings.Routing);
        return new RuleList(settings)
        {
            {
                settings.Get(ClusterSettings.Router) is RouterOwner.Akka && !settings.IsRejected(ClusterSettings.Router)
                    && !SettingRules.RoutingsOfAkka.Contains(routing),
                ActorSettings.Routing,
                $"Akka has no router '{SettingRules.NameOf(routing)}'",
                "with --router akka, expected one of "
                    + string.Join(", ", SettingRules.RoutingsOfAkka.Select(SettingRules.NameOf))
            },
        };
    }

    private static Uri? UrlOf(ResolvedSettings settings) => settings.Get(ClusterSettings.Seeds)?.Url;

    private static IReadOnlyList<Endpoint> ManagersOf(ResolvedSettings settings) =>
        settings.Get(ClusterSettings.Seeds)?.Addresses ?? [];

    private static RuleList Url(ResolvedSettings settings) => new(settings)
    {
        {
            UrlOf(settings) is { Scheme: "http" } && settings[TlsSettings.AuthorityFile] is not null,
            TlsSettings.AuthorityFile,
            $"{UrlOf(settings)?.GetLeftPart(UriPartial.Authority)} does not use TLS",
            "expected https://HOST:PORT, or remove it"
        },
    };

    private static IEnumerable<ValidationError> PublicAddress(ResolvedSettings settings, SecretReading secret)
    {
        var host = settings.Get(ClusterSettings.HostName);
        var isAllowed = settings.Get(ClusterSettings.AllowPublicAddress);
        var isGuarded = secret.Secret is not null
            || secret.Problems.Count > 0
            || settings.IsRejected(ClusterSettings.SecretFile);
        var listens = settings.Program != Programs.Benchmark;
        if (!listens || ConfigurationReader.IsLoopback(host) || (isAllowed && isGuarded))
        {
            yield break;
        }

        // TLS encrypts, but does not authenticate clients.
        string?[] missing =
        [
            isAllowed ? null : ClusterSettings.AllowPublicAddress.Key,
            isGuarded ? null : "a secret (TLS alone lets any client join)",
        ];
        var refusal = ValidationError.Error(
            settings.What(ClusterSettings.HostName),
            $"the public address {Quoted.Text(host)} needs {string.Join(" and ", missing.OfType<string>())}",
            $"use a loopback address such as 127.0.0.1, or {Advice(settings.Program, isGuarded)}");
        yield return refusal with { Recipe = RecipeFor(settings.Program, isAllowed, isGuarded) };
    }

    private static string Advice(Programs program, bool isGuarded) => (isGuarded, program) switch
    {
        (true, _) => "paste these lines",
        (_, Programs.Manager) => $"paste these lines; its workers and benchmarks need the same {SecretName}",
        _ => $"copy the manager's {SecretName} to this folder and paste these lines",
    };

    private static string RecipeFor(Programs program, bool isAllowed, bool isGuarded)
    {
        const string MakeSecret =
            $"[ -e {SecretName} ] || (umask 077; head -c 32 /dev/urandom | base64 > {SecretName})";
        string?[] lines =
        [
            isGuarded || program != Programs.Manager ? null : MakeSecret,
            isGuarded ? null : $"export {ClusterSettings.SecretFile.EnvironmentName}=\"$PWD/{SecretName}\"",
            isAllowed ? null : $"export {ClusterSettings.AllowPublicAddress.EnvironmentName}=true",
        ];
        return string.Join('\n', lines.OfType<string>());
    }

    private static RuleList Managers(ResolvedSettings settings)
    {
        var (seeds, url, managers) = (ClusterSettings.Seeds, UrlOf(settings), ManagersOf(settings));
        var isWorker = settings.Program == Programs.Worker;
        var own = new Endpoint(settings.Get(ClusterSettings.HostName), settings.Get(ClusterSettings.ActorPort));
        return new(settings)
        {
            {
                isWorker && url is not null, seeds,
                $"{url?.GetLeftPart(UriPartial.Authority)} is the address for submitting runs",
                "expected HOST:PORT, the address for joining"
            },
            {
                url is null && managers.Count == 0, seeds,
                $"{(isWorker ? "a worker" : "a benchmark in a cluster")} needs a manager",
                "add --manager HOST:PORT, or Seeds in actor.json"
            },
            {
                !isWorker && managers.Count > 1, seeds,
                $"{managers.Count} managers", "expected one, such as 127.0.0.1:4053"
            },
            {
                isWorker && managers.Contains(own), seeds,
                $"'{own}' is the worker's own address", "expected the manager's"
            },
        };
    }
}
