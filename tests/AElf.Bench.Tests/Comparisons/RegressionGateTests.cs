using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Tests.Comparisons;

public sealed class RegressionGateTests
{
    private const double Threshold = 0.05;

    [Fact]
    public void Gate_OneSeriesShowsASlowDown_DoesNotFail()
    {
        var gate = Play(Enumerable.Repeat(0.9, 20));

        Assert.Equal(GateOutcome.Regression, gate.Outcome);
        Assert.InRange(gate.FirstSeries!.Value, 6, 10);
        Assert.InRange(gate.Decision!.Value - gate.FirstSeries.Value, 6, 10);
    }

    [Fact]
    public void Gate_SecondSeriesShowsNoSlowDown_DoesNotFail()
    {
        var first = Play(Enumerable.Repeat(0.9, 20)).FirstSeries!.Value;

        var gate = Play(Enumerable.Repeat(0.9, first).Concat(Enumerable.Repeat(1.0, 20)));

        Assert.Equal(GateOutcome.Unconfirmed, gate.Outcome);
        Assert.Equal(first, gate.FirstSeries);
    }

    [Fact]
    public void Gate_GrossLoss_IsDecidedByTwelvePairs()
    {
        var gate = Play(Enumerable.Repeat(1 / 5.4, 20));

        Assert.Equal((GateOutcome.Regression, 6, 12), (gate.Outcome, gate.FirstSeries, gate.Decision));
    }

    [Theory]
    [InlineData(1.0)]
    [InlineData(1.2)]
    [InlineData(0.98)]
    public void Gate_SlowerByLessThanTheThreshold_Passes(double ratio)
    {
        var gate = Play(Enumerable.Repeat(ratio, 20));

        Assert.Equal(GateOutcome.NoRegression, gate.Outcome);
        Assert.Null(gate.FirstSeries);
    }

    [Fact]
    public void Gate_PairsAfterTheDecision_ChangeTheIntervalOnly()
    {
        var gate = Play(Enumerable.Repeat(1.0, 20));
        var (decided, high) = (gate.Decision, gate.Pairs.High);

        for (var pair = 0; pair < 100; pair++)
        {
            gate.Add(Math.Log(0.8));
        }

        Assert.Equal((GateOutcome.NoRegression, decided), (gate.Outcome, gate.Decision));
        Assert.True(gate.Pairs.High < high);
    }

    private static RegressionGate Play(IEnumerable<double> ratios)
    {
        var gate = new RegressionGate(new PairedRatio(Threshold).Logs);
        foreach (var ratio in ratios)
        {
            gate.Add(Math.Log(ratio));
        }

        return gate;
    }
}
