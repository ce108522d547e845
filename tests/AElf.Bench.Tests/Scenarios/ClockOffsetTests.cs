using AElf.Bench.Operations.Scenarios;

namespace AElf.Bench.Tests.Scenarios;

public sealed class ClockOffsetTests
{
    private static readonly DateTimeOffset Noon = new(2026, 1, 1, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void ClockOffset_IsThatOfTheShortestRoundTrip()
    {
        var clock = new ClockOffset();

        // It is three seconds ahead; answers are late on their way back, and the shortest one is the least wrong.
        foreach (var late in new[] { 40, 2, 900 })
        {
            clock.Take(Noon, TimeSpan.FromMilliseconds(10 + late), Noon.AddMilliseconds(3000 + 5));
        }

        Assert.Equal(TimeSpan.FromMilliseconds(12), clock.RoundTrip);
        Assert.Equal(TimeSpan.FromMilliseconds(2999), clock.Ahead);
    }
}
