using AElf.Bench.Akka;
using AElf.Bench.Core.Options;

namespace AElf.Bench.AkkaTests;

/// <summary>Which routings Akka's routers can be asked for.</summary>
public sealed class RouterRuleTests
{
    [Theory]
    [InlineData("pull")]
    [InlineData("least-outstanding-work")]
    public void A_routing_that_Akka_has_not_is_named_with_those_it_has(string routing) =>
        Assert.Equal(
            $"--routing: Akka has no router '{routing}'; with --router akka, expected one of round-robin, "
                + "round-robin-group, random, smallest-mailbox, consistent-hash",
            Assert.Single(Problems(routing, hasActors: true)).ToString());

    [Theory]
    [InlineData("consistent-hash", true)]
    [InlineData("pull", false)]
    public void Who_has_no_actors_or_asks_for_one_that_Akka_has_is_not_stopped(string routing, bool hasActors) =>
        Assert.Empty(Problems(routing, hasActors));

    private static IEnumerable<ValidationError> Problems(string routing, bool hasActors)
    {
        var layer = new SettingLayer(SettingSource.CommandLine);
        layer.Add(Settings.Engine, "--engine", "akka");
        layer.Add(Settings.Router, "--router", "akka");
        layer.Add(Settings.Routing, "--routing", routing);
        return AkkaBuild.Check(new MergedSettings(Programs.Worker, layer), hasActors);
    }
}
