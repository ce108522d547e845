using AElf.Bench.Core.Generation;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Grouping;

public sealed class LoadGraphTests
{
    [Theory]
    [InlineData("0-1", 1, 1, 1.0, 0.0, 1.0, 0.0)]
    [InlineData("0-1 2-3 4-5 6-7", 4, 1, 0.25, 0.0, 0.25, 0.0)]
    [InlineData("0-9 1-9 2-9 3-4", 2, 3, 0.75, 0.25, 0.75, 0.5)]
    [InlineData("0-1 1-2 2-3 3-4", 1, 4, 1.0, 0.0, 0.5, 0.75)]
    public void LoadGraph_SmallGraph_IsMeasured(
        string transfers, int groups, int largest, double share, double gini, double hot, double conflicts)
    {
        var block = new Block(
            [.. transfers.Split(' ').Select(text => new Transfer(text[0] - '0', text[2] - '0', 1))], new long[10]);
        var graph = LoadGraph.Measure(block, new Grouper().Group(block));

        Assert.Equal(
            (groups, largest, share, gini, hot, conflicts),
            (graph.Groups, graph.LargestGroup, graph.MaxGroupShare.Value, graph.Gini.Value, graph.HotAccountShare.Value,
                graph.ConflictShare.Value));
    }

    [Theory]
    [InlineData("0-9 1-9 2-9 3-4", 9)]
    [InlineData("9-0 1-9 9-2 3-4 3-4", 9)]
    [InlineData("0-1 1-2 2-3 3-4", null)]
    [InlineData("0-1 1-2 2-0 3-4 3-5", null)]
    public void LoadGraph_CriticalAccount_IsInEachTransferOfTheLargestGroup(string transfers, int? account)
    {
        var block = new Block(
            [.. transfers.Split(' ').Select(text => new Transfer(text[0] - '0', text[2] - '0', 1))], new long[10]);

        Assert.Equal(account, LoadGraph.Measure(block, new Grouper().Group(block)).CriticalAccount);
    }

    [Fact]
    public void Gini_Sizes_IsMeanDifferenceOverTwiceTheMean()
    {
        for (var seed = 1UL; seed <= 200; seed++)
        {
            var random = new SeededRandom(seed);
            var sizes = Enumerable.Range(0, 1 + random.Next(40)).Select(_ => 1 + random.Next(1000)).Order().ToArray();
            var pairs = from left in sizes from right in sizes select (double)Math.Abs(left - right);

            Assert.True(
                Math.Abs((pairs.Average() / (2 * sizes.Average())) - LoadGraph.GiniOf(sizes).Value) < 1e-9,
                $"seed {seed}");
        }
    }

    [Fact]
    public void LoadGraph_MoreSkew_HasMoreGiniAndALargerLargestGroup()
    {
        var graphs = new[] { 0.25, 0.5, 1, 2, 3 }
            .Select(skew => SkewedGroups.Generate(10_000, 100, skew, seed: 4))
            .Select(block => LoadGraph.Measure(block, new Grouper().Group(block)))
            .ToList();

        Assert.Equal(graphs.OrderBy(graph => graph.Gini.Value), graphs);
        Assert.Equal(graphs.OrderBy(graph => graph.MaxGroupShare.Value), graphs);
        Assert.All(graphs, graph => Assert.Equal(graph.MaxGroupShare, graph.HotAccountShare));
    }
}
