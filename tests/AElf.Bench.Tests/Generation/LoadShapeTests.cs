using AElf.Bench.Core.Generation;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Generation;

public sealed class LoadShapeTests
{
    private static readonly LoadRule Rule = new();

    [Theory]
    [InlineData("even", "even")]
    [InlineData("ZIPF:0.750", "zipf:0.75")]
    [InlineData("sizes:1x5000,10x200,500x2", "sizes:500x2,10x200,1x5000")]
    [InlineData("sizes:3,3+4", "sizes:4x1,3x2")]
    [InlineData("hot:4,0.5", "hot:4,0.5")]
    [InlineData("hot:4+0.5", "hot:4,0.5")]
    [InlineData("conflict:0.25", "conflict:0.25")]
    [InlineData("receiver", "receiver")]
    [InlineData("chain:10", "chain:10")]
    [InlineData("exchange:2,0.6", "exchange:2,0.6")]
    public void Load_AnySpelling_IsNormalised(string text, string normalised)
    {
        Assert.Equal(normalised, Rule.Normalise(text));
        Assert.Equal(normalised, Rule.Normalise(normalised));
    }

    [Theory]
    [InlineData("")]
    [InlineData("zipf")]
    [InlineData("zipf:3.1")]
    [InlineData("even:1")]
    [InlineData("3")]
    [InlineData("sizes:")]
    [InlineData("sizes:0x4")]
    [InlineData("sizes:1x2x3")]
    [InlineData("sizes:100000000,1")]
    [InlineData("hot:0,0.5")]
    [InlineData("hot:1,1.1")]
    [InlineData("conflict:-1")]
    [InlineData("chain:0")]
    [InlineData("exchange:2")]
    public void Load_Invalid_IsRefused(string text) => Assert.Null(Rule.Normalise(text));

    [Fact]
    public void Sizes_File_IsReadAndAWrongLineIsNamed()
    {
        using var folder = new TemporaryFolder();
        var file = Path.Combine(folder.Path, "sizes.txt");
        File.WriteAllText(file, "3\n10x2\n\n3\n");
        Assert.Equal("sizes:10x2,3x2", Rule.Normalise($"sizes:{file}"));

        File.WriteAllText(file, "3\nten\n");
        Assert.Null(Rule.Normalise($"sizes:{file}"));
        Prose.AssertNames(Rule.Show($"sizes:{file}"), "line 2", "'ten'", "SIZExCOUNT");
    }

    [Theory]
    [InlineData("even")]
    [InlineData("zipf:1")]
    [InlineData("sizes:1x500,10x20,50x2")]
    [InlineData("hot:3,0.5")]
    [InlineData("conflict:0.5")]
    [InlineData("receiver")]
    [InlineData("chain:10")]
    [InlineData("exchange:2,0.8")]
    public void Load_EqualArguments_GiveEqualBlocksForMillionsOfOffers(string load)
    {
        var block = Generate(load, 800, seed: 7);

        Assert.Equal(800, block.Count);
        Assert.Equal(BlockHash.Compute(block), BlockHash.Compute(Generate(load, 800, seed: 7)));
        Assert.NotEqual(
            BlockHash.Compute(block), BlockHash.Compute(Generate(load, 800, seed: 8)), StringComparer.Ordinal);
        Assert.InRange(AffordableBlocks.Count(block), EvenGroups.MaxRounds, long.MaxValue);
        SequentialReplay.Run(block, 3);
    }

    [Fact]
    public void Sizes_Groups_HaveTheRequestedSizes()
    {
        for (var seed = 1UL; seed <= 100; seed++)
        {
            var random = new SeededRandom(seed);
            var sizes = Enumerable.Range(0, 1 + random.Next(50)).Select(_ => 1 + random.Next(100)).ToList();
            var block = Generate($"sizes:{string.Join(',', sizes)}", 1, seed);

            Assert.True(
                sizes.Order().SequenceEqual(new Grouper().Group(block).Sizes().Order()), $"seed {seed}: other groups");
        }
    }

    [Theory]
    [InlineData(10, 10, 1)]
    [InlineData(1000, 10, 100)]
    [InlineData(1005, 10, 101)]
    [InlineData(7, 100, 1)]
    [InlineData(7, 1, 7)]
    public void Chain_EachTransferPaysFromThePreviousReceiver(int transfers, int length, int chains)
    {
        var block = Generate($"chain:{length}", transfers, seed: 3);
        var groups = new Grouper().Group(block);

        Assert.Equal(chains, groups.Count);
        Assert.InRange(groups.Sizes().Max(), 1, length);
        for (var group = 0; group < groups.Count; group++)
        {
            var links = groups[group].ToArray().Select(index => block.Transfers[index]).ToList();
            Assert.Equal(links.Skip(1).Select(link => link.From), links.SkipLast(1).Select(link => link.To));
        }
    }

    [Fact]
    public void Load_OneReceiver_IsOneGroup()
    {
        var graph = Graph("receiver", 500);

        Assert.Equal((1, 500, 1.0), (graph.Groups, graph.LargestGroup, graph.HotAccountShare.Value));
    }

    [Theory]
    [InlineData(1, 0.5)]
    [InlineData(4, 0.25)]
    [InlineData(10, 0.9)]
    public void Hot_Share_UsesHotAccountsAndOthersAreSeparate(int hot, double share)
    {
        const int Transfers = 20_000;
        var graph = Graph(FormattableString.Invariant($"hot:{hot},{share}"), Transfers);

        Assert.InRange(graph.HotAccountShare.Value, share / hot * 0.85, share / hot * 1.15);
        Assert.InRange(graph.Groups - hot, Transfers * (1 - share) * 0.9, Transfers * (1 - share) * 1.1);
        Assert.InRange(graph.ConflictShare.Value, share - 0.02, share + 0.02);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(0.1)]
    [InlineData(0.5)]
    [InlineData(1)]
    public void Load_ConflictShare_IsAsGiven(double rate)
    {
        var graph = Graph(FormattableString.Invariant($"conflict:{rate}"), 20_000);

        Assert.InRange(graph.ConflictShare.Value, rate - 0.02, rate + 0.02);
        Assert.Equal(20_000 - Math.Round(graph.ConflictShare.Value * 20_000), graph.Groups);
    }

    [Fact]
    public void Load_Exchange_IsMostlyHubs()
    {
        var graph = Graph("exchange:2,0.6", 20_000);

        Assert.InRange(graph.HotAccountShare.Value, 0.27, 0.33);
        Assert.InRange(graph.MaxGroupShare.Value, 0.6, 1);
    }

    private static LoadGraph Graph(string load, int transfers)
    {
        var block = Generate(load, transfers, seed: 5);
        return LoadGraph.Measure(block, new Grouper().Group(block));
    }

    private static Block Generate(string load, int transfers, ulong seed) => TransferLoad.From(new TransferOptions
    {
        Load = LoadShape.Parse(load)!,
        Transfers = transfers,
        Groups = Math.Min(20, transfers),
        Seed = seed,
    }).Block;
}
