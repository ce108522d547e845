using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Bench.Tests.CommandLine;

/// <summary>The routings that Akka's routers support.</summary>
public sealed class RouterRuleTests
{
    [Theory]
    [InlineData("pull")]
    [InlineData("least-outstanding-work")]
    public void Router_RoutingUnknownToAkka_NamesKnownOnes(string routing)
    {
        var problem = Assert.Single(Problems("akka", routing)).ToString();

        Assert.Contains($"'{routing}'", problem, StringComparison.Ordinal);
        Assert.Contains("consistent-hash", problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("akka", "consistent-hash")]
    [InlineData("scheduler", "pull")]
    public void Router_RoutingOfAkka_IsAccepted(string router, string routing) =>
        Assert.Empty(Problems(router, routing));

    private static IEnumerable<ValidationError> Problems(string router, string routing)
    {
        var layer = new SettingLayer(SettingSource.CommandLine);
        layer.Add(ClusterSettings.Router, "--router", router);
        layer.Add(ActorSettings.Routing, "--routing", routing);
        return ClusterRules.CheckRouter(new ResolvedSettings(Programs.Worker, layer));
    }
}
