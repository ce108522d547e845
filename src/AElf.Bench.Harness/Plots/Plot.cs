using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Plots;

/// <summary>A plot as plain values: two axes and the layers between them.</summary>
/// <param name="Title">Heading of the plot.</param>
/// <param name="X">Axis from left to right.</param>
/// <param name="Y">Axis from bottom to top; with names, from top to bottom.</param>
/// <param name="Layers">Layers in drawing order, the background first.</param>
internal sealed record Plot(string Title, PlotAxis X, PlotAxis Y, IReadOnlyList<PlotLayer> Layers)
{
    /// <summary>Notes on reading the plot, line by line.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>The plotted points as a table of numbers.</summary>
    public ReportTable Points { get; init; } = new([], []);
}

/// <summary>An axis: its label, and the positions of its values.</summary>
/// <param name="Label">Label with the unit.</param>
/// <param name="Scale">Positions of the values on the axis.</param>
internal sealed record PlotAxis(string Label, PlotScale Scale);

/// <summary>A point by the values of both axes.</summary>
internal readonly record struct PlotPoint(double X, double Y);

/// <summary>A layer of a plot; layers of one style share colour, line and marker.</summary>
/// <param name="Style">Style, from 0.</param>
/// <param name="Label">Name in the key or beside the layer; null for none.</param>
internal abstract record PlotLayer(int Style, string? Label);

/// <summary>Points joined by a line.</summary>
internal sealed record PlotLine(int Style, string? Label, IReadOnlyList<PlotPoint> Points) : PlotLayer(Style, Label)
{
    public bool HasMarkers { get; init; }
}

/// <summary>Points without a line.</summary>
internal sealed record PlotDots(int Style, string? Label, IReadOnlyList<PlotPoint> Points) : PlotLayer(Style, Label);

/// <summary>A value along the whole horizontal axis.</summary>
internal sealed record PlotLevel(int Style, string? Label, double Y) : PlotLayer(Style, Label);

/// <summary>
/// The area between a lower and an upper line; both have points at the same positions from left to right.
/// </summary>
internal sealed record PlotArea(int Style, string? Label, IReadOnlyList<(PlotPoint Low, PlotPoint High)> Edges)
    : PlotLayer(Style, Label);

/// <summary>A bar with end marks for the range at each position.</summary>
internal sealed record PlotRanges(int Style, IReadOnlyList<(PlotPoint Low, PlotPoint High)> Ranges)
    : PlotLayer(Style, null);

/// <summary>A bar from 0 for each name, with the value after it.</summary>
/// <param name="Bars">Value and text of the bar of each name.</param>
internal sealed record PlotBars(IReadOnlyList<(double Value, string Text)> Bars) : PlotLayer(0, null);

/// <summary>A period of an event, over the whole height.</summary>
internal sealed record PlotWindow(string? Label, double From, double To) : PlotLayer(0, Label);

/// <summary>A vertical line at the beginning of a phase.</summary>
internal sealed record PlotDivider(string? Label, double At) : PlotLayer(0, Label);

/// <summary>
/// A field of values over two axes of names. Each cell shows its value; a higher value has a stronger colour.
/// </summary>
/// <param name="Cells">Column and row, from 0; the share, 0 to 1, of the highest value; and the text.</param>
internal sealed record PlotCells(IReadOnlyList<(int X, int Y, double Share, string Text)> Cells)
    : PlotLayer(0, null);
