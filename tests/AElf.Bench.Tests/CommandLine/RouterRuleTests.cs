using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Bench.Tests.CommandLine;

/// <summary>Which routings Akka's routers can be asked for.</summary>
public sealed class RouterRuleTests
{
    [Theory]
    [InlineData("pull")]
    [InlineData("least-outstanding-work")]
    public void A_routing_that_Akka_has_not_is_named_with_those_it_has(string routing)
    {
        var problem = Assert.Single(Problems("akka", routing)).ToString();

        Assert.Contains($"'{routing}'", problem, StringComparison.Ordinal);
        Assert.Contains("consistent-hash", problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("akka", "consistent-hash")]
    [InlineData("scheduler", "pull")]
    public void A_routing_that_its_router_has_is_right(string router, string routing) =>
        Assert.Empty(Problems(router, routing));

    private static IEnumerable<ValidationError> Problems(string router, string routing)
    {
        var layer = new SettingLayer(SettingSource.CommandLine);
        layer.Add(CommonSettings.Router, "--router", router);
        layer.Add(ActorSettings.Routing, "--routing", routing);
        return RouterRules.Check(new ResolvedSettings(Programs.Worker, layer));
    }
}
