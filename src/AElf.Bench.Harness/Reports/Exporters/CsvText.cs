using System.Globalization;
using System.Text;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>Lines of values separated by commas, RFC 4180.</summary>
internal sealed class CsvText
{
    private readonly StringBuilder text = new();

    /// <summary>A number with all its digits in the invariant culture; empty for null or an infinite number.</summary>
    public static string Number(double? value) =>
        value is { } number && double.IsFinite(number) ? number.ToString("R", CultureInfo.InvariantCulture) : "";

    public void Line(IEnumerable<string> cells) => text.AppendJoin(',', cells.Select(Quote)).Append("\r\n");

    public override string ToString() => text.ToString();

    private static string Quote(string cell) => cell.AsSpan().ContainsAny(",\"\r\n")
        ? $"\"{cell.Replace("\"", "\"\"", StringComparison.Ordinal)}\""
        : cell;
}
