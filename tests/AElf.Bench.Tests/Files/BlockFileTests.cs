using System.Buffers.Binary;
using AElf.Bench.Core.Generation;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.Tests.Files;

public sealed class BlockFileTests : IDisposable
{
    private const int AccountsAt = 8;
    private const int TransfersAt = 12;
    private const int BalancesAt = 16;
    private const int FirstTransferAt = BalancesAt + (3 * 8);

    private readonly TemporaryFolder folder = new();

    private string FileName => Path.Combine(folder.Path, "block.bin");

    [Fact]
    public void Write_ThenRead_ReturnsTheSame()
    {
        for (ulong seed = 0; seed < 50; seed++)
        {
            var random = new SeededRandom(seed);
            var groups = 1 + random.Next(20);
            var block = EvenGroups.Generate(groups + random.Next(50), groups, seed);

            BlockFile.Write(FileName, block);

            AssertSame(block, Read());
        }
    }

    [Fact]
    public void Block_ExtremeNumbers_AreReadBack()
    {
        var block = new Block([new Transfer(0, 1, long.MaxValue)], [long.MaxValue, 0]);

        BlockFile.Write(FileName, block);

        AssertSame(block, Read());
    }

    [Fact]
    public void Block_Layout_IsTheDocumentedOne()
    {
        var bytes = Small();

        Assert.Equal("AELFBLK1"u8, bytes.AsSpan(0, 8));
        Assert.Equal((3, 2), (Int32(bytes, AccountsAt), Int32(bytes, TransfersAt)));
        Assert.Equal(
            (0, 1, 4),
            (Int32(bytes, FirstTransferAt), Int32(bytes, FirstTransferAt + 4), Int32(bytes, FirstTransferAt + 8)));
        Assert.Equal(FirstTransferAt + (2 * 16) + 4, bytes.Length);

        // CRC-32C by its definition: reflected polynomial 0x82F63B78, bit by bit.
        Assert.Equal(
            SlowChecksum(bytes.AsSpan(0, bytes.Length - 4)),
            BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(bytes.Length - 4)));
    }

    [Fact]
    public void File_CutAtAnyByte_IsRefused()
    {
        var bytes = Small();
        for (var length = 0; length < bytes.Length; length++)
        {
            AssertRefused(bytes[..length], "cut");
        }
    }

    [Fact]
    public void File_AnyBitFlipped_IsRefused()
    {
        var bytes = Small();
        for (var bit = 0; bit < bytes.Length * 8; bit++)
        {
            var flipped = bytes.ToArray();
            flipped[bit / 8] ^= (byte)(1 << (bit % 8));
            AssertRefused(
                flipped,
                (bit / 8) switch { < AccountsAt => "AELFBLK1", < BalancesAt => "in its header need", _ => "checksum" });
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(100_000)]
    public void File_BytesAfterTheEnd_AreRefused(int count) =>
        AssertRefused([.. Small(), .. new byte[count]], "extra bytes at its end");

    [Theory]
    [InlineData("AELFBLK2")]
    [InlineData("\u007fELF\u0002\u0001\u0001\0")]
    [InlineData("GET / HT")]
    public void File_OfAnotherKind_IsRefused(string magic)
    {
        var bytes = Small();
        System.Text.Encoding.ASCII.GetBytes(magic).CopyTo(bytes, 0);

        AssertRefused(Sealed(bytes), "AELFBLK1");
    }

    [Theory]
    [InlineData(0, 1, 0, "the smallest amount is 1")]
    [InlineData(0, 1, -1, "the smallest amount is 1")]
    [InlineData(0, 1, long.MinValue, "the smallest amount is 1")]
    [InlineData(1, 1, 5, "from itself")]
    [InlineData(3, 1, 5, "accounts run from 0 to 2")]
    [InlineData(0, -1, 5, "accounts run from 0 to 2")]
    [InlineData(int.MaxValue, int.MinValue, 5, "accounts run from 0 to 2")]
    public void Transfer_ImpossibleWithValidChecksum_IsRefused(
        int from, int to, long amount, string message)
    {
        var bytes = Small();
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(FirstTransferAt), from);
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(FirstTransferAt + 4), to);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(FirstTransferAt + 8), amount);

        AssertRefused(Sealed(bytes), message);
    }

    [Fact]
    public void Balance_Negative_IsRefused()
    {
        var bytes = Small();
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(BalancesAt + 8), -1);

        AssertRefused(Sealed(bytes), "account 1 opens with -1");
    }

    [Theory]
    [InlineData(int.MaxValue, 2)]
    [InlineData(3, int.MaxValue)]
    [InlineData(int.MaxValue, int.MaxValue)]
    [InlineData(int.MinValue, 2)]
    [InlineData(-1, -1)]
    [InlineData(0, 0)]
    public void Read_CountBeyondTheFile_IsRefusedWithoutAllocation(int accounts, int transfers)
    {
        var bytes = Small();
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(AccountsAt), accounts);
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(TransfersAt), transfers);
        AssertRefused(Sealed(bytes), "in its header need");

        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Throws<FormatException>(Read);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1_000_000);
    }

    [Fact]
    public void Write_NewBlock_ReplacesTheOldWithoutOtherFiles()
    {
        BlockFile.Write(FileName, EvenGroups.Generate(10, 2, seed: 1));
        var second = EvenGroups.Generate(20, 3, seed: 2);

        BlockFile.Write(FileName, second);

        AssertSame(second, Read());
        Assert.Equal([FileName], Directory.GetFileSystemEntries(folder.Path));
    }

    [Fact]
    public void Write_Fails_KeepsTheOldFileAndNoTemporaryFile()
    {
        // A file cannot replace a folder of the same name, so the last step fails.
        Directory.CreateDirectory(FileName);
        var kept = Path.Combine(FileName, "kept");
        File.WriteAllText(kept, "kept");

        var thrown = Record.Exception(() => BlockFile.Write(FileName, EvenGroups.Generate(10, 2, seed: 1)));

        Assert.True(thrown is IOException or UnauthorizedAccessException, $"{thrown}");
        Assert.Equal([FileName], Directory.GetFileSystemEntries(folder.Path));
        Assert.Equal("kept", File.ReadAllText(kept));
    }

    [Fact]
    public void Write_AbsentFolder_IsAnIoError() =>
        Assert.ThrowsAny<IOException>(() => BlockFile.Write(
            Path.Combine(folder.Path, "absent", "block.bin"), EvenGroups.Generate(10, 2, seed: 1)));

    public void Dispose() => folder.Dispose();

    private static int Int32(byte[] bytes, int at) => BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(at));

    private static byte[] Sealed(byte[] bytes)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(
            bytes.AsSpan(bytes.Length - 4), SlowChecksum(bytes.AsSpan(0, bytes.Length - 4)));
        return bytes;
    }

    private static uint SlowChecksum(ReadOnlySpan<byte> bytes)
    {
        var crc = uint.MaxValue;
        foreach (var value in bytes)
        {
            crc ^= value;
            for (var bit = 0; bit < 8; bit++)
            {
                crc = (crc & 1) == 0 ? crc >> 1 : (crc >> 1) ^ 0x82F63B78;
            }
        }

        return ~crc;
    }

    private static void AssertSame(Block expected, Block actual)
    {
        Assert.Equal(expected.Transfers, actual.Transfers);
        Assert.Equal(expected.OpeningBalances, actual.OpeningBalances);
    }

    private Block Read()
    {
        using var file = File.OpenRead(FileName);
        return BlockFile.Read(file, FileName);
    }

    private byte[] Small()
    {
        BlockFile.Write(FileName, new Block([new Transfer(0, 1, 4), new Transfer(2, 1, 9)], [1000, 2000, 3000]));
        return File.ReadAllBytes(FileName);
    }

    private void AssertRefused(byte[] bytes, string reason)
    {
        File.WriteAllBytes(FileName, bytes);
        var thrown = Record.Exception(Read);

        var refused = Assert.IsType<FormatException>(thrown);
        Assert.Contains(reason, refused.Message, StringComparison.Ordinal);
        Assert.Contains(FileName, refused.Message, StringComparison.Ordinal);
    }
}
