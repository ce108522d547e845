using AElf.Bench.Core.Reports;
using AElf.Bench.Electrum;
using AElf.Bench.Harness.Models;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark.Verbs.Electrum.Growth;

/// <summary>An index of one size of a chain.</summary>
internal readonly record struct GrowthPoint(string Engine, long ChainBytes, long IndexBytes, TimeSpan Cpu);

/// <summary>
/// Fits how indexes grow with a chain. It says how well a fit without the largest size predicts that one, and
/// extrapolates to the main network with an interval.
/// </summary>
internal static class GrowthSections
{
    private static readonly Dictionary<string, double> None = [];

    /// <param name="points">For each engine a point of each size, the largest last.</param>
    public static ReportSection From(IReadOnlyList<GrowthPoint> points, GrowthRequest request) =>
        new("growth of indexes with their chain")
        {
            Figures =
            [
                new("chain", (request.Chain.Synthetic is { } made ? $"synthetic, seed {made.Seed}" : request.Chain.Text)
                    + ", up to "
                    + string.Join(", ", points.Select(point => point.ChainBytes).Distinct().Select(
                        size => Number(size / 1e6))) + " MB"),
                new("builds", $"{Counted(request.Builds, "build")} of each index, in memory and in turns; each MB of "
                    + "blocks has the CPU time of the fastest"),
                new("law", "y = a · size^p by least squares of logarithms; 95 % intervals, if it holds that far"),
                new("held out", "the largest size, as a fit without it predicts it, ÷ as measured"),
                new("caution", ChainGrowth.Caution),
            ],
            Tables =
            [
                Table(
                    "index", ("MB", 1e6), ("GB", 1e9), points, point => point.IndexBytes,
                    ChainGrowth.PublishedGigabytes),
                Table("build", ("CPU s", 1), ("CPU h", 3600), points, point => point.Cpu.TotalSeconds, None),
            ],
        };

    private static ReportTable Table(
        string name,
        (string Name, double Size) unit,
        (string Name, double Size) far,
        IReadOnlyList<GrowthPoint> points,
        Func<GrowthPoint, double> of,
        IReadOnlyDictionary<string, double> published) => new(
        [
            new(name, IsText: true), new(unit.Name), new("p"), new("held out"), new($"2022 (420 GB): {far.Name}"),
            new("published"), new($"2026 (770 GB): {far.Name}"),
        ],
        [
            .. points.GroupBy(point => point.Engine, StringComparer.Ordinal).Select(engine =>
            {
                var measured = engine.Select(point => (Size: (double)point.ChainBytes, Value: of(point))).ToList();
                var (law, without, last) = (new PowerLaw(measured), new PowerLaw(measured[..^1]), measured[^1]);
                return (string[])
                [
                    engine.Key, Number(last.Value / unit.Size), Number(law.Exponent),
                    Number(without.At(last.Size) / last.Value),
                    Interval(law.IntervalAt(ChainGrowth.Bytes2022), far.Size),
                    Number(published.TryGetValue(engine.Key, out var size) ? size : null),
                    Interval(law.IntervalAt(ChainGrowth.Bytes2026), far.Size),
                ];
            }),
        ])
        { Audience = ReportAudience.Everyone };

    private static string Interval((double Low, double High) of, double unit) =>
        $"{Number(of.Low / unit)} – {Number(of.High / unit)}";
}
