using AElf.Bench.Core.Options;

namespace AElf.Bench.Tests.Sweeps;

public sealed class SweepAxisTests
{
    [Theory]
    [InlineData("actors=1", "actors: 1")]
    [InlineData("--actors=1,2,8", "actors: 1 2 8")]
    [InlineData("actors=1..4,16", "actors: 1 2 3 4 16")]
    [InlineData("actors=4..16+4", "actors: 4 8 12 16")]
    [InlineData("actors=4..15+4", "actors: 4 8 12")]
    [InlineData("actors=1..32*2", "actors: 1 2 4 8 16 32")]
    [InlineData("latency=0ms,0.2ms,1ms", "latency: 0ms 0.2ms 1ms")]
    [InlineData("routing=pull,random", "routing: pull random")]
    [InlineData("rate=1000..8000*2", "rate: 1000 2000 4000 8000")]
    [InlineData("rate=poisson:5,ramp:1..9,step:1+2", "rate: poisson:5 ramp:1..9 step:1+2")]
    public void Axis_Values_AreAListOrARange(string text, string expected)
    {
        var axis = SweepAxis.Parse(text)!;

        Assert.Equal(expected, $"{axis.Name}: {string.Join(' ', axis.Values)}");
    }

    [Theory]
    [InlineData("")]
    [InlineData("actors")]
    [InlineData("=1")]
    [InlineData("actors=")]
    [InlineData("actors=1,,2")]
    [InlineData("actors=1,2,1")]
    [InlineData("actors=1..3,2")]
    [InlineData("actors=4..1")]
    [InlineData("actors=1..")]
    [InlineData("actors=..4")]
    [InlineData("actors=1..4+0")]
    [InlineData("actors=1..4*1")]
    [InlineData("actors=0..4*2")]
    [InlineData("actors=-1..4")]
    [InlineData("actors=1..100000")]
    [InlineData("actors=1..99999999999999999999")]
    [InlineData("actors=1 2")]
    public void Axis_Invalid_IsRefused(string text) => Assert.Null(SweepAxis.Parse(text));

    [Fact]
    public void Axes_Points_AreAllCombinationsWithTheLastAxisFastest()
    {
        var points = SweepAxis.Combine([new("actors", ["1", "2"]), new("lanes", ["1", "128"])]);

        Assert.Equal(
            ["actors 1, lanes 1", "actors 1, lanes 128", "actors 2, lanes 1", "actors 2, lanes 128"],
            points.Select(point => point.Label),
            StringComparer.Ordinal);
        Assert.Equal((2.0, "128", null), (points[3].Number("actors"), points[3]["lanes"], points[3]["groups"]));
        Assert.Equal("lanes 1", points[0].LabelWithout("actors"));
    }

    [Theory]
    [InlineData("actors", true)]
    [InlineData("servers", true)]
    [InlineData("groups", true)]
    [InlineData("dbport", false)]
    [InlineData("http-port", false)]
    [InlineData("seed", false)]
    [InlineData("run-id", false)]
    [InlineData("label", false)]
    [InlineData("shards", true)]
    [InlineData("proxies", true)]
    public void Growth_AxisOfLabels_IsNotASize(string axis, bool isSize) =>
        Assert.Equal(isSize, new SweepPoint([new(axis, "23007")]).Number(axis) is not null);
}
