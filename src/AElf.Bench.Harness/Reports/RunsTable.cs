namespace AElf.Bench.Harness.Reports;

/// <summary>Several runs side by side, a line each.</summary>
internal static class RunsTable
{
    private static readonly RunColumn Groups = new("groups", run => NumberFormat.Count(run.Groups));
    private static readonly RunColumn Skew = new("skew", run => NumberFormat.Skew(run.Skew));
    private static readonly RunColumn Routing = new("routing", run => run.Routing) { IsText = true };
    private static readonly RunColumn Jobs = new("jobs", run => NumberFormat.Count(run.Jobs));
    private static readonly RunColumn P50 = new("p50 µs", run => NumberFormat.Decimal(run.LatencyUs?.P50));
    private static readonly RunColumn P99 = new("p99 µs", run => NumberFormat.Decimal(run.LatencyUs?.P99));
    private static readonly RunColumn Ceiling = new("ceiling", run => NumberFormat.Percent(run.Ceiling?.Ratio));

    /// <summary>What a narrow screen does without, first to go first; a page has it.</summary>
    private static readonly RunColumn[] Dispensable = [P50, Jobs, P99, Ceiling];

    /// <summary>Every column.</summary>
    public static RunColumn[] Columns { get; } =
    [
        Groups,
        Skew,
        Routing,
        Jobs,
        new("TPS median [min – max]", run => run.Tps is { } tps ? ReportText.Range(tps, NumberFormat.Whole) : NumberFormat.None),
        P50,
        P99,
        Ceiling,
        new("busiest", run => NumberFormat.Decimal(run.Imbalance)),
        new("idle", run => NumberFormat.Percent(run.IdleShare)),
        new("verdict", ReportText.Verdict),
    ];

    /// <summary>The columns that tell these runs apart and fit: what all runs share is in <see cref="Shared"/>, and what none has is left out.</summary>
    /// <param name="runs">The runs.</param>
    /// <param name="width">Letters of a line.</param>
    /// <param name="gap">Letters between two columns.</param>
    public static RunColumn[] Fitting(IReadOnlyList<RunReport> runs, int width, int gap)
    {
        var columns = Columns
            .Where(column => !IsShared(column, runs) && runs.Any(run => column.Cell(run) is not NumberFormat.None))
            .ToList();
        foreach (var column in Dispensable.TakeWhile(_ => columns.Sum(column => column.WidthFor(runs) + gap) > width))
        {
            columns.Remove(column);
        }

        return [.. columns];
    }

    /// <summary>What all runs share.</summary>
    public static string Shared(IReadOnlyList<RunReport> runs)
    {
        var first = runs[0];
        var groups = IsShared(Groups, runs) ? $" in {NumberFormat.Counted(first.Groups, "group")}" : "";
        var skew = IsShared(Skew, runs) && first.Skew > 0 ? $" (skew {NumberFormat.Skew(first.Skew)})" : "";
        var routing = IsShared(Routing, runs) ? $", routing {first.Routing}" : "";
        return $"{NumberFormat.Counted(first.Transfers, "transfer")}{groups}{skew} × {NumberFormat.Counted(first.Rounds.Count, "round")} in each run{routing}";
    }

    /// <summary>What tells a run from the others, in words.</summary>
    public static string NameOf(RunReport run, IReadOnlyList<RunReport> runs)
    {
        var skew = IsShared(Skew, runs) ? "" : $", skew {NumberFormat.Skew(run.Skew)}";
        var routing = IsShared(Routing, runs) ? "" : $", {run.Routing}";
        return $"{NumberFormat.Counted(run.Groups, "group")}{skew}{routing}";
    }

    // Other columns may be equal by chance, and are looked for.
    private static bool IsShared(RunColumn column, IReadOnlyList<RunReport> runs) =>
        (column == Groups || column == Skew || column == Routing)
        && runs.All(run => string.Equals(column.Cell(run), column.Cell(runs[0]), StringComparison.Ordinal));
}

/// <summary>A column of a table of runs.</summary>
/// <param name="Heading">Its heading.</param>
/// <param name="Cell">What stands in a run's line.</param>
internal sealed record RunColumn(string Heading, Func<RunReport, string> Cell)
{
    /// <summary>Whether it holds words, and not figures.</summary>
    public bool IsText { get; init; }

    /// <summary>Letters of its longest line.</summary>
    public int WidthFor(IEnumerable<RunReport> runs) => Math.Max(Heading.Length, runs.Max(run => Cell(run).Length));
}
