using AElf.Bench.Harness.Statistics;
using AElf.Bench.Harness.Studies;
using Perfolizer.Mathematics.SignificanceTesting.Base;
using Perfolizer.Mathematics.SignificanceTesting.MannWhitney;
using Pragmastat;
using Threshold = Perfolizer.Metrology.Threshold;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>
/// Decides what the runs of a comparison show, speed and counts alike. Refuses a conclusion while the pairs show
/// nothing. Next: <see cref="ComparisonCriteria"/>, <see cref="ComparisonSections"/>.
/// </summary>
public sealed class ComparisonResult
{
    private readonly ComparisonCriteria criteria;
    private readonly Lazy<int?> needed;

    /// <summary>Pairs the runs of both sides in their order.</summary>
    /// <param name="runs">The runs, in the order they were made.</param>
    /// <param name="limits">Thresholds and limits.</param>
    /// <param name="stored">Stored runs of the baseline; null when <paramref name="runs"/> holds its runs.</param>
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

    /// <summary>Number of stored runs of the baseline; null when the baseline is run too.</summary>
    public int? Stored { get; }

    /// <summary>Duration of all runs together.</summary>
    public double Seconds { get; }

    /// <summary>Pairs made; where the candidate alone is run, its runs.</summary>
    public int Made => Limits.RunsBaseline ? Tps.Count : Candidate.Runs.Count;

    /// <summary>The candidate's TPS ÷ the baseline's.</summary>
    public PairedRatio Tps => criteria.Tps;

    /// <summary>The committed item; <c>unit</c> without a figure.</summary>
    public string Noun => Candidate.Runs.Concat(Baseline.Runs).FirstOrDefault()?.Noun ?? "unit";

    /// <summary>All criteria, speed first.</summary>
    public IReadOnlyList<Criterion> Criteria => Criterion.Of(this);

    /// <summary>The candidate's value ÷ the baseline's, over the pairs whose runs both have one above 0.</summary>
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

    /// <summary>The decision by times alone, without the counts.</summary>
    public GateOutcome Times => criteria.Speed.Outcome;

    /// <summary>Pairs of the first series once it has shown a slow-down; null before.</summary>
    public int? FirstSeries => criteria.Speed.FirstSeries;

    /// <summary>Pairs the decision by times was made with; null before it.</summary>
    public int? Decision => criteria.Speed.Decision;

    /// <summary>
    /// Counts and bytes allocated; empty until <see cref="CountRule.MinPairs"/> pairs have counts.
    /// </summary>
    public IReadOnlyList<CountChange> Counts { get; }

    /// <summary>Whether a count or the bytes allocated rose, and they gate.</summary>
    public bool CountsRose => criteria.CountsRose;

    /// <summary>Whether the candidate fails, by any criterion.</summary>
    public bool IsRegression => criteria.IsRegression;

    /// <summary>Whether more runs would change nothing.</summary>
    public bool IsSure => criteria.IsSure;

    /// <summary>Whether a criterion has shown nothing.</summary>
    public bool IsInconclusive => !criteria.IsSure;

    /// <summary>
    /// Pairs that would have been needed, were the others like the measured ones; null when something is shown, without
    /// a pair, and above <see cref="GateForecast.MaxPairs"/>.
    /// </summary>
    public int? PairsNeeded => needed.Value;

    /// <summary>
    /// Whether the ratio lies between half and all of the threshold, where slower and not slower by the threshold are
    /// both true: which is shown first is chance.
    /// </summary>
    public bool IsToss => Tps.Estimate < 1 - (Limits.Threshold / 2) && Tps.Estimate > 1 - Limits.Threshold;

    /// <summary>
    /// A second opinion from all runs unpaired, valid for one look alone: the chance that the candidate's TPS is so low
    /// beside the baseline's when both are alike (Mann–Whitney, of Perfolizer). Null below five runs of each.
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

        // The criterion that takes the most pairs decides.
        var each = criteria.Undecided.Select(pairs => GateForecast.PairsNeeded(pairs, seed: 1)).ToList();
        return each.Contains(null) ? null : each.Max();
    }

    private static Sample Sample(RunSet<ComparedRun> side) => new([.. side.Runs.Select(run => run.Tps!.Value)]);
}
