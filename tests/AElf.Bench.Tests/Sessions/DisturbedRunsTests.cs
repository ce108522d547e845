using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Tests.Health;
using AElf.Bench.Tests.Reports;
using AElf.Benchmark.Verbs.Measure;

namespace AElf.Bench.Tests.Sessions;

/// <summary>Several runs, some of them disturbed.</summary>
public sealed class DisturbedRunsTests
{
    private static readonly RunReport Quiet = ExampleReports.PassingRedis with { Verdict = Verdict.Pass };
    private static readonly RunReport Disturbed = Quiet with { Verdict = Verdict.Disturbed };
    private static readonly RunReport Failed = Quiet with { Verdict = Verdict.Failed };
    private static readonly TimeSpan Run = TimeSpan.FromSeconds(10);

    private readonly ManualClock clock = new();
    private readonly List<int> made = [];

    [Fact]
    public void MakeAgain_DisturbedRuns_AreReplacedByQuietOnes()
    {
        List<RunReport> runs = [Quiet, Disturbed, Quiet, Disturbed];

        MakeAgain(runs, budget: 0.5, Quiet);

        Assert.Equal([1, 3], made);
        Assert.All(runs, run => Assert.Equal(Verdict.Pass, run.Verdict));
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(0.25, 1)]
    [InlineData(0.5, 2)]
    [InlineData(1, 4)]
    [InlineData(10, 4)]
    public void MakeAgain_Budget_LimitsTheRepeatedRuns(double budget, int expected)
    {
        MakeAgain([Disturbed, Disturbed, Disturbed, Disturbed], budget, Disturbed);

        Assert.Equal(expected, made.Count);
    }

    [Fact]
    public void MakeAgain_RunFails_IsReportedInsteadOfTheDisturbedOne()
    {
        List<RunReport> runs = [Quiet, Disturbed];

        MakeAgain(runs, budget: 10, Failed);

        Assert.Equal(Verdict.Failed, runs[1].Verdict);
    }

    [Fact]
    public void MakeAgain_OnlyOneRun_IsNotRepeated()
    {
        MakeAgain([Disturbed], budget: 10, Quiet);

        Assert.Empty(made);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void MakeAgain_Signal_StartsNoFurtherRun(int before)
    {
        MakeAgain([Disturbed, Disturbed, Disturbed], budget: 10, Quiet, signalAfter: before);

        Assert.Equal(before, made.Count);
    }

    private void MakeAgain(
        List<RunReport> runs, double budget, RunReport result, int signalAfter = int.MaxValue)
    {
        using var signal = new CancellationTokenSource();
        if (signalAfter == 0)
        {
            signal.Cancel();
        }

        new DisturbedRuns(runs, Run * runs.Count, budget, clock).MakeAgain(
            (index, before) =>
            {
                Assert.Equal(made.Count, before);
                made.Add(index);
                clock.Advance(Run);
                if (made.Count == signalAfter)
                {
                    signal.Cancel();
                }

                return result;
            },
            signal.Token);
    }
}
