using System.Globalization;
using System.Numerics;
using System.Text;
using System.Text.RegularExpressions;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.Tests.Generation;

public sealed class TransferFileTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    private string FileName => Path.Combine(folder.Path, "transfers");

    [Theory]
    [InlineData("from,to,amount\nann,bob,3\nbob,cy,4\nann,cy,5\n")]
    [InlineData("\uFEFFfrom,to,amount\r\nann,bob,3\r\nbob,cy,4\r\nann,cy,5")]
    [InlineData("block;Value;TO;From\n7;3;bob;ann\n7;4;cy;bob\n8;5;\"cy\"; ann \n")]
    [InlineData("from_address\tto_address\tvalue\nann\tbob\t3\nbob\tcy\t4\nann\tcy\t5\n")]
    [InlineData(
        """
        [{"from":"ann","to":"bob","amount":3},
         {"to":"cy","From":"bob","value":"4"}, {"from":"ann","to":"cy","amount":5}]
        """)]
    [InlineData(
        """
        {"from":"ann","to":"bob","amount":3}
        {"from":"bob","to":"cy","amount":4,"fee":[1]}
        {"from":"ann","to":"cy","amount":5}
        """)]
    public void TransferFile_EveryTextLayout_IsRead(string text)
    {
        var (block, leftOut, _) = Read(text);
        Assert.Equal([new(0, 1, 3), new(1, 2, 4), new(0, 2, 5)], block.Transfers.ToArray());
        Assert.Equal((3, 0), (block.AccountCount, leftOut));
    }

    [Fact]
    public void TransferFile_BlockFile_IsReadAsABlock()
    {
        var block = EvenGroups.Generate(50, 5, seed: 2);
        var (writing, reading) = (new WorkCounter(), new WorkCounter());
        BlockFile.Write(FileName, block, writing);
        var (read, leftOut, _) = TransferFile.Read(FileName, reading);
        Assert.Equal((block.Checksum, 0), (read.Checksum, leftOut));
        Assert.Equal((50, 50), (writing.Done, writing.Total));

        // All bytes but the checksum, which is read after the transfers.
        Assert.Equal(new FileInfo(FileName).Length, reading.Total);
        Assert.Equal(reading.Total - 4, reading.Done);
    }

    [Fact]
    public void Text_ReadPartly_ReportsItsProgress()
    {
        var reading = new WorkCounter();
        File.WriteAllText(FileName, "from,to\na,b\nb,c\n");

        TransferFile.Read(FileName, reading);

        Assert.Equal(new FileInfo(FileName).Length, reading.Total);
        Assert.InRange(reading.Done, 1, reading.Total);
    }

    [Theory]
    [InlineData("from,to,fee,amount,Method\na,b,7,1,x\n")]
    [InlineData("{\"fee\": 7, \"From\": \"a\", \"to\": \"b\", \"Method\": \"x\"}")]
    public void Text_UnusedParts_AreNamed(string text) =>
        Assert.Equal(["fee", "Method"], Read(text).Unused);

    [Fact]
    public void Describe_FileWithUnusedParts_NamesThemOnTheScreen()
    {
        Read("from,to,fee,Method,block,time\na,b,7,x,1,2\na,a,7,x,1,2\n");
        var load = TransferLoad.From(new TransferOptions { BlockFile = FileName });
        using var workload = load.Open(default, new ActorOptions(), null);

        Prose.AssertNames(workload.Description.SetupText!, "1 transfer", "fee, Method, block", "1 more");
    }

    [Fact]
    public void Text_WithoutAmounts_MovesOnePerTransfer() =>
        Assert.Equal([new(0, 1, 1)], Read("from,to\n0xaa,0xbb\n").Block.Transfers.ToArray());

    [Fact]
    public void TransferFile_TransfersToTheSenderOrWithoutReceiver_AreSkippedAndCounted()
    {
        var (block, leftOut, _) = Read("from,to\na,a\na,\na,b\n");
        Assert.Equal((1, 2, 2), (block.Count, block.AccountCount, leftOut));
    }

    [Theory]
    [InlineData("", "CSV with the columns from and to: it is empty")]
    [InlineData("a,b,c\n1,2,3\n", "its first line is 'a,b,c'")]
    [InlineData("from,from,to,amount\na,b,c,1\n", "line 1: columns 1 and 2 have the name from")]
    [InlineData("{\"from\":\"a\",\"from\":\"c\",\"to\":\"b\"}", "is not JSON")]
    [InlineData("from,to\n", "contains no transfer from one account to another")]
    [InlineData("from,to\na,a\n", "contains no transfer from one account to another")]
    [InlineData("from,to\na,b\n,b\n", "line 3: no account to pay from")]
    [InlineData("from,to,amount\na,b,1\na,b,0\n", "line 3: the amount '0' is not a whole number above 0")]
    [InlineData("from,to,amount\na,b,1.5\n", "line 2: the amount '1.5' is not")]
    [InlineData("from,to,amount\na,b,-4\n", "line 2: the amount '-4' is not")]
    [InlineData("from,to,amount\na,b,99999999999999999999\n", "the amounts, 99999999999999999999, ")]
    [InlineData("from,to,amount\na,b,9000000000000000000\na,b,9000000000000000000\n", "18000000000000000000")]
    [InlineData("from,to,amount\na,b\n", "line 2")]
    [InlineData("from,to\n\"a,b\n", "line")]
    [InlineData("{\"from\":\"a\",\"to\":\"b\"", "is not JSON: unexpected text or end at line 1")]
    [InlineData("from,to,ammount\na,b,5\n", "'ammount' is not used; did you mean amount?")]
    [InlineData("{\"from\":\"a\",\"to\":\"b\",\"valeu\":5}", "'valeu' is not used; did you mean value?")]
    [InlineData("[1]", "transfer 1 is not an object but Number")]
    [InlineData("{\"to\":\"b\"}", "transfer 1: no account to pay from")]
    [InlineData("{\"from\":\"a\",\"to\":\"b\",\"amount\":1e3}", "transfer 1: the amount '1e3' is not")]
    public void Text_Invalid_NamesThePlace(string text, string message)
    {
        var refused = Assert.Throws<FormatException>(() => Read(text));
        Assert.Contains(message, refused.Message, StringComparison.Ordinal);
        Assert.Contains(FileName, refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("99999999999999999999", "1000000")]
    [InlineData("115792089237316195423570985008687907853269984665640564039457584007913129639935", null)]
    [InlineData("1000000000000000000", "10000")]
    public void Read_AmountsTooLarge_AdvisesASufficientDivisor(string amount, string? divisor)
    {
        var message = Assert.Throws<FormatException>(() => Read($"from,to,amount\na,b,{amount}\nb,a,1\n")).Message;

        var advised = Regex.Match(message, "divide all by ([0-9]+) or more").Groups[1].Value;
        Assert.Equal(divisor ?? advised, advised);
        var divided = BigInteger.Parse(amount, CultureInfo.InvariantCulture)
            / BigInteger.Parse(advised, CultureInfo.InvariantCulture);
        Assert.Equal(2, Read($"from,to,amount\na,b,{divided + 1}\nb,a,1\n").Block.Count);
    }

    [Fact]
    public void TransferFile_Amounts_DetermineTheAffordableBlocks()
    {
        var few = Read(string.Create(CultureInfo.InvariantCulture, $"from,to,amount\na,b,{long.MaxValue / 20_000}\n"));
        Assert.InRange(AffordableBlocks.Count(few.Block), 10_000, 20_000);
        Assert.True(AffordableBlocks.Count(Read("from,to,amount\na,b,100\nb,a,50\n").Block) >= EvenGroups.MaxRounds);
    }

    [Fact]
    public void TransferFile_AnyBytes_AreReadOrRefusedWithAMessage()
    {
        for (var seed = 0; seed < 300; seed++)
        {
            var random = new Random(seed);
            var bytes = new byte[random.Next(200)];
            random.NextBytes(bytes);
            byte[] start = (seed % 4) switch
            {
                0 => "from,to,amount\n"u8.ToArray(),
                1 => "{\"from\":"u8.ToArray(),
                2 => "[{"u8.ToArray(),
                _ => [],
            };
            File.WriteAllBytes(FileName, [.. start, .. bytes]);
            try
            {
                TransferFile.Read(FileName);
            }
            catch (FormatException refused)
            {
                Assert.Contains(FileName, refused.Message, StringComparison.Ordinal);
            }
        }
    }

    public void Dispose() => folder.Dispose();

    private (Block Block, int LeftOut, IReadOnlyList<string> Unused) Read(string text)
    {
        File.WriteAllText(FileName, text, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
        return TransferFile.Read(FileName);
    }
}
