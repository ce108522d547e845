using AElf.Bench.Harness.Statistics;
using AElf.Bench.Harness.Studies;
using Perfolizer.Mathematics.SignificanceTesting.Base;
using Perfolizer.Mathematics.SignificanceTesting.MannWhitney;
using Pragmastat;
using Threshold = Perfolizer.Metrology.Threshold;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>What the runs of a comparison say.</summary>
public sealed class ComparisonResult
{
    private readonly RegressionGate gate;
    private readonly Lazy<int?> needed;

    /// <summary>Pairs the runs of both sides in their order.</summary>
    /// <param name="runs">The runs, in the order they were made.</param>
    /// <param name="limits">What is looked for.</param>
    /// <param name="stored">
    /// Runs of the baseline that were made before; null when its runs are among the others.
    /// </param>
    public ComparisonResult(
        IReadOnlyList<ComparedRun> runs, ComparisonLimits limits, IReadOnlyList<ComparedRun>? stored = null)
    {
        ArgumentNullException.ThrowIfNull(runs);
        ArgumentNullException.ThrowIfNull(limits);
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

    /// <summary>What was looked for.</summary>
    public ComparisonLimits Limits { get; }

    /// <summary>The baseline's runs.</summary>
    public RunSet<ComparedRun> Baseline { get; }

    /// <summary>The candidate's runs.</summary>
    public RunSet<ComparedRun> Candidate { get; }

    /// <summary>How many runs of the baseline were made before; null when they are made now.</summary>
    public int? Stored { get; }

    /// <summary>How long all runs took together.</summary>
    public double Seconds { get; }

    /// <summary>How many pairs there are; where the candidate alone is run, how many runs of it.</summary>
    public int Made => Limits.RunsBaseline ? Tps.Count : Candidate.Runs.Count;

    /// <summary>The candidate's TPS ÷ the baseline's.</summary>
    public PairedRatio Tps => gate.Tps;

    /// <summary>The candidate's CPU for each committed thing ÷ the baseline's.</summary>
    public PairedRatio Cpu { get; }

    /// <summary>What the times say.</summary>
    public GateOutcome Times => gate.Outcome;

    /// <summary>The pairs of the first series once it has shown a slow-down; null before.</summary>
    public int? FirstSeries => gate.FirstSeries;

    /// <summary>The pairs that the decision was made with; null before it.</summary>
    public int? Decision => gate.Decision;

    /// <summary>The counts of both sides; empty before they have enough runs.</summary>
    public IReadOnlyList<CountChange> Counts { get; }

    /// <summary>Whether a count rose that may not.</summary>
    public bool CountsRose => Limits.CountsGate && Counts.Any(count => count.Rises);

    /// <summary>Whether the candidate is not to be accepted.</summary>
    public bool IsRegression => CountsRose || Times is GateOutcome.Regression;

    /// <summary>Whether more runs would change nothing.</summary>
    public bool IsSure => CountsRose || Times is not GateOutcome.Open;

    /// <summary>Whether it ended before anything was shown.</summary>
    public bool IsInconclusive => !IsRegression && Times is GateOutcome.Open;

    /// <summary>
    /// Pairs that it would have needed, were the others like those it has; null when it has shown something, has none,
    /// or would need too many to say.
    /// </summary>
    public int? PairsNeeded => needed.Value;

    /// <summary>
    /// Whether the ratio is so between half and all of the threshold that both may be true, slower and not slower by
    /// the threshold: which is shown first is chance.
    /// </summary>
    public bool IsToss => Tps.Estimate < 1 - (Limits.Threshold / 2) && Tps.Estimate > 1 - Limits.Threshold;

    /// <summary>
    /// A second opinion, from all runs unpaired, that holds for one look alone: the chance that the candidate's TPS is
    /// so low beside the baseline's when both are alike (Mann–Whitney, of Perfolizer). Null below five runs of each.
    /// </summary>
    public double? MannWhitney => Math.Min(Baseline.Runs.Count, Candidate.Runs.Count) < 5
        ? null
        : MannWhitneyTest.Instance.Perform(
            Sample(Candidate), Sample(Baseline), AlternativeHypothesis.Less, Threshold.Zero).PValue;

    private static Sample Sample(RunSet<ComparedRun> side) => new([.. side.Runs.Select(run => run.Tps!.Value)]);
}

/// <summary>A count of both sides.</summary>
/// <param name="Name">What is counted.</param>
/// <param name="Baseline">The median over the baseline's runs.</param>
/// <param name="Candidate">The same of the candidate.</param>
/// <param name="Rises">Whether that is more.</param>
public sealed record CountChange(string Name, double Baseline, double Candidate, bool Rises)
{
    /// <summary>Compares a count; null before each side has enough runs.</summary>
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
