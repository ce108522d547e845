using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Verification;
using AElf.Bench.Tests.Reports;
using AElf.Bench.Tests.Runs;
using AElf.Benchmark.Verbs.Verify;

namespace AElf.Bench.Tests.Verification;

/// <summary>Exit codes of <c>verify</c>, as listed in docs/ci.md.</summary>
public sealed class VerifyExitCodeTests
{
    private static readonly RunReport Quiet = Run(_ => false);
    private static readonly RunReport Repeated = Run(round => round is 2 or 5);
    private static readonly RunReport Disturbed = Run(_ => true);

    [Fact]
    public void ExitCodeOf_PassedRun_IsOk() => Assert.Equal(ExitCode.Ok, CodeOf(Quiet));

    [Fact]
    public void ExitCodeOf_PassedRunWithRepeatedRounds_IsOk()
    {
        Assert.Equal((Verdict.Pass, 12), (Repeated.Verdict, Repeated.Rounds.Count));
        Assert.Equal(ExitCode.Ok, CodeOf(Repeated));
    }

    [Fact]
    public void ExitCodeOf_DisturbedRun_IsDisturbedUnlessItIsAllowed()
    {
        var allowed = Disturbed with
        {
            Options = new Dictionary<string, UsedSetting>(Disturbed.Options, StringComparer.Ordinal)
            {
                [MeasureSettings.AllowDisturbed.Name] = new("true", SettingSource.CommandLine),
            },
        };

        Assert.Equal(ExitCode.Disturbed, CodeOf(Disturbed));
        Assert.Equal(ExitCode.Ok, CodeOf(allowed));
    }

    [Fact]
    public void ExitCodeOf_FigureThatDiffers_IsRegression() =>
        Assert.Equal(ExitCode.Regression, CodeOf(Quiet with { Tps = Quiet.Tps! with { Median = 17 } }));

    [Fact]
    public void ExitCodeOf_FailedRun_IsDegradedOrFailed() =>
        Assert.Equal(ExitCode.DegradedOrFailed, CodeOf(ExampleReports.FailedAudit));

    [Fact]
    public void ExitCodeOf_SeveralRuns_IsThatOfTheWorst()
    {
        Assert.Equal(ExitCode.Disturbed, CodeOf(Quiet, Disturbed));
        Assert.Equal(ExitCode.DegradedOrFailed, CodeOf(Disturbed, ExampleReports.FailedAudit));
        Assert.Equal(
            ExitCode.Regression, CodeOf(ExampleReports.FailedAudit, ExampleReports.PassingRedis, Disturbed));
    }

    private static ExitCode CodeOf(params IEnumerable<RunReport> runs) => VerifyVerb.ExitCodeOf(
    [
        new ReportVerification(
            "report.json", [.. runs.Select(run => RunVerificationTests.Check(RunVerificationTests.Write(run)))]),
    ]);

    private static RunReport Run(Func<int, bool> isDisturbed) => RunVerificationTests.Read(
        RunVerificationTests.Report(workers: 0, rounds: 10, rig =>
        {
            rig.Request = rig.Request with
            {
                Environment = rig.Request.Environment with { Cores = 2 },
                Measure = rig.Request.Measure with { QuietBudget = 0.4 },
            };
            var telling = rig.Executor.ChangeOutcome;
            rig.Executor.ChangeOutcome = (round, outcome) => telling(round, outcome) with { Window = outcome.Window };
            rig.ResourcesOf = round => DisturbedRunTests.Round(round >= 1 && isDisturbed(round - 1) ? 10 : 0);
        }));
}
