using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Statistics;
using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Verification;

/// <summary>A run beside the report it was to reproduce. They were not made in turns.</summary>
/// <param name="Before">The report.</param>
/// <param name="Now">The run that was made with its options.</param>
public sealed record Reproduction(RunReport Before, RunReport Now)
{
    /// <summary>The new median TPS ÷ the old one; null when one of them has none.</summary>
    public double? Ratio => Now.Tps?.Median / Before.Tps?.Median;

    /// <summary>
    /// The 95 % interval of the ratio by the rounds of both, over the logarithms of their TPS (Welch, The
    /// generalization of "Student's" problem when several different population variances are involved, 1947); null
    /// below five rounds of either. It does not hold what one start of the processes differs from another.
    /// </summary>
    public (double Low, double High)? Interval
    {
        get
        {
            var (before, now) = (Logs(Before), Logs(Now));
            if (Math.Min(before.Length, now.Length) < SummaryStatistics.MinForInterval)
            {
                return null;
            }

            var (left, right) = (before.Variance() / before.Length, now.Variance() / now.Length);
            var error = left + right;
            var freedom = error * error
                / ((left * left / (before.Length - 1)) + (right * right / (now.Length - 1)));
            var centre = now.Mean() - before.Mean();
            var half = error > 0 ? StudentT.InvCDF(0, 1, freedom, 0.975) * Math.Sqrt(error) : 0;
            return (Math.Exp(centre - half), Math.Exp(centre + half));
        }
    }

    /// <summary>In what the machines differ; empty when they are of one class.</summary>
    public IReadOnlyList<string> MachineDifferences =>
        MachineClass.From(Now.Environment).DifferencesFrom(MachineClass.From(Before.Environment));

    private IEnumerable<string> LibraryDifferences => LoadedLibraries.Differences(
        "the report", [Before.Environment.Libraries], "the run", [Now.Environment.Libraries]);

    /// <summary>Both side by side.</summary>
    public IReadOnlyList<ReportSection> Sections() =>
    [
        new("The report, and the run made with its options")
        {
            Figures =
            [
                new("report", Before.Claim),
                new("run", Now.Claim),
                new("ratio", RatioText()) { Tone = ReportTone.Strong },
                .. Machines(),
                .. Libraries(),
                new("caution", "they were not made in turns: what the machine did meanwhile is in the ratio; "
                    + "compare interleaves two builds"),
            ],
            Tables =
            [
                new(
                    [new("figure", IsText: true), new("report"), new("run"), new("ratio")],
                    [
                        Row("TPS, median", run => run.Tps?.Median),
                        Row("TPS, interval from", run => run.Tps?.Low95),
                        Row("TPS, interval to", run => run.Tps?.High95),
                        Row("p50 µs", run => run.LatencyUs?.P50),
                        Row("p99 µs", run => run.LatencyUs?.P99),
                        Row("CPU µs", run => run.Resources.CpuUsPerTransfer),
                        Row("allocated B", run => run.Resources.AllocatedBytesPerTransfer),
                        Row("store operations", run => RunCounts.From(run)?.Operations),
                        Row("of the bare store", run => run.Ceiling?.Ratio),
                    ]) { Audience = ReportAudience.Everyone },
            ],
        },
    ];

    private static double[] Logs(RunReport run) =>
        [.. run.Rounds.Select(round => round.Tps).OfType<double>().Where(tps => tps > 0).Select(tps => Math.Log(tps))];

    private string RatioText() => Ratio is not { } ratio
        ? "one of them has no figure"
        : $"{Number(ratio)}{(Interval is var (low, high) ? $" [{Number(low)} – {Number(high)}] by their rounds" : "")}";

    private IEnumerable<ReportFigure> Machines()
    {
        var differences = MachineDifferences;
        return differences.Count == 0
            ? [new("machine", $"{MachineClass.From(Now.Environment)}, of both")]
            :
            [
                new("machines", "of different classes: the ratio is theirs as much as the program's")
                {
                    Tone = ReportTone.Warning,
                },
                new("differences", [.. differences]) { Tone = ReportTone.Warning },
            ];
    }

    private ReportFigure[] Libraries() => LibraryDifferences.ToArray() is { Length: > 0 } differences
        ? [new("versions", differences) { Tone = ReportTone.Warning }]
        : [];

    private string[] Row(string name, Func<RunReport, double?> value)
    {
        var (before, now) = (value(Before), value(Now));
        return [name, Number(before), Number(now), before > 0 ? Number(now / before) : None];
    }
}
