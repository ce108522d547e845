using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>Writes a comparison as a web page.</summary>
public static class ComparisonExport
{
    /// <summary>The page is headed by the conclusion and needs no network and no script.</summary>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public static void WritePage(string path, IReadOnlyList<ReportSection> sections, ComparisonResult result) =>
        HtmlExporter.Write(
            path,
            ComparisonSections.Headline(result),
            ComparisonPlots.From(result),
            sections);
}
