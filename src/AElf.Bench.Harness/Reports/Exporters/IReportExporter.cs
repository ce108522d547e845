using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>Writes the runs of one command for a program, a page or a terminal.</summary>
public interface IReportExporter
{
    /// <param name="runs">At least one run.</param>
    /// <param name="compared">The workload's own comparison of several runs; null for none.</param>
    /// <exception cref="IOException">The output cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">Writing the output is forbidden.</exception>
    void Export(IReadOnlyList<RunReport> runs, ReportSection? compared = null);
}
