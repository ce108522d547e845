using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Statistics;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>Compares routing strategies over the same rounds, and decides which differences exceed the noise.</summary>
internal static class RoutingComparison
{
    // Without a difference, five values of each of two samples do not overlap in 1 of 126 cases; three values in 1
    // of 10.
    private const int MinRounds = 5;
    private const string Reference = "pull";

    /// <summary>A caution that applies to all differences.</summary>
    public static ReportSection Caution { get; } = new("How to read differences")
    {
        Figures =
        [
            new("beyond the noise", "ranges that do not overlap"),
            new("caution", "the runs were made one after the other, so changes of the machine affect them"),
        ],
    };

    /// <summary>One comparison for each number of units; empty if all runs have the same strategy.</summary>
    public static IEnumerable<ReportSection> From(IReadOnlyList<RunReport> runs) => runs
        .GroupBy(run => run.Units)
        .Where(sameCount => sameCount.Key > 0)
        .Where(sameCount => sameCount.DistinctBy(run => run.Routing, StringComparer.Ordinal).Skip(1).Any())
        .Select(sameCount => sameCount.GroupBy(run => run.Workload.Variant, StringComparer.Ordinal))
        .Select(loads => Compare([.. loads.Select(load => load.ToArray())]));

    private static ReportSection Compare(RunReport[][] loads)
    {
        var first = loads[0][0];
        return new($"Routing compared over {Counted(first.Units, first.Workload.UnitNoun)}")
        {
            Figures = [.. loads.Select(load =>
                new ReportFigure(load[0].Workload.Variant, Difference([.. load.Where(run => run.Tps is not null)])))],
            Tables = [RunColumn.Table(Columns(loads), [.. loads.SelectMany(load => load)]) with
            {
                Audience = ReportAudience.Everyone,
            }],
        };
    }

    private static RunColumn[] Columns(RunReport[][] loads)
    {
        var references = loads.ToDictionary(
            load => load[0].Workload.Variant,
            load => Array.Find(load, run => run.Routing is Reference)?.Tps?.Median,
            StringComparer.Ordinal);
        return
        [
            new(new("load", IsText: true), run => run.Workload.Variant),
            new(new("routing", IsText: true), run => run.Routing),
            RunColumn.Tps,
            new(new($"÷ {Reference}"), run => Number(run.Tps?.Median / references[run.Workload.Variant])),
            RunColumn.Of(Figures.Busiest),
            RunColumn.Of(Figures.Idle),
        ];
    }

    private static string Difference(RunReport[] runs)
    {
        if (runs.Length < 2)
        {
            return "fewer than two strategies have a figure";
        }

        if (runs.Min(run => run.Tps!.Count) is var rounds and < MinRounds)
        {
            return $"{Counted(rounds, "round")} cannot tell a difference from noise; "
                + (runs[0].RequestedDuration is null ? $"--rounds {MinRounds} or more can" : "a longer --duration can");
        }

        // Strategies that are faster than the same others share a sentence.
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

    // Rounds that vary so much were disturbed. The disturbance of a whole run looks like an effect of its strategy.
    private static string Uncertainty(RunReport[] runs) =>
        runs.Max(run => run.Tps!.Variation) is { } variation and > Spread.MaxVariation
        ? $"But rounds vary by up to {Percent(variation)}: other programs may be the cause; "
            + "compare again on a quiet machine, with longer rounds (--blocks)."
        : "";

    private static string List(IReadOnlyList<string> names) =>
        names.Count < 2 ? string.Concat(names) : $"{string.Join(", ", names.SkipLast(1))} and {names[^1]}";
}
