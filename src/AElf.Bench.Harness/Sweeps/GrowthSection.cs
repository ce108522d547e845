using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Models;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>
/// Fits what grows with a size over the runs of a sweep. It says how well a fit without the largest size predicts that
/// one, and extrapolates with an interval.
/// </summary>
public static class GrowthSection
{
    /// <summary>The fewest different sizes of a fit.</summary>
    public const int MinSizes = 5;

    /// <summary>The section; null where no series has enough sizes.</summary>
    /// <param name="runs">The facts of the runs.</param>
    public static ReportSection? From(GrowthPlan plan, IReadOnlyList<IReadOnlyDictionary<string, FactValue>> runs)
    {
        var rows = runs
            .GroupBy(facts => facts.GetValueOrDefault(plan.SeriesFact).Text ?? "", StringComparer.Ordinal)
            .SelectMany(series => plan.Facts.Select(fact => Row(plan, fact, series.Key, [.. series])))
            .OfType<string[]>().ToList();
        return rows.Count == 0 ? null : new ReportSection("Growth")
        {
            Figures =
            [
                new("law", "y = a · size^p by least squares of logarithms; held out: a fit without the largest size, "
                    + "÷ what was measured there; intervals: 95 %, if the law holds that far"),
                new("caution", plan.Caution),
            ],
            Tables =
            [
                new(
                    [
                        new(plan.SeriesFact, IsText: true), new("of", IsText: true), new("sizes MB"), new("p"),
                        new("held out ÷ measured"),
                        .. plan.Targets.SelectMany(target => (ReportColumn[])
                            [new($"{target.Name}, 95 %"), new("published")]),
                    ],
                    rows)
                { Audience = ReportAudience.Everyone },
            ],
        };
    }

    private static string[]? Row(
        GrowthPlan plan, GrowingFact fact, string series, IReadOnlyDictionary<string, FactValue>[] runs)
    {
        List<(double X, double Y)> points =
        [
            .. runs.Select(facts => (
                    X: facts.GetValueOrDefault(plan.SizeFact).Number, Y: facts.GetValueOrDefault(fact.Name).Number))
                .Where(point => point is { X: > 0, Y: > 0 })
                .GroupBy(point => point.X!.Value, point => point.Y!.Value / fact.Unit)
                .Select(size => (size.Key, size.Min()))
                .OrderBy(point => point.Key),
        ];
        if (points.Count < MinSizes)
        {
            return null;
        }

        var (law, without, (largest, measured)) = (new PowerLaw(points), new PowerLaw(points[..^1]), points[^1]);
        return
        [
            series, fact.Heading, $"{Number(points[0].X / 1e6)} – {Number(largest / 1e6)}", Number(law.Exponent),
            Number(without.At(largest) / measured),
            .. plan.Targets.SelectMany(target => Target(law, target, fact.Name, series)),
        ];
    }

    private static string[] Target(PowerLaw law, GrowthTarget target, string fact, string series)
    {
        var (low, high) = law.IntervalAt(target.Size);
        return
        [
            $"{Number(low)} – {Number(high)}",
            target.Published.TryGetValue((fact, series), out var published) ? Number(published) : None,
        ];
    }
}
