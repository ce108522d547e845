using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Settings;
using AElf.Bench.Storage.Memory;
using AElf.Bench.Tests.CommandLine;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.SmallBank;
using AElf.Benchmark.Verbs.Measure;

namespace AElf.Bench.Tests.SmallBank;

public sealed class BankSettingsTests
{
    private static readonly TransferWorkloadType Type = new();

    [Theory]
    [InlineData("transfer", "transfer")]
    [InlineData("SmallBank", "smallbank")]
    [InlineData("smallbank:15,15,15,25,15,15", "smallbank")]
    [InlineData("smallbank:20+20+20+0+20+20", "smallbank:20,20,20,0,20,20")]
    [InlineData("smallbank:0,0,0,0,0,0", null)]
    [InlineData("smallbank:1,2,3,4,5", null)]
    [InlineData("smallbank:1,2,3,4,5,1001", null)]
    [InlineData("smallbank:1,2,3,4,5,-6", null)]
    [InlineData("smallbank:", null)]
    [InlineData("bank", null)]
    public void A_mix_is_read_as_it_is_named(string text, string? normal) =>
        Assert.Equal(normal, new MixRule().Normalise(text));

    [Fact]
    public void A_mix_that_is_submitted_is_the_same_at_the_manager()
    {
        using var program = new ProgramUnderTest(TransferPrograms.Benchmark.Parse);
        var own = ((BenchmarkOptions)program.Options(
            "-n 400 --groups 7 7 --mix smallbank:1,2,3,4,5,6 --skew 0.5 --seed 9")).Settings;
        var table = TransferPrograms.Benchmark.Program.Table;

        var received = RunSettings.Read(table, RunSettings.From(table, own, withStore: false));

        Assert.Empty(Type.Check(received));
        var (here, there) = (Assert.IsType<BankLoad>(Type.Load(own)), Assert.IsType<BankLoad>(Type.Load(received)));
        Assert.Equal(here.Block.Checksum, there.Block.Checksum);
        Assert.Equal(here.Shares.Weights, there.Shares.Weights);
        Assert.IsType<BankPumps>(Type.OpenPumps(new MemoryStore(), new RunId(1), received, [], TimeProvider.System));
    }

    [Theory]
    [InlineData("--mode multi", "--mode: SmallBank reads and writes an account at a time; "
        + "use strict with --mix smallbank")]
    [InlineData("--load receiver", "--load: receiver is a load of transfers; "
        + "use even, zipf or sizes with --mix smallbank")]
    [InlineData("--block-out DIR/b", "--block-out: files hold transfers, and not the transactions of SmallBank; "
        + "remove it, or --mix")]
    [InlineData("--rate 1000", "--mix: SmallBank's transactions are not started by a schedule; "
        + "remove --rate, or use --mix transfer")]
    public void Bank_UnsupportedOption_IsRefused(string option, string message)
    {
        using var program = new ProgramUnderTest(TransferPrograms.Benchmark.Parse);

        Assert.Contains(
            message, program.Problems($"-n 400 --mix smallbank {(option.StartsWith("--load", StringComparison.Ordinal)
                ? "" : "--groups 7 7 ")}{option}"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "smallbank even", 0.0)]
    [InlineData(" --skew 1", "smallbank skew 1.0", 1.0)]
    [InlineData(" --load sizes:40x5,100x2", "smallbank of given sizes", null)]
    public void The_report_says_which_mix_and_which_groups(string option, string variant, double? skew)
    {
        using var program = new ProgramUnderTest(TransferPrograms.Benchmark.Parse);
        var groups = option.Contains("--load", StringComparison.Ordinal) ? "" : " -n 400 --groups 7 7";
        var settings = ((BenchmarkOptions)program.Options("--mix smallbank" + groups + option)).Settings;
        settings = settings.With(Type.Variants(settings).First());

        using var workload = Type.Load(settings).Open(default, new ActorOptions(), store: null);

        var facts = workload.Description.Facts.ToDictionary(
            fact => fact.Name, fact => fact.Value, StringComparer.Ordinal);
        Assert.Equal(
            ("transfers", "transaction", variant),
            (workload.Description.Name, workload.Description.Noun, workload.Description.Variant));
        Assert.Equal(("smallbank", skew), (facts["mix"], facts["skew"]));
        Assert.Equal(400, workload.BlockWeight);
    }
}
