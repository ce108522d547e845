using System.Text.Json.Serialization;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Statistics;
using MathNet.Numerics.Statistics;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Studies;

/// <summary>A finished run of a study, as a line of its journal.</summary>
public abstract record StudyRun
{
    /// <summary>Number of consecutive runs without a figure after which further runs are useless.</summary>
    public const int MaxFailures = 3;

    /// <summary>Duration of the whole run, from the start of its processes to their end.</summary>
    public abstract double Seconds { get; init; }

    public abstract Verdict Verdict { get; init; }

    /// <summary>Median of the rounds; null without rounds.</summary>
    public abstract double? Tps { get; init; }

    /// <summary>
    /// Whether the figure counts. A run with a fault does not count. A disturbed run counts, because disturbances
    /// affect all sides, and the study reports their number.
    /// </summary>
    [JsonIgnore]
    public bool HasFigure => Verdict is (Verdict.Pass or Verdict.Disturbed) && Tps is > 0;

    /// <summary>A warning with the number of disturbed runs; empty without disturbed runs.</summary>
    /// <param name="sense">The meaning of disturbed runs for this study.</param>
    public static IEnumerable<ReportFigure> Disturbed(IReadOnlyList<StudyRun> runs, string sense)
    {
        if (runs.Count(run => run.Verdict is Verdict.Disturbed) is > 0 and var count)
        {
            yield return new(
                "disturbed",
                $"{count} of {Counted(runs.Count, "run")} {Were(count)} disturbed: {sense}")
            { Tone = ReportTone.Warning };
        }
    }

    /// <summary>Whether the last <see cref="MaxFailures"/> runs have no figure.</summary>
    public static bool HaveFailed(IReadOnlyList<StudyRun> runs) =>
        runs.Count >= MaxFailures && runs.TakeLast(MaxFailures).All(run => !run.HasFigure);
}

/// <summary>Runs of one configuration in order, with statistics over the runs with a figure.</summary>
/// <typeparam name="TRun">The stored data of a run.</typeparam>
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

    /// <summary>The median of a value over the runs; null if no run has it.</summary>
    public double? Median(Func<TRun, double?> value)
    {
        double[] values = [.. Runs.Select(value).OfType<double>()];
        return values.Length == 0 ? null : values.Median();
    }
}
