using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Progress;

namespace AElf.Bench.Tests.Progress;

/// <summary>The estimate of a call's progress, with phases of known times.</summary>
public sealed class CallEstimateTests
{
    private static readonly MeasureOptions Measure = new() { Rounds = 10, WarmupRounds = 10, BareStore = false };

    // Recorded runs: the milliseconds at which each phase and each round began; the last number is the end.
    private static readonly Dictionary<string, string> Recorded = new(StringComparer.Ordinal)
    {
        ["quiet, in memory, 10 rounds"] =
            "Seed 283|WarmUp 293|Measure 2829 1/10|Measure 2952 2/10|Measure 3104 3/10|Measure 3266 4/10|"
                + "Measure 3421 5/10|Measure 3563 6/10|Measure 3744 7/10|Measure 3973 8/10|Measure 4290 9/10|"
                + "Measure 4511 10/10|Audit 4739|Cleanup 5642|Cleanup 5983",
        ["disturbed, in memory, 10 rounds"] =
            "Seed 282|WarmUp 291|Measure 10713 1/10|Measure 11158 2/11|Measure 11552 3/12|Measure 11869 4/13|"
                + "Measure 12239 5/14|Measure 12600 6/15|Measure 12872 7/15|Measure 13462 8/15|Measure 13786 9/15|"
                + "Measure 14090 10/15|Measure 14302 11/15|Measure 14554 12/15|Measure 14902 13/15|"
                + "Measure 15390 14/15|Measure 15670 15/15|Audit 15872|Cleanup 16878|Cleanup 17129",
        ["disturbed, a cluster over a store, 5 rounds"] =
            "Seed 4827|BareStore 4970|WarmUp 5263|BareStore 14733|Measure 15694 1/5|BareStore 15954|Measure 16159 2/6|"
                + "BareStore 16348|Measure 16558 3/7|BareStore 16789|Measure 17013 4/7|BareStore 17298|"
                + "Measure 17510 5/7|BareStore 17837|Measure 18053 6/7|BareStore 18402|Measure 18607 7/7|"
                + "BareStore 19009|Audit 20552|Cleanup 21249|Cleanup 22418",
    };

    public static TheoryData<string> Runs => [.. Recorded.Keys];

    [Theory]
    [MemberData(nameof(Runs))]
    public void Estimate_RecordedRun_IsNullOrPlausible(string run)
    {
        var steps = Recorded[run].Split('|').Select(step => step.Split(' ', '/')).ToList();
        var (asked, start, end) = (int.Parse(run.Split(' ')[^2], null), At(steps[0]), At(steps[^1]));
        var estimate = new CallEstimate(new Lazy<int>(1), new MeasureOptions { Rounds = asked });
        estimate.Begin(start);
        var hasMeasured = false;
        foreach (var (step, next) in steps.Zip(steps.Skip(1)))
        {
            var moment = new ProgressSnapshot(Enum.Parse<RunPhase>(step[0]), Number(step, 2), Number(step, 3), 0, 0, 0);
            for (var now = At(step); now < At(next); now += TimeSpan.FromMilliseconds(50))
            {
                estimate.Observe(moment, now);
                var (fraction, left) = estimate.Remaining();
                Assert.Equal(hasMeasured || moment.Round > 1, left is not null);
                Assert.InRange((left ?? (end - now)) - (end - now), -Tolerated(end - now), Tolerated(end - now));
                Assert.InRange(fraction, 0, ((now - start) / (end - start)) + 0.3);
            }

            hasMeasured |= moment.Round > 0;
        }

        static TimeSpan Tolerated(TimeSpan left) => TimeSpan.FromSeconds(1) + (left * 0.5);
    }

    [Fact]
    public void Estimate_BeforeTheFirstRoundEnds_IsNull()
    {
        var estimate = new CallEstimate(new Lazy<int>(1), Measure);
        estimate.Begin(TimeSpan.Zero);
        Assert.Equal((0.0, null), estimate.Remaining());

        // A warm-up of 20 s may take 10 s more; then rounds of 1 s, an audit of 1 s, a clean-up of 0.2 s.
        var now = Pass(estimate, TimeSpan.Zero, (RunPhase.WarmUp, 20));
        Assert.Equal((20 / 32.2, null), estimate.Remaining());

        estimate.Observe(Round(1), now);
        Assert.Null(estimate.Remaining().Left);
    }

    [Fact]
    public void Estimate_FinishedRounds_GivesRemainingTime()
    {
        var estimate = new CallEstimate(new Lazy<int>(1), Measure);
        var now = Pass(estimate, TimeSpan.Zero, (RunPhase.WarmUp, 4));
        for (var round = 1; round <= 5; round++)
        {
            estimate.Observe(Round(round), now);
            now += TimeSpan.FromSeconds(2);
        }

        estimate.Observe(Round(6), now);

        // Half of the rounds took 10 s, so the others take as long; then audit and clean-up.
        var (fraction, left) = estimate.Remaining();
        Assert.Equal(TimeSpan.FromSeconds(11.2), left);
        Assert.Equal(14 / 25.2, fraction, precision: 3);

        // Half a round more: the smaller estimate.
        estimate.Observe(Round(6), now + TimeSpan.FromSeconds(1));
        Assert.Equal(TimeSpan.FromSeconds(10.2), estimate.Remaining().Left);
    }

    [Fact]
    public void Estimate_CountedWork_GivesRemainingTime()
    {
        var estimate = new CallEstimate(new Lazy<int>(1), Measure);
        estimate.Begin(TimeSpan.Zero);
        estimate.Observe(In(RunPhase.Seed), TimeSpan.Zero);
        estimate.Observe(In(RunPhase.Seed) with { Done = 100, Total = 400 }, TimeSpan.FromSeconds(10));

        // 30 s more of seeding, 2 s of rounds; audit and clean-up touch the keys whose writes took 10 s so far.
        Assert.Equal((10 / 62.0, null), estimate.Remaining());
    }

    [Fact]
    public void Estimate_FinishedRuns_GivesRemainingTime()
    {
        var estimate = new CallEstimate(new Lazy<int>(4), Measure);
        var now = Pass(
            estimate,
            TimeSpan.Zero,
            (RunPhase.Seed, 1),
            (RunPhase.WarmUp, 4),
            (RunPhase.Measure, 10),
            (RunPhase.Audit, 3),
            (RunPhase.Cleanup, 2));
        estimate.End(now);

        Assert.Equal((0.25, TimeSpan.FromSeconds(60)), estimate.Remaining());
        Assert.Equal((2, 4), (estimate.Run, estimate.Runs));

        Pass(estimate, now, (RunPhase.Seed, 1), (RunPhase.WarmUp, 4));
        Assert.Equal((25.0 / 80, TimeSpan.FromSeconds(55)), estimate.Remaining());
    }

    [Fact]
    public void Estimate_Fraction_NeverFalls()
    {
        var (estimate, now, highest) = (new CallEstimate(new Lazy<int>(3), Measure), TimeSpan.Zero, 0.0);
        var random = new Random(7);
        for (var run = 0; run < 3; run++)
        {
            estimate.Begin(now);
            foreach (var phase in Enum.GetValues<RunPhase>())
            {
                for (var look = 0; look < 5; look++)
                {
                    estimate.Observe(
                        phase == RunPhase.Measure ? Round(look + 1) : In(phase) with { Done = look, Total = 5 }, now);
                    now += TimeSpan.FromSeconds(random.NextDouble() * 5);
                    var (fraction, left) = estimate.Remaining();

                    Assert.InRange(fraction, highest, 1);
                    Assert.False(left < TimeSpan.Zero, $"{left} left in {phase} of run {run}");
                    highest = fraction;
                }
            }

            estimate.End(now);
        }

        Assert.Equal((1.0, TimeSpan.Zero), estimate.Remaining());
    }

    private static TimeSpan Pass(CallEstimate estimate, TimeSpan now, params (RunPhase Phase, int Seconds)[] phases)
    {
        estimate.Begin(now);
        foreach (var (phase, seconds) in phases)
        {
            estimate.Observe(In(phase), now);
            now += TimeSpan.FromSeconds(seconds);
        }

        estimate.Observe(In(phases[^1].Phase), now);
        return now;
    }

    private static int Number(string[] step, int at) => step.Length > at ? int.Parse(step[at], null) : 0;

    private static TimeSpan At(string[] step) => TimeSpan.FromMilliseconds(Number(step, 1));

    private static ProgressSnapshot In(RunPhase phase) => new(phase, 0, 0, 0, 0, 0);

    private static ProgressSnapshot Round(int round) => new(RunPhase.Measure, round, 10, 0, 0, 0);
}
