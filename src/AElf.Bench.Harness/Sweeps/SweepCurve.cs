using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Models;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>A curve of a sweep: points that differ on one numeric axis only.</summary>
/// <param name="axis">The axis of the curve.</param>
/// <param name="label">Place on the other axes; empty without other axes.</param>
/// <param name="points">Points in the order of the sweep.</param>
public sealed class SweepCurve(string axis, string label, IReadOnlyList<MeasuredPoint> points)
{
    private readonly Lazy<ScalabilityFit?> fit = new(() => FitTo(axis, points.SelectMany(point =>
        point.Runs.Select(run => (point.Point, Tps: run.Tps!.Value)))));

    /// <summary>Place on the other axes; empty without other axes.</summary>
    public string Label { get; } = label;

    public IReadOnlyList<MeasuredPoint> Points { get; } = points;

    /// <summary>
    /// The laws fitted to the runs. The fit is made on the first use, because its intervals take hundreds of fits. Null
    /// for too few points.
    /// </summary>
    public ScalabilityFit? Fit => fit.Value;

    /// <summary>The laws fitted to published figures of the points; null for too few.</summary>
    public ScalabilityFit? FitPublished() => FitTo(axis, Points
        .Where(point => point.Point.Published is > 0)
        .Select(point => (point.Point, point.Point.Published!.Value)));

    private static ScalabilityFit? FitTo(string axis, IEnumerable<(SweepPoint Point, double Tps)> measured) =>
        ScalabilityFit.From(
            [
                .. measured.Where(each => each.Point.Number(axis) is >= 1)
                    .Select(each => new ScalePoint(each.Point.Number(axis)!.Value, each.Tps)),
            ],
            seed: 1);
}
