using AElf.Bench.Operations.Scenarios;

namespace AElf.Bench.Tests.Scenarios;

public sealed class ClockOffsetTests
{
    private static readonly DateTimeOffset Noon = new(2026, 1, 1, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void ClockOffset_IsThatOfTheShortestRoundTrip()
    {
        var clock = new ClockOffset();

        // The other clock is three seconds ahead. Answers are delayed; the offset of the shortest round trip has the
        // smallest error.
        foreach (var late in new[] { 40, 2, 900 })
        {
            clock.Take(Noon, TimeSpan.FromMilliseconds(10 + late), Noon.AddMilliseconds(3000 + 5));
        }

        Assert.Equal(TimeSpan.FromMilliseconds(12), clock.RoundTrip);
        Assert.Equal(TimeSpan.FromMilliseconds(2999), clock.Ahead);
    }
}
