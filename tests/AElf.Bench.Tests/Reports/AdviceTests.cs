using System.Text.Json;
using System.Text.RegularExpressions;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Summaries;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Runs.Rules;
using AElf.Bench.Harness.Statistics;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.TestKit.Counters;
using AElf.Bench.Tests.CommandLine;
using AElf.Bench.Tests.Verification;
using AElf.Benchmark.Verbs.Measure;

namespace AElf.Bench.Tests.Reports;

/// <summary>Advice after a run names only options that the same call accepts.</summary>
public sealed partial class AdviceTests : IDisposable
{
    private readonly ProgramUnderTest program = new(TransferPrograms.Benchmark.Parse);

    public void Dispose() => program.Dispose();

    [Theory]
    [InlineData("none", "--rounds")]
    [InlineData("10s", "--duration")]
    public void Advice_MoreRounds_NamesTheOptionOfTheCall(string duration, string option)
    {
        var few = Lasting(ExampleReports.InMemory, duration) with { Tps = SummaryStatistics.Describe([1, 2]) };
        using var whole = JsonDocument.Parse(RunVerificationTests.Report(workers: 0));
        var guarded = RunDerivation.Of(Lasting(ReportReader.Read(whole.RootElement), duration));

        string[] texts =
        [
            RunSummary.From(few).Lines.Single(line => line.Name is "next").Known[0],
            RunVerdict.Evaluate(new(few with { Tps = SummaryStatistics.Describe([1, 100]) }, new RawRun())).Notes
                .Single(note => note.Text.Contains("vary by", StringComparison.Ordinal)).Text,
            RunGuards.Of(guarded).Single(guard => guard.Name is "enough rounds").What,
            RoutingComparison.From([few, few with { Routing = "random" }]).Single().Figures[0].Lines[0],
        ];

        Assert.All(texts, text => Assert.Equal([option], OptionsIn(text)));
    }

    [Fact]
    public void Advice_TooFewOffers_NamesNoRoundsBesideADuration()
    {
        var measure = new MeasureOptions { WarmupRounds = 5, Blocks = 10 };

        Assert.Equal(["--rounds", "--warmup", "--blocks"], OptionsIn(Refusal(measure)));
        Assert.Equal(
            ["--warmup", "--blocks"], OptionsIn(Refusal(measure with { Duration = TimeSpan.FromSeconds(1) })));

        static string Refusal(MeasureOptions measure) =>
            Assert.Throws<FormatException>(() => new BlockPilot(measure, blockWeight: 1, blocksLeft: 9)).Message;
    }

    [Theory]
    [InlineData("-n 60", true)]
    [InlineData("--mode multi", true)]
    [InlineData("--mode batch", false)]
    [InlineData("--concurrency 4", false)]
    [InlineData("--controls on", false)]
    public void Advice_Rate_IsGivenIfTheCallAcceptsIt(string line, bool isTaken)
    {
        var options = (BenchmarkOptions)program.Options(line);

        Assert.Equal(isTaken, OptionRules.TakesRate(options.Workload, options.Settings));
        Assert.Equal(isTaken, program.Parse([.. line.Split(' '), "--rate", "100"]) is ParseOutcome.Run);
    }

    [Fact]
    public void Advice_WorkloadWithoutAnOpenLoop_HasNoRate() =>
        Assert.False(OptionRules.TakesRate(new CounterWorkloadType(), new ResolvedSettings()));

    [Theory]
    [InlineData(true, 1, "--rate")]
    [InlineData(true, 4000, "--rate", "--lanes")]
    [InlineData(true, 1_000_000)]
    [InlineData(false, 1)]
    public void Next_RunWithALimit_AdvisesARateIfItsCallTakesOne(bool takesRate, int units, params string[] advised)
    {
        var run = ExampleReports.PassingRedis with
        {
            Limit = new LimitReport("store", [new("store", 1, "of the store alone")]),
            TakesRate = takesRate,
            Units = units,
        };

        var next = RunSummary.From(run).Lines.Single(line => line.Name is "next").Known;

        Assert.Equal(advised, next.SelectMany(OptionsIn));
    }

    [Fact]
    public void Next_FailedRunWithAReport_DoesNotAdviseOne()
    {
        var failed = ExampleReports.FailedAudit;
        var kept = failed with
        {
            Options = UsedSetting.Merge(
                failed.Options,
                [KeyValuePair.Create(CommonSettings.JsonOutput.Name, new UsedSetting("a.json", "command line"))]),
        };

        Assert.Equal(["--json"], RunSummary.From(failed).Lines.Single(Next).Known.SelectMany(OptionsIn));
        Assert.Empty(RunSummary.From(kept).Lines.Single(Next).Known);

        static bool Next(SummaryLine line) => line.Name is "next";
    }

    private static RunReport Lasting(RunReport run, string duration) => run with
    {
        Options = UsedSetting.Merge(
            run.Options,
            [KeyValuePair.Create(MeasureSettings.Duration.Name, new UsedSetting(duration, "command line"))]),
    };

    private static IEnumerable<string> OptionsIn(string text) => Option().Matches(text).Select(found => found.Value);

    [GeneratedRegex("--[a-z]+(-[a-z]+)*")]
    private static partial Regex Option();
}
