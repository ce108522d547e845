using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>
/// What a sweep is after: which point is run next, and what the runs say. The runs made say it all, so that a sweep
/// that was killed goes on from them.
/// </summary>
public interface ISweepSchedule
{
    /// <summary>How much it is to run, for a reader.</summary>
    string Extent { get; }

    /// <summary>Whether points are searched among, so that many are left without a run.</summary>
    bool IsSearch { get; }

    /// <summary>The latency whose limit is looked at; null when none is.</summary>
    LatencyLimit? Limit => null;

    /// <summary>The next point; null when there is nothing more to run.</summary>
    int? Next(IReadOnlyList<SweepRun> runs);

    /// <summary>Runs that are left at least.</summary>
    int MinLeft(IReadOnlyList<SweepRun> runs);

    /// <summary>Whether what is asked has an answer.</summary>
    bool IsAnswered(SweepResult result);

    /// <summary>What a run with a figure shows, in a few words.</summary>
    string Describe(SweepRun run) => $"{NumberFormat.Whole(run.Tps)} TPS";

    /// <summary>What all runs show.</summary>
    /// <param name="title">What is swept.</param>
    /// <param name="source">Where published figures are from; null when there are none.</param>
    /// <param name="result">What was measured.</param>
    IReadOnlyList<ReportSection> Sections(string title, string? source, SweepResult result) =>
        SweepSections.From(title, source, result);
}
