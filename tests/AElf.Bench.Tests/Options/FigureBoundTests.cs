using AElf.Bench.Core.Options;

namespace AElf.Bench.Tests.Options;

public sealed class FigureBoundTests
{
    [Theory]
    [InlineData("tps < 100", true, false, false)]
    [InlineData("tps <= 100", true, true, false)]
    [InlineData("tps > 100", false, false, true)]
    [InlineData("tps >= 100", false, true, true)]
    public void Bound_FigureBelowAtAndAbove_IsOnItsSide(
        string bound, bool below, bool at, bool above)
    {
        var parsed = FigureBound.Parse(bound)!;

        Assert.Equal(
            (below, at, above),
            (parsed.Holds(Math.BitDecrement(100)), parsed.Holds(100), parsed.Holds(Math.BitIncrement(100))));
    }

    [Fact]
    public void Bounds_Invalid_AreNamedAlone() =>
        Assert.Equal("'tsp > 5', 'p99 > 5'", new ThresholdRule().Show("tps < 1,tsp > 5,p99 > 5"));
}
