using System.Buffers.Binary;
using System.Globalization;
using System.Numerics;
using System.Text;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using FsCheck;
using FsCheck.Fluent;

namespace AElf.Bench.Tests.Accounts;

public sealed class AccountCodecTests
{
    [Fact]
    public void Crc32C_KnownInputs_HaveTheirChecksums()
    {
        var text = "123456789"u8;
        var crc = BitOperations.Crc32C(uint.MaxValue, BinaryPrimitives.ReadUInt64LittleEndian(text));
        crc = BitOperations.Crc32C(crc, text[8]);
        Assert.Equal(0xE3069283u, ~crc);
    }

    [Fact]
    public void Value_Checksum_IsTheBytewiseCrc32COfIts28Bytes()
    {
        var bytes = Written(new AccountKey(7, 3), new AccountState(11, -13));
        var crc = uint.MaxValue;
        foreach (var each in bytes.AsSpan(0, 28))
        {
            crc = BitOperations.Crc32C(crc, each);
        }

        Assert.Equal(~crc, BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(28)));
    }

    [Fact]
    public void Value_Layout_IsTheDocumentedOne()
    {
        var bytes = Written(
            new AccountKey(0x01020304, 0x05060708), new AccountState(0x1112131415161718, 0x2122232425262728));
        Assert.Equal("AEB1", Encoding.ASCII.GetString(bytes, 0, 4));
        Assert.Equal(0x05060708, BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(4)));
        Assert.Equal(0x01020304, BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(8)));
        Assert.Equal(0x1112131415161718, BinaryPrimitives.ReadInt64LittleEndian(bytes.AsSpan(12)));
        Assert.Equal(0x2122232425262728, BinaryPrimitives.ReadInt64LittleEndian(bytes.AsSpan(20)));
    }

    [Fact]
    public void Value_EveryAccount_IsReadBackWithItsKey()
    {
        var longs = ArbMap.Default.ArbFor<long>().Generator;
        var ints = ArbMap.Default.ArbFor<int>().Generator;
        var values = (from account in ints
                      from version in ints
                      from high in ints
                      from sequence in longs
                      from balance in longs
                      select (
                          Key: new AccountKey(account, version),
                          State: new AccountState(sequence ^ ((long)high << 32), balance))).ToArbitrary();
        Prop.ForAll(values, value =>
        {
            var bytes = Written(value.Key, value.State);
            return AccountCodec.TryReadValue(bytes, out var found, out var read)
                && found == value.Key
                && read == value.State;
        }).QuickCheckThrowOnFailure();
    }

    [Theory]
    [InlineData(long.MinValue, long.MaxValue)]
    [InlineData(long.MaxValue, long.MinValue)]
    [InlineData(-1, -1)]
    [InlineData(0, 0)]
    public void Value_LowestAndHighestNumbers_AreReadBack(long sequence, long balance)
    {
        var key = new AccountKey(int.MaxValue, int.MinValue);
        Assert.True(
            AccountCodec.TryReadValue(Written(key, new AccountState(sequence, balance)), out var found, out var read));
        Assert.Equal((key, new AccountState(sequence, balance)), (found, read));
    }

    [Fact]
    public void Value_ChangedByte_IsDetected()
    {
        var key = new AccountKey(123_456, 9);
        var bytes = Written(key, new AccountState(1_000_001, 42));
        for (var at = 0; at < bytes.Length; at++)
        {
            for (var flip = 1; flip < 256; flip++)
            {
                bytes[at] ^= (byte)flip;
                Assert.False(AccountCodec.TryReadValue(bytes, out var found, out var read));
                Assert.Equal(default, (found, read));
                Assert.Contains(
                    at < 4 && !bytes.AsSpan().StartsWith("AES1"u8) ? "AEB1" : "damaged",
                    AccountCodec.Describe(bytes),
                    StringComparison.Ordinal);
                bytes[at] ^= (byte)flip;
            }
        }

        Assert.True(AccountCodec.TryReadValue(bytes, out _, out _));
        Assert.Equal("the value is whole", AccountCodec.Describe(bytes));
    }

    [Fact]
    public void Describe_DamagedValueOfAScript_NamesItsChecksum()
    {
        var bytes = Written(new AccountKey(7, 3), new AccountState(11, 13));
        "AES1"u8.CopyTo(bytes);

        // The sum of the six numbers behind the magic number.
        Prose.AssertNames(AccountCodec.Describe(bytes), "damaged", $"{3 + 7 + 11 + 13:x8}");
    }

    [Fact]
    public void Value_OfAnotherLength_IsRefused()
    {
        var bytes = new byte[AccountCodec.ValueLength + 1];
        AccountCodec.WriteValue(bytes, new AccountKey(1, 0), new AccountState(1, 1));
        for (var length = 0; length <= bytes.Length; length++)
        {
            Assert.Equal(
                length == AccountCodec.ValueLength, AccountCodec.TryReadValue(bytes.AsSpan(0, length), out _, out _));
        }

        Prose.AssertNames(AccountCodec.Describe(bytes.AsSpan(0, 31)), "31", "32");
    }

    [Theory]
    [InlineData("0badcafe", 0, 0, "ab0badcafe:00000000@00000000")]
    [InlineData("00000000", 255, 16, "ab00000000:000000ff@00000010")]
    [InlineData("ffffffff", int.MaxValue, 1, "abffffffff:7fffffff@00000001")]
    [InlineData("89abcdef", 0x01234567, -1, "ab89abcdef:01234567@ffffffff")]
    public void Key_Written_HasTheDocumentedForm(string run, int account, int version, string expected)
    {
        var key = new byte[AccountCodec.KeyLength];
        AccountCodec.WriteKey(key, RunId.Parse(run).HexBytes, new AccountKey(account, version));
        Assert.Equal(expected, Encoding.ASCII.GetString(key));
    }

    [Fact]
    public void HexDigits_EveryNumber_EqualThoseOfTheFramework()
    {
        var random = new Random(1);
        var key = new byte[AccountCodec.KeyLength];
        for (var i = 0; i < 100_000; i++)
        {
            var number = (uint)random.NextInt64(1L << 32);
            AccountCodec.WriteKey(key, default(RunId).HexBytes, new AccountKey((int)number, (int)~number));
            Assert.Equal(
                string.Create(CultureInfo.InvariantCulture, $"ab00000000:{number:x8}@{~number:x8}"),
                Encoding.ASCII.GetString(key));
        }
    }

    [Fact]
    public void Write_DestinationTooSmall_IsRefusedWithoutAWrite()
    {
        var small = new byte[27];
        Assert.ThrowsAny<ArgumentException>(() => AccountCodec.WriteKey(small, 0, default));
        Assert.ThrowsAny<ArgumentException>(() => AccountCodec.WriteValue(small, default, default));
        Assert.All(small, each => Assert.Equal(0, each));
    }

    [Theory]
    [InlineData("")]
    [InlineData("0badcaf")]
    [InlineData("0badcafe0")]
    [InlineData("0BADCAFE")]
    [InlineData("0badcafg")]
    [InlineData(" badcafe")]
    [InlineData("0x12cafe")]
    [InlineData("٠badcafe")]
    public void RunId_OtherSpelling_IsRefused(string text)
    {
        Assert.False(RunId.TryParse(text, out _));
        Assert.Throws<FormatException>(() => RunId.Parse(text));
    }

    [Fact]
    public void RunId_Written_IsReadBack()
    {
        var id = RunId.Create(new Random(7));
        Assert.Equal(id, RunId.Parse(id.ToString()));
        Assert.Equal("00000000", default(RunId).ToString());
    }

    private static byte[] Written(AccountKey key, AccountState state)
    {
        var bytes = new byte[AccountCodec.ValueLength];
        AccountCodec.WriteValue(bytes, key, state);
        return bytes;
    }
}
