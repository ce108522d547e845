using System.Text.Json.Serialization;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Studies;

/// <summary>A run of a study that has ended: what is kept of it, a line of the study's journal.</summary>
public abstract record StudyRun
{
    /// <summary>Runs in a row without a figure after which there is no use in more of them.</summary>
    public const int MaxFailures = 3;

    /// <summary>How long the whole run took, its processes started and ended.</summary>
    public abstract double Seconds { get; init; }

    /// <summary>How it ended.</summary>
    public abstract Verdict Verdict { get; init; }

    /// <summary>Median of its rounds; null when it has none.</summary>
    public abstract double? Tps { get; init; }

    /// <summary>The file of its report, in the study's folder.</summary>
    public abstract string Report { get; init; }

    /// <summary>
    /// Whether its figure counts: one of a run that met a fault is not that of what was run. One that was disturbed
    /// counts, and the study says how many there were: what disturbs meets whatever is run then.
    /// </summary>
    [JsonIgnore]
    public bool HasFigure => Verdict is (Verdict.Pass or Verdict.Disturbed) && Tps is > 0;

    /// <summary>A warning of how many of the runs were disturbed; none where none was.</summary>
    /// <param name="runs">The runs.</param>
    /// <param name="sense">What that means for this study.</param>
    public static IEnumerable<ReportFigure> Disturbed(IReadOnlyList<StudyRun> runs, string sense)
    {
        ArgumentNullException.ThrowIfNull(runs);
        if (runs.Count(run => run.Verdict is Verdict.Disturbed) is > 0 and var count)
        {
            yield return new(
                "disturbed",
                $"others used more than a tenth of the processors in {count} of {Counted(runs.Count, "run")}: {sense}")
            { Tone = ReportTone.Warning };
        }
    }

    /// <summary>Whether too many runs in a row have no figure.</summary>
    public static bool HaveFailed(IReadOnlyList<StudyRun> runs)
    {
        ArgumentNullException.ThrowIfNull(runs);
        return runs.Count >= MaxFailures && runs.TakeLast(MaxFailures).All(run => !run.HasFigure);
    }
}
