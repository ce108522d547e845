using AElf.Bench.Harness.Runs;

namespace AElf.Bench.Harness.Reports;

/// <summary>Routing strategies side by side over the same blocks of one group count, and which differences are more than noise.</summary>
internal sealed class RoutingTable
{
    // Of two samples without any difference, five values each lie apart in 1 of 126 cases; three in 1 of 10.
    private const int MinRounds = 5;
    private const string Reference = "pull";

    private readonly RunReport[][] blocks;

    private RoutingTable(RunReport[][] blocks)
    {
        this.blocks = blocks;
    }

    public static string[] Headings { get; } = ["groups", "routing", "TPS median [min – max]", $"÷ {Reference}", "busiest", "idle"];

    /// <summary>Columns that hold words, and not figures: the first ones.</summary>
    public static int TextColumns => 2;

    /// <summary>What to know of all the differences.</summary>
    public static string Caution =>
        "Beyond the noise are ranges that do not overlap. The runs were made one after the other: what the machine did meanwhile is in them, too.";

    public string Title => $"Routing compared over {NumberFormat.Counted(blocks[0][0].Groups, "group")}";

    /// <summary>The comparisons that the runs are, one for each group count; none when all runs are of one strategy.</summary>
    public static IEnumerable<RoutingTable> From(IReadOnlyList<RunReport> runs) => runs
        .GroupBy(run => run.Groups)
        .Where(sameCount => sameCount.Key > 0 && sameCount.DistinctBy(run => run.Routing, StringComparer.Ordinal).Skip(1).Any())
        .Select(sameCount => new RoutingTable([.. sameCount.GroupBy(run => run.Skew).Select(block => block.ToArray())]));

    /// <summary>A line for each strategy on each block.</summary>
    public IEnumerable<string[]> Rows() =>
        from block in blocks
        let reference = Array.Find(block, run => run.Routing is Reference)?.Tps?.Median
        from run in block
        select new[]
        {
            NameOf(run),
            run.Routing,
            run.Tps is { } tps ? ReportText.Range(tps, NumberFormat.Whole) : NumberFormat.None,
            NumberFormat.Decimal(run.Tps?.Median / reference),
            NumberFormat.Decimal(run.Imbalance),
            NumberFormat.Percent(run.IdleShare),
        };

    /// <summary>For each block which differences are beyond the noise.</summary>
    public IEnumerable<string> Differences() => blocks.Select(block => $"{NameOf(block[0])}: {Difference([.. block.Where(run => run.Tps is not null)])}");

    private static string NameOf(RunReport run) => run.Skew switch
    {
        null => "file",
        0 => "even",
        _ => $"skew {NumberFormat.Skew(run.Skew)}",
    };

    private static string Difference(RunReport[] runs)
    {
        if (runs.Length < 2)
        {
            return "there are no two strategies with a figure to compare";
        }

        if (runs.Min(run => run.Tps!.Count) is var rounds and < MinRounds)
        {
            return $"{NumberFormat.Counted(rounds, "round")} cannot tell a difference from noise; --repeattime {MinRounds} or more can";
        }

        // Strategies that leave the same ones behind share a sentence.
        var faster = runs
            .Select(run => (run.Routing, Slower: Slower(run, runs)))
            .Where(lead => lead.Slower.Length > 0)
            .GroupBy(lead => lead.Slower, lead => lead.Routing, StringComparer.Ordinal)
            .Select(leads => $"{List([.. leads])} {(leads.Count() == 1 ? "is" : "are")} faster than {leads.Key}")
            .ToList();
        return faster.Count == 0
            ? "no difference is beyond the noise"
            : $"beyond the noise, {string.Join("; ", faster)}; no other difference is. {Uncertainty(runs)}".TrimEnd();
    }

    private static string Slower(RunReport run, RunReport[] runs)
    {
        var slower = Array.FindAll(runs, other => other.Tps!.Max < run.Tps!.Min);
        return slower.Length == runs.Length - 1 ? "all others" : List([.. slower.Select(other => other.Routing)]);
    }

    // Rounds that vary so much were disturbed, and a disturbance that lasts for a run looks like its strategy's.
    private static string Uncertainty(RunReport[] runs) => runs.Max(run => run.Tps!.Variation) is { } variation and > TransferRun.MaxVariation
        ? $"But rounds vary by up to {NumberFormat.Percent(variation)}: another load may be the difference; "
            + "compare again on a quiet machine, with longer rounds (-n)."
        : "";

    private static string List(IReadOnlyList<string> names) =>
        names.Count < 2 ? string.Concat(names) : $"{string.Join(", ", names.SkipLast(1))} and {names[^1]}";
}
