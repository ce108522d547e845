using System.Globalization;
using AElf.Bench.Core.Generation;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Chain;

public sealed class BlockTests
{
    [Fact]
    public void Read_BlockTruncatedAnywhere_IsRefused()
    {
        for (var seed = 0UL; seed < 6; seed++)
        {
            var block = new RandomTransactions(seed).NextBlock(5);
            Assert.Equal(5, Scan(block));
            for (var length = (int)seed; length < block.Length; length += 6)
            {
                Assert.Throws<ChainException>(() => Scan(block.AsSpan(0, length)));
            }

            Assert.Throws<ChainException>(() => Scan([.. block, 0]));
        }
    }

    // An error message takes less than one kB of the 64 kB allowed.
    [Fact]
    public void Read_FlippedBitsAndRandomBytes_AllocateNothing()
    {
        for (var seed = 0UL; seed < 1000; seed++)
        {
            var random = new SeededRandom(seed);
            var block = new RandomTransactions(seed).NextBlock(1 + random.Next(4));
            for (var flips = random.Next(4); flips >= 0; flips--)
            {
                block[random.Next(block.Length)] ^= (byte)(1 << random.Next(8));
            }

            if (seed % 3 == 0)
            {
                new RandomTransactions(seed).Bytes(block.Length - BlockHeader.Size).CopyTo(block, BlockHeader.Size);
            }

            var before = GC.GetAllocatedBytesForCurrentThread();
            TryScan(block);
            var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.True(allocated < 64 * 1024, $"seed {seed}: {allocated} bytes allocated");
        }
    }

    [Fact]
    public void Read_BlockOver4MBOrWithoutTransactions_IsRefused()
    {
        Prose.AssertNames(
            Assert.Throws<ChainException>(() => Scan(new byte[4_000_001])).Message, "4000001", "4000000 at most");
        Prose.AssertNames(Assert.Throws<ChainException>(() => Scan(new byte[81])).Message, "byte 80:", "1 or more");
    }

    [Theory]
    [InlineData(4, "the merkle root of the transactions is")]
    [InlineData(36, "the merkle root of the transactions is")]
    [InlineData(0, null)]
    public void Verify_WrongMerkleRoot_IsRefused(int flipped, string? message)
    {
        var block = PlainBlock();
        block[flipped == 4 ? block.Length - 1 : flipped] ^= 1;
        if (message is null)
        {
            Assert.Equal(2, BlockCheck.Verify(block).Length);
        }
        else
        {
            Assert.StartsWith(
                message,
                Assert.Throws<ChainException>(() => BlockCheck.Verify(block)).Message,
                StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Verify_FirstTransactionIsNotACoinbase_IsRefused()
    {
        var block = PlainBlock();
        block[BlockHeader.Size + 1 + 4 + 1] = 1;
        Prose.AssertNames(
            Assert.Throws<ChainException>(() => BlockCheck.Verify(block)).Message, "byte 81:", "coinbase");
    }

    [Theory]
    [InlineData(new[] { Hash256.Size }, true)]
    [InlineData(new[] { Hash256.Size, Hash256.Size }, false)]
    [InlineData(new[] { Hash256.Size, 0 }, false)]
    [InlineData(new[] { Hash256.Size - 1 }, false)]
    [InlineData(new[] { Hash256.Size + 1 }, false)]
    public void Verify_CoinbaseWitness_HasOneItemOf32Bytes(int[] items, bool isRight)
    {
        var (transactions, builder) = (new WireWriter(), new TransactionBuilder());
        builder.AddInput(default, uint.MaxValue, "coinbase"u8);
        foreach (var size in items)
        {
            builder.AddWitnessItem(new byte[size]);
        }

        var script = new WireWriter();
        script.WriteBytes(BlockCheck.CommitmentStart);
        script.WriteHash(BlockCheck.Commitment(default, default));
        builder.AddOutput(0, script.Written);
        builder.MoveTo(transactions);
        var id = TransactionView.Read(transactions.Written).Id();
        var block = Block(transactions, 1, id);

        if (isRight)
        {
            Assert.Equal([id], BlockCheck.Verify(block));
        }
        else
        {
            Prose.AssertNames(
                Assert.Throws<ChainException>(() => BlockCheck.Verify(block)).Message, "byte 81:", "coinbase",
                "32 bytes");
        }
    }

    // CVE-2012-2459: three transactions have the same root as four of which the last two are equal.
    [Fact]
    public void Verify_RepeatedTransactionsAtTheEnd_AreRefused()
    {
        Hash256[] ids = [Hash256.Of("a"u8), Hash256.Of("b"u8), Hash256.Of("c"u8)];
        Assert.NotEqual(default, MerkleTree.Root([.. ids]));
        Assert.Throws<ChainException>(() => MerkleTree.Root([.. ids, ids[2]]));
    }

    // The examples in Bitcoin Core's tests of arith_uint256, and the easiest target.
    [Theory]
    [InlineData(0x1d00ffff, "00000000ffff0000000000000000000000000000000000000000000000000000")]
    [InlineData(0x207fffff, "7fffff0000000000000000000000000000000000000000000000000000000000")]
    [InlineData(0x05009234, "0000000000000000000000000000000000000000000000000000000092340000")]
    [InlineData(0x02123456, "0000000000000000000000000000000000000000000000000000000000001234")]
    public void Target_ValidBits_IsDecoded(uint bits, string target) =>
        Assert.Equal(target, ProofOfWork.TargetOf(bits).ToString("x64", CultureInfo.InvariantCulture));

    [Theory]
    [InlineData(0x00000000)]
    [InlineData(0x01003456)]
    [InlineData(0x04923456)]
    [InlineData(0xff123456)]
    [InlineData(0x217fffff)]
    public void Target_InvalidBits_IsRefused(uint bits) =>
        Assert.Throws<ChainException>(() => ProofOfWork.TargetOf(bits));

    [Fact]
    public void Work_IsTheExpectedNumberOfHashes()
    {
        Assert.Equal(2, ProofOfWork.WorkOf(0x207fffff));
        Assert.Equal(0x1_0001_0001, ProofOfWork.WorkOf(0x1d00ffff));
    }

    [Fact]
    public void Hash_Written_IsReversedButOrderedByItsBytes()
    {
        var one = Hash256.Parse($"{new string('0', 63)}1");
        var high = Hash256.Parse($"1{new string('0', 63)}");
        Assert.True(high < one && one >= high && one.CompareAsNumber(high) < 0);
        Assert.Equal($"{new string('0', 63)}1", one.ToString());
        Assert.Equal(1UL << 56, one.Prefix());
        Assert.Throws<FormatException>(() => Hash256.Parse("12"));
        Assert.Throws<FormatException>(() => Hash256.Parse(new string('x', 64)));
    }

    [Theory]
    [InlineData("76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac", ScriptKind.PublicKeyHash)]
    [InlineData("a914748284390f9e263a4b766a75d0633c50426eb87587", ScriptKind.ScriptHash)]
    [InlineData("0014751e76e8199196d454941c45d1b3a323f1433bd6", ScriptKind.WitnessPublicKeyHash)]
    [InlineData(
        "00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262", ScriptKind.WitnessScriptHash)]
    [InlineData("512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798", ScriptKind.Taproot)]
    [InlineData("210279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798ac", ScriptKind.PublicKey)]
    [InlineData(
        "51210279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
        + "210279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f8179852ae",
        ScriptKind.BareMultisig)]
    [InlineData("53210279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f8179851ae", ScriptKind.Other)]
    [InlineData("51ae", ScriptKind.Other)]
    [InlineData("5121ae", ScriptKind.Other)]
    [InlineData("6a", ScriptKind.NullData)]
    [InlineData("", ScriptKind.Other)]
    [InlineData("0014751e", ScriptKind.Other)]
    public void Script_HasItsKind(string script, ScriptKind kind) =>
        Assert.Equal(kind, OutputScript.KindOf(Convert.FromHexString(script)));

    private static int Scan(ReadOnlySpan<byte> block)
    {
        var count = 0;
        foreach (var transaction in new BlockReader(block))
        {
            count++;
            Assert.Equal(transaction.InputCount, transaction.HasWitness ? Count(transaction) : transaction.InputCount);
            foreach (var input in transaction.Inputs)
            {
                _ = input.Script;
            }

            foreach (var output in transaction.Outputs)
            {
                _ = output.IsUnspendable;
            }
        }

        return count;
    }

    private static int Count(TransactionView transaction)
    {
        var count = 0;
        foreach (var witness in transaction.Witnesses)
        {
            count++;
            foreach (var item in witness)
            {
                _ = item.Length;
            }
        }

        return count;
    }

    private static void TryScan(ReadOnlySpan<byte> block)
    {
        try
        {
            Scan(block);
        }
        catch (ChainException)
        {
            // The block may be refused.
        }
    }

    // Only legacy transactions, so that the block needs no commitment.
    private static byte[] PlainBlock()
    {
        var (transactions, builder) = (new WireWriter(), new TransactionBuilder());
        builder.AddInput(default, uint.MaxValue, "coinbase"u8);
        builder.AddOutput(50, [0x51]);
        builder.MoveTo(transactions);
        var first = Hash256.OfTwice(transactions.Written);
        var length = transactions.Length;
        builder.AddInput(Hash256.Of("spent"u8), 0, []);
        builder.AddOutput(50, [0x51]);
        builder.MoveTo(transactions);
        return Block(
            transactions, 2, MerkleTree.Root([first, Hash256.OfTwice(transactions.Written[length..])]));
    }

    private static byte[] Block(WireWriter transactions, byte count, Hash256 root)
    {
        var block = new WireWriter();
        new BlockHeader(1, default, root, 1, 0x207fffff, 0).CopyTo(block.Reserve(BlockHeader.Size));
        block.WriteVarInt(count);
        block.WriteBytes(transactions.Written);
        return block.Written.ToArray();
    }
}
