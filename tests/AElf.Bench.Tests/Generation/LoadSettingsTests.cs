using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Tests.CommandLine;
using AElf.Bench.Transfers;

namespace AElf.Bench.Tests.Generation;

public sealed class LoadSettingsTests
{
    private static readonly IReadOnlyList<Setting> Table = TransferPrograms.Benchmark.Program.Table;

    [Theory]
    [InlineData("--load zipf:1 --skew 0.5", "--load", "zipf:1 and --skew 0.5", "such as --load zipf:0.5")]
    [InlineData("--load zipf:1 --skew 0", "--load", "zipf:1 and --skew 0", "remove --skew")]
    [InlineData("--load receiver --skew 1", "--load", "receiver and --skew 1", "such as --load zipf:1")]
    [InlineData("--load even --skew 1", "--load", "even and --skew 1", "such as --load zipf:1")]
    [InlineData("--load chain:5 --groups 4 4", "--groups", "chain:5", "remove --groups")]
    [InlineData("--load hot:4,0.5 --groups 1 8", "--groups", "hot:4,0.5", "remove --groups")]
    [InlineData("--load sizes:5x2 -n 11", "-n", "'11'", "use -n 10")]
    [InlineData("--load hot:9,1 -n 8", "--load", "hot:9,1", "at most 8")]
    public void Load_Contradiction_IsOneProblem(string line, string option, string found, string advice)
    {
        var problem = Assert.Single(Assert.IsType<ParseOutcome.Rejected>(Parse(line)).Problems);

        Assert.True(problem.Critical);
        Assert.Equal(option, problem.What);
        Assert.Contains(found, problem.Problem, StringComparison.Ordinal);
        Assert.EndsWith(advice, problem.Advice, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--load even --skew 0 --groups 4 4")]
    [InlineData("--load zipf:1 --skew 1 --groups 4 4")]
    [InlineData("--load sizes:5x2 -n 10")]
    public void Load_SameValueTwice_IsAccepted(string line) =>
        Assert.IsType<ParseOutcome.Run>(Parse(line));

    [Fact]
    public void Load_DefaultGroups_DoNotContradict() => Assert.Empty(
        TransferSettings.Check(Submitted(("Workload.Load", "chain:5"), ("Workload.Groups", "80 80"))));

    [Fact]
    public void Load_Submitted_HasAsManyTransfersAsTheSizes() => Prose.AssertNames(
        Assert.Single(TransferSettings.Check(Submitted(("Workload.Load", "sizes:5x2"),
        ("Workload.Transfers", "11")))).ToString(),
        "-n: '11'", "-n 10");

    [Theory]
    [InlineData("even")]
    [InlineData("zipf:1")]
    [InlineData("sizes:1x50,10x20")]
    [InlineData("hot:4,0.5")]
    [InlineData("conflict:0.3")]
    [InlineData("receiver")]
    [InlineData("chain:7")]
    [InlineData("exchange:2,0.6")]
    public void Load_Submitted_IsTheSameAtTheManager(string load)
    {
        var settings = Submitted(("Workload.Load", load));
        Assert.Empty(TransferSettings.Check(settings));
        var own = settings.With(TransferSettings.Variants(settings).First());

        var received = RunSettings.Read(Table, RunSettings.From(Table, own, withStore: false));

        Assert.Empty(TransferSettings.Check(received));
        Assert.Equal(
            BlockHash.Compute(TransferLoad.From(TransferSettings.Options(own)).Block),
            BlockHash.Compute(TransferLoad.From(TransferSettings.Options(received)).Block));
    }

    private static ParseOutcome Parse(string line) => TransferPrograms.Benchmark.Parse(
        line.Split(' '), new Dictionary<string, string>(StringComparer.Ordinal), AppContext.BaseDirectory);

    private static ResolvedSettings Submitted(params (string Name, string Text)[] settings) =>
        RunSettings.Read(
            Table, settings.ToDictionary(each => each.Name, each => each.Text, StringComparer.Ordinal));
}
