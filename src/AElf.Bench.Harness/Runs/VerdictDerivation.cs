using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs.Rules;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Runs;

/// <summary>Computes from a run's raw data and derived values whether its figures are reliable.</summary>
/// <param name="raw">The raw data.</param>
/// <param name="counted">The rounds behind the figures.</param>
/// <param name="cores">Number of processors that the run might use.</param>
internal sealed class VerdictDerivation(RawRun raw, IReadOnlyList<RawRound> counted, double cores)
{
    /// <summary>The report with its verdict, the reasons, and notes.</summary>
    /// <param name="report">All other parts of the report.</param>
    /// <param name="ofBareStore">The run's share of the rate of the store alone; null if unknown.</param>
    /// <param name="unreported">Upper bound of the unreported operations of workers.</param>
    public RunReport WithVerdict(RunReport report, double? ofBareStore, OperationCounts unreported)
    {
        var verdict = RunVerdict.Evaluate(new RunEvidence(report, raw)
        {
            IsDisturbed = IsDisturbed(),
            CompilingShare = report.Tps is null ? 0 : SummaryStatistics.Describe(
                [.. counted.Select(round => (double)round.CompilingNs / round.WindowNs / cores)]).Median,
            ShareOfBareStore = ofBareStore,
            Guards = report is { Tps: not null, Rounds.Count: > 0 } ? RunGuards.Of(report, raw) : [],
            Unreported = unreported,
        });
        return report with
        {
            Verdict = raw.Leftover is null || verdict.Verdict is Verdict.Failed ? verdict.Verdict : Verdict.Degraded,
            Reasons = raw.Leftover is { } left ? [.. verdict.Reasons, left] : verdict.Reasons,
            Notes = verdict.Notes,
        };
    }

    /// <summary>
    /// Whether too few rounds were undisturbed, or the counted rounds together are disturbed. Together they can show a
    /// disturbance that a single round does not show, because a reading is coarse compared with a round.
    /// </summary>
    private bool IsDisturbed() => counted.Any(round => ProcessorAccount.Of(round, cores) is { IsDisturbed: true })
        || ProcessorAccount.Of(counted, cores) is { IsDisturbed: true };
}
