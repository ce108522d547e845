using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Contracts;

public sealed class ContractGeneratorTests
{
    [Theory]
    [InlineData("transfer", 80)]
    [InlineData("smallbank", 80)]
    [InlineData("erc20", 80)]
    [InlineData("counter", 80)]
    [InlineData("swap", 4)]
    public void Generate_ShippedFile_HasTheGroupsOfItsParts(string name, int parts)
    {
        foreach (var skew in (double[])[0, 1])
        {
            var sizes = SkewedGroups.Sizes(8000, parts, skew);

            var block = Generate(Shipped.File(name), sizes);

            Assert.Equal(sizes.Order(), Group(block).Sizes().Order());
        }
    }

    [Theory]
    [InlineData(10, 1)]
    [InlineData(11, 2)]
    [InlineData(20, 2)]
    [InlineData(21, 3)]
    public void Part_HasAnAccountForEveryTenTransactions(int transactions, int accounts) =>
        Assert.Equal(accounts, Generate(Shipped.File("counter"), [transactions]).Accounts.AccountCount);

    [Fact]
    public void Generate_OneAccountBesideAHotOne_DrawsEachAccount()
    {
        var block = Generate(Shipped.File("swap"), [400, 400, 400, 400]);

        var drawn = Enumerable.Range(0, block.Count).SelectMany(index => block.AccountsAt(index).ToArray()).Distinct();

        // Four markets, and one trader for every ten transactions.
        Assert.Equal(4 + 160, drawn.Count());
        Assert.Equal(4 + 160, block.Accounts.AccountCount);
    }

    [Fact]
    public void Generate_EqualSeeds_GiveEqualBlocks()
    {
        var file = Shipped.File("swap");

        Assert.Equal(Generate(file, [500]).Checksum, Generate(file, [500]).Checksum);
        Assert.NotEqual(
            Generate(file, [500]).Checksum,
            ContractGenerator.Generate(file, [new BlockPart(500, IsStar: false)], seed: 8).Checksum);
    }

    [Fact]
    public void Generate_Shares_EqualThoseOfTheMix()
    {
        var block = Generate(Shipped.File("smallbank"), [.. Enumerable.Repeat(1000, 20)]);

        var counts = Enumerable.Range(0, block.Count).CountBy(index => block.ContractAt(index).Name).ToDictionary();

        Assert.All(block.File.Contracts, contract =>
            Assert.InRange(counts[contract.Name], (contract.Weight - 2) * 200, (contract.Weight + 2) * 200));
    }

    [Fact]
    public void Generate_ParametersAndOpenings_AreOfTheirRanges()
    {
        var block = Generate(Shipped.File("smallbank"), [5000]);
        var amounts = Enumerable.Range(0, block.Count).Where(index => block.ContractAt(index).Name == "transactSavings")
            .Select(index => block.ParametersAt(index)[0]).ToList();

        Assert.All(amounts, amount => Assert.True(amount is (>= -100 and <= -1) or (>= 1 and <= 1000), $"{amount}"));
        Assert.InRange(amounts.Count(amount => amount < 0), amounts.Count / 3, amounts.Count * 2 / 3);
        Assert.All(block.Accounts.OpeningBalances.ToArray(), balance => Assert.InRange(balance, 10_000, 50_000));
    }

    [Fact]
    public void Generate_Star_SharesOneAccount()
    {
        var block = ContractGenerator.Generate(
            Shipped.File("transfer"), [new BlockPart(100, IsStar: true), new BlockPart(1, IsStar: false)], seed: 7);

        var graph = block.Measure(Group(block));

        Assert.Equal((2, 100), (graph.Groups, graph.LargestGroup));
        Assert.Equal(100, graph.HotAccountShare.Part);
        Assert.Equal(103, block.Accounts.AccountCount);
    }

    [Theory]
    [InlineData(0.99)]
    [InlineData(1)]
    [InlineData(2)]
    public void Zipf_Draws_FollowTheDistribution(double exponent)
    {
        var random = new AElf.Bench.Core.Generation.SeededRandom(5);
        var counts = new int[50];
        for (var i = 0; i < 200_000; i++)
        {
            counts[Zipf.Draw(counts.Length, exponent, random)]++;
        }

        var sum = Enumerable.Range(1, 50).Sum(k => Math.Pow(k, -exponent));
        Assert.All(Enumerable.Range(0, 10), k =>
        {
            var expected = 200_000 * Math.Pow(k + 1, -exponent) / sum;
            Assert.InRange(counts[k], expected - (6 * Math.Sqrt(expected)), expected + (6 * Math.Sqrt(expected)));
        });
    }

    // Of ten accounts the first has 10 % of even draws, and 34 % of draws by Zipf's law with exponent 1.
    [Theory]
    [InlineData("account a, b", 0.1, 0.25)]
    [InlineData("account a, b: zipf 1", 0.28, 0.45)]
    [InlineData("account a\naccount b: pool p, hot 10, read only", 0.1, 0.25)]
    [InlineData("account a\naccount b: pool p, hot 10, read only, zipf 1", 0.28, 0.45)]
    public void Generate_AccountWithZipf_IsDrawnMoreOften(string accounts, double least, double most)
    {
        var (file, errors) = ContractReader.Read(
            $"pool p: balance 1..2\ncontract c\n{accounts}\nrequire b.balance > 0\na.balance += 1");
        Assert.Empty(errors);

        var shares = Enumerable.Range(1, 50).Select(seed =>
        {
            var block = ContractGenerator.Generate(file!, [new BlockPart(100, IsStar: false)], (ulong)seed);
            return Enumerable.Range(0, block.Count).CountBy(index => block.AccountsAt(index)[1])
                .Max(each => (double)each.Value / block.Count);
        });

        Assert.InRange(shares.Average(), least, most);
    }

    // A written pool defines the groups: their sizes follow Zipf's law.
    [Theory]
    [InlineData("", 100, 100)]
    [InlineData(", zipf 1", 180, 60)]
    public void Parts_OfAWrittenPoolWithZipf_HaveItsSizes(string zipf, int largest, int smallest)
    {
        var source = ContractSource.Parse($"contract c\naccount a: hot 4{zipf}\na.balance += 1\n")!;

        var sizes = ContractGenerator.Parts(source, LoadShape.Even, 400, groups: 1, skew: 0)
            .Select(part => part.Size).ToList();

        Assert.Equal((4, 400), (sizes.Count, sizes.Sum()));
        Assert.InRange(sizes.Max(), largest, largest + 15);
        Assert.InRange(sizes.Min(), smallest - 15, smallest);
    }

    private static ContractBlock Generate(ContractFile file, int[] sizes) =>
        ContractGenerator.Generate(file, [.. sizes.Select(size => new BlockPart(size, IsStar: false))], seed: 7);

    private static TransferGroups Group(ContractBlock block) => new Grouper().Group(block.Links, block.NodeCount);
}
