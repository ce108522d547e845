using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Statistics;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Verification;

/// <summary>A report, and a run that repeats it. Their rounds were not interleaved.</summary>
/// <param name="Before">The report.</param>
/// <param name="Now">The run with the report's options.</param>
public sealed record Reproduction(RunReport Before, RunReport Now)
{
    /// <summary>The new median TPS ÷ the old one; null if either is missing.</summary>
    public double? Ratio => Now.Tps?.Median / Before.Tps?.Median;

    /// <summary>
    /// The interval of the ratio, from end to end of the intervals of both medians, by the ranks of their rounds
    /// (<see cref="SummaryStatistics"/>), and the smallest share of cases in which both hold. Null below five rounds of
    /// either. It assumes nothing about the rounds, which were not paired, so it is up to twice as wide as Welch's
    /// interval of means for normal noise. It does not cover the difference between process starts, unless a run has
    /// several: then its interval covers them.
    /// </summary>
    public (double Low, double High, double Coverage)? Interval =>
        Before.Tps is { Coverage: { } heldBefore } before && Now.Tps is { Coverage: { } heldNow } now
            ? (now.Low95!.Value / before.High95!.Value, now.High95!.Value / before.Low95!.Value, heldBefore * heldNow)
            : null;

    /// <summary>The differences of the machines in words; empty for machines of one class.</summary>
    public IReadOnlyList<string> MachineDifferences =>
        MachineClass.From(Now.Environment).DifferencesFrom(MachineClass.From(Before.Environment));

    /// <summary>The differences of the loads in words; empty if both runs executed the same load.</summary>
    public IReadOnlyList<string> LoadDifferences => Differences(RunProperties.OfLoad);

    public IReadOnlyList<ReportSection> Sections() =>
    [
        new("The report, and the run made with its options")
        {
            Figures =
            [
                new("report", Before.Claim),
                new("run", Now.Claim),
                new("ratio", RatioText()) { Tone = ReportTone.Strong },
                new("loads", LoadDifferences) { Tone = ReportTone.Warning },
                .. Machines(),
                new("differences", Differences(RunProperties.Of)) { Tone = ReportTone.Warning },
                new("caution", "the runs were not interleaved, so changes of the machine affect the ratio; "
                    + "compare interleaves two builds"),
            ],
            Tables =
            [
                new(
                    [new("figure", IsText: true), new("report"), new("run"), new("ratio")],
                    [
                        Row("TPS, median", run => Figures.Tps.Of(run)),
                        Row("TPS, interval from", run => run.Tps?.Low95),
                        Row("TPS, interval to", run => run.Tps?.High95),
                        Row(Figures.P50),
                        .. Figures.Compared.Select(Row),
                        Row(Figures.AllocatedBytes),
                        Row("store operations", run => RunCounts.From(run)?.Operations),
                        Row(Figures.OfBareStore),
                    ]) { Audience = ReportAudience.Everyone },
            ],
        },
    ];

    private string[] Differences(Func<RunReport, IReadOnlyDictionary<string, string>> of) =>
        [.. RunProperties.Differences("the report", [of(Before)], "the run", [of(Now)])];

    private string RatioText() => (Ratio, Interval) switch
    {
        (null, _) => "one of the runs has no figure",
        ({ } ratio, null) => Number(ratio),
        ({ } ratio, var (low, high, coverage)) =>
            $"{Number(ratio)}, by their rounds from {Number(low)} to {Number(high)} (correct in at "
                + $"least {Percent(coverage)} of cases)",
    };

    private IEnumerable<ReportFigure> Machines()
    {
        var differences = MachineDifferences;
        return differences.Count == 0
            ? [new("machine", $"the same class for both: {MachineClass.From(Now.Environment)}")]
            :
            [
                new("machines", "of different classes: the ratio also contains the difference of the machines")
                {
                    Tone = ReportTone.Warning,
                },
                new("differences", [.. differences]) { Tone = ReportTone.Warning },
            ];
    }

    private string[] Row(Figure figure) => Row(figure.Heading, run => figure.Of(run));

    private string[] Row(string name, Func<RunReport, double?> value)
    {
        var (before, now) = (value(Before), value(Now));
        return [name, Number(before), Number(now), before > 0 ? Number(now / before) : None];
    }
}
