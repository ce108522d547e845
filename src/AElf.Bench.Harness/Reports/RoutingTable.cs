namespace AElf.Bench.Harness.Reports;

/// <summary>Routing strategies side by side, over the same block each time, and which differences are more than noise.</summary>
internal sealed class RoutingTable
{
    // Of two samples without any difference, five values each lie apart in 1 of 126 cases; three in 1 of 10.
    private const int FewestRounds = 5;
    private const string Reference = "pull";

    private readonly RunReport[][] blocks;

    private RoutingTable(RunReport[][] blocks)
    {
        this.blocks = blocks;
    }

    public static string[] Headings { get; } = ["groups", "routing", "TPS median [min – max]", $"÷ {Reference}", "imbalance", "idle"];

    /// <summary>Columns that hold words, and not figures: the first ones.</summary>
    public static int TextColumns => 2;

    /// <summary>What to know of all the differences.</summary>
    public static string Caution => "Beyond the noise: ranges that do not overlap. The runs were made one after the other; what the machine did meanwhile counts, too.";

    /// <summary>The comparison that the runs are; null when they are all of one strategy.</summary>
    public static RoutingTable? Of(IReadOnlyList<RunReport> runs)
    {
        // A run that ended before its first round does not know its groups.
        var offered = runs.Where(run => run.Groups > 0).GroupBy(run => (run.Groups, run.Skew)).Select(block => block.ToArray()).ToArray();
        return Array.Exists(offered, block => block.DistinctBy(run => run.Routing, StringComparer.Ordinal).Count() > 1) ? new RoutingTable(offered) : null;
    }

    /// <summary>A line for each strategy on each block.</summary>
    public IEnumerable<string[]> Rows() =>
        from block in blocks
        let reference = Array.Find(block, run => run.Routing is Reference)?.Tps?.Median
        from run in block
        select new[]
        {
            NameOf(run),
            run.Routing,
            run.Tps is { } tps ? ReportText.Range(tps, Figures.Whole) : Figures.None,
            Figures.Decimal(run.Tps?.Median / reference),
            Figures.Decimal(run.Imbalance),
            Figures.Percent(run.IdleShare),
        };

    /// <summary>For each block which differences are beyond the noise.</summary>
    public IEnumerable<string> Differences() => blocks.Select(block => $"{NameOf(block[0])}: {Difference([.. block.Where(run => run.Tps is not null)])}");

    private static string NameOf(RunReport run) => run.Skew switch
    {
        null => Figures.Count(run.Groups),
        0 => $"{Figures.Count(run.Groups)} even",
        _ => $"{Figures.Count(run.Groups)} skew {Figures.Skew(run.Skew)}",
    };

    private static string Difference(RunReport[] runs)
    {
        if (runs.Length < 2)
        {
            return "there are no two strategies with a figure to compare";
        }

        if (runs.Min(run => run.Tps!.Count) is var rounds and < FewestRounds)
        {
            return $"{Figures.Counted(rounds, "round")} cannot tell a difference from noise; --repeattime {FewestRounds} or more can";
        }

        // Strategies that leave the same ones behind share a sentence.
        var faster = runs
            .Select(run => (run.Routing, Slower: List([.. runs.Where(other => other.Tps!.Max < run.Tps!.Min).Select(other => other.Routing)])))
            .Where(lead => lead.Slower.Length > 0)
            .GroupBy(lead => lead.Slower, lead => lead.Routing, StringComparer.Ordinal)
            .Select(leads => $"{List([.. leads])} {(leads.Count() == 1 ? "is" : "are")} faster than {leads.Key}")
            .ToList();
        return faster.Count == 0 ? "no difference is beyond the noise" : $"beyond the noise, {string.Join("; ", faster)}; no other difference is";
    }

    private static string List(IReadOnlyList<string> names) =>
        names.Count < 2 ? string.Concat(names) : $"{string.Join(", ", names.SkipLast(1))} and {names[^1]}";
}
