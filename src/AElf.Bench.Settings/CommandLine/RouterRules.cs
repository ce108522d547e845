using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>The rules on the router inside a worker.</summary>
public static class RouterRules
{
    /// <summary>Every rule that a worker's settings break.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings) =>
        settings.IsAnyRejected(CommonSettings.Router, ActorSettings.Routing) ? [] : Check(
            settings.Get(CommonSettings.Router),
            settings.Get(ActorSettings.Routing),
            settings.What(ActorSettings.Routing));

    /// <summary>Every rule that a router and a routing break.</summary>
    /// <param name="what">Where the routing was given.</param>
    public static IEnumerable<ValidationError> Check(RouterOwner router, RoutingStrategy routing, string what)
    {
        if (router is RouterOwner.Akka && !SettingRules.RoutingsOfAkka.Contains(routing))
        {
            yield return ValidationError.Error(
                what,
                $"Akka has no router '{SettingRules.NameOf(routing)}'",
                "with --router akka, expected one of "
                    + string.Join(", ", SettingRules.RoutingsOfAkka.Select(SettingRules.NameOf)));
        }
    }
}
