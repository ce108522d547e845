namespace AElf.Bench.Harness.Reports;

/// <summary>Several runs side by side, a line each.</summary>
internal static class RunsTable
{
    /// <summary>Whether the lines need to say their routing: they have more than one.</summary>
    public static bool NamesRouting(IReadOnlyList<RunReport> runs) => runs.DistinctBy(run => run.Routing, StringComparer.Ordinal).Count() > 1;

    public static string[] Headings(bool namesRouting) =>
        [.. Routing(namesRouting, "routing"), "groups", "jobs", "TPS median [min – max]", "p50 µs", "p99 µs", "of ceiling", "verdict"];

    public static string[] Row(RunReport run, bool namesRouting) =>
    [
        .. Routing(namesRouting, run.Routing),
        Figures.Count(run.Groups),
        Figures.Count(run.Jobs),
        run.Tps is { } tps ? ReportText.Range(tps, Figures.Whole) : Figures.None,
        Figures.Decimal(run.LatencyUs?.P50),
        Figures.Decimal(run.LatencyUs?.P99),
        Figures.Percent(run.Ceiling?.Ratio),
        ReportText.Verdict(run),
    ];

    private static string[] Routing(bool isNamed, string text) => isNamed ? [text] : [];
}
