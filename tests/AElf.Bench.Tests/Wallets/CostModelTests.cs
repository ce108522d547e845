using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Execution;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Indexing.Stores;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.Tests.Wallets;

public sealed class CostModelTests
{
    private static readonly CostModel Model = new(DiskModel.Parse("100,50,200"), TimeSpan.FromMilliseconds(2), 10);

    [Fact]
    public void Times_OfCountedReadsAndCalls_AreThoseOfDiskAndNode()
    {
        var costs = new IndexCosts
        {
            Lookups = 7,
            Scans = 3,
            Blocks = 4,
            BlockBytes = 20_000_000,
            NodeTransactions = 5,
            NodeBytes = 30_000_000,
            NodeReads = 14,
        };

        // 7 + 3 + 14 reads of 100 µs, and 20 MB at 200 MB/s; 9 calls of 2 ms, and 30 MB at 10 MB/s.
        Assert.Equal(TimeSpan.FromMilliseconds(102.4), Model.DiskTime(costs));
        Assert.Equal(TimeSpan.FromMilliseconds(3018), Model.NodeTime(costs));
    }

    [Fact]
    public void Times_WithoutModel_AreZero()
    {
        var costs = new IndexCosts { Lookups = 1, NodeTransactions = 1, NodeBytes = 1 };

        Assert.Equal(TimeSpan.Zero, CostModel.Nothing.DiskTime(costs) + CostModel.Nothing.NodeTime(costs));
        Assert.False(CostModel.Nothing.IsGiven);
    }

    [Theory]
    [InlineData("hdd", "hdd")]
    [InlineData("SSD", "ssd")]
    [InlineData("80,20,3000", "nvme")]
    [InlineData("1.5,0,0.5", "1.5,0,0.5")]
    [InlineData("floppy", null)]
    [InlineData("1,2", null)]
    [InlineData("1,2,0", null)]
    [InlineData("1,2,0.0009", null)]
    [InlineData("1,-2,3", null)]
    public void Parse_DiskText_IsItsDisk(string text, string? expected) =>
        Assert.Equal(expected, DiskModel.Parse(text)?.ToString());

    [Fact]
    public void DropFolder_OfWrittenFiles_KeepsTheirBytes()
    {
        using var folder = new TemporaryFolder();
        var path = folder.Write("table", new string('x', 100_000));

        PageCache.DropFolder(folder.Path);

        Assert.Equal(100_000, File.ReadAllText(path).Length);
    }

    [Theory]
    [InlineData(1, 30)]
    [InlineData(10, 1)]
    [InlineData(100, 30)]
    [InlineData(10_000, 10_000_000)]
    public void Sizes_OfZipf_AddUpToTheMeanAndFall(int wallets, int mean)
    {
        var sizes = WalletSizes.Of(WalletSizing.Zipf, wallets, mean);

        Assert.Equal((long)wallets * mean, sizes.Sum());
        Assert.Equal(sizes.OrderDescending(), sizes);
        Assert.All(sizes, size => Assert.True(size >= 1));
        Assert.True(mean == 1 || wallets == 1 || sizes[0] > mean);
    }
}
