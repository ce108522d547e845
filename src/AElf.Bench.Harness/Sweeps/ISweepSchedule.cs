using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>
/// The strategy of a sweep: the next point to run, and the result. It depends only on the finished runs, so that a
/// killed sweep can resume.
/// </summary>
public interface ISweepSchedule
{
    /// <summary>Number of remaining runs, in words.</summary>
    string Extent { get; }

    /// <summary>Whether the sweep is a search, which omits many points.</summary>
    bool IsSearch { get; }

    /// <summary>The latency limit of the search; null for none.</summary>
    FigureBound? Limit => null;

    /// <summary>The next point; null at the end.</summary>
    int? Next(IReadOnlyList<SweepRun> runs);

    /// <summary>Minimum number of remaining runs.</summary>
    int MinLeft(IReadOnlyList<SweepRun> runs);

    bool IsAnswered(SweepResult result);

    /// <summary>The figure of a run in a few words.</summary>
    string Describe(SweepRun run) => $"{NumberFormat.Whole(run.Tps)} TPS";

    /// <param name="title">Heading of the first section.</param>
    /// <param name="source">Source of the published figures; null without published figures.</param>
    /// <param name="result">The result of the sweep.</param>
    IReadOnlyList<ReportSection> Sections(string title, string? source, SweepResult result) =>
        SweepSections.From(title, source, result);
}
