using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Benchmark.Verbs.Measure;

namespace AElf.Bench.Tests.Reports;

/// <summary>The values of <c>--fail-if</c>, and their results for runs with known figures.</summary>
public sealed class ThresholdTests
{
    private static readonly RunReport Passing = ExampleReports.PassingRedis;

    [Fact]
    public void Thresholds_Names_AreFiguresOfARun() => Assert.All(
        FigureBound.Latencies.Concat(FigureBound.Numbers),
        name => Assert.NotNull(Figures.Of(new FigureBound(name, "<", 0)).Of(Passing)));

    [Theory]
    [InlineData("tps<100000", "tps < 100000")]
    [InlineData("TPS >=  1.5", "tps >= 1.5")]
    [InlineData("p99 > 5000us", "p99 > 5ms")]
    [InlineData("p99.9 <= 250us", "p99.9 <= 250us")]
    [InlineData("p50 > 0us", "p50 > 0us")]
    [InlineData("p50 > 0ms", "p50 > 0us")]
    [InlineData("cpuuspertransfer > 0.75", "cpuUsPerTransfer > 0.75")]
    [InlineData("retried > 0, faults > 0,retried>0", "retried > 0, faults > 0")]
    public void Threshold_AnySpelling_IsNormalised(string text, string spelling) =>
        Assert.Equal(spelling, new ThresholdRule().Normalise(text));

    [Theory]
    [InlineData("")]
    [InlineData("tps")]
    [InlineData("tps <")]
    [InlineData("tps = 5")]
    [InlineData("tps < 100,000")]
    [InlineData("tps < 5ms")]
    [InlineData("tps < -1")]
    [InlineData("tps < 1 < 2")]
    [InlineData("p99 > 5")]
    [InlineData("p98 > 5ms")]
    [InlineData("p99 => 5ms")]
    [InlineData("tps < 1,")]
    public void Threshold_Invalid_IsRefused(string text) => Assert.Null(new ThresholdRule().Normalise(text));

    [Theory]
    [InlineData("tps < 212000", false)]
    [InlineData("tps < 213000", true)]
    [InlineData("tps > 212000", true)]
    [InlineData("max >= 1s", false)]
    [InlineData("p50 > 1us", true)]
    [InlineData("p99.9 <= 10s", true)]
    [InlineData("retried > 0", false)]
    [InlineData("retried <= 0", true)]
    [InlineData("faults >= 0", true)]
    [InlineData("cpuUsPerTransfer > 1000", false)]
    [InlineData("allocatedBytesPerTransfer < 1000", true)]
    public void Threshold_Figure_IsComparedWithItsBound(string failIf, bool isBroken) =>
        Assert.Equal(
            isBroken, Assert.Single((Passing with { FailIf = ExampleReports.Bounds(failIf) }).Thresholds).Broken);

    [Fact]
    public void Threshold_OpenLoop_UsesLatenciesFromTheIntendedStart()
    {
        var run = ExampleReports.ByASchedule with { FailIf = ExampleReports.Bounds("p99 > 8ms") };

        Assert.True(run.LatencyUs!.P99 < 8000);
        Assert.Equal(new ThresholdReport(new("p99", ">", 8_000), 8_240.5, Broken: true), Assert.Single(run.Thresholds));
    }

    [Fact]
    public void ExitCodeFor_SeveralRuns_IsThatOfTheWorst()
    {
        var broken = Passing with { FailIf = ExampleReports.Bounds("tps > 1") };
        var kept = Passing with { FailIf = ExampleReports.Bounds("tps < 1") };
        var without = Passing with
        {
            FailIf = ExampleReports.Bounds("p99 > 10s"),
            Figures = ExampleReports.With(Passing, ("p99", null)),
        };
        var degraded = ExampleReports.DegradedWithFaults with { FailIf = ExampleReports.Bounds("tps > 1") };
        var wrong = ExampleReports.FailedAudit with { FailIf = ExampleReports.Bounds("tps > 1") };

        var disturbed = broken with { Verdict = Verdict.Disturbed };

        Assert.Equal(ExitCode.Ok, Ends(kept, kept));
        Assert.Equal(ExitCode.Regression, Ends(kept, broken));
        Assert.Equal(ExitCode.DegradedOrFailed, Ends(kept, without));
        Assert.Equal(ExitCode.DegradedOrFailed, Ends(broken, degraded));
        Assert.Equal(ExitCode.AuditFailed, Ends(broken, wrong));
        Assert.Equal(ExitCode.Disturbed, Ends(kept, disturbed));
        Assert.Equal(ExitCode.DegradedOrFailed, Ends(disturbed, degraded));
        Assert.Equal(ExitCode.DegradedOrFailed, BenchmarkSession.ExitCodeFor(
            [kept], isInterrupted: true, allowDisturbed: false));
    }

    [Theory]
    [InlineData(ProblemKind.StoreRemovedKeys)]
    [InlineData(ProblemKind.StoreRestarted)]
    [InlineData(ProblemKind.StoreReplaced)]
    [InlineData(ProblemKind.KeysElsewhere)]
    public void ExitCodeFor_KeysLostByTheStore_IsEnvironment(ProblemKind cause)
    {
        var lost = ExampleReports.FailedAudit with { Reasons = [new Problem(cause, "it did")] };

        Assert.Equal(ExitCode.Environment, Ends(lost, Passing));
        Assert.Equal(ExitCode.AuditFailed, Ends(lost, ExampleReports.FailedAudit));
    }

    [Fact]
    public void ExitCodeFor_AllowedDisturbedRun_IsThatOfAnUndisturbedOne()
    {
        var kept = Passing with { FailIf = ExampleReports.Bounds("tps < 1"), Verdict = Verdict.Disturbed };
        var broken = kept with { FailIf = ExampleReports.Bounds("tps > 1") };

        Assert.Equal(ExitCode.Ok, BenchmarkSession.ExitCodeFor([kept], isInterrupted: false, allowDisturbed: true));
        Assert.Equal(
            ExitCode.Regression, BenchmarkSession.ExitCodeFor([broken], isInterrupted: false, allowDisturbed: true));
        Prose.AssertNames(broken.Thresholds[0].ToString(), "broken: ", "tps is 212,348");
    }

    [Fact]
    public void Threshold_FailedRun_IsUnknown()
    {
        var bounds = ExampleReports.Bounds("tps > 1", "retried > 5");
        var run = (ExampleReports.FailedAudit with { FailIf = bounds }).Published();

        Assert.All(run.Thresholds, threshold => Assert.Null(threshold.Broken));
        Assert.StartsWith("unknown: ", run.Thresholds[0].ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Reports_ShowBrokenThresholdsFirst()
    {
        var run = Passing with { FailIf = ExampleReports.Bounds("tps < 1", "tps > 1") };
        const string Line = "fail if tps > 1: broken: tps is 212,348";

        Prose.AssertNames(MarkdownExporter.Format([run]), $"  - **{Line}**\n", "tps &lt; 1: kept");
        Assert.Contains("tps &gt; 1: broken", HtmlExporter.Format([run]), StringComparison.Ordinal);
        Assert.Contains("| 2 | tps > 1 | broken:", MarkdownExporter.Format([Passing, run]), StringComparison.Ordinal);
        Assert.Equal(
            JsonExporter.Format([run]),
            JsonExporter.Format([ReportReader.Read(JsonExporter.BytesOf(run))]));
    }

    private static ExitCode Ends(params RunReport[] runs) =>
        BenchmarkSession.ExitCodeFor(runs, isInterrupted: false, allowDisturbed: false);
}
