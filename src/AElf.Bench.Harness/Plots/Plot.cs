using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Plots;

/// <summary>A picture of figures: two axes and what lies between them, as plain values.</summary>
/// <param name="Title">What is shown.</param>
/// <param name="X">From left to right.</param>
/// <param name="Y">From below to above; names from above to below.</param>
/// <param name="Layers">What is drawn, the first one lowest.</param>
internal sealed record Plot(string Title, PlotAxis X, PlotAxis Y, IReadOnlyList<PlotLayer> Layers)
{
    /// <summary>How it is to be read, line by line.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>The points behind it, for who wants them as numbers.</summary>
    public ReportTable Points { get; init; } = new([], []);
}

/// <summary>An axis.</summary>
/// <param name="Label">What is on it, with its unit.</param>
/// <param name="Scale">Where its values lie.</param>
internal sealed record PlotAxis(string Label, PlotScale Scale);

/// <summary>A point.</summary>
/// <param name="X">On the horizontal axis.</param>
/// <param name="Y">On the vertical one.</param>
internal readonly record struct PlotPoint(double X, double Y);

/// <summary>Something that is drawn; layers of a style share colour, line and marker.</summary>
/// <param name="Style">Which style, from 0.</param>
/// <param name="Label">Its name, written beside it; null for none.</param>
internal abstract record PlotLayer(int Style, string? Label);

/// <summary>Points joined by a line.</summary>
internal sealed record PlotLine(int Style, string? Label, IReadOnlyList<PlotPoint> Points) : PlotLayer(Style, Label)
{
    /// <summary>Whether each point has its marker.</summary>
    public bool HasMarkers { get; init; }
}

/// <summary>Points on their own.</summary>
internal sealed record PlotDots(int Style, string? Label, IReadOnlyList<PlotPoint> Points) : PlotLayer(Style, Label);

/// <summary>A value all along the horizontal axis.</summary>
internal sealed record PlotLevel(int Style, string? Label, double Y) : PlotLayer(Style, Label);

/// <summary>What lies between two lines.</summary>
/// <param name="Style">Which style.</param>
/// <param name="Label">Its name.</param>
/// <param name="Edges">The lower and the upper line, at the same places from left to right.</param>
internal sealed record PlotArea(int Style, string? Label, IReadOnlyList<(PlotPoint Low, PlotPoint High)> Edges)
    : PlotLayer(Style, Label);

/// <summary>A range of each place, drawn as a bar with ends.</summary>
internal sealed record PlotRanges(int Style, IReadOnlyList<(PlotPoint Low, PlotPoint High)> Ranges)
    : PlotLayer(Style, null);

/// <summary>Bars from 0, for names one below the other, with their value written behind them.</summary>
/// <param name="Style">Which style.</param>
/// <param name="Label">Its name.</param>
/// <param name="Bars">The value and its text for each name.</param>
/// <param name="Place">Which of the bars of a name.</param>
/// <param name="Places">How many bars a name has.</param>
internal sealed record PlotBars(
    int Style, string? Label, IReadOnlyList<(double Value, string Text)> Bars, int Place, int Places)
    : PlotLayer(Style, Label);

/// <summary>A time in which something happened, over the whole height.</summary>
internal sealed record PlotWindow(string? Label, double From, double To) : PlotLayer(0, Label);

/// <summary>A place where something begins, over the whole height.</summary>
internal sealed record PlotDivider(string? Label, double At) : PlotLayer(0, Label);

/// <summary>
/// A field of values over two axes of names: each cell says its value, and is the darker the higher it is.
/// </summary>
/// <param name="Cells">Column and row, from 0; a share, 0 to 1, of the highest; and the text.</param>
internal sealed record PlotCells(IReadOnlyList<(int X, int Y, double Share, string Text)> Cells)
    : PlotLayer(0, null);
