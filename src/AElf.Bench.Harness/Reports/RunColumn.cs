using AElf.Bench.Core.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>A column of a table with one row for each run.</summary>
/// <param name="Column">Heading and format.</param>
/// <param name="Cell">Text of a run's cell.</param>
internal sealed record RunColumn(ReportColumn Column, Func<RunReport, string> Cell)
{
    public static readonly RunColumn Tps = new(
        new("TPS median [min – max]"), run => run.Tps is { } tps ? RunSections.Range(tps, Whole) : None);

    /// <param name="dispensable">
    /// Above 0 if a screen may omit the column; columns with the highest value are omitted first.
    /// </param>
    public static RunColumn Of(Figure figure, int dispensable = 0) =>
        new(new(figure.Heading) { Dispensable = dispensable }, run => figure.TextOf(run));

    public static ReportTable Table(IReadOnlyList<RunColumn> columns, IReadOnlyList<RunReport> runs) => new(
        [.. columns.Select(each => each.Column)],
        [.. runs.Select(run => (string[])[.. columns.Select(each => each.Cell(run))])]);
}
