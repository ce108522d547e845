using AElf.Bench.Core.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>The section of thresholds, with their results.</summary>
internal static class ThresholdSection
{
    /// <summary>The thresholds of several runs side by side; empty without thresholds.</summary>
    public static IEnumerable<ReportSection> From(IReadOnlyList<RunReport> runs)
    {
        var all = Numbered(runs).OrderBy(each => each.Threshold.Broken is false).ToList();
        if (all.Count == 0)
        {
            yield break;
        }

        yield return new("Thresholds")
        {
            Tables = [new(
                [new("run"), new("fails if", IsText: true), new("result", IsText: true)],
                [
                    .. all.Select(each =>
                        (string[])[Count(each.Number), $"{each.Threshold.FailIf}", each.Threshold.ToString()]),
                ])
            {
                Audience = ReportAudience.Everyone,
                Tones =
                [
                    .. all.Select(each =>
                        each.Threshold.Broken is false ? ReportTone.Plain : ReportTone.Alarm),
                ],
            }],
        };
    }

    /// <summary>The thresholds of several runs with the number of the run, from 1.</summary>
    public static IEnumerable<(int Number, ThresholdReport Threshold)> Numbered(IReadOnlyList<RunReport> runs) =>
        runs.Index().SelectMany(run => run.Item.Thresholds.Select(threshold => (run.Index + 1, threshold)));

    public static string Line(ThresholdReport threshold) => $"fail if {threshold.FailIf}: {threshold}";
}
