using AElf.Bench.Core.Options;
using AElf.Benchmark.Verbs.Electrum.Growth;

namespace AElf.Bench.Tests.Wallets;

/// <summary>The verb <c>electrum growth</c>.</summary>
public sealed class GrowthTests
{
    private static readonly double[] Sizes = [20e6, 53e6, 141e6, 376e6, 1e9];

    [Fact]
    public void HeightsOf_Chain_RiseByOneFactorUpToItsEnd()
    {
        // A block of one byte at each height.
        List<long> ends = [.. Enumerable.Range(1, 1_000).Select(end => (long)end)];

        Assert.Equal([19, 53, 141, 376, 999], GrowthCommand.HeightsOf(ends));
    }

    [Fact]
    public void From_LargestAboveTheLawOfTheOthers_IsPredictedTooSmall()
    {
        // The index has 2 % of its chain; the largest index has a tenth more.
        var section = GrowthSections.From(
            [.. Sizes.Select((size, at) => Point(size, 0.02 * size * (at == 4 ? 1.1 : 1)))], Request());

        Assert.Equal(["fulcrum", "22.00", "0.909", "102.0"], Cells(section.Tables[0].Rows[0], 0, 1, 3, 5));
        Assert.Equal(["fulcrum", "1.00", "1.00"], Cells(section.Tables[1].Rows[0], 0, 2, 3));
    }

    [Theory]
    [InlineData(1, 1, null)]
    [InlineData(0.05, 1, null)]
    [InlineData(0.049, 1, "50 MB")]
    [InlineData(1, 1.17, null)]
    [InlineData(1, 1.2, "index of fulcrum (")]
    [InlineData(1, 0.8, "index of fulcrum (")]
    public void From_UnreliableFit_SaysSo(double part, double largest, string? unreliable)
    {
        var lines = GrowthSections.From(
            [.. Sizes.Select((size, at) => Point(part * size, size * (at == 4 ? largest : 1)))], Request()).Figures;

        var found = lines.SingleOrDefault(line => line.Name is "unreliable")?.Lines[0];
        Assert.Equal(unreliable is null, found is null);
        Assert.Contains(unreliable ?? "", found ?? "", StringComparison.Ordinal);
    }

    [Fact]
    public async Task RunAsync_SmallChain_IsMeasured() => Assert.Equal(
        (int)ExitCode.Ok,
        await new GrowthVerb().RunAsync(["--size", "1", "--builds", "1", "--engines", "fulcrum,electrs"]));

    private static GrowthPoint Point(double size, double bytes) =>
        new("fulcrum", (long)size, (long)bytes, TimeSpan.FromSeconds(size / 1e6));

    private static GrowthRequest Request() => new GrowthVerb().Read([])!;

    private static IEnumerable<string> Cells(IReadOnlyList<string> row, params int[] at) =>
        at.Select(index => row[index]);
}
