using AElf.Bench.Core.Stores;

namespace AElf.Bench.Tests.Storage;

public sealed class RunIdTests
{
    [Theory]
    [InlineData("00000000", 0u)]
    [InlineData("0000abcd", 0xabcdu)]
    [InlineData("ffffffff", uint.MaxValue)]
    public void TryParse_OwnSpelling_ReturnsTheNumber(string text, uint number)
    {
        Assert.True(RunId.TryParse(text, out var id));
        Assert.Equal(new RunId(number), id);
        Assert.Equal(text, $"{id}");
    }

    [Theory]
    [InlineData("")]
    [InlineData("0")]
    [InlineData("000abcd")]
    [InlineData("0000ABCD")]
    [InlineData("00000abcd")]
    [InlineData("1ffffffff")]
    [InlineData("0000abcg")]
    [InlineData(" 000abcd")]
    [InlineData("0000abcd\0")]
    public void TryParse_AnotherSpelling_IsRefused(string text) => Assert.False(RunId.TryParse(text, out _));
}
