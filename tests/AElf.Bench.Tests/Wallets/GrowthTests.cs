using AElf.Bench.Core.Options;
using AElf.Benchmark.Verbs.Electrum.Growth;

namespace AElf.Bench.Tests.Wallets;

/// <summary>The verb <c>electrum growth</c>.</summary>
public sealed class GrowthTests
{
    private static readonly double[] Sizes = [20e6, 53e6, 141e6, 376e6, 1e9];

    [Fact]
    public void HeightsOf_Chain_RiseByOneFactorUpToAllOfIt()
    {
        // A block of one byte at each height.
        List<long> ends = [.. Enumerable.Range(1, 1_000).Select(end => (long)end)];

        Assert.Equal([19, 53, 141, 376, 999], GrowthCommand.HeightsOf(ends));
    }

    [Fact]
    public void From_LargestAboveTheLawOfTheOthers_IsPredictedTooSmall()
    {
        // An index has 2 % of its chain, and the largest a tenth more.
        var section = GrowthSections.From(
            [.. Sizes.Select((size, at) => Point(size, 0.02 * size * (at == 4 ? 1.1 : 1)))], Request());

        Assert.Equal(["fulcrum", "22.00", "0.909", "102.0"], Cells(section.Tables[0].Rows[0], 0, 1, 3, 5));
        Assert.Equal(["fulcrum", "1.00", "1.00"], Cells(section.Tables[1].Rows[0], 0, 2, 3));
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
