using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Tests.Concurrency.Actors;

public sealed class DispatcherRuleTests
{
    [Theory]
    [InlineData(1, 1)]
    [InlineData(80, 1)]
    [InlineData(159, 1)]
    [InlineData(160, 2)]
    [InlineData(100_000, 8)]
    public void Dispatchers_OverAWire_FillTheirExchanges(int jobs, int dispatchers) =>
        Assert.Equal(dispatchers, Count(new ActorOptions { Actors = 16 }, jobs, ExchangeCost.RoundTrip));

    [Fact]
    public void Dispatchers_JobsWithoutALane_AreNotCounted() =>
        Assert.Equal(1, Count(new ActorOptions { Actors = 16, Lanes = 4 }, 100_000, ExchangeCost.RoundTrip));

    [Theory]
    [InlineData(16, 100, 8)]
    [InlineData(4, 100, 4)]
    [InlineData(16, 3, 3)]
    public void Dispatchers_InMemory_IsOneForEachCore(int actors, int jobs, int dispatchers) =>
        Assert.Equal(dispatchers, Count(new ActorOptions { Actors = actors }, jobs, ExchangeCost.Processor));

    [Theory]
    [InlineData(100, 16)]
    [InlineData(5, 5)]
    public void Dispatchers_BlockingJobs_HaveOneForEachActor(int jobs, int dispatchers) =>
        Assert.Equal(dispatchers, Count(new ActorOptions { Actors = 16 }, jobs, ExchangeCost.RoundTripEach));

    [Theory]
    [InlineData(3, 3)]
    [InlineData(17, 16)]
    [InlineData(ActorOptions.PerActor, 16)]
    public void Dispatchers_Given_AreAtMostTheActors(int asked, int dispatchers) => Assert.Equal(
        dispatchers, Count(new ActorOptions { Actors = 16, Dispatchers = asked }, 1, ExchangeCost.RoundTrip));

    private static int Count(ActorOptions options, int jobs, ExchangeCost cost) =>
        DispatcherRule.CountFor(options, jobs, cost, cores: 8);
}
