using AElf.Bench.Core.Generation;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.BlockFiles;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Chain.BlockFiles;

public sealed class BlockFileTests : IDisposable
{
    private const int SmallFile = 20_000;

    private static readonly SyntheticChainOptions Options =
        new() { Blocks = 130, TransactionsPerBlock = 10, Wallets = 0 };

    private static readonly byte[] Key = [0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe];

    private readonly string folder = Path.Combine(Directory.CreateTempSubdirectory("aelf-blocks").FullName, "blocks");

    private static List<ChainBlock> Blocks { get; } = [.. new SyntheticChainSource(Options).ReadFrom(0)];

    public void Dispose() => Directory.Delete(Path.GetDirectoryName(folder)!, recursive: true);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Read_BlocksWrittenInAnyOrder_AreInChainOrder(bool isObfuscated)
    {
        for (var seed = 0UL; seed < 5; seed++)
        {
            var order = Enumerable.Range(0, Blocks.Count).ToArray();
            new SeededRandom(seed).Shuffle(order);
            var chain = Open($"{seed}", order.Select(i => Blocks[i]), isObfuscated ? Key : []);
            Assert.True(Directory.GetFiles(Path.Combine(folder, $"{seed}"), "blk*.dat").Length > 1, "one file only");
            Assert.Equal(130, chain.Height);
            AssertSame(Blocks, chain.ReadFrom(0));
            AssertSame(Blocks[77..], chain.ReadFrom(77));
            Assert.Empty(chain.ReadFrom(131));
        }
    }

    [Fact]
    public void Key_AnyByte_IsChanged()
    {
        Open("plain", Blocks, []);
        Open("other", Blocks, Key);
        Assert.Equal(Key, File.ReadAllBytes(Path.Combine(folder, "other/xor.dat")));
        var (plain, other) = (ReadFile("plain"), ReadFile("other"));
        Assert.Equal(plain.Select((each, i) => (byte)(each ^ Key[i % 8])), other);
    }

    [Fact]
    public void Read_TwoBranches_ReturnsTheLongerOne()
    {
        var chain = new SyntheticChain(Options);
        List<ChainBlock> common = [.. Enumerable.Range(0, 120).Select(_ => chain.NextBlock())];
        var fork = chain.Fork();
        List<ChainBlock> lost = [.. Enumerable.Range(0, 3).Select(_ => chain.NextBlock())];
        List<ChainBlock> won = [.. Enumerable.Range(0, 4).Select(_ => fork.NextBlock())];

        var read = Open("branches", [.. common, .. lost, .. won], []);
        Assert.Equal(123, read.Height);
        AssertSame([.. common, .. won], read.ReadFrom(0));
        AssertSame([.. common, .. lost], Open("equal", [.. common, .. lost, .. won[..3]], []).ReadFrom(0));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Read_TrailingZerosAndDuplicateBlock_IsAccepted(bool isObfuscated)
    {
        using (var writer = NewWriter("padded", isObfuscated ? Key : []))
        {
            Blocks.ForEach(block => writer.Append(block.Bytes.Span));
            writer.Append(Blocks[5].Bytes.Span);
            writer.Pad(100_000);
        }

        AssertSame(Blocks, Read("padded").ReadFrom(0));
    }

    [Fact]
    public void Read_TruncatedAnywhere_IsRefusedOrEndsAtABlock()
    {
        var few = Blocks[..4];
        Open("cut", few, []);
        var whole = ReadFile("cut");
        HashSet<int> ends = [.. few.Select((_, i) => few.Take(i + 1).Sum(block => 8 + block.Bytes.Length))];
        for (var length = 0; length < whole.Length; length++)
        {
            WriteFile("cut", whole[..length]);
            if (ends.Contains(length))
            {
                Assert.Equal(ends.Count(end => end <= length), Read("cut").Height + 1);
            }
            else
            {
                Assert.Throws<ChainException>(() => Read("cut"));
            }
        }
    }

    // Except in the header of the last block: no block refers to it, and it may still meet its target.
    [Fact]
    public void Read_FlippedBit_IsRefusedOrFailsTheCheck()
    {
        var few = Blocks[..110];
        Open("changed", few, []);
        var whole = ReadFile("changed");
        for (var seed = 0UL; seed < 200; seed++)
        {
            var random = new SeededRandom(seed);
            var changed = whole.ToArray();
            changed[random.Next(changed.Length - few[^1].Bytes.Length)] ^= (byte)(1 << random.Next(8));
            WriteFile("changed", changed);
            Assert.True(IsRefused("changed"), $"seed {seed}");
        }
    }

    [Fact]
    public void Read_InvalidChain_IsRefusedWithTheReason()
    {
        Assert.Contains("does not link", Fault("gap", [.. Blocks[..50], .. Blocks[51..]]), StringComparison.Ordinal);
        Assert.Contains("the genesis block of", Fault("start", Blocks[1..]), StringComparison.Ordinal);
        Assert.Contains(
            "no file has",
            Fault("litecoin", Blocks, ChainNetwork.LitecoinRegtest),
            StringComparison.Ordinal);
        Assert.Contains("whose magic is d9b4bef9", Fault("main", Blocks, ChainNetwork.Main), StringComparison.Ordinal);
        Assert.Throws<FileNotFoundException>(() => BlockFileChain.Open(Path.GetDirectoryName(folder)!, Network));
        Assert.Throws<FileNotFoundException>(() => BlockFileChain.Open(Path.Combine(folder, "absent"), Network));
    }

    [Theory]
    [InlineData(0x00)]
    [InlineData(0xff)]
    public void Read_LengthOfZeroOr4GB_IsRefusedWithoutAllocation(byte digit)
    {
        Open("length", Blocks[..3], []);
        var file = ReadFile("length");
        file.AsSpan(4, 4).Fill(digit);
        WriteFile("length", file);
        var before = GC.GetAllocatedBytesForCurrentThread();
        var fault = Assert.Throws<ChainException>(() => Read("length"));
        Assert.Contains("expected a whole block", fault.Message, StringComparison.Ordinal);
        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < 200_000);
    }

    [Fact]
    public void Read_KeyOfAnotherSize_IsRefused()
    {
        Open("key", Blocks[..3], []);
        File.WriteAllBytes(Path.Combine(folder, "key/xor.dat"), new byte[7]);
        Prose.AssertNames(Assert.Throws<ChainException>(() => Read("key")).Message, "xor.dat", "7 bytes", "8");
    }

    [Fact]
    public void Read_FileTruncatedAfterOpen_IsRefused()
    {
        var chain = Open("later", Blocks, []);
        Directory.GetFiles(Path.Combine(folder, "later"), "blk*.dat").ToList()
            .ForEach(path => File.WriteAllBytes(path, []));
        Assert.Contains(
            "was truncated",
            Assert.Throws<ChainException>(() => chain.ReadFrom(0).Count()).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Write_ExistingFiles_AreNotOverwritten()
    {
        Open("node", Blocks[..3], []);
        Assert.Throws<IOException>(() => NewWriter("node", []));
    }

    private static ChainNetwork Network => ChainNetwork.BitcoinRegtest;

    private static void AssertSame(IEnumerable<ChainBlock> expected, IEnumerable<ChainBlock> actual) =>
        Assert.Equal(
            expected.Select(block => (block.Height, Hash256.Of(block.Bytes.Span))),
            actual.Select(block => (block.Height, Hash256.Of(block.Bytes.Span))));

    private bool IsRefused(string name)
    {
        try
        {
            return Read(name).ReadFrom(0).Count() == 0;
        }
        catch (ChainException)
        {
            return true;
        }
    }

    private string Fault(string name, IEnumerable<ChainBlock> blocks, ChainNetwork? network = null)
    {
        using (var writer = NewWriter(name, []))
        {
            blocks.ToList().ForEach(block => writer.Append(block.Bytes.Span));
        }

        return Assert.Throws<ChainException>(() => Read(name, network)).Message;
    }

    private BlockFileChain Open(string name, IEnumerable<ChainBlock> blocks, byte[] key)
    {
        using (var writer = NewWriter(name, key))
        {
            blocks.ToList().ForEach(block => writer.Append(block.Bytes.Span));
        }

        return Read(name);
    }

    private BlockFileWriter NewWriter(string name, byte[] key) =>
        new(Path.Combine(folder, name), Network, key, SmallFile);

    private BlockFileChain Read(string name, ChainNetwork? network = null) =>
        BlockFileChain.Open(Path.Combine(folder, name), network ?? Network);

    private byte[] ReadFile(string name) => File.ReadAllBytes(Path.Combine(folder, name, "blk00000.dat"));

    private void WriteFile(string name, byte[] bytes) =>
        File.WriteAllBytes(Path.Combine(folder, name, "blk00000.dat"), bytes);
}
