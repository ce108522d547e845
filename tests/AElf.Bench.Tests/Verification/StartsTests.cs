using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.History;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Reports.Summaries;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Runs.Rules;
using AElf.Bench.Harness.Verification;
using AElf.Bench.TestKit.Reports;

namespace AElf.Bench.Tests.Verification;

/// <summary>Runs of several process starts: their combined reports, the checks of these, and their screens.</summary>
public sealed class StartsTests
{
    private static readonly Lazy<string> Alike = new(() => RunVerificationTests.Write(Combine(1, 1, 1)));

    [Fact]
    public void Complete_ThreeStarts_TakesMedianOfTheirMedians()
    {
        var run = Combine(1, 1.5, 1.1);

        var medians = run.Starts!.Select(start => start.Tps!.Median).ToList();
        Assert.Equal(medians[2], run.Tps!.Median);
        Assert.Equal((3, 15, 3), (run.Tps.Starts, run.Tps.Count, run.ProcessStarts));
        Assert.InRange(run.Tps.Low95!.Value, 0, medians.Min());
        Assert.True(run.Tps.High95 > medians.Max());
    }

    [Fact]
    public void Complete_ThreeStarts_AddsUpCountsTimesAndLatencies()
    {
        var run = Combine(1, 1, 1);

        var first = run.Starts![0];
        Assert.Equal(3 * first.Figures["committed"], run.Figures["committed"]);
        Assert.Equal(3 * first.LatencyUs!.Count, run.LatencyUs!.Count);
        Assert.Equal(3 * first.Audit.Compared, run.Audit.Compared);
        Assert.Equal(Enumerable.Range(1, 15), run.Rounds.Select(round => round.Round));
        Assert.Equal(first.Figures["cpuUsPerTransfer"]!.Value, run.Figures["cpuUsPerTransfer"]!.Value, 9);
        Assert.Null(run.Raw);
    }

    [Fact]
    public void Complete_WorkersOfEachStart_CountAsTheSameWorkers()
    {
        var run = StartsDerivation.Complete([Start(1, 1, workers: 2), Start(2, 1, workers: 2)], 2, null);

        Assert.Equal((1, 2), (run.Servers, run.Processes));
        Assert.Equal(2 * run.Starts![0].Workers[0].Committed, run.Workers[0].Committed);
    }

    [Fact]
    public void Complete_OneDisturbedStart_IsDisturbedAndNamesTheStart()
    {
        var disturbed = Start(2, 1);
        disturbed = RunDerivation.Of(disturbed with
        {
            Raw = disturbed.Raw! with
            {
                Rounds =
                [
                    .. disturbed.Raw!.Rounds.Select(round => round with { CompilingNs = 64 * round.WindowNs / 2 }),
                ],
            },
        });

        var run = StartsDerivation.Complete([Start(1, 1), disturbed], 2, null);

        Assert.Equal(Verdict.Disturbed, run.Verdict);
        Assert.All(run.Reasons, reason => Assert.StartsWith("start 2: ", reason.Text, StringComparison.Ordinal));
    }

    [Fact]
    public void Complete_StartWithoutReport_PublishesNoFigure()
    {
        var run = StartsDerivation.Complete([Start(1, 1)], 3, "start 2 of 3 ended with exit code 137");

        Assert.Equal((Verdict.Failed, null, 3), (run.Verdict, run.Tps, run.ProcessStarts));
        Assert.Null(run.Starts);
        Prose.AssertNames(Assert.Single(run.Reasons).Text, "start 2 of 3", "137");
        Assert.Equal(VerificationOutcome.NoClaim, RunVerificationTests.Check(RunVerificationTests.Write(run)).Outcome);
    }

    [Fact]
    public void Complete_FailedStart_IsTheReportOfTheRun()
    {
        var failed = Start(2, 1);
        failed = RunDerivation.Of(failed with { Raw = failed.Raw! with { Failures = [Problem.Cancelled] } })
            .Published();

        var run = StartsDerivation.Complete([Start(1, 1), failed], 3, null);

        Assert.Equal((Verdict.Failed, failed.RunId, true), (run.Verdict, run.RunId, run.WasCancelled()));
        Assert.Equal([Problem.Cancelled.After("start 2 of 3: ")], run.Reasons);
    }

    [Theory]
    [InlineData(1.01, Verdict.Pass, false, false)]
    [InlineData(1.24, Verdict.Pass, true, false)]
    [InlineData(1.26, Verdict.Disturbed, false, true)]
    public void Complete_StartsDifferMoreThanRounds_NotesIt(
        double factor, Verdict verdict, bool isNote, bool isReason)
    {
        static bool IsSaid(IReadOnlyList<Problem> problems) =>
            problems.Any(problem => problem.Text.Contains("Kruskal", StringComparison.Ordinal));

        var run = Combine(1, factor, factor);

        Assert.Equal((verdict, isNote, isReason), (run.Verdict, IsSaid(run.Notes), IsSaid(run.Reasons)));
        Assert.Equal(VerificationOutcome.Verified, Outcome(Combine(1, 1.24, 1.24)));
    }

    [Fact]
    public void Verify_RunOfThreeStarts_IsVerified()
    {
        var found = RunVerificationTests.Check(Alike.Value);

        Assert.All(found.Fields, field => Assert.True(field.IsSame, $"{field}"));
        Assert.Equal(VerificationOutcome.Verified, found.Outcome);
    }

    [Theory]
    [InlineData("tps.median")]
    [InlineData("tps.low95")]
    [InlineData("tps.high95")]
    [InlineData("tps.starts")]
    [InlineData("processStarts")]
    [InlineData("latencyUs.p99")]
    [InlineData("audit.accountsCompared")]
    [InlineData("phasesMs.measure")]
    [InlineData("rounds[7].tps")]
    [InlineData("starts[1].tps.median")]
    [InlineData("starts[1].raw.rounds[0].windowNs")]
    public void Verify_ChangedNumber_IsRefused(string path)
    {
        var found = RunVerificationTests.Check(ReportMutations.Changed(Alike.Value, path));

        Assert.Equal(VerificationOutcome.Refused, found.Outcome);
    }

    [Fact]
    public void Verify_StartLeftOut_IsRefused()
    {
        var run = RunVerificationTests.Read(Alike.Value);

        Assert.Equal(VerificationOutcome.Refused, Outcome(run with { Starts = [.. run.Starts!.Take(2)] }));
        Assert.Equal(VerificationOutcome.Refused, Outcome(run with { Starts = [run.Starts![0]] }));
        Assert.Equal(VerificationOutcome.Refused, Outcome(run with { Starts = [] }));
    }

    [Fact]
    public void Verify_OneStartCountedTwice_IsRefused()
    {
        var run = RunVerificationTests.Read(Alike.Value);

        Assert.Equal(
            VerificationOutcome.Refused, Outcome(run with { Starts = [run.Starts![0], run.Starts[0], run.Starts[2]] }));
    }

    [Fact]
    public void Verify_StartThatBeganBeforeTheFirst_IsRefused()
    {
        var run = RunVerificationTests.Read(Alike.Value);
        var second = run.Starts![1];
        var early = second with { Environment = second.Environment with { StartedUtc = "2026-11-21T12:00:59Z" } };

        var found = RunVerificationTests.Check(
            RunVerificationTests.Write(run with { Starts = [run.Starts[0], early, run.Starts[2]] }));

        Assert.Contains(found.Guards, guard => guard is { Name: "options", State: GuardState.Broken });
    }

    [Fact]
    public void Verify_StartsOfDifferentLoads_IsRefused()
    {
        var run = RunVerificationTests.Read(Alike.Value);
        var other = run.Starts![2] with { Routing = "random" };

        Assert.Equal(VerificationOutcome.Refused, Outcome(run with { Starts = [run.Starts[0], run.Starts[1], other] }));
    }

    [Fact]
    public void Verify_OneStartThatClaimsThree_IsRefused() => Assert.Equal(
        VerificationOutcome.Refused,
        Outcome(RunVerificationTests.Read(RunVerificationTests.Report(workers: 0)) with { ProcessStarts = 3 }));

    [Fact]
    public void Claim_Starts_AreCounted()
    {
        Assert.Contains(" in 3 process starts", Combine(1, 1, 1).Claim, StringComparison.Ordinal);
        Assert.Contains(" in one process start", Start(1, 1).Claim, StringComparison.Ordinal);
    }

    [Fact]
    public void HistorySeries_OtherNumberOfStarts_IsAnotherSeries()
    {
        static string Series(RunReport run) => HistoryEntry.From(run)!.Series;

        Assert.NotEqual(Series(Start(1, 1)), Series(Combine(1, 1, 1)));
        Assert.NotEqual(
            Series(Combine(1, 1, 1)), Series(StartsDerivation.Complete([Start(1, 1), Start(2, 1)], 2, null)));
    }

    [Fact]
    public void Summary_Starts_ShowsTheMedianOfEach()
    {
        var speed = RunSummary.From(Combine(1, 1, 1)).Lines.Single(line => line.Name is "speed").Known[0];

        Assert.StartsWith("3 starts: ", speed, StringComparison.Ordinal);
    }

    [Fact]
    public void Csv_Starts_AreNumbered()
    {
        var lines = CsvExporter.Format([Combine(1, 1, 1)]).Split('\n', StringSplitOptions.RemoveEmptyEntries);

        Assert.Equal(
            [("1", 5), ("2", 5), ("3", 5)],
            lines.Skip(1).Select(line => line.TrimEnd('\r').Split(',')).Where(cells => cells[1] is "round")
                .GroupBy(cells => cells[^1]).Select(start => (start.Key, start.Count())));
    }

    private static VerificationOutcome Outcome(RunReport run) =>
        RunVerificationTests.Check(RunVerificationTests.Write(run)).Outcome;

    private static RunReport Combine(params double[] factors) => StartsDerivation.Complete(
        [.. factors.Index().Select(each => Start(each.Index + 1, each.Item))], factors.Length, problem: null);

    /// <summary>A start whose rounds take <paramref name="factor"/> times as long.</summary>
    private static RunReport Start(int number, double factor, int workers = 0)
    {
        var run = RunVerificationTests.Read(RunVerificationTests.Report(workers));
        return RunDerivation.Of(run with
        {
            RunId = new((uint)number),
            Environment = run.Environment with { StartedUtc = $"2026-11-21T12:0{number}:00Z" },
            PhasesMs = run.PhasesMs! with { Measure = run.PhasesMs.Measure * factor },
            Slices = [.. run.Slices.Select(slice => slice with { LengthMs = slice.LengthMs * factor })],
            Raw = run.Raw! with
            {
                Rounds =
                [
                    .. run.Raw!.Rounds.Select(round => round with
                    {
                        WindowNs = (long)(round.WindowNs * factor / 100) * 100,
                    }),
                ],
            },
        });
    }
}
