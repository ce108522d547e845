using AElf.Bench.Core.Generation;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Statistics;
using AElf.Bench.Tests.Statistics;

namespace AElf.Bench.Tests.Comparisons;

/// <summary>
/// All criteria of a comparison together, by simulation: comparison N of a row is drawn with seed N. See
/// <see cref="GateTrialsTests"/>.
/// </summary>
public sealed class ComparisonCriteriaTests(ITestOutputHelper output)
{
    private static readonly RunCounts Usual = new(4, 0.01, 0.5, 1_200_000);

    [Theory]
    [InlineData("1 %", "0.02")]
    [InlineData("5 %", "0.4")]
    [InlineData("5 %", "2")]
    [InlineData("drift of runs", "skewed")]
    [InlineData("skewed", "drift")]
    [InlineData("slow start 10 %", "slow start")]
    [InlineData("slow start 30 %", "slow start")]
    [InlineData("slow start 50 %", "slow start")]
    public void SameBuild_NoisyTimesAndBytes_FailsInFewerThanPromised(string times, string bytes)
    {
        var played = GateTrials.Play(GateTrials.Count, seed => Pairs(times, bytes, seed, slowDown: 0, rise: 0));

        output.WriteLine(GateTrials.Row("criteria", $"{times}, {bytes}", played));
        Assert.InRange(played.Failed, 0, GateTrials.Allowed(PairedDifference.Error, GateTrials.Count));
    }

    [Theory]
    [InlineData("0.02", 13)]
    [InlineData("0.4", 14)]
    [InlineData("2", 40)]
    public void Candidate_24BytesAtEveryTenthTransfer_IsFound(string bytes, double maxPairs)
    {
        var played = GateTrials.Play(GateTrials.Found, seed => Pairs("5 %", bytes, seed, slowDown: 0, rise: 2.4));

        output.WriteLine(GateTrials.Row("criteria", $"+2.4 B in noise of {bytes} B", played));
        Assert.InRange(played.ByBytes, 0.9 * GateTrials.Found, GateTrials.Found);
        Assert.InRange(played.Pairs, 12, maxPairs);
    }

    [Theory]
    [InlineData(0.5, 0.9, GateOutcome.NoRegression)]
    [InlineData(0.5, -0.4, GateOutcome.NoRegression)]
    [InlineData(0.5, 2.4, GateOutcome.Regression)]
    [InlineData(0, 2.4, GateOutcome.Regression)]
    [InlineData(1000, 20, GateOutcome.NoRegression)]
    [InlineData(1000, 60, GateOutcome.Regression)]
    public void Bytes_RiseByMoreThanTheFloorAndTheThreshold_Fail(double bytes, double rise, GateOutcome outcome)
    {
        var criteria = Made(
            20, _ => Usual with { AllocatedBytes = bytes }, _ => Usual with { AllocatedBytes = bytes + rise });

        Assert.Equal(outcome, criteria.Allocation.Outcome);
        Assert.Equal(outcome is GateOutcome.Regression, criteria.IsRegression);
    }

    [Fact]
    public void Bytes_HigherFloor_PassesWhatItTolerates()
    {
        var criteria = Made(
            20, _ => Usual, _ => Usual with { AllocatedBytes = 5 }, new ComparisonLimits { AllocationFloor = 16 });

        Assert.Equal(GateOutcome.NoRegression, criteria.Allocation.Outcome);
    }

    [Fact]
    public void Bytes_NoDifferenceShown_ComparisonContinues()
    {
        static RunCounts Noisy(int pair, int sign) =>
            Usual with { AllocatedBytes = 50 + ((pair % 2 == 0 ? sign : -sign) * 40) };

        var criteria = Made(30, pair => Noisy(pair, 1), pair => Noisy(pair, -1));

        Assert.Equal(GateOutcome.NoRegression, criteria.Speed.Outcome);
        Assert.False(criteria.IsSure);
        Assert.Same(criteria.Allocation.Pairs, Assert.Single(criteria.Undecided));
        Assert.Equal(30, criteria.Allocation.Pairs.Count);
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(null)]
    public void Bytes_NotMeasuredOnOneSide_DecideNothing(double? bytes)
    {
        var criteria = Made(20, _ => Usual, _ => bytes is { } number ? Usual with { AllocatedBytes = number } : null);

        Assert.True(criteria is { IsSure: true, IsRegression: false });
        Assert.DoesNotContain(criteria.Counts, count => count.Name == CountRule.Bytes.Name);
    }

    [Fact]
    public void Count_RepeatedAndHigher_FailsAfterFourPairs()
    {
        Assert.False(More(3).IsSure);
        Assert.True(More(4).IsRegression);

        static ComparisonCriteria More(int pairs) => Made(pairs, _ => Usual, _ => Usual with { Messages = 0.010001 });
    }

    [Fact]
    public void Count_NotRepeatedByASide_DecidesNothing()
    {
        var criteria = Made(
            20, pair => Usual with { Messages = pair == 7 ? 0.0100001 : 0.01 }, _ => Usual with { Messages = 0.02 });

        Assert.Equal(GateOutcome.Open, criteria.Counts.Single(count => count.Name == "messages").Outcome);
        Assert.True(criteria is { IsSure: true, IsRegression: false });
    }

    private static ComparisonCriteria Made(
        int pairs, Func<int, RunCounts?> before, Func<int, RunCounts?> now, ComparisonLimits? limits = null)
    {
        var criteria = new ComparisonCriteria(limits ?? new());
        for (var pair = 0; pair < pairs; pair++)
        {
            criteria.Add(
                GateTrials.Run(Side.Baseline, 1000, before(pair)), GateTrials.Run(Side.Candidate, 1000, now(pair)));
        }

        return criteria;
    }

    private static IEnumerable<(ComparedRun, ComparedRun)> Pairs(
        string times, string bytes, int seed, double slowDown, double rise)
    {
        var random = new SeededRandom((ulong)seed + (1UL << 40));
        var drift = 0.0;
        foreach (var log in GateNoise.Pairs(times, seed, slowDown))
        {
            var (before, now) = (Bytes(0), Bytes(rise));
            yield return (
                GateTrials.Run(Side.Baseline, 1000, Usual with { AllocatedBytes = before }),
                GateTrials.Run(Side.Candidate, 1000 * Math.Exp(log), Usual with { AllocatedBytes = now }));
        }

        double Bytes(double more)
        {
            var normal = PairedRatioTests.Normal(random);
            drift = (0.9 * drift) + (0.4 * normal);
            return 10 + more + bytes switch
            {
                "0.02" => 0.02 * normal,
                "0.4" => 0.4 * normal,
                "2" => 2 * normal,
                "skewed" => -Math.Log(1 - PairedRatioTests.Uniform(random)),
                "drift" => drift,
                "slow start" => (0.1 * normal) + (random.Next(3) == 0 ? 5 : 0),
                _ => throw new ArgumentOutOfRangeException(nameof(bytes), bytes, "no such noise"),
            };
        }
    }
}
