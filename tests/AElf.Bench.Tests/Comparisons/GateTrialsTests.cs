using System.Globalization;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Tests.Comparisons;

/// <summary>
/// The promises of the gate, by simulation: comparison N of a row is drawn with seed N. <c>scripts/gate-trials.sh
/// --kind simulated</c> uses these tests with 10,000 comparisons in a row to make the tables in
/// <c>scripts/gate-trials.txt</c>.
/// </summary>
public sealed class GateTrialsTests(ITestOutputHelper output)
{
    private const double Threshold = 0.05;
    private const int MaxPairs = GateTrials.MaxPairs;

    private static readonly int Trials = GateTrials.Count;
    private static readonly int Found = GateTrials.Found;

    private static readonly double[] Changes =
        GateTrials.Asked is null ? [Threshold, 0.2] : [0, 0.025, 0.0375, Threshold, 0.1, 0.2, 0.5];

    /// <summary>Noise of both sides.</summary>
    public static TheoryData<string> Alike => [.. GateNoise.Alike];

    /// <summary>Noise of one side.</summary>
    public static TheoryData<string> OneSided => [.. GateNoise.OneSided];

    [Theory]
    [MemberData(nameof(Alike))]
    public void Gate_NoiseOfBothSides_RarelyFails(string noise)
    {
        var (shown, failed) = Alarms(noise);

        Assert.InRange(shown, 0, GateTrials.Allowed(PairedDifference.Error, Trials));
        Assert.InRange(failed, 0, GateTrials.Allowed(PairedDifference.Error * PairedDifference.Error, Trials));
    }

    // The remaining limit, which the documents state: one series detects more than was promised, two series seldom do.
    [Theory]
    [MemberData(nameof(OneSided))]
    public void Gate_NoiseOfOneSide_RarelyFailsTheCandidate(string noise)
    {
        var (shown, failed) = Alarms(noise);

        Assert.InRange(shown, GateTrials.Allowed(PairedDifference.Error, Trials), Trials);
        Assert.InRange(failed, 0, 0.1 * Trials);
    }

    [Theory]
    [InlineData("1 %", 12.9)]
    [InlineData("5 %", 12.9)]
    [InlineData("10 %", 13.9)]
    [InlineData("20 %", 14.9)]
    public void GateTrials_HalfTheSpeed_IsFoundInAboutTwelvePairs(string noise, double most)
    {
        var found = Played(noise, change: 0.5, Found, signsAlone: false);

        Assert.All(found, gate => Assert.Equal(GateOutcome.Regression, gate.Outcome));
        Assert.InRange(found.Average(Pairs), 12, most);
    }

    [Theory]
    [MemberData(nameof(Alike))]
    public void Gate_SlowDown_NeedsFewerPairsThanSigns(string noise)
    {
        var found = Changes.ToDictionary(change => change, change => (
            Now: Played(noise, change, Found, signsAlone: false),
            Signs: Played(noise, change, Found, signsAlone: true)));
        foreach (var (change, (now, signs)) in found)
        {
            output.WriteLine(Row(
                "power", noise, $"{100 * change:0.##} %", Failed(now), Mean(now), Failed(signs), Mean(signs)));
        }

        // If a third or half of the starts are slow, some of 200 comparisons miss a loss of a fifth.
        Assert.InRange(Failures(found[0.2].Now), 0.9 * Found, Found);
        Assert.InRange(found[0.2].Now.Average(Pairs), 12, found[0.2].Signs.Average(Pairs));
        Assert.InRange(found[Threshold].Now.Average(Pairs), 0, 1.4 * found[Threshold].Signs.Average(Pairs));
    }

    [Fact]
    public void GateTrials_FasterCandidate_NeverFails() =>
        Assert.Equal(0, Failures(Played("5 %", change: -Threshold, Trials, signsAlone: false)));

    [Theory]
    [InlineData("5 %", 0.93)]
    [InlineData("outliers", 0.93)]
    [InlineData("drift of runs", 0.93)]
    [InlineData("waves", 0.93)]
    public void GateTrials_SlowDownOfTheThreshold_IsFound(string noise, double least) =>
        Assert.InRange(Failures(Played(noise, Threshold, Found, signsAlone: false)), least * Found, Found);

    // The requirement, over 10 times 20 trials: 18 of 20 slow-downs are found, and 1 of 20 equal builds fails.
    [Theory]
    [InlineData("5 %", 100)]
    [InlineData("measured", 400)]
    public void Gate_SlowDownOfTheThreshold_IsFoundInEighteenOfTwenty(
        string noise, int maxPairs)
    {
        var slowed = OfTwenty(Threshold);
        var same = OfTwenty(0);
        output.WriteLine($"{noise}: found of 20: {string.Join(' ', slowed)}; failed of 20: {string.Join(' ', same)}");

        Assert.All(same, failed => Assert.InRange(failed, 0, 1));
        Assert.InRange(slowed.Count(found => found >= 18), 9, slowed.Count);

        List<int> OfTwenty(double change) =>
            [.. Played(noise, change, 200, signsAlone: false, maxPairs).Chunk(20).Select(Failures)];
    }

    /// <summary>How often pairs of one build show a slow-down, and how often this fails the comparison.</summary>
    private (int Shown, int Failed) Alarms(string noise)
    {
        var shown = Shown(noise, signsAlone: false);
        var now = Played(noise, change: 0, Trials, signsAlone: false);
        if (GateTrials.Asked is not null)
        {
            // Only the table shows the earlier rule.
            var before = Played(noise, change: 0, Trials, signsAlone: true);
            output.WriteLine(Row(
                "alarms", noise, Share(shown), Share(Seen(now)), Share(Failures(now)),
                Share(Shown(noise, signsAlone: true)), Share(Seen(before)), Share(Failures(before))));
        }

        return (shown, Failures(now));
    }

    /// <summary>The number of series that show a slow-down of equal builds over any length.</summary>
    private static int Shown(string noise, bool signsAlone) => Enumerable.Range(1, Trials).Count(seed =>
    {
        var pairs = Bets(signsAlone);
        foreach (var pair in GateNoise.Pairs(noise, seed, change: 0, signsAlone).Take(MaxPairs))
        {
            pairs.Add(pair);
        }

        return pairs.IsBelow(0);
    });

    // The earlier rule: signs alone, and pairs in twos.
    private static List<RegressionGate> Played(
        string noise, double change, int trials, bool signsAlone, int maxPairs = MaxPairs) =>
    [
        .. Enumerable.Range(1, trials).Select(seed =>
        {
            var gate = new RegressionGate(Bets(signsAlone));
            foreach (var pair in GateNoise.Pairs(noise, seed, change, signsAlone).Take(maxPairs))
            {
                gate.Add(pair);
                if (gate.Outcome is not GateOutcome.Open)
                {
                    break;
                }
            }

            return gate;
        }),
    ];

    private static PairedDifference Bets(bool signsAlone) => signsAlone
        ? new PairedDifference(-Math.Log(1 - Threshold), gross: 1) { OnSizes = 0 }
        : new PairedRatio(Threshold).Logs;

    private static double Pairs(RegressionGate gate) => gate.Pairs.Count;

    private static int Seen(List<RegressionGate> gates) => gates.Count(gate => gate.FirstSeries is not null);

    private static int Failures(IEnumerable<RegressionGate> gates) =>
        gates.Count(gate => gate.Outcome is GateOutcome.Regression);

    private static string Failed(List<RegressionGate> gates) =>
        string.Create(CultureInfo.InvariantCulture, $"{100.0 * Failures(gates) / gates.Count:0.0} %");

    private static string Mean(List<RegressionGate> gates) =>
        gates.Average(Pairs).ToString("0.0", CultureInfo.InvariantCulture);

    private static string Share(int shown) =>
        string.Create(CultureInfo.InvariantCulture, $"{100.0 * shown / Trials:0.00} %");

    private static string Row(params string[] cells) => string.Join(" | ", cells);
}
