using System.Globalization;
using System.Xml.Linq;
using AElf.Bench.Harness.Plots;
using AElf.Bench.Tests.Reports;

namespace AElf.Bench.Tests.Plots;

public sealed class SvgPlotTests
{
    private static readonly PlotAxis Time = new("time, s", PlotScale.Exact(0, 10));
    private static readonly PlotAxis Rate = new("transfers/s", PlotScale.Linear([100]));

    [Fact]
    public void Line_WithNaN_OmitsThePoint()
    {
        var drawing = Draw(new PlotLine(1, null, [new(0, 0), new(5, double.NaN), new(10, 100)]));

        var line = Assert.Single(Elements(drawing, "path"), path => ClassOf(path) is "line s1");
        var ends = line.Attribute("d")!.Value[1..].Split('L').Select(Numbers).ToList();
        Assert.Equal(2, ends.Count);
        Assert.True(ends[0][0] < ends[1][0] && ends[0][1] > ends[1][1]);
    }

    [Fact]
    public void Axes_Drawn_HaveLabelsAndTicks()
    {
        var texts = Elements(Draw(), "text").Select(text => text.Value).ToList();

        Assert.All(
            ["time, s", "transfers/s", "0", "10", "100"],
            text => Assert.Contains(text, texts, StringComparer.Ordinal));
    }

    [Fact]
    public void Layers_Drawn_DifferByMarkerAndColour()
    {
        PlotLayer[] layers = [.. Enumerable.Range(0, SvgPlot.Styles).Select(style =>
            new PlotDots(style, null, [new(5, 50)]))];

        var shapes = Elements(Draw(layers), "path")
            .Where(path => ClassOf(path).StartsWith("marker", StringComparison.Ordinal))
            .Select(path => path.Attribute("d")!.Value.Split('m', 2)[1]).ToList();
        Assert.Equal(SvgPlot.Styles, shapes.Distinct(StringComparer.Ordinal).Count());
    }

    [Fact]
    public void LayerNames_Drawn_AreInRowsBelowThePlotWithoutOverlap()
    {
        PlotLayer[] layers = [.. Enumerable.Range(0, 6).Select(style =>
            new PlotLine(style, $"curve {style}", [new(0, 0), new(10, style)]))];

        var names = Elements(Draw(layers), "text").Where(text => ClassOf(text) is "name")
            .Select(text => (X: Number(text, "x"), Y: Number(text, "y"))).ToList();
        Assert.Equal(6, names.Count);
        Assert.All(names.Zip(names.Skip(1)), pair => Assert.True(
            pair.Second.Y >= pair.First.Y + 14
                || (pair.Second.Y.Equals(pair.First.Y) && pair.Second.X > pair.First.X + 60),
            $"{pair.First} and {pair.Second}"));
    }

    [Fact]
    public void Ticks_ThatWouldOverlap_AreOmitted()
    {
        PlotLayer[] rounds = [.. Enumerable.Range(0, 100).Select(at => new PlotDivider($"{at + 1}", at / 10.0))];

        var places = Elements(Draw(rounds), "text").Where(text => ClassOf(text) is "tick" && text.Value is not "0")
            .Where(text => Number(text, "y") < 30 && text.Attribute("text-anchor")!.Value is "start")
            .Select(text => Number(text, "x")).ToList();

        Assert.InRange(places.Count, 10, 30);
        Assert.All(places.Zip(places.Skip(1)), pair => Assert.InRange(pair.Second - pair.First, 10, 60));
    }

    [Fact]
    public void Bars_HaveTheLengthAndTheTextOfTheirValues()
    {
        var plot = new Plot(
            "Shares",
            new("%", PlotScale.Linear([100])),
            new("", PlotScale.Names(["one", "two"])),
            [new PlotBars([(25, "25 %"), (50, "50 %")])]);
        var drawing = XElement.Parse(SvgPlot.Draw(plot));

        var widths = Elements(drawing, "rect").Select(bar => Number(bar, "width")).ToList();
        Assert.Equal(2, widths[1] / widths[0], 2);
        Assert.Contains(Elements(drawing, "text"), text => text.Value is "50 %");
    }

    [Fact]
    public void FaultWindow_VeryShort_IsVisible()
    {
        var window = Assert.Single(Elements(Draw(new PlotWindow("F1", 5, 5)), "rect"));

        Assert.InRange(Number(window, "width"), 3, 4);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(10)]
    public void FaultWindow_AtAnEdge_HasItsWholeLabel(int at)
    {
        const string Label = "twenty letters wide.";
        var drawing = Draw(new PlotWindow(Label, at, at));

        var label = Assert.Single(Elements(drawing, "text"), text => text.Value is Label);
        Assert.InRange(Number(label, "x"), 66, 334);
    }

    [Fact]
    public void Cells_HigherShare_AreDarkerAndHaveTheirValue()
    {
        var plot = new Plot(
            "Field",
            new("x", PlotScale.Names(["1", "2"])),
            new("y", PlotScale.Names(["1"])),
            [new PlotCells([(0, 0, 0.5, "50"), (1, 0, 1, "100")])]);
        var drawing = XElement.Parse(SvgPlot.Draw(plot));

        var shades = Elements(drawing, "rect").Select(cell => Number(cell, "fill-opacity")).ToList();
        Assert.True(shades[0] < shades[1]);
        Assert.Contains(Elements(drawing, "text"), text => text.Value is "100");
    }

    [Fact]
    public void Text_WithMarkup_IsEscaped()
    {
        const string Hostile = "</text><script>alert(1)</script>\"'&\u0000\u001b\uFFFF]]>";
        var plot = new Plot(
            Hostile,
            new(Hostile, PlotScale.Exact(0, 1)),
            new(Hostile, PlotScale.Names([Hostile])),
            [new PlotBars([(1, Hostile)]), new PlotWindow(Hostile, 0, 1)]);

        var drawing = SvgPlot.Draw(plot);

        Assert.DoesNotContain("<script", drawing, StringComparison.Ordinal);
        Assert.DoesNotContain(XElement.Parse(drawing).Descendants(), each => each.Name.LocalName is "script");
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(1e300)]
    [InlineData(-1)]
    public void Drawing_AnyValue_HasOnlyFiniteNumbers(double value)
    {
        var drawing = Approved.InCommaCulture(() => SvgPlot.Draw(new Plot(
            "Odd",
            new("x", PlotScale.Exact(0, value)),
            new("y", PlotScale.Linear([value])),
            [
                new PlotLine(0, "line", [new(0, value), new(value, 1)]), new PlotDots(1, "dots", [new(value, value)]),
                new PlotLevel(2, "level", value), new PlotArea(3, "area", [(new(0, value), new(0, 1))]),
                new PlotRanges(4, [(new(0, value), new(0, 1))]), new PlotWindow("w", 0, value),
                new PlotDivider("d", value),
            ])));

        Assert.DoesNotContain("NaN", drawing, StringComparison.Ordinal);
        Assert.DoesNotContain("Infinity", drawing, StringComparison.Ordinal);
        Assert.DoesNotContain("∞", drawing, StringComparison.Ordinal);
        Assert.All(
            Elements(XElement.Parse(drawing), "path"),
            path => Assert.DoesNotContain(",", path.Attribute("d")!.Value, StringComparison.Ordinal));
    }

    private static XElement Draw(params PlotLayer[] layers) =>
        XElement.Parse(SvgPlot.Draw(new Plot("A plot", Time, Rate, layers)));

    private static IEnumerable<XElement> Elements(XElement drawing, string name) =>
        drawing.Descendants().Where(each => string.Equals(each.Name.LocalName, name, StringComparison.Ordinal));

    private static string ClassOf(XElement element) => element.Attribute("class")?.Value ?? "";

    private static double Number(XElement element, string attribute) =>
        double.Parse(element.Attribute(attribute)!.Value, CultureInfo.InvariantCulture);

    private static double[] Numbers(string pair) =>
        [.. pair.Split(' ').Select(part => double.Parse(part, CultureInfo.InvariantCulture))];
}
