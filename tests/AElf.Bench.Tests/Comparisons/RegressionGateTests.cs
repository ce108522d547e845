using AElf.Bench.Core.Generation;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Tests.Statistics;

namespace AElf.Bench.Tests.Comparisons;

public sealed class RegressionGateTests(ITestOutputHelper output)
{
    private const double Threshold = 0.05;
    private const int Trials = 200;
    private const int MaxPairs = 250;

    // Logarithms of candidate ÷ baseline of one build on two cores that a dozen other processes shared: 200,000
    // transfers in memory, rounds of 100 ms, less their median.
    private static readonly double[] Measured =
        [0.288, 0.142, -0.034, 0.091, -0.123, 0.063, -0.047, 0.052, -0.099, 0, -0.27];

    /// <summary>How two runs of one build may differ: noise of a run's logarithm.</summary>
    public static TheoryData<string> Noises => ["quiet", "usual", "outliers", "two speeds", "drift"];

    [Fact]
    public void Two_series_are_needed_to_fail()
    {
        var gate = Play(Enumerable.Repeat(0.9, 20));

        Assert.Equal(GateOutcome.Regression, gate.Outcome);
        Assert.InRange(gate.FirstSeries!.Value, 6, 10);
        Assert.InRange(gate.Decision!.Value - gate.FirstSeries.Value, 6, 10);
    }

    [Fact]
    public void A_slow_down_that_the_second_series_does_not_show_fails_nothing()
    {
        var first = Play(Enumerable.Repeat(0.9, 20)).FirstSeries!.Value;

        var gate = Play(Enumerable.Repeat(0.9, first).Concat(Enumerable.Repeat(1.0, 20)));

        Assert.Equal(GateOutcome.Unconfirmed, gate.Outcome);
        Assert.Equal(first, gate.FirstSeries);
    }

    [Theory]
    [InlineData(1.0)]
    [InlineData(1.2)]
    [InlineData(0.98)]
    public void What_is_not_slower_by_the_threshold_passes(double ratio)
    {
        var gate = Play(Enumerable.Repeat(ratio, 20));

        Assert.Equal(GateOutcome.NoRegression, gate.Outcome);
        Assert.Null(gate.FirstSeries);
    }

    [Fact]
    public void What_comes_behind_the_decision_changes_the_interval_alone()
    {
        var gate = Play(Enumerable.Repeat(1.0, 20));
        var (decided, high) = (gate.Decision, gate.Tps.High);

        for (var pair = 0; pair < 100; pair++)
        {
            gate.Add(100, 80);
        }

        Assert.Equal((GateOutcome.NoRegression, decided), (gate.Outcome, gate.Decision));
        Assert.True(gate.Tps.High < high);
    }

    // The rule allows 2.5 % for each of two series, so one in 1,600 for both.
    [Theory]
    [MemberData(nameof(Noises))]
    public void The_same_build_on_both_sides_hardly_ever_fails(string noise)
    {
        var outcomes = Simulate(noise, change: 0);

        Assert.InRange(outcomes.Count(outcome => outcome is GateOutcome.Regression), 0, Trials / 100);
    }

    [Theory]
    [InlineData("quiet")]
    [InlineData("usual")]
    [InlineData("outliers")]
    [InlineData("drift")]
    public void A_slow_down_of_the_threshold_is_found(string noise)
    {
        var outcomes = Simulate(noise, Threshold);

        Assert.InRange(outcomes.Count(outcome => outcome is GateOutcome.Regression), 0.93 * Trials, Trials);
    }

    // What is asked of the gate, over 10 times 20 trials: 18 of 20 slow-downs found, and 1 of 20 failed that are alike.
    [Theory]
    [InlineData("usual", 100)]
    [InlineData("measured", 400)]
    public void Of_twenty_trials_eighteen_find_a_slow_down_of_the_threshold_and_at_most_one_fails_the_same(
        string noise, int maxPairs)
    {
        const int Batch = 20;
        var slowed = Simulate(noise, Threshold, maxPairs).Chunk(Batch)
            .Select(batch => batch.Count(outcome => outcome is GateOutcome.Regression)).ToList();
        var same = Simulate(noise, change: 0, maxPairs).Chunk(Batch)
            .Select(batch => batch.Count(outcome => outcome is GateOutcome.Regression)).ToList();
        output.WriteLine($"{noise}: found of 20: {string.Join(' ', slowed)}; failed of 20: {string.Join(' ', same)}");

        Assert.All(same, failed => Assert.InRange(failed, 0, 1));
        Assert.InRange(slowed.Count(found => found >= 18), 9, slowed.Count);
    }

    // Two speeds, 30 % apart, hide 5 % behind 250 pairs; what is larger is found.
    [Fact]
    public void A_slow_down_far_above_the_threshold_is_found_in_any_noise()
    {
        var outcomes = Simulate("two speeds", 4 * Threshold);

        Assert.InRange(outcomes.Count(outcome => outcome is GateOutcome.Regression), 0.95 * Trials, Trials);
    }

    [Fact]
    public void A_faster_candidate_never_fails()
    {
        var outcomes = Simulate("usual", change: -Threshold);

        Assert.DoesNotContain(GateOutcome.Regression, outcomes);
    }

    private List<GateOutcome> Simulate(string noise, double change, int maxPairs = MaxPairs)
    {
        var outcomes = new List<GateOutcome>();
        var pairs = 0;
        for (var seed = 1; seed <= Trials; seed++)
        {
            var random = new SeededRandom((ulong)seed);
            var gate = new RegressionGate(Threshold);
            for (var pair = 0; pair < maxPairs && gate.Outcome is GateOutcome.Open; pair++)
            {
                // Which is first is drawn, as the schedule does.
                var (first, second) = (Noise(noise, random, 2 * pair), Noise(noise, random, (2 * pair) + 1));
                var (baseline, candidate) = random.Next(2) == 0 ? (first, second) : (second, first);
                gate.Add(1000 * Math.Exp(baseline), 1000 * (1 - change) * Math.Exp(candidate));
            }

            outcomes.Add(gate.Outcome);
            pairs += gate.Tps.Count;
        }

        output.WriteLine(
            $"{noise}, {change:P0} slower, seeds 1 to {Trials}: {pairs / (double)Trials:0} pairs in the mean; "
                + string.Join(", ", outcomes.CountBy(outcome => outcome).Select(each => $"{each.Key} {each.Value}")));
        return outcomes;
    }

    private static double Noise(string kind, SeededRandom random, int run)
    {
        var normal = PairedRatioTests.Normal(random);
        return kind switch
        {
            "quiet" => 0.01 * normal,
            "usual" => 0.05 * normal,
            "outliers" => (0.03 * normal) - (random.Next(10) == 0 ? 0.5 * PairedRatioTests.Uniform(random) : 0),
            "two speeds" => (0.03 * normal) - (random.Next(3) == 0 ? 0.3 : 0),
            "measured" => run % 2 == 0 ? Measured[random.Next(Measured.Length)] : 0,
            "drift" => (0.02 * normal) + (0.3 * Math.Sin(run / 9.0)),
            _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "no such noise"),
        };
    }

    private static RegressionGate Play(IEnumerable<double> ratios)
    {
        var gate = new RegressionGate(Threshold);
        foreach (var ratio in ratios)
        {
            gate.Add(100, 100 * ratio);
        }

        return gate;
    }
}
