namespace AElf.Bench.Harness.Reports;

/// <summary>Draws values as a row of columns; the highest is as high as a letter.</summary>
public static class Sparkline
{
    private const string Levels = "▁▂▃▄▅▆▇█";

    /// <summary>The last <paramref name="most"/> values; values that are not finite count as 0.</summary>
    public static string Last(IReadOnlyList<double> values, int most)
    {
        return Draw([.. values.Skip(Math.Max(0, values.Count - most))]);
    }

    /// <summary>All values, or means of neighbours if there are more than <paramref name="most"/>.</summary>
    public static string Whole(IReadOnlyList<double> values, int most)
    {
        var size = Math.Max(1, (values.Count + most - 1) / most);
        return Draw([.. values.Chunk(size).Select(chunk => chunk.Average())]);
    }

    private static string Draw(double[] values)
    {
        double[] heights = [.. values.Select(value => double.IsFinite(value) ? Math.Max(0, value) : 0)];
        var top = heights.DefaultIfEmpty().Max();
        return string.Concat(heights.Select(height => Levels[top > 0 ? (int)(height / top * (Levels.Length - 1)) : 0]));
    }
}
