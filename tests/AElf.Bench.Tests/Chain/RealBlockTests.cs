using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Tests.Chain;

/// <summary>Blocks of public chains, with the values that block explorers show.</summary>
public sealed class RealBlockTests
{
    [RealBlockTheory]
    [InlineData("mainnet-100000", "000000000003ba27aa200b1cecaad478d2b00432346c3f1f3986da1afd33e506", 4, 4, 6, 0)]
    [InlineData("mainnet-333961", "00000000000000001203c1ea455e38612bdf36e9967fdead11935c8e22283ecc", 202, 503, 482, 0)]
    [InlineData(
        "mainnet-437303", "000000000000000002d249a3d89f63ef3fee203adcca7c24008c13fd854513f2", 1652, 4898, 5640, 0)]
    [InlineData(
        "mainnet-951658", "00000000000000000001cbe4b4add61d60d9a470e0958f1b4024f202db9ca628", 374, 413, 696, 369)]
    [InlineData("testnet4-40000", "000000000000000c1a1fad82b0e133f4772802b6dff7a95990580ae2e15c634f", 16, 28, 37, 13)]
    [InlineData("litecoin-900000", "545127eacc261629ae25ada99c7aadc1a929aed2da32f95ef866333f37c11e49", 5, 5, 8, 0)]
    public void Read_RealBlock_HasItsHashAndCounts(
        string name, string hash, int transactions, int inputs, int outputs, int withWitness)
    {
        var reader = new BlockReader(RealBlocks.Read(name));
        Assert.Equal(hash, reader.Header.Hash().ToString());
        Assert.Equal(transactions, reader.Count);
        var (readInputs, readOutputs, readWitness) = (0, 0, 0);
        while (reader.MoveNext())
        {
            readInputs += Count(reader.Current.Inputs);
            readOutputs += Count(reader.Current.Outputs);
            readWitness += reader.Current.HasWitness ? 1 : 0;
        }

        Assert.Equal((inputs, outputs, withWitness), (readInputs, readOutputs, readWitness));
    }

    [RealBlockTheory]
    [InlineData("mainnet-100000")]
    [InlineData("mainnet-333961")]
    [InlineData("mainnet-437303")]
    [InlineData("mainnet-951658")]
    [InlineData("testnet4-40000")]
    [InlineData("litecoin-900000")]
    public void Verify_RealBlock_HasRightRootsAndCommitment(string name) =>
        Assert.NotEmpty(BlockCheck.Verify(RealBlocks.Read(name)));

    [RealBlockTheory]
    [InlineData("mainnet-100000")]
    [InlineData("mainnet-333961")]
    [InlineData("mainnet-437303")]
    [InlineData("mainnet-951658")]
    [InlineData("testnet4-40000")]
    public void Target_RealBlock_IsMetButNoHarderOne(string name)
    {
        var header = BlockHeader.Read(RealBlocks.Read(name));
        Assert.True(ProofOfWork.IsMet(header.Hash(), header.Bits));
        Assert.False(ProofOfWork.IsMet(header.Hash(), 0x0700ffff));
    }

    // The documentation of many projects contains block 100,000.
    [RealBlockFact]
    public void Read_Block100000_HasTheKnownTransactions()
    {
        Assert.Equal(
            [
                "8c14f0db3df150123e6f3dbbf30f8b955a8249b62ac1d1ff16284aefa3d06d87",
                "fff2525b8931402dd09222c50775608f75787bd2b87e56995a7bdd30f79702c4",
                "6359f0868171b1d194cbee1af2f16ea598ae8fad666d9b012c8ed2b79a236ec4",
                "e9a66845e05d5abc0ad04ec80f774a7e585c6e8db975962d069a522137b80c1d",
            ],
            BlockCheck.Verify(RealBlocks.Read("mainnet-100000")).Select(id => id.ToString()),
            StringComparer.Ordinal);
    }

    [RealBlockTheory]
    [InlineData("mainnet-100000")]
    [InlineData("litecoin-900000")]
    [InlineData("testnet4-40000")]
    public void Read_RealBlockTruncatedAnywhere_IsRefused(string name)
    {
        var block = RealBlocks.Read(name);
        for (var length = 0; length < block.Length; length++)
        {
            Assert.Throws<ChainException>(() => BlockCheck.Verify(block.AsSpan(0, length)));
        }
    }

    [RealBlockTheory]
    [InlineData("mainnet-333961")]
    [InlineData("mainnet-951658")]
    public void Read_RealBlock_AllocatesNothing(string name)
    {
        var block = RealBlocks.Read(name);
        Scan(block);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Scan(block);
        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    private static void Scan(ReadOnlySpan<byte> block)
    {
        foreach (var transaction in new BlockReader(block))
        {
            _ = transaction.Id();
            foreach (var output in transaction.Outputs)
            {
                _ = output.ScriptHash();
            }

            foreach (var input in transaction.Inputs)
            {
                _ = input.PreviousId;
            }
        }
    }

    private static int Count(PartEnumerator<InputView> inputs)
    {
        var count = 0;
        while (inputs.MoveNext())
        {
            count++;
        }

        return count;
    }

    private static int Count(PartEnumerator<OutputView> outputs)
    {
        var count = 0;
        while (outputs.MoveNext())
        {
            count++;
        }

        return count;
    }
}
