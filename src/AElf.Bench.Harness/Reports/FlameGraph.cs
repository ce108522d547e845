using System.Text;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Plots;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// Draws sampled stacks as SVG text. Each frame is a bar, as wide as its samples, below the frames that it called. A
/// tooltip shows the name and share of a bar; a wide bar also contains its name.
/// </summary>
internal static class FlameGraph
{
    private const double Width = 1200;
    private const double Row = 17;
    private const double LetterWidth = 6.3;
    private const double Margin = 4;

    /// <summary>One <c>svg</c> element.</summary>
    public static string Draw(ProfileReport profile)
    {
        var rows = profile.Frames.Select(frame => frame.Depth + 1).DefaultIfEmpty().Max();
        var height = rows * Row;
        var text = new StringBuilder($"<svg class=\"flame\" viewBox=\"0 0 {SvgPlot.N(Width)} {SvgPlot.N(height)}\" ")
            .Append($"role=\"img\" aria-label=\"{SvgPlot.Escape(Summary(profile))}\">");

        // The start of the next frame at each depth.
        var next = new double[rows + 1];
        foreach (var frame in profile.Frames)
        {
            var from = next[frame.Depth];
            var wide = Width * frame.Samples / profile.Samples;
            next[frame.Depth] = from + wide;
            next[frame.Depth + 1] = from;
            text.Append(Bar(
                frame, from, height - ((frame.Depth + 1) * Row), wide, (double)frame.Samples / profile.Samples));
        }

        return text.Append("</svg>").ToString();
    }

    /// <summary>The method without its namespace.</summary>
    public static string Short(string method)
    {
        var parts = method.Split('.');
        return parts.Length < 2 || IsOutside(method) ? method : string.Join('.', parts[^2..]);
    }

    private static string Bar(ProfiledFrame frame, double x, double y, double wide, double share)
    {
        var letters = (int)((wide - (2 * Margin)) / LetterWidth);
        var name = letters < 3 ? "" : $"<text x=\"{SvgPlot.N(x + Margin)}\" y=\"{SvgPlot.N(y + 12)}\">"
            + $"{SvgPlot.Escape(NumberFormat.Short(Short(frame.Method), letters))}</text>";
        return $"<g><title>{SvgPlot.Escape(frame.Method)}: {NumberFormat.Percent(share)}, "
            + $"{NumberFormat.Counted(frame.Samples, "sample")}</title>"
            + $"<rect class=\"{StyleOf(frame)}\" x=\"{SvgPlot.N(x)}\" y=\"{SvgPlot.N(y)}\" "
            + $"width=\"{SvgPlot.N(wide)}\" height=\"{SvgPlot.N(Row - 1)}\"/>{name}</g>";
    }

    // Colours repeat the kind that the names show.
    private static string StyleOf(ProfiledFrame frame) => frame switch
    {
        _ when IsOutside(frame.Method) => "outside",
        { Depth: 0 } => "own",
        _ when frame.Method.StartsWith("AElf.", StringComparison.Ordinal) => "own",
        _ => "library",
    };

    private static bool IsOutside(string method) => method.Equals(ProfileTree.Outside, StringComparison.Ordinal);

    private static string Summary(ProfileReport profile) =>
        $"{NumberFormat.Counted(profile.Samples, "sample")} of {string.Join(", ", profile.Processes)}";
}
