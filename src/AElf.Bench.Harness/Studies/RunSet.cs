using AElf.Bench.Harness.Statistics;
using MathNet.Numerics.Statistics;

namespace AElf.Bench.Harness.Studies;

/// <summary>Runs of the same thing, in the order they were made, and statistics of those with a figure.</summary>
/// <typeparam name="TRun">What is kept of a run.</typeparam>
public class RunSet<TRun>
    where TRun : StudyRun
{
    internal RunSet(IReadOnlyList<TRun> all)
    {
        All = all;
        Runs = [.. all.Where(run => run.HasFigure)];
        Tps = Runs.Count == 0 ? null : SummaryStatistics.Describe([.. Runs.Select(run => run.Tps!.Value)]);
    }

    public IReadOnlyList<TRun> All { get; }

    /// <summary>Runs with a figure.</summary>
    public IReadOnlyList<TRun> Runs { get; }

    /// <summary>Spread of the runs' medians; null without a run.</summary>
    public Spread? Tps { get; }

    /// <summary>The median of a value over the runs; null when no run has it.</summary>
    public double? Median(Func<TRun, double?> value)
    {
        double[] values = [.. Runs.Select(value).OfType<double>()];
        return values.Length == 0 ? null : values.Median();
    }
}
