using AElf.Bench.Core.Reports;
using AElf.Bench.Electrum;
using AElf.Bench.Harness.Models;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark.Verbs.Electrum.Growth;

/// <summary>The index of an engine at one size of a chain.</summary>
internal readonly record struct GrowthPoint(string Engine, long ChainBytes, long IndexBytes, TimeSpan Cpu);

/// <summary>
/// Fits how indexes grow with a chain. Tests each fit: a fit without the largest size predicts this size. Extrapolates
/// to the main network with an interval.
/// </summary>
internal static class GrowthSections
{
    // Maximum relative error of the predicted largest size.
    private const double MaxMiss = 0.15;

    private static readonly Dictionary<string, double> None = [];

    /// <param name="points">For each engine a point of each size, ascending.</param>
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
                new("law", "y = a · size^p by least squares of logarithms; the 95 % intervals assume the same law"),
                new("held out", "the largest size: predicted by a fit without it ÷ measured"),
                new("caution", ChainGrowth.Caution),
                .. UnreliableFits(points) is { Length: > 0 } unreliable
                    ? (ReportFigure[])[new("unreliable", unreliable) { Tone = ReportTone.Warning }]
                    : [],
            ],
            Tables =
            [
                Table("index", ("MB", 1e6), ("GB", 1e9), points, BytesOf, ChainGrowth.PublishedGigabytes),
                Table("build", ("CPU s", 1), ("CPU h", 3600), points, SecondsOf, None),
            ],
        };

    // Empty when every fit is reliable.
    private static string UnreliableFits(IReadOnlyList<GrowthPoint> points) =>
        points.Max(point => point.ChainBytes) < ChainGrowth.ReliableBytes ? TooSmall() : string.Join(
            ", ",
            from engine in points.GroupBy(point => point.Engine, StringComparer.Ordinal)
            from fit in new (string Name, Func<GrowthPoint, double> Of)[] { ("index", BytesOf), ("build", SecondsOf) }
            let heldOut = HeldOut(Measured(engine, fit.Of))
            where Math.Abs(heldOut - 1) is not <= MaxMiss
            select $"{fit.Name} of {engine.Key} (held out {Number(heldOut)})");

    private static string TooSmall()
    {
        var least = Whole(ChainGrowth.ReliableBytes / 1e6);
        return $"all fits: chains below {least} MB predict badly; use --size {least} or more";
    }

    private static double BytesOf(GrowthPoint point) => point.IndexBytes;

    private static double SecondsOf(GrowthPoint point) => point.Cpu.TotalSeconds;

    private static List<(double Size, double Value)> Measured(
        IEnumerable<GrowthPoint> engine, Func<GrowthPoint, double> of) =>
        [.. engine.Select(point => ((double)point.ChainBytes, of(point)))];

    private static double HeldOut(List<(double Size, double Value)> measured) =>
        new PowerLaw(measured[..^1]).At(measured[^1].Size) / measured[^1].Value;

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
                var measured = Measured(engine, of);
                var law = new PowerLaw(measured);
                return (string[])
                [
                    engine.Key, Number(measured[^1].Value / unit.Size), Number(law.Exponent), Number(HeldOut(measured)),
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
