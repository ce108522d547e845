using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Models;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>Points of a sweep that differ on one axis of numbers only.</summary>
public sealed class SweepCurve
{
    private readonly string axis;
    private readonly Lazy<ScalabilityFit?> fit;

    /// <summary>A curve.</summary>
    /// <param name="axis">The axis it goes over.</param>
    /// <param name="label">Its place on the other axes; empty when there is none.</param>
    /// <param name="points">Its points, in the order of the sweep.</param>
    public SweepCurve(string axis, string label, IReadOnlyList<MeasuredPoint> points)
    {
        this.axis = axis;
        Label = label;
        Points = points;
        fit = new(() => FitTo(points.SelectMany(point =>
            point.Runs.Select(run => (point.Point, Tps: run.Tps!.Value)))));
    }

    /// <summary>Its place on the other axes; empty when there is none.</summary>
    public string Label { get; }

    /// <summary>Its points, in the order of the sweep.</summary>
    public IReadOnlyList<MeasuredPoint> Points { get; }

    /// <summary>
    /// The laws of its runs, fitted when first asked for: the intervals take hundreds of fits. Null when there are too
    /// few points.
    /// </summary>
    public ScalabilityFit? Fit => fit.Value;

    /// <summary>The laws of what others measured there; null when there are too few points.</summary>
    public ScalabilityFit? FitPublished() => FitTo(Points
        .Where(point => point.Point.Published is > 0)
        .Select(point => (point.Point, point.Point.Published!.Value)));

    private ScalabilityFit? FitTo(IEnumerable<(SweepPoint Point, double Tps)> measured) =>
        ScalabilityFit.From(
            [
                .. measured.Where(each => each.Point.Number(axis) is >= 1)
                    .Select(each => new ScalePoint(each.Point.Number(axis)!.Value, each.Tps)),
            ],
            seed: 1);
}
