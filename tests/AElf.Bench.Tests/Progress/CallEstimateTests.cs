using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Progress;

namespace AElf.Bench.Tests.Progress;

/// <summary>How far a call is, from phases whose times are known.</summary>
public sealed class CallEstimateTests
{
    private static readonly MeasureOptions Measure = new() { Rounds = 10, WarmupRounds = 10, Ceiling = false };

    [Fact]
    public void Before_anything_is_known_of_a_run_it_takes_what_is_usual()
    {
        var estimate = new CallEstimate(new Lazy<int>(1), Measure);
        estimate.Begin(TimeSpan.Zero);

        // Ten rounds of 100 ms for each of warm-up and measurement; four short phases of 0.2 s.
        Assert.Equal((0.0, TimeSpan.FromSeconds(2.8)), estimate.Remaining());
    }

    [Fact]
    public void Rounds_that_are_over_say_how_long_the_others_take()
    {
        var estimate = new CallEstimate(new Lazy<int>(1), Measure);
        var now = Pass(estimate, TimeSpan.Zero, (RunPhase.WarmUp, 4));
        for (var round = 1; round <= 5; round++)
        {
            estimate.Observe(Round(round), now);
            now += TimeSpan.FromSeconds(2);
        }

        estimate.Observe(Round(6), now);

        // Half of the rounds took 10 s, so that the others take as long; then audit and clean-up.
        var (fraction, left) = estimate.Remaining();
        Assert.Equal(10.4, left.TotalSeconds, precision: 3);
        Assert.Equal(14 / 24.4, fraction, precision: 3);
    }

    [Fact]
    public void What_is_counted_says_how_long_the_rest_of_it_takes()
    {
        var estimate = new CallEstimate(new Lazy<int>(1), Measure);
        estimate.Begin(TimeSpan.Zero);
        estimate.Observe(In(RunPhase.Seed), TimeSpan.Zero);
        estimate.Observe(In(RunPhase.Seed) with { Done = 100, Total = 400 }, TimeSpan.FromSeconds(10));

        // 30 s more of seeding, 2 s of rounds; audit and clean-up touch what took 10 s to write so far.
        Assert.Equal(TimeSpan.FromSeconds(52), estimate.Remaining().Left);
    }

    [Fact]
    public void Runs_that_are_over_say_how_long_the_others_take()
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
    public void The_fraction_never_falls_whatever_comes()
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
                    Assert.True(left >= TimeSpan.Zero, $"{left} left in {phase} of run {run}");
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

    private static ProgressSnapshot In(RunPhase phase) => new(phase, 0, 0, 0, 0, 0);

    private static ProgressSnapshot Round(int round) => new(RunPhase.Measure, round, 10, 0, 0, 0);
}
