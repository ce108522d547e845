using System.Collections.ObjectModel;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Statistics;
using AElf.Bench.Harness.Studies;
using Perfolizer.Mathematics.SignificanceTesting.Base;
using Perfolizer.Mathematics.SignificanceTesting.MannWhitney;
using Pragmastat;
using Threshold = Perfolizer.Metrology.Threshold;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>
/// Decides the conclusion of a comparison, by speed and counts. Gives no conclusion while the pairs show nothing. Next:
/// <see cref="ComparisonCriteria"/>, <see cref="ComparisonSections"/>.
/// </summary>
public sealed class ComparisonResult
{
    private readonly ComparisonCriteria criteria;
    private readonly Lazy<int?> needed;

    /// <summary>Pairs the runs of both sides in order.</summary>
    /// <param name="runs">The runs in order.</param>
    /// <param name="limits">Thresholds and limits.</param>
    /// <param name="stored">
    /// Stored runs of the baseline; null if <paramref name="runs"/> contains the baseline's runs.
    /// </param>
    public ComparisonResult(
        IReadOnlyList<ComparedRun> runs, ComparisonLimits limits, IReadOnlyList<ComparedRun>? stored = null)
    {
        Limits = limits;
        Stored = stored?.Count;
        Baseline = new([.. (stored ?? runs).Where(run => run.Side is Side.Baseline)]);
        Candidate = new([.. runs.Where(run => run.Side is Side.Candidate)]);
        Seconds = runs.Sum(run => run.Seconds);
        criteria = new(limits);
        foreach (var (before, now) in Baseline.Runs.Zip(Candidate.Runs))
        {
            criteria.Add(before, now);
        }

        Counts = criteria.Counts;
        needed = new(Forecast);
    }

    public ComparisonLimits Limits { get; }
    public RunSet<ComparedRun> Baseline { get; }
    public RunSet<ComparedRun> Candidate { get; }

    /// <summary>Number of stored runs of the baseline; null if the baseline runs too.</summary>
    public int? Stored { get; }

    /// <summary>Duration of all runs together.</summary>
    public double Seconds { get; }

    /// <summary>Number of pairs; with stored runs, the number of the candidate's runs.</summary>
    public int Made => Limits.RunsBaseline ? Tps.Count : Candidate.Runs.Count;

    /// <summary>The candidate's TPS ÷ the baseline's.</summary>
    public PairedRatio Tps => criteria.Tps;

    /// <summary>The committed item; <c>unit</c> without a figure.</summary>
    public string Noun => Candidate.Runs.Concat(Baseline.Runs).FirstOrDefault()?.Noun ?? "unit";

    /// <summary>The differences of the loads in words; empty if both sides executed the same load.</summary>
    public IReadOnlyList<string> LoadDifferences =>
        Differences(run => run.Load ?? ReadOnlyDictionary<string, string>.Empty);

    /// <summary>All criteria, speed first.</summary>
    public IReadOnlyList<Criterion> Criteria => Criterion.Of(this);

    /// <summary>The candidate's value ÷ the baseline's, over the pairs with a value above 0 on both sides.</summary>
    public PairedRatio RatioOf(Func<ComparedRun, double?> value)
    {
        var ratio = new PairedRatio(Limits.Threshold);
        foreach (var (before, now) in Baseline.Runs.Zip(Candidate.Runs))
        {
            if (value(before) is > 0 and var first && value(now) is > 0 and var second)
            {
                ratio.Add(first, second);
            }
        }

        return ratio;
    }

    /// <summary>The differences of both sides in words, for the names that both sides have.</summary>
    public IReadOnlyList<string> Differences(Func<ComparedRun, IReadOnlyDictionary<string, string>> of) =>
    [
        .. RunProperties.Differences(
            "the baseline", Baseline.Runs.Select(of), "the candidate", Candidate.Runs.Select(of)),
    ];

    /// <summary>The decision by speed alone, without the counts.</summary>
    public GateOutcome Times => criteria.Speed.Outcome;

    /// <summary>Pairs of the first series, after it has shown a slow-down; null before.</summary>
    public int? FirstSeries => criteria.Speed.FirstSeries;

    /// <summary>Pairs at the decision by speed; null before it.</summary>
    public int? Decision => criteria.Speed.Decision;

    /// <summary>Counts and allocated bytes; empty until <see cref="CountRule.MinPairs"/> pairs have counts.</summary>
    public IReadOnlyList<CountChange> Counts { get; }

    /// <summary>Whether a count or the allocated bytes rose, and a rise fails the comparison.</summary>
    public bool CountsRose => criteria.CountsRose;

    /// <summary>Whether the candidate fails, by any criterion.</summary>
    public bool IsRegression => criteria.IsRegression;

    /// <summary>Whether further runs cannot change the result.</summary>
    public bool IsSure => criteria.IsSure;

    /// <summary>Whether a criterion is undecided.</summary>
    public bool IsInconclusive => !criteria.IsSure;

    /// <summary>
    /// Estimated number of pairs for a conclusion, if further pairs resemble the measured ones. Null after a
    /// conclusion, without a pair, above <see cref="GateForecast.MaxPairs"/>, and if the loads differ.
    /// </summary>
    public int? PairsNeeded => LoadDifferences.Count > 0 ? null : needed.Value;

    /// <summary>
    /// Whether the ratio lies between half and all of the threshold. There, "slower" and "not slower by the threshold"
    /// are both true, and chance decides which is shown first.
    /// </summary>
    public bool IsToss => Tps.Estimate < 1 - (Limits.Threshold / 2) && Tps.Estimate > 1 - Limits.Threshold;

    /// <summary>
    /// A second opinion from all runs, unpaired: the probability of so low a TPS of the candidate if both sides are
    /// equal (Mann–Whitney, of Perfolizer). It is valid for one look only. Null below five runs of each side.
    /// </summary>
    public double? MannWhitney => Math.Min(Baseline.Runs.Count, Candidate.Runs.Count) < 5
        ? null
        : MannWhitneyTest.Instance.Perform(
            Sample(Candidate), Sample(Baseline), AlternativeHypothesis.Less, Threshold.Zero).PValue;

    private int? Forecast()
    {
        if (!IsInconclusive)
        {
            return null;
        }

        // The criterion that needs the most pairs decides.
        var each = criteria.Undecided.Select(pairs => GateForecast.PairsNeeded(pairs, seed: 1)).ToList();
        return each.Contains(null) ? null : each.Max();
    }

    private static Sample Sample(RunSet<ComparedRun> side) => new([.. side.Runs.Select(run => run.Tps!.Value)]);
}
