using System.Text;
using AElf.Bench.Storage.Control;

namespace AElf.Bench.Tests.Storage;

public sealed class RespParserTests
{
    public static TheoryData<string> WholeReplies => new(
        "+OK\r\n",
        "-ERR no\r\n",
        ":-42\r\n",
        "$-1\r\n",
        "*-1\r\n",
        "$0\r\n\r\n",
        "$5\r\nhello\r\n",
        "$4\r\n\r\n\r\n\r\n",
        "*0\r\n",
        "*3\r\n$1\r\na\r\n*2\r\n:1\r\n$-1\r\n+x\r\n");

    [Theory]
    [MemberData(nameof(WholeReplies))]
    public void Reply_Complete_IsReadAtItsEndOnly(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        for (var length = 0; length < bytes.Length; length++)
        {
            Assert.Null(RespParser.Parse(bytes.AsSpan(0, length), out _, out var problem));
            Assert.Null(problem);
        }

        byte[] more = [.. bytes, (byte)'+'];
        foreach (var each in new[] { bytes, more })
        {
            Assert.NotNull(RespParser.Parse(each, out var consumed, out _));
            Assert.Equal(bytes.Length, consumed);
        }
    }

    [Fact]
    public void Reply_Nested_KeepsItsKinds()
    {
        var reply = RespParser.Parse("*3\r\n$1\r\na\r\n*2\r\n:1\r\n$-1\r\n-x\r\n"u8, out _, out _);
        Assert.Equal([RespKind.Bulk, RespKind.Array, RespKind.Error], reply!.Items.Select(item => item.Kind));
        Assert.Equal([RespKind.Integer, RespKind.Nil], reply.Items[1].Items.Select(item => item.Kind));
        Assert.Equal("1", reply.Items[1].Items[0].Text);
    }

    [Theory]
    [InlineData("$-5\r\n")]
    [InlineData("*2147483647\r\n")]
    [InlineData("*-2\r\n")]
    [InlineData("$536870913\r\n")]
    [InlineData("$1048577\r\n")]
    [InlineData("$99999999999999999999\r\n")]
    [InlineData("$\r\n")]
    [InlineData("$1x\r\n")]
    [InlineData(":1.5\r\n")]
    [InlineData(":\r\n")]
    [InlineData("$3\r\nabcd\r\n")]
    [InlineData("$3\r\nabc\r\r")]
    [InlineData("*2\r\n:1\r\nHTTP")]
    [InlineData("HTTP/1.1 400 Bad Request\r\n")]
    [InlineData("\u0015\u0003\u0003")]
    [InlineData(">2\r\n+push\r\n+x\r\n")]
    [InlineData("_\r\n")]
    [InlineData("*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n")]
    [InlineData("*9000\r\n*9000\r\n")]
    public void Reply_Hostile_IsBrokenWithAReason(string text)
    {
        Assert.Null(RespParser.Parse(Encoding.Latin1.GetBytes(text), out _, out var problem));
        Assert.False(string.IsNullOrEmpty(problem));
    }

    [Fact]
    public void Line_WithoutEnd_IsBrokenAtTheLimit()
    {
        var bytes = new byte[RespParser.MaxLine + 2];
        bytes.AsSpan().Fill((byte)'x');
        bytes[0] = (byte)'+';
        RespParser.Parse(bytes.AsSpan(0, RespParser.MaxLine), out _, out var ofWhole);
        RespParser.Parse(bytes, out _, out var ofLonger);
        Assert.Null(ofWhole);
        Assert.NotNull(ofLonger);
    }

    [Fact]
    public void Parse_RandomBytes_NeverThrows()
    {
        var random = new Random(3);
        var alphabet = "+-:$*\r\n0123456789ab"u8.ToArray();
        for (var i = 0; i < 200_000; i++)
        {
            RespParser.Parse(random.GetItems(alphabet, random.Next(24)), out var consumed, out _);
            Assert.InRange(consumed, 0, 24);
        }
    }
}
