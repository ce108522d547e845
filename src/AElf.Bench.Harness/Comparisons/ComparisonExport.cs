using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>Writes what a comparison found as a page.</summary>
public static class ComparisonExport
{
    /// <summary>Writes one web page, headed by the conclusion, which needs no network and no script.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    public static void WritePage(string path, IReadOnlyList<ReportSection> sections, ComparisonResult result) =>
        HtmlExporter.Write(
            path,
            ComparisonSections.Headline(result),
            ComparisonPlots.From(result),
            sections);
}
