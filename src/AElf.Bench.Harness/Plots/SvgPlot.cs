using System.Globalization;
using System.Text;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Plots;

/// <summary>
/// Draws a plot as SVG text. The page defines the colours (classes <c>s0</c> to <c>s5</c>). Lines also differ in dashes
/// and markers, so the plot is readable without colours.
/// </summary>
internal sealed class SvgPlot
{
    /// <summary>Number of styles; style 6 looks like style 0.</summary>
    public const int Styles = 6;

    // The letters are readable on a phone, which shows 400 units in about 360 pixels; a screen shows them 1.5 times as
    // large.
    private const double Width = 400;
    private const double Edge = 8;
    private const double Top = 34;
    private const double Bottom = 40;
    private const double LetterWidth = 6.7;
    private const double LineHeight = 15;
    private const double KeyWidth = 22;
    private const double NameHeight = 16;
    private const double RowGap = 8;
    private const int MaxName = 48;
    private const int MaxRowName = 16;

    private readonly StringBuilder text = new();
    private readonly Plot plot;
    private readonly double left;
    private readonly double right;
    private readonly double height;
    private readonly List<(PlotLayer Layer, double X, int Row)> key = [];

    private SvgPlot(Plot plot)
    {
        this.plot = plot;
        var names = plot.Y.Scale.Ticks.Select(tick => Short(tick.Text, MaxRowName).Length).DefaultIfEmpty().Max();
        left = Edge + (HasNamedRows ? 0 : 7 + (names * LetterWidth));
        right = Width - Edge - (plot.Layers.Any(layer => layer is PlotBars) ? 8 : 3) * LetterWidth;
        LayOutKey();
        height = Top + Bottom + (Rows * LineHeight) + (plot.Y.Scale.HasNames
            ? plot.Y.Scale.Ticks.Count * (HasNamedRows ? NameHeight + 18 + RowGap : 30)
            : 190);
    }

    // Names of bars are above the bars; names of a field are before its rows.
    private bool HasNamedRows => plot.Y.Scale.HasNames && !plot.Layers.Any(layer => layer is PlotCells);

    private double Floor => height - Bottom - (Rows * LineHeight);

    private double RowHeight => (Floor - Top) / Math.Max(1, plot.Y.Scale.Ticks.Count);

    private int Rows => key.Count == 0 ? 0 : key[^1].Row + 1;

    /// <summary>The drawing as one <c>svg</c> element.</summary>
    public static string Draw(Plot plot)
    {
        var drawing = new SvgPlot(plot);
        drawing.DrawAll();
        return drawing.text.ToString();
    }

    /// <summary>A text as markup: without control characters, with special characters escaped.</summary>
    public static string Escape(string text) => OneLine(text)
        .Replace('\uFFFE', ' ')
        .Replace('\uFFFF', ' ')
        .Replace("&", "&amp;", StringComparison.Ordinal)
        .Replace("<", "&lt;", StringComparison.Ordinal)
        .Replace(">", "&gt;", StringComparison.Ordinal)
        .Replace("\"", "&quot;", StringComparison.Ordinal)
        .Replace("'", "&#39;", StringComparison.Ordinal);

    /// <summary>A number of the drawing.</summary>
    internal static string N(double value) =>
        double.IsFinite(value) ? value.ToString("0.##", CultureInfo.InvariantCulture) : "0";

    private static bool IsDrawable(PlotPoint point) => double.IsFinite(point.X) && double.IsFinite(point.Y);

    private static string StyleOf(PlotLayer layer) => $"s{layer.Style % Styles}";

    private void DrawAll()
    {
        Add($"<svg viewBox=\"0 0 {N(Width)} {N(height)}\" role=\"img\" aria-label=\"{Escape(Summary())}\">");
        DrawAxes();
        foreach (var layer in plot.Layers)
        {
            DrawLayer(layer);
        }

        DrawKey();
        text.Append("</svg>");
    }

    private string Summary() => $"{plot.Title}: {plot.Y.Label} over {plot.X.Label}";

    private void DrawAxes()
    {
        var (across, down) = (plot.X.Scale, plot.Y.Scale);
        foreach (var x in across.Ticks.Where(_ => !across.HasNames).Select(tick => X(tick.Value)))
        {
            Line("grid", x, Top, x, Floor);
        }

        var letters = across.HasNames ? (int)((right - left) / across.Ticks.Count / LetterWidth) : MaxName;
        WriteAlong(Floor + 16, "middle", across.Ticks.Select(tick =>
            (X(tick.Value), Short(tick.Text, Math.Max(2, letters)))));
        foreach (var tick in down.Ticks)
        {
            var y = Y(tick.Value);
            if (!down.HasNames)
            {
                Line("grid", left, y, right, y);
            }

            if (HasNamedRows)
            {
                var above = y - ((RowHeight - NameHeight - RowGap) / 2) - 4;
                Text("name", left + 4, above, "start", Short(tick.Text, MaxName));
            }
            else
            {
                Text("tick", left - 7, y + 4, "end", Short(tick.Text, MaxRowName));
            }
        }

        Line("axis", left, Floor, right, Floor);
        Line("axis", left, Top, left, Floor);
        Text("label", (left + right) / 2, Floor + 33, "middle", plot.X.Label);
        Text("label", Edge, 12, "start", plot.Y.Label);
        WriteAlong(Top - 5, "start", plot.Layers.OfType<PlotDivider>()
            .Select(each => (X(each.At) + 3, each.Label ?? "")));
    }

    // From left to right; omits words that would cover earlier ones.
    private void WriteAlong(double y, string anchor, IEnumerable<(double X, string Words)> all)
    {
        var end = double.NegativeInfinity;
        foreach (var (x, words) in all.Where(each => each.Words.Length > 0))
        {
            var wide = words.Length * LetterWidth;
            var from = anchor is "middle" ? x - (wide / 2) : x;
            if (from >= end && from + wide <= Width)
            {
                Text("tick", x, y, anchor, words);
                end = from + wide + LetterWidth;
            }
        }
    }

    private void DrawLayer(PlotLayer layer)
    {
        switch (layer)
        {
            case PlotLine line:
                Path(line, $"line {StyleOf(line)}", line.Points);
                Markers(line, line.HasMarkers ? line.Points : []);
                break;
            case PlotDots dots:
                Markers(dots, dots.Points);
                break;
            case PlotLevel level:
                Add($"<path class=\"line {StyleOf(level)}\" d=\"M{N(left)} {N(Y(level.Y))}H{N(right)}\"/>");
                break;
            case PlotArea area:
                Path(area, $"area {StyleOf(area)}",
                    [.. area.Edges.Select(edge => edge.Low), .. area.Edges.Reverse().Select(edge => edge.High)]);
                break;
            case PlotRanges ranges:
                ranges.Ranges.ToList().ForEach(range => Range(ranges, range.Low, range.High));
                break;
            case PlotBars bars:
                Bars(bars);
                break;
            case PlotWindow window:
                Window(window);
                break;
            case PlotDivider divider:
                Line("divider", X(divider.At), Top, X(divider.At), Floor);
                break;
            case PlotCells cells:
                Cells(cells);
                break;
        }
    }

    private void Path(PlotLayer layer, string style, IReadOnlyList<PlotPoint> points)
    {
        var places = points.Where(IsDrawable).Select(point => $"{N(X(point.X))} {N(Y(point.Y))}").ToList();
        if (places.Count > 0)
        {
            Add($"<path class=\"{style}\" d=\"M{string.Join('L', places)}{(layer is PlotArea ? "Z" : "")}\"/>");
        }
    }

    private void Markers(PlotLayer layer, IReadOnlyList<PlotPoint> points)
    {
        foreach (var point in points.Where(IsDrawable))
        {
            Marker(layer, X(point.X), Y(point.Y));
        }
    }

    // Six shapes that differ in black and white too.
    private void Marker(PlotLayer layer, double x, double y)
    {
        var shape = (layer.Style % Styles) switch
        {
            0 => "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
            1 => "m-3.5 -3.5h7v7h-7z",
            2 => "m0 -4.5l4.5 8h-9z",
            3 => "m0 -5l5 5l-5 5l-5 -5z",
            4 => "m-4 0h8m-4 -4v8",
            _ => "m-3.5 -3.5l7 7m0 -7l-7 7",
        };
        Add($"<path class=\"marker {StyleOf(layer)}\" d=\"M{N(x)} {N(y)}{shape}\"/>");
    }

    private void Range(PlotLayer layer, PlotPoint low, PlotPoint high)
    {
        if (!IsDrawable(low) || !IsDrawable(high))
        {
            return;
        }

        var (x1, y1, x2, y2) = (X(low.X), Y(low.Y), X(high.X), Y(high.Y));
        var isUpright = Math.Abs(x1 - x2) < 0.01;
        var end = isUpright ? "m-4 0h8" : "m0 -4v8";
        Add($"<path class=\"range {StyleOf(layer)}\" "
            + $"d=\"M{N(x1)} {N(y1)}L{N(x2)} {N(y2)}M{N(x1)} {N(y1)}{end}M{N(x2)} {N(y2)}{end}\"/>");
    }

    private void Bars(PlotBars layer)
    {
        var thickness = RowHeight - NameHeight - RowGap;
        foreach (var (at, bar) in layer.Bars.Index().Where(each => double.IsFinite(each.Item.Value)))
        {
            var y = Y(at) - (thickness / 2);
            var length = Math.Max(0, X(bar.Value) - left);
            Add($"<rect class=\"bar {StyleOf(layer)}\" x=\"{N(left)}\" y=\"{N(y)}\" width=\"{N(length)}\" "
                + $"height=\"{N(thickness - 2)}\"/>");
            Text("value", left + length + 5, y + (thickness / 2) + 3, "start", bar.Text);
        }
    }

    private void Window(PlotWindow window)
    {
        var (from, to) = (X(window.From), X(window.To));
        var wide = Math.Max(3, to - from);
        Add($"<rect class=\"window\" x=\"{N(from)}\" y=\"{N(Top)}\" width=\"{N(wide)}\" height=\"{N(Floor - Top)}\"/>");

        // A narrow window at the edge of the plot has its whole label too.
        var label = window.Label ?? "";
        var half = Math.Min(Width, label.Length * LetterWidth) / 2;
        Text("mark", Math.Clamp(from + (wide / 2), half, Width - half), Top + 12, "middle", label);
    }

    private void Cells(PlotCells layer)
    {
        var wide = (right - left) / Math.Max(1, plot.X.Scale.Ticks.Count);
        var high = RowHeight;
        foreach (var cell in layer.Cells)
        {
            var share = double.IsFinite(cell.Share) ? Math.Clamp(cell.Share, 0, 1) : 0;
            var (x, y) = (X(cell.X) - (wide / 2), Y(cell.Y) - (high / 2));
            Add($"<rect class=\"cell\" fill-opacity=\"{N(0.06 + (0.5 * share * share))}\" x=\"{N(x + 1)}\" "
                + $"y=\"{N(y + 1)}\" width=\"{N(wide - 2)}\" height=\"{N(high - 2)}\"/>");
            Text("value", X(cell.X), Y(cell.Y) + 4, "middle", cell.Text, wide - 4);
        }
    }

    // Each row of the key has as many layers as fit.
    private void LayOutKey()
    {
        var (x, row) = (Edge, 0);
        foreach (var layer in plot.Layers.Where(layer =>
            layer is { Label: not null } and (PlotLine or PlotDots or PlotLevel or PlotArea)))
        {
            var wide = KeyWidth + ((Short(layer.Label!, MaxName).Length + 2) * LetterWidth);
            if (x > Edge && x + wide > Width)
            {
                (x, row) = (Edge, row + 1);
            }

            key.Add((layer, x, row));
            x += wide;
        }
    }

    private void DrawKey()
    {
        foreach (var (layer, x, row) in key)
        {
            var y = Floor + Bottom + (row * LineHeight) + 6;
            if (layer is PlotLine or PlotLevel)
            {
                Add($"<path class=\"line {StyleOf(layer)}\" d=\"M{N(x)} {N(y)}h16\"/>");
            }

            if (layer is PlotDots or PlotLine { HasMarkers: true })
            {
                Marker(layer, x + 8, y);
            }

            if (layer is PlotArea)
            {
                Add($"<rect class=\"area {StyleOf(layer)}\" x=\"{N(x)}\" y=\"{N(y - 5)}\" "
                    + "width=\"16\" height=\"10\"/>");
            }

            Text("name", x + KeyWidth, y + 4, "start", Short(layer.Label!, MaxName));
        }
    }

    private double X(double value) => left + (plot.X.Scale.At(value) * (right - left));

    // Names go down, like rows; values go up.
    private double Y(double value)
    {
        var share = plot.Y.Scale.At(value);
        return Top + ((plot.Y.Scale.HasNames ? share : 1 - share) * (Floor - Top))
            + (HasNamedRows ? (NameHeight - RowGap) / 2 : 0);
    }

    private void Line(string style, double x1, double y1, double x2, double y2) =>
        Add($"<path class=\"{style}\" d=\"M{N(x1)} {N(y1)}L{N(x2)} {N(y2)}\"/>");

    private void Text(
        string style, double x, double y, string anchor, string words, double room = double.PositiveInfinity)
    {
        if (words.Length > 0)
        {
            var squeezed = words.Length * LetterWidth <= room ? ""
                : $" textLength=\"{N(room)}\" lengthAdjust=\"spacingAndGlyphs\"";
            Add($"<text class=\"{style}\" x=\"{N(x)}\" y=\"{N(y)}\" text-anchor=\"{anchor}\"{squeezed}>"
                + $"{Escape(words)}</text>");
        }
    }

    private void Add(string element) => text.Append(element).Append('\n');
}
