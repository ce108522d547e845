using AElf.Bench.Core.Reports;

namespace AElf.Bench.Tests.Reports;

public sealed class NumberFormatTests
{
    [Theory]
    [InlineData(0.9994, "0.999")]
    [InlineData(0.99951, "1.00")]
    [InlineData(1, "1.00")]
    [InlineData(99.994, "99.99")]
    [InlineData(99.9951, "100.0")]
    [InlineData(999.951, "1,000")]
    public void Number_RoundsUpToTheNextPower_HasItsDecimals(double value, string text) =>
        Assert.Equal(text, NumberFormat.Number(value));
}
