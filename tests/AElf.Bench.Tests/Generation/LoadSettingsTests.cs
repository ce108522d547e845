using AElf.Bench.Configuration;
using AElf.Bench.Core.Options;
using AElf.Bench.Tests.CommandLine;
using AElf.Bench.Transfers;

namespace AElf.Bench.Tests.Generation;

public sealed class LoadSettingsTests
{
    private static readonly IReadOnlyList<Setting> Table = TransferPrograms.Benchmark.Program.Table;

    [Theory]
    [InlineData("zipf:1", "", "0.5", "", "--load: zipf:1 and --skew 0.5 name two loads; "
        + "expected one, such as --load zipf:1")]
    [InlineData("receiver", "", "1", "", "--load: receiver and --skew 1 name two loads; "
        + "expected one, such as --load zipf:1")]
    [InlineData("chain:5", "4 4", "", "", "--grouprange: the groups of --load chain:5 follow from it; "
        + "remove --grouprange")]
    [InlineData("sizes:5x2", "", "", "11", "-n: '11' is not what the groups of --load sizes have "
        + "together; remove it, or use -n 10")]
    [InlineData("hot:9,1", "", "", "8", "--load: hot:9,1 is too many for 8 transfers (-n); expected at most 8")]
    public void What_contradicts_a_load_is_one_clear_message(
        string load, string groups, string skew, string transfers, string message)
    {
        var problem = Assert.Single(TransferSettings.Check(Read(load, groups, skew, transfers)));

        Assert.True(problem.Critical);
        Assert.Equal(message, problem.ToString());
    }

    [Theory]
    [InlineData("even")]
    [InlineData("zipf:1")]
    [InlineData("sizes:1x50,10x20")]
    [InlineData("hot:4,0.5")]
    [InlineData("conflict:0.3")]
    [InlineData("receiver")]
    [InlineData("chain:7")]
    [InlineData("exchange:2,0.6")]
    public void A_load_that_is_submitted_is_the_same_at_the_manager(string load)
    {
        var settings = Read(load, "", "", "");
        Assert.Empty(TransferSettings.Check(settings));
        var own = settings.With(TransferSettings.Variants(settings).First());

        var received = RunSettings.Read(Table, RunSettings.From(Table, own, withStore: false));

        Assert.Empty(TransferSettings.Check(received));
        Assert.Equal(
            BlockHash.Compute(TransferLoad.From(TransferSettings.Options(own)).Block),
            BlockHash.Compute(TransferLoad.From(TransferSettings.Options(received)).Block));
    }

    private static MergedSettings Read(string load, string groups, string skew, string transfers)
    {
        var texts = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            [TransferSettings.Load.Name] = load,
            [TransferSettings.Groups.Name] = groups,
            [TransferSettings.Skew.Name] = skew,
            [TransferSettings.Transfers.Name] = transfers,
        };
        return RunSettings.Read(
            Table, texts.Where(text => text.Value.Length > 0).ToDictionary(StringComparer.Ordinal));
    }
}
