using AElf.Bench.Core.Options;

namespace AElf.Bench.Tests.Options;

public sealed class ActorOptionsTests
{
    [Theory]
    [InlineData(0, 12)]
    [InlineData(1, 1)]
    [InlineData(99, 99)]
    public void MaxJobs_IsTheOptionOrOnePerLane(int concurrencyLevel, int jobs) =>
        Assert.Equal(jobs, new ActorOptions { Actors = 3, Lanes = 4, ConcurrencyLevel = concurrencyLevel }.MaxJobs);

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 1)]
    [InlineData(3, 1)]
    [InlineData(4, 2)]
    [InlineData(12, 4)]
    [InlineData(13, 4)]
    [InlineData(4_194_304, 4)]
    public void EvenShare_AnyJobs_IsAtLeastOneLaneAndAtMostAll(int jobs, int lanes) =>
        Assert.Equal(lanes, new ActorOptions { Actors = 3, Lanes = 4 }.EvenShareOf(jobs));
}
