using AElf.Bench.Core.Options;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Tests.Execution;

public sealed class TransferPacingTests
{
    [Theory]
    [InlineData(TransferMode.Strict, null)]
    [InlineData(TransferMode.Batch, null)]
    [InlineData(TransferMode.Multi, "50000")]
    [InlineData(TransferMode.Strict, "step:1,2,3")]
    public void A_worker_reads_what_the_manager_wrote(TransferMode mode, string? rate)
    {
        var pacing = rate is null
            ? new TransferPacing(mode)
            : new TransferPacing(mode, ArrivalRate.Parse(rate), Seed: 1UL << 63);
        var read = TransferPacing.Decode(pacing.Encode());

        Assert.Equal((mode, rate, pacing.Seed), (read.Mode, read.Rate?.ToString(), read.Seed));
    }

    [Theory]
    [InlineData("")]
    [InlineData("07")]
    [InlineData("0001")]
    [InlineData("000000000000000000")]
    [InlineData("00000000000000000030")]
    [InlineData("000000000000000000FF")]
    public void Anything_else_is_refused(string settings) => Assert.Throws<FormatException>(
        () => TransferPacing.Decode(Convert.FromHexString(settings)));
}
