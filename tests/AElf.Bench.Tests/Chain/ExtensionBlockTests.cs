using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.Tests.Chain;

/// <summary>Litecoin's extension blocks (MWEB): the first one of a regtest network, from a litecoind.</summary>
public sealed class ExtensionBlockTests
{
    private const string HogEx =
        "0200000000080163959a15288fcb41b3e84e594de8c7cc57642f79ef8d11df1884eacaa00a553e0000000000ffffffff01982d"
        + "814a0000000022582055a020d687f8a713847384a5de50ec1cbba9d2b0cfc6b30768679f93e9d32c510000000000";

    // Header, coinbase, a transaction that moves coins into the extension block, and the HogEx.
    private const string Block =
        "00000020bc5dd32c7719ea8313dba45988f3452e7bb749b2811b9239fb0e3d20f551f708c54d36f56e53dfb6eff9111ffc58f2"
        + "6cbafdfbaa1ecd20284a03a96a97bad53496e70a6bffff7f200000000003020000000001010000000000000000000000000000"
        + "000000000000000000000000000000000000ffffffff0502b0010101ffffffff0268cb814a00000000160014ea3d50206058f4"
        + "ec691b1be6372c2e914f2f45340000000000000000266a24aa21a9ed038463821f95873e9ab70061bbff0d14fda80274e4193d"
        + "bf1281e454fb899570012000000000000000000000000000000000000000000000000000000000000000000000000002000000"
        + "0001014a78d62e29442f14a7ed8b8087aaa34c328228cf138e10e20d1df9e0d856f1880000000000feffffff01d43c814a0000"
        + "0000225920722ea1ea3bbed7390c81f8c79d38fd4252fbf97ab3422e305050bb731d81bdc90247304402202358f8c04b2f9ee8"
        + "34bf783169bb7b994070a45e99632d2b937262549fa5619c0220537d4cd8716db00083032d2ea01256b692b05cdbc98a835b80"
        + "6797f5e7f099d2012102eb2aa831b0b14ca293cfa76e49fe9247e1ad794a90c5c43c5b86646a9591d26aaf0100000200000000"
        + "080163959a15288fcb41b3e84e594de8c7cc57642f79ef8d11df1884eacaa00a553e0000000000ffffffff01982d814a000000"
        + "0022582055a020d687f8a713847384a5de50ec1cbba9d2b0cfc6b30768679f93e9d32c510000000000";

    // The flag of an extension block and its height.
    private const string Extension = "018230430ca197497f1c5657f32faf6f8b620846a03d3ab55e5fa6788ef5227b235a06f4b46e3fcd";

    private static readonly byte[] Whole = Convert.FromHexString(Block + Extension);

    [Fact]
    public void Verify_BlockWithAnExtensionBlock_ReadsItsTransactionsAndSkipsTheRest()
    {
        Assert.Equal(
            [
                "7fa0f088e63b9bd72b13b10952f7f6453f64ef74084a42da750f0cf2bc758c4b",
                "3e550aa0caea8418df118def792f6457ccc7e84d594ee8b341cb8f28159a9563",
                "b66a9a12ea4a7e82ecb21adc819fd4ee7437f01d3228f252e14c47e0b65b9a30",
            ],
            BlockCheck.Verify(Whole).Select(id => $"{id}"));
        Assert.Equal(BlockCheck.Verify(Whole), BlockCheck.Verify(Convert.FromHexString(Block)));
    }

    [Fact]
    public void Read_HogEx_HasTheIdAndWeightOfLitecoin()
    {
        var transaction = TransactionView.Read(Convert.FromHexString(HogEx));

        Assert.Equal("b66a9a12ea4a7e82ecb21adc819fd4ee7437f01d3228f252e14c47e0b65b9a30", $"{transaction.Id()}");
        Assert.Equal(transaction.Id(), transaction.WitnessId());
        Assert.Equal((376, 94), (transaction.Weight, transaction.VirtualSize));
        Assert.Equal((1, 1, 0u), (transaction.InputCount, transaction.OutputCount, transaction.LockTime));
        Assert.True(transaction.JoinsExtension);
        Assert.False(transaction.HasWitness);
    }

    [Fact]
    public void Read_HogExWithPartOfAnExtensionBlock_IsRefused()
    {
        var bytes = Convert.FromHexString(HogEx);
        bytes[^5] = 1;

        Prose.AssertNames(Assert.Throws<ChainException>(() => TransactionView.Read(bytes)).Message, "byte 92:", "MWEB");
    }

    [Fact]
    public void Verify_HogExBeforeTheLastTransaction_IsRefused()
    {
        var hogEx = Convert.FromHexString(HogEx);
        byte[] block = [.. Convert.FromHexString(Block), .. hogEx];
        block[BlockHeader.Size]++;

        Assert.Contains(
            "a HogEx before 1",
            Assert.Throws<ChainException>(() => BlockCheck.Verify(block)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Archives_BlockWithAnExtensionBlock_ReturnTransactionsWithoutIt()
    {
        using var folder = new TemporaryFolder();
        using var file = new FileArchive(folder.Path);
        foreach (var archive in (ChainArchive[])[new MemoryArchive(), file])
        {
            archive.Add(Whole);
            archive.RemoveTip();
            archive.Add(Whole);
            var hogEx = TransactionView.Read(Convert.FromHexString(HogEx)).Id();

            Assert.Equal(HogEx, Convert.ToHexStringLower(archive.Transaction(hogEx)!.Value.Span));
            Assert.Equal(3, BlockCheck.Verify(archive.Block(0).Span).Length);
        }
    }

    [Fact]
    public void Mempool_HogEx_IsRefused()
    {
        var archive = new MemoryArchive();
        archive.Add(Whole);

        Assert.Throws<ChainException>(() => new Mempool(archive).Add(Convert.FromHexString(HogEx)));
    }
}
