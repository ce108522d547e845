using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>The rules on the router inside a worker.</summary>
public static class RouterRules
{
    /// <summary>Every rule that a router and a routing break.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings)
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
}
