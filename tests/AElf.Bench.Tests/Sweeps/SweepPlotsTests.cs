using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Plots;
using AElf.Bench.Harness.Sweeps;

namespace AElf.Bench.Tests.Sweeps;

public sealed class SweepPlotsTests
{
    private static readonly double[] ByActors = [5078, 8592, 10094, 10274, 10214];

    [Fact]
    public void SweepPlot_Curve_HasBothLawsAndPublishedFigures()
    {
        var plot = Assert.Single(SweepPlots.From(ByOneAxis(publishedShare: 0.5)));

        Assert.Equal(
            ["USL", "Amdahl", "measured", "published"], plot.Layers.Select(layer => layer.Label).OfType<string>());
        var (area, usl) = (plot.Layers.OfType<PlotArea>().Single(), plot.Layers.OfType<PlotLine>().First());
        Assert.All(area.Edges, edge => Assert.True(edge.Low.Y <= edge.High.Y));
        Assert.InRange(usl.Points.MaxBy(point => point.Y).X, 3, 5);
        Assert.Equal(5, plot.Points.Rows.Count);
    }

    [Fact]
    public void SweepPlot_PublishedFiguresOfAnotherSize_AreScaledAndLabelled()
    {
        var plot = Assert.Single(SweepPlots.From(ByOneAxis(publishedShare: 0.1)));

        var published = plot.Layers.OfType<PlotLine>().Last();
        Assert.Equal("published × 10.00", published.Label);
        Assert.Equal(10_274, published.Points.Max(point => point.Y), 0.001);
        Assert.Contains(plot.Notes, note => note.Contains(" 10.00 times", StringComparison.Ordinal));
    }

    [Fact]
    public void SweepPlot_TwoAxes_DarkestCellIsTheBest()
    {
        SweepPoint[] points =
        [
            .. from actors in new[] { "1", "2" }
               from lanes in new[] { "8", "16", "32" }
               select new SweepPoint([new("actors", actors), new("lanes", lanes)]),
        ];
        var result = new SweepResult(points, [.. points.Select((_, at) => Run(at, 100 + at))]);

        var plots = SweepPlots.From(result);

        Assert.Equal(
            ["TPS over actors", "TPS over lanes", "TPS over actors and lanes"], plots.Select(plot => plot.Title));
        var cells = plots[2].Layers.OfType<PlotCells>().Single().Cells;
        Assert.Equal((1, 2, 1.0, "105"), cells.MaxBy(cell => cell.Share));
        Assert.Equal(6, cells.Count);
    }

    private static SweepResult ByOneAxis(double publishedShare)
    {
        SweepPoint[] points =
        [
            .. ByActors.Select((tps, at) => new SweepPoint([new("actors", $"{at + 1}")], tps * publishedShare)),
        ];
        return new SweepResult(
            points, [.. ByActors.SelectMany((tps, at) => Enumerable.Range(-2, 5).Select(off => Run(at, tps + off)))]);
    }

    private static SweepRun Run(int point, double tps) => new(point, "", 1, Verdict.Pass, tps, "run.json");
}
