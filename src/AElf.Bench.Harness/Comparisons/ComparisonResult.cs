using AElf.Bench.Harness.Statistics;
using AElf.Bench.Harness.Studies;
using Perfolizer.Mathematics.SignificanceTesting.Base;
using Perfolizer.Mathematics.SignificanceTesting.MannWhitney;
using Pragmastat;
using Threshold = Perfolizer.Metrology.Threshold;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>The figures and conclusions of a comparison's runs.</summary>
public sealed class ComparisonResult
{
    private readonly RegressionGate gate;
    private readonly Lazy<int?> needed;

    /// <summary>Pairs the runs of both sides in their order.</summary>
    /// <param name="runs">The runs, in the order they were made.</param>
    /// <param name="limits">What the comparison looks for.</param>
    /// <param name="stored">Stored runs of the baseline; null when <paramref name="runs"/> holds its runs.</param>
    public ComparisonResult(
        IReadOnlyList<ComparedRun> runs, ComparisonLimits limits, IReadOnlyList<ComparedRun>? stored = null)
    {
        Limits = limits;
        Stored = stored?.Count;
        Baseline = new([.. (stored ?? runs).Where(run => run.Side is Side.Baseline)]);
        Candidate = new([.. runs.Where(run => run.Side is Side.Candidate)]);
        Seconds = runs.Sum(run => run.Seconds);
        gate = new RegressionGate(limits.Threshold);
        Cpu = new PairedRatio(limits.Threshold);
        foreach (var (before, now) in Baseline.Runs.Zip(Candidate.Runs))
        {
            gate.Add(before.Tps!.Value, now.Tps!.Value);
            if (before.CpuUs is { } cpuBefore && now.CpuUs is { } cpuNow)
            {
                Cpu.Add(cpuBefore, cpuNow);
            }
        }

        needed = new(() => IsInconclusive ? GateForecast.PairsNeeded(Tps, limits.Threshold, seed: 1) : null);

        // What a job holds depends on how often a round offers the load.
        var blocks = Candidate.Runs.Count == 0 ? null : Candidate.Runs[^1].Blocks;
        RunSet<ComparedRun> Alike(RunSet<ComparedRun> side) =>
            new([.. side.Runs.Where(run => run.Blocks == blocks)]);
        Counts = [.. CountRule.All.Select(rule => CountChange.From(
            rule, Alike(Baseline), Alike(Candidate))).OfType<CountChange>()];
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
    public PairedRatio Tps => gate.Tps;

    /// <summary>The candidate's CPU per thing committed ÷ the baseline's; without the pairs that lack it.</summary>
    public PairedRatio Cpu { get; }

    /// <summary>The decision by times alone, without the counts.</summary>
    public GateOutcome Times => gate.Outcome;

    /// <summary>Pairs of the first series once it has shown a slow-down; null before.</summary>
    public int? FirstSeries => gate.FirstSeries;

    /// <summary>Pairs the decision was made with; null before it.</summary>
    public int? Decision => gate.Decision;

    /// <summary>Empty until both sides have <see cref="CountRule.MinRuns"/> runs with counts.</summary>
    public IReadOnlyList<CountChange> Counts { get; }

    /// <summary>Whether a count rose and counts gate.</summary>
    public bool CountsRose => Limits.CountsGate && Counts.Any(count => count.Rises);

    /// <summary>Whether the candidate fails, by a count or by its times.</summary>
    public bool IsRegression => CountsRose || Times is GateOutcome.Regression;

    /// <summary>Whether more runs would change nothing.</summary>
    public bool IsSure => CountsRose || Times is not GateOutcome.Open;

    public bool IsInconclusive => !IsRegression && Times is GateOutcome.Open;

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

    private static Sample Sample(RunSet<ComparedRun> side) => new([.. side.Runs.Select(run => run.Tps!.Value)]);
}

/// <summary>A count per thing committed on both sides.</summary>
/// <param name="Name">What is counted, in the plural.</param>
/// <param name="Baseline">Median over the baseline's runs.</param>
/// <param name="Candidate">Median over the candidate's runs.</param>
/// <param name="Rises">Whether the candidate's count is above the baseline's by more than the rule tolerates.</param>
public sealed record CountChange(string Name, double Baseline, double Candidate, bool Rises)
{
    /// <summary>Null until both sides have <see cref="CountRule.MinRuns"/> runs with counts.</summary>
    internal static CountChange? From(CountRule rule, RunSet<ComparedRun> baseline, RunSet<ComparedRun> candidate)
    {
        var (before, now) = (Median(rule, baseline), Median(rule, candidate));
        var committed = candidate.Median(run => run.Counts?.Committed);
        return before is null || now is null
            ? null
            : new CountChange(
                rule.Name, before.Value, now.Value, rule.Rises(before.Value, now.Value, committed!.Value));
    }

    private static double? Median(CountRule rule, RunSet<ComparedRun> side) =>
        side.Runs.Count(run => run.Counts is not null) < CountRule.MinRuns
            ? null
            : side.Median(run => run.Counts is { } counts ? rule.Of(counts) : null);
}
