namespace AElf.Bench.Harness.Reports;

/// <summary>Several runs side by side, a line each.</summary>
internal static class RunsTable
{
    public static readonly string[] Headings = ["groups", "jobs", "TPS median [min – max]", "p50 µs", "p99 µs", "of ceiling", "verdict"];

    public static string[] Row(RunReport run) =>
    [
        Figures.Count(run.Groups),
        Figures.Count(run.Jobs),
        run.Tps is { } tps ? ReportText.Range(tps, Figures.Whole) : Figures.None,
        Figures.Decimal(run.LatencyUs?.P50),
        Figures.Decimal(run.LatencyUs?.P99),
        Figures.Percent(run.Ceiling?.Ratio),
        ReportText.Verdict(run),
    ];
}
