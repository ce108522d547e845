using AElf.Bench.Core.Options;

namespace AElf.Bench.Tests.Options;

public sealed class ArrivalRateTests
{
    private static readonly ValueRule Rule = ArrivalRate.Rule;

    [Theory]
    [InlineData("50000", "50000", 50_000)]
    [InlineData("007", "7", 7)]
    [InlineData("0.50", "0.5", 0.5)]
    [InlineData("ramp:0.001..1.5", "ramp:0.001..1.5", 0.7505)]
    [InlineData("poisson:50000", "poisson:50000", 50_000)]
    [InlineData("Poisson:1", "poisson:1", 1)]
    [InlineData("ramp:1000..100000", "ramp:1000..100000", 50_500)]
    [InlineData("ramp:9..3", "ramp:9..3", 6)]
    [InlineData("step:1000,5000,21000", "step:1000,5000,21000", 9_000)]
    [InlineData("step:1000+5000+21000", "step:1000,5000,21000", 9_000)]
    [InlineData("step:5", "step:5", 5)]
    public void Rate_AnySpelling_IsNormalisedAndHasAMean(string text, string spelling, double mean)
    {
        Assert.Equal(spelling, Rule.Normalise(text));
        Assert.Equal(mean, ArrivalRate.Parse(spelling)!.Mean);
    }

    [Theory]
    [InlineData("")]
    [InlineData("0")]
    [InlineData("-5")]
    [InlineData("50k")]
    [InlineData("1e5")]
    [InlineData("0.0005")]
    [InlineData("1.00005")]
    [InlineData(".")]
    [InlineData("100000001")]
    [InlineData("1000,2000")]
    [InlineData("constant:5")]
    [InlineData(":5")]
    [InlineData("poisson:")]
    [InlineData("poisson:5,6")]
    [InlineData("ramp:5")]
    [InlineData("ramp:5..")]
    [InlineData("ramp:1..2..3")]
    [InlineData("ramp:0..5")]
    [InlineData("step:")]
    [InlineData("step:5,,6")]
    [InlineData("burst:5")]
    public void Rate_Invalid_IsRefused(string text) => Assert.Null(Rule.Normalise(text));
}
