using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>Gives the runs of one command to a reader: a program, a page or a terminal.</summary>
public interface IReportExporter
{
    /// <summary>Exports the runs, of which there is at least one, in order.</summary>
    /// <param name="runs">The runs.</param>
    /// <param name="compared">How their workload compares several runs; null when it does not.</param>
    /// <exception cref="IOException">The place to write to does not take it.</exception>
    /// <exception cref="UnauthorizedAccessException">The place to write to is forbidden.</exception>
    void Export(IReadOnlyList<RunReport> runs, ReportSection? compared = null);
}
